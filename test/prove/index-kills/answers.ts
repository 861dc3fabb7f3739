import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLog } from '../../../src/base/log.ts';
import { EngineError } from '../../../src/code/engine.ts';
import { type SupervisedEngine, startEngine } from '../../../src/code/host/start-engine.ts';
import type { FindInput, FindOutput } from '../../../src/code/questions/find.types.ts';
import { sendSignal } from '../../support/signal.ts';
import { descendantsOf } from '../support/fleet.ts';
import type { Random } from '../support/random.ts';
import { type Corpus, makeCorpus } from './corpus.ts';
import { harmFile } from './harm.ts';

/** What the questions have met, beside the answers that were wrong. */
export interface AnswerTally {
  asked: number;
  partial: number;
  refused: number;
  buildersKilled: number;
  enginesKilled: number;
  harmed: number;
  edited: number;
  /** Of the last questions, those after which the engine had an index. */
  segments: number;
}

/** Few enough to be read whole within the time of one search. */
const FILES = 400;
const QUESTIONS_BETWEEN = 6;
const DEADLINE_MS = 60_000;

/**
 * Asks a whole engine with an index and one without the same questions, while the first one's builders and its process
 * are killed, its index files harmed and the sources edited: what it answers must be what the other one reads.
 */
export async function proveAnswers(
  random: Random,
  rounds: number,
): Promise<{ readonly tally: AnswerTally; readonly broken: readonly string[] }> {
  const corpus = makeCorpus(random, FILES);
  const indexDirectory = mkdtempSync(join(tmpdir(), 'portico-index-'));
  const options = { log: silentLog, clock: systemClock, memoryBytesMax: 2_000_000_000 };
  const indexed = startEngine({ ...options, indexDirectory });
  const plain = startEngine(options);
  const tally: AnswerTally = {
    asked: 0,
    partial: 0,
    refused: 0,
    buildersKilled: 0,
    enginesKilled: 0,
    harmed: 0,
    edited: 0,
    segments: 0,
  };
  const broken: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (let at = 0; at < QUESTIONS_BETWEEN; at++) {
        broken.push(...(await compare({ indexed, plain, tally }, questionOf(corpus, random))));
      }
      disturb({ corpus, random, indexDirectory, engine: indexed, tally });
    }
    tally.segments = segmentFiles(indexDirectory).length;
    return { tally, broken };
  } finally {
    await Promise.all([indexed.close(), plain.close()]);
    corpus.folder.remove();
    rmSync(indexDirectory, { recursive: true, force: true });
  }
}

function questionOf({ folder, needles }: Corpus, random: Random): FindInput {
  const needle = needles[Math.floor(random() * needles.length)] ?? '';
  const kind = random();
  return {
    source: { location: folder.path, ref: null, denied: [] },
    prefix: null,
    query: kind < 0.3 ? `${needle}\\w*\\(` : needle,
    mode: kind < 0.3 ? 'regex' : kind < 0.8 ? 'text' : 'symbol',
    include: [],
    exclude: [],
    kind: null,
    case: 'sensitive',
    word: false,
    tests: 'include',
    context: 0,
    group: 'file',
    offset: 0,
    limit: 50,
  };
}

interface Engines {
  readonly indexed: SupervisedEngine;
  readonly plain: SupervisedEngine;
  readonly tally: AnswerTally;
}

async function compare({ indexed, plain, tally }: Engines, question: FindInput): Promise<readonly string[]> {
  tally.asked += 1;
  const found = await ask(indexed, question);
  const expected = await ask(plain, question);
  if (found === null || expected === null) {
    tally.refused += 1;
    return [];
  }
  if (found.outcome !== 'found' || expected.outcome !== 'found') return [`${question.query}: ${found.outcome}`];
  // What says of itself that it is not all may leave out, and must not invent.
  if (found.status === 'partial' || expected.status === 'partial') {
    tally.partial += 1;
    return [];
  }
  const differs = JSON.stringify([found.rows, found.totals]) !== JSON.stringify([expected.rows, expected.totals]);
  if (!differs) return [];
  const count = (output: typeof found): string => `${output.totals.rows} rows, ${output.totals.hits} hits`;
  return [`${question.mode} ${question.query}: ${count(found)} with the index, ${count(expected)} without`];
}

/** Null when the engine refused, which it may when its process was killed under the question. */
async function ask(engine: SupervisedEngine, question: FindInput): Promise<FindOutput | null> {
  try {
    const signal = new AbortController().signal;
    return await engine.call('find', question, { party: 'proof', deadlineMs: DEADLINE_MS, signal });
  } catch (failure) {
    if (failure instanceof EngineError) return null;
    throw failure;
  }
}

interface Disturbance {
  readonly corpus: Corpus;
  readonly random: Random;
  readonly indexDirectory: string;
  readonly engine: SupervisedEngine;
  readonly tally: AnswerTally;
}

function disturb({ corpus, random, indexDirectory, engine, tally }: Disturbance): void {
  const kind = random();
  const engineId = engine.processId();
  if (kind < 0.25) {
    const all = engineId === null ? [] : descendantsOf(engineId);
    const builders = all.filter(({ command }) => command.includes('builder-process'));
    for (const { pid } of builders) sendSignal(pid, 'SIGKILL');
    tally.buildersKilled += builders.length;
  } else if (kind < 0.35 && engineId !== null) {
    sendSignal(engineId, 'SIGKILL');
    tally.enginesKilled += 1;
  } else if (kind < 0.75) {
    const files = segmentFiles(indexDirectory);
    const path = files[Math.floor(random() * files.length)];
    if (path !== undefined && harmFile(path, random) !== null) tally.harmed += 1;
  } else {
    const file = corpus.files[Math.floor(random() * corpus.files.length)];
    if (file === undefined) return;
    const path = join(corpus.folder.path, file.path);
    const other = corpus.needles[Math.floor(random() * corpus.needles.length)];
    writeFileSync(path, `${readFileSync(path, 'utf8')}export function ${other}() {}\n`);
    tally.edited += 1;
  }
}

function segmentFiles(indexDirectory: string): readonly string[] {
  return readdirSync(indexDirectory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:text|symbols)$/.test(name))
    .map((name) => join(indexDirectory, name));
}
