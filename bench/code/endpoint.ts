import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startServiceProcess } from '../../test/support/process.ts';
import { quantile } from '../load.ts';
import type { Row } from '../table.ts';
import { makeCaller } from './caller.ts';
import { countFiles, findRipgrep, warmUp } from './ripgrep.ts';
import type { CodeBench } from './run.ts';
import { sampleLiterals } from './samples.ts';

/** Queries of each repository. */
const QUERIES = 60;
/**
 * As often each query is asked before it is measured: a service that runs for hours has compiled the code that answers.
 * On two cores that goes on for some 600 calls, over which the median falls from 7 to 4.5 ms.
 */
const WARM_UP_ROUNDS = 12;
/**
 * Rounds in a row, with a part of ripgrep's runs behind each: both are measured in the same minute, over which a shared
 * machine becomes slower and faster by half.
 */
const ROUNDS = 6;
/** Hits of a page, the size in which an agent reads. */
const LIMIT = 50;
/** Real limits, counted and leased like anybody's, so high that the benchmark does not meet them. */
const LIMITS = { requestsPerMonth: 10_000_000, requestsPerMinute: 1_000_000, backends: null, toolScopes: true };

/**
 * find_code by HTTP with a key, quota and rate limits, for a text and for the query alone, beside `rg -l -F` on the same
 * folder with a warm page cache: one query after the other, and in turns with ripgrep, which takes both cores and their
 * caches for each of its runs. Repositories are opened as a local user opens them; the service is asked until its index is
 * whole.
 */
export async function measureEndpoint({ repositories }: CodeBench): Promise<readonly Row[]> {
  const rg = await findRipgrep();
  const rows: Row[] = [];
  for (const repository of repositories) rows.push(...(await measureOne(repository, rg)));
  return rows;
}

async function measureOne(repository: string, rg: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ free: LIMITS, pro: LIMITS, max: LIMITS }));
  const env = { PORTICO_PLANS: plans, PORTICO_LOG_LEVEL: 'error', PORTICO_TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startServiceProcess({ dataDir: join(folder, 'data'), args: ['--root', repository], env });
  try {
    // By several addresses, each of which has 1,000 calls a minute: a fast machine would ask more by one.
    const call = makeCaller(service.url, service.firstKey ?? '', 1);
    const startedMs = performance.now();
    await call.untilIndexed();
    const indexedSeconds = (performance.now() - startedMs) / 1_000;
    warmUp(rg, repository);
    const literals = sampleLiterals(repository, QUERIES);
    const asks: Record<string, Ask> = {
      [`${basename(repository)}, first ${LIMIT}`]: (query) => call.find(query, LIMIT),
      [`${basename(repository)}, the query alone`]: (query) => call.ask(query),
    };
    const rows: Row[] = [];
    for (const [what, ask] of Object.entries(asks)) {
      const { first, inRow, inTurns, theirs } = await timeBoth(ask, { literals, rg, repository });
      rows.push(row(`${what}, each for the first time`, { ours: first, theirs, indexedSeconds }));
      rows.push(row(`${what}, in a row`, { ours: inRow, theirs, indexedSeconds }));
      rows.push(row(`${what}, in turns with ripgrep`, { ours: inTurns, theirs, indexedSeconds }));
    }
    return rows;
  } finally {
    await service.stop('SIGTERM');
    rmSync(folder, { recursive: true });
  }
}

type Ask = (query: string) => Promise<number>;

interface Texts {
  readonly literals: readonly string[];
  readonly rg: string;
  readonly repository: string;
}

/** Milliseconds of each run, ours and ripgrep's, in the order of the texts. */
async function timeBoth(ask: Ask, { literals, rg, repository }: Texts) {
  // As ripgrep has read every file before, so the code that answers was run before: no answer is kept anywhere.
  const first: number[] = [];
  for (const query of literals) first.push(await ask(query));
  for (let round = 1; round < WARM_UP_ROUNDS; round++) for (const query of literals) await ask(query);
  const inRow: number[] = [];
  const inTurns: number[] = [];
  const theirs: number[] = [];
  const part = Math.ceil(literals.length / ROUNDS);
  for (let from = 0; from < literals.length; from += part) {
    for (const query of literals) inRow.push(await ask(query));
    for (const query of literals.slice(from, from + part)) {
      inTurns.push(await ask(query));
      theirs.push(countFiles(rg, repository, query).ms);
    }
  }
  return { first, inRow, inTurns, theirs };
}

function row(
  what: string,
  {
    ours,
    theirs,
    indexedSeconds,
  }: { readonly ours: readonly number[]; readonly theirs: readonly number[]; readonly indexedSeconds: number },
): Row {
  const [p50, p99] = [quantile(ours, 0.5), quantile(ours, 0.99)];
  const ratio = quantile(theirs, 0.5) / p50;
  const slowest = Math.max(...ours.map((ms, at) => ms / (theirs[at % theirs.length] ?? Number.NaN)));
  return {
    what,
    figure: `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms`,
    note: `${ratio.toFixed(0)}x faster than ripgrep at the median (${quantile(theirs, 0.5).toFixed(0)} ms); the worst query takes ${slowest.toFixed(2)} of ripgrep's time; indexed after ${indexedSeconds.toFixed(0)} s`,
  };
}
