import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { makeLru } from '../../base/lru.ts';
import type { Result } from '../../base/result.ts';
import { CLOCK_TICK_MS } from '../source/clock-tick.ts';
import { identify, identifyFolder, type SourcePlace, type SourceProblem } from '../source/open-source.ts';
import type { Repository } from '../source/repository.ts';
import type { SourceIdentity } from '../source/source.ts';
import { smallText, stampSignature } from './signature.ts';

/** Says what a place is at, and asks git only when HEAD or the refs may have changed. */
export interface Heads {
  /** `store` is what the objects are that git has: another text when others may have come. */
  identify(place: SourcePlace, ref: string | null, store: string): Promise<Result<SourceIdentity, SourceProblem>>;
}

/** Answers that are remembered; the least recently asked for goes first. */
const ANSWERS_MAX = 1_024;

/** Folders of refs that are looked at for changes; with more of them git is asked every time. */
const REF_FOLDERS_MAX = 128;

interface Answer {
  readonly signature: string;
  readonly identity: Result<SourceIdentity, SourceProblem>;
}

/** Makes a memory of heads and refs. */
export function makeHeads(clock: Clock): Heads {
  const known = makeLru<string, Answer>(ANSWERS_MAX);
  return {
    async identify(place, ref, store) {
      const { repository } = place;
      if (repository === null) return identifyFolder(place, ref);
      const { gitDirectory, topLevel } = repository;
      const key = `${gitDirectory}\0${topLevel === null}\0${ref === null ? '' : `=${ref}`}`;
      const named = ref === null ? headSignature(repository, clock) : refSignature(repository, ref, clock);
      const signature = named === null ? null : `${store} ${named}`;
      const before = known.get(key);
      known.delete(key);
      const isSame = signature !== null && before?.signature === signature;
      const identity = isSame && before ? before.identity : await identify(place, ref);
      // What changed while git answered may have come too late for it: then the next signature differs. That there is no
      // such commit holds for now only: one that is written into a folder of objects changes nothing that is looked at.
      if (signature !== null && identity.ok) known.set(key, { signature, identity });
      return identity;
    },
  };
}

/** HEAD, and the ref that it names, by their contents; null when these do not decide. */
function headSignature({ gitDirectory, commonDirectory }: Repository, clock: Clock): string | null {
  const head = smallText(join(gitDirectory, 'HEAD'));
  if (head === null) return null;
  const ref = /^ref: (refs\/[^\s\0]{1,250})\n?$/.exec(head)?.[1];
  if (ref === undefined) return /^[0-9a-f]{40,64}\n?$/.test(head) ? head : null;
  // Another kind of store keeps refs in a file of its own, and leaves this name for those who look here.
  if (ref === 'refs/heads/.invalid' || ref.split('/').includes('..')) return null;
  const commit = smallText(join(commonDirectory, ref));
  if (commit !== null && !/^[0-9a-f]{40,64}\n?$/.test(commit)) return null;
  if (commit !== null) return `${head} ${commit}`;
  const packed = stampSignature(join(commonDirectory, 'packed-refs'));
  return isSettled([packed], clock) ? `${head} ${packed}` : null;
}

/** A full id means itself for ever; what a name means holds until a folder of refs changes. */
function refSignature(repository: Repository, ref: string, clock: Clock): string | null {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return 'id';
  const { gitDirectory, commonDirectory } = repository;
  const folders = refFolders([join(commonDirectory, 'refs'), join(gitDirectory, 'refs')]);
  const head = headSignature(repository, clock);
  if (folders === null || head === null) return null;
  const stamps = [...folders, gitDirectory, join(commonDirectory, 'packed-refs')].map(stampSignature);
  if (!isSettled(stamps, clock)) return null;
  // By their contents, too: not everybody who writes a ref does so by exchanging its file.
  const named = ref.split('/').includes('..')
    ? []
    : REF_PLACES.map((place) => smallText(join(commonDirectory, place, ref)));
  return [head, ...stamps, ...named].join(' ');
}

const REF_PLACES = ['', 'refs', 'refs/heads', 'refs/tags', 'refs/remotes'];

/** Whether a further change would show in the times. */
function isSettled(stamps: readonly string[], clock: Clock): boolean {
  const times = stamps.map((stamp) => Number(stamp.split(':')[4] ?? 0));
  return Math.max(0, ...times) < clock.now().getTime() - CLOCK_TICK_MS;
}

/** The folders below these, with themselves; null when there are too many. */
function refFolders(tops: readonly string[]): readonly string[] | null {
  const folders = [...new Set(tops)];
  for (const folder of folders) {
    if (folders.length > REF_FOLDERS_MAX) return null;
    for (const entry of readFolder(folder)) if (entry.isDirectory()) folders.push(join(folder, entry.name));
  }
  return folders.length > REF_FOLDERS_MAX ? null : folders;
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there: a linked work tree mostly has no refs of its own.
    return [];
  }
}
