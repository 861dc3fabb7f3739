import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildEnd } from '../../../src/code/index/builder-messages.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { makeRandom } from '../support/random.ts';
import { proveAnswers } from './answers.ts';
import { checkIndex } from './check.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { build, killBuilds } from './kill-builds.ts';

const ROUNDS = 60;
const FILES = 3_000;
/** Room for a part of the index. */
const SMALL_DISK = '600k';

/**
 * What kills, damage and a full disk do to an index: its builds and its answers, each beside what must come out. See
 * kill-builds.ts and answers.ts.
 */
export async function proveIndexKills(options: ProofOptions): Promise<ProofReport> {
  const random = makeRandom(options.seed);
  const rounds = options.rounds ?? ROUNDS;
  const corpus = makeCorpus(random, FILES);
  try {
    const { broken: ofBuilds, ...builds } = await killBuilds(corpus, random, rounds);
    const { broken: ofDisk, ...disk } = await fillDisk(corpus);
    const { broken: ofAnswers, tally } = await proveAnswers(random, rounds);
    return {
      figures: { files: corpus.files.length, builds, disk, answers: tally },
      broken: [...ofBuilds, ...ofDisk, ...ofAnswers],
    };
  } finally {
    corpus.folder.remove();
  }
}

/** A disk that is too small: the end is told, what fits is right. Nothing is tried where this machine lets nobody mount one. */
async function fillDisk(corpus: Corpus): Promise<object & { readonly broken: readonly string[] }> {
  const broken: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'portico-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'portico-proof', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return { broken };
  }
  try {
    const ends: BuildEnd[] = [];
    for (let attempt = 0; attempt < 2; attempt++) ends.push((await build(corpus, folder, null)).end);
    if (ends.some((end) => end !== 'disk_full')) broken.push(`builds on a full disk ended as ${ends.join(', ')}`);
    const { wrong, ...figures } = checkIndex(folder, corpus);
    broken.push(...wrong.slice(0, 5).map((text) => `on a full disk: ${text}`));
    const disk = { ends, ...figures };
    return { ...disk, broken };
  } finally {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
}
