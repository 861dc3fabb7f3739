import { MIB } from '../../base/units.ts';
import type { FindIgnored } from '../questions/find.types.ts';
import { isBinary } from '../source/decode.ts';
import { type IgnoredFiles, listIgnoredFiles } from '../source/ignored-files.ts';
import { findPlace } from '../source/open-source.ts';
import { roleOfPath } from '../source/path-role.ts';
import { asBuffer, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { SourceSelector } from '../source/source.ts';
import { countHits } from './found-text.ts';
import type { Matcher } from './matcher.ts';
import type { FileChoice, Scope } from './scope.ts';

/** Bytes and time for a look into files that nobody asked for. */
const BYTES_MAX = 8 * MIB;
const LOOK_MS = 300;
/** Names that are told. */
const NAMES_MAX = 3;

/**
 * Listings that a thread remembers for a moment: they cost a process and a walk, and several questions come at once. What
 * is told of a work tree is as it was a second ago at most.
 */
const LISTINGS_MAX = 8;
const LISTING_MS = 1_000;

const listings = new Map<string, { readonly atMs: number; readonly files: IgnoredFiles | null }>();

/**
 * Whether what was found nowhere stands in files that git ignores, which are not searched: whoever sees them on disk takes
 * them for searched. Null for what has no ignored files, and where it cannot be told.
 */
export async function lookIntoIgnored(
  { source, context }: Pick<Scope, 'source' | 'context'>,
  matcher: Matcher,
  { selector, accepts }: { readonly selector: SourceSelector; readonly accepts: FileChoice['accepts'] },
): Promise<FindIgnored | null> {
  if (source.identity.kind !== 'worktree') return null;
  const files = await ignoredOnce(selector, context.signal);
  if (files === null) return null;
  const endsAtMs = Math.min(context.deadlineAtMs, performance.now() + LOOK_MS);
  const found = { hits: 0, files: 0, names: [] as string[], looked: 0 };
  let bytesLeft = BYTES_MAX;
  const isMeant = (path: string): boolean => accepts(path, roleOfPath(path)) && !isSecretPath(path);
  let { isWhole } = files;
  for (const path of files.paths) {
    if (performance.now() > endsAtMs || bytesLeft <= 0) return { ...found, isWhole: false };
    if (!isMeant(path)) continue;
    const content = await source.read(path, Math.min(FILE_BYTES_MAX, bytesLeft));
    if (!content.ok) {
      isWhole &&= NO_TEXTS.has(content.reason);
      continue;
    }
    bytesLeft -= content.size;
    found.looked += 1;
    const hits = hitsIn(asBuffer(content.bytes), matcher);
    if (hits === 0) continue;
    found.hits += hits;
    found.files += 1;
    if (found.names.length < NAMES_MAX) found.names.push(path);
  }
  return { ...found, isWhole };
}

/** What is gone by now, and what a listing of texts has not either: of such a file nothing is left unsaid. */
const NO_TEXTS: ReadonlySet<string> = new Set(['not_found', 'is_directory', 'symlink', 'submodule', 'not_a_file']);

function hitsIn(bytes: Buffer, matcher: Matcher): number {
  return isBinary(bytes) ? 0 : countHits(bytes, matcher);
}

async function ignoredOnce(selector: SourceSelector, signal: AbortSignal): Promise<IgnoredFiles | null> {
  const key = JSON.stringify(selector);
  const known = listings.get(key);
  if (known !== undefined && performance.now() - known.atMs < LISTING_MS) return known.files;
  const place = await findPlace(selector);
  if (!place.ok || place.value.repository === null) return null;
  const files = await listIgnoredFiles(place.value.root, place.value.repository, signal);
  listings.delete(key);
  listings.set(key, { atMs: performance.now(), files });
  const [oldest] = listings.keys();
  if (listings.size > LISTINGS_MAX && oldest !== undefined) listings.delete(oldest);
  return files;
}
