import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuildEvent } from '../../../src/code/index/build-index.ts';
import { makeBuilders } from '../../../src/code/index/builder.ts';
import type { Random } from '../support/random.ts';
import { type Check, checkIndex } from './check.ts';
import type { Corpus } from './corpus.ts';
import { harmFile } from './harm.ts';

/** Some dozen segments for the corpus, so that a kill meets every step of many. */
const SEGMENT_BYTES = 700_000;
const BATCH = 200;
/** Kills fall anywhere in a build of the whole corpus, and some after its end. */
const KILL_WITHIN_BUILDS = 1.2;
/** No process has this id, so what bears it was left by a dead one. */
const DEAD_PROCESS = 999_999_999;

/** What the rounds have done and found. */
export interface BuildTally {
  killed: number;
  flipped: number;
  cut: number;
  removed: number;
  /** Segments that were found damaged and dropped. */
  dropped: number;
  checks: number;
  /** What a last build, which nobody kills, has left. */
  last: object;
  readonly broken: string[];
}

/**
 * Builds an index in its own process, kills that with SIGKILL at random moments, flips bytes, cuts and removes files in
 * between, and asks after each of it: no answer may be wrong, no finished segment lost, and in the end all must be there.
 */
export async function killBuilds(corpus: Corpus, random: Random, rounds: number): Promise<BuildTally> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-index-'));
  const killWithinMs = KILL_WITHIN_BUILDS * (await timeBuild(corpus));
  const tally: BuildTally = { killed: 0, flipped: 0, cut: 0, removed: 0, dropped: 0, checks: 0, last: {}, broken: [] };
  try {
    for (let round = 0; round < rounds; round++) await runRound({ random, corpus, folder, tally, killWithinMs });
    tally.last = await finish(corpus, folder, tally);
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Round {
  readonly random: Random;
  readonly corpus: Corpus;
  readonly folder: string;
  readonly tally: BuildTally;
  readonly killWithinMs: number;
}

/** Milliseconds of an undisturbed build here and now. */
async function timeBuild(corpus: Corpus): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-index-'));
  const startedAtMs = performance.now();
  await build(corpus, folder, null);
  rmSync(folder, { recursive: true });
  return performance.now() - startedAtMs;
}

async function runRound(round: Round): Promise<void> {
  const { random, corpus, folder, tally } = round;
  const { end, told } = await build(corpus, folder, random() * round.killWithinMs);
  if (end === 'stopped') tally.killed += 1;
  else if (end !== 'done') tally.broken.push(`a build after a kill ended as ${end}`);
  const texts = new Set(readdirSync(folder).filter((name) => name.endsWith('.text')));
  for (const id of told) if (!texts.has(`${id}.text`)) tally.broken.push(`finished segment ${id} is gone`);
  note(tally, checkIndex(folder, corpus), 'after a kill');
  harm(round);
  note(tally, checkIndex(folder, corpus), 'after damage');
}

function note(tally: BuildTally, check: Check, when: string): void {
  tally.checks += 1;
  tally.dropped += check.dropped;
  tally.broken.push(...check.wrong.slice(0, 5).map((text) => `${when}: ${text}`));
}

/** One process for several builds, as in the service, until it is killed. */
const builders = makeBuilders();

/** Runs a builder, and kills it after a time unless that is null; answers its end and the segments it told of. */
export async function build(corpus: Corpus, folder: string, killAfterMs: number | null) {
  let at = 0;
  const told: string[] = [];
  const origin = { kind: 'below', location: corpus.folder.path, denied: [], objectFormat: 'sha1' } as const;
  const builder = builders.start(
    { folder, origin, isWhole: true, replace: [], segmentBytesMax: SEGMENT_BYTES },
    {
      nextFiles() {
        const files = corpus.files.slice(at, at + BATCH).map(({ path }) => ({ path, blobId: null }));
        at += BATCH;
        return files;
      },
      onEvent: (event: BuildEvent) => void (event.type === 'segment' && told.push(event.id)),
    },
  );
  const controller = new AbortController();
  if (killAfterMs !== null) {
    wait(killAfterMs, null, { signal: controller.signal }).then(
      () => builder.stop(),
      () => undefined,
    );
  }
  const { end, detail } = await builder.ended;
  controller.abort();
  if (killAfterMs === null) builders.close();
  if (end === 'failed') console.error(detail);
  return { end, told };
}

/** Flips a byte of a file, cuts or removes one, or leaves something half written. */
function harm({ random, folder, tally }: Round): void {
  const names = readdirSync(folder).filter((name) => /\.(?:text|symbols)$/.test(name));
  const name = names[Math.floor(random() * names.length)];
  if (name === undefined) return;
  const done = harmFile(join(folder, name), random);
  if (done !== null) tally[done] += 1;
  writeFileSync(`${join(folder, '9999999999-00000000')}.text.${DEAD_PROCESS}.unfinished`, 'half');
}

/** A build that nobody kills: then all is there, and nothing half written. */
async function finish(corpus: Corpus, folder: string, { broken }: BuildTally): Promise<object> {
  const { end } = await build(corpus, folder, null);
  const check = checkIndex(folder, corpus);
  const { wrong, ...figures } = check;
  const left = readdirSync(folder).filter((name) => name.endsWith('.unfinished'));
  if (end !== 'done') broken.push(`the last build ended as ${end}`);
  if (left.length > 0) broken.push(`left half written: ${left.join(', ')}`);
  const isAll = check.indexed === corpus.files.length && check.withSymbols === corpus.files.length;
  if (!isAll) broken.push(`the last build left out files: ${JSON.stringify(figures)}`);
  broken.push(...wrong.slice(0, 5));
  return figures;
}
