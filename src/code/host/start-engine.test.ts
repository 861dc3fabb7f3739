import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sendSignal } from '../../../test/support/signal.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { MIB } from '../../base/units.ts';
import { EngineError } from '../engine.ts';
import { siblingModule } from '../process/sibling-module.ts';
import type { EngineOptions } from './engine-options.ts';
import { type SupervisedEngine, startEngine } from './start-engine.ts';

const engines: SupervisedEngine[] = [];

/** An engine of misbehaving operations; `ask` calls one by name. */
function makeEngine(options: Partial<EngineOptions> = {}) {
  const engine = startEngine({
    log: silentLog,
    clock: systemClock,
    operationsUrl: siblingModule(import.meta.url, '../../../test/support/misbehaving-operations'),
    ...options,
  });
  engines.push(engine);
  const askAs =
    (party: string) =>
    (name: string, input: unknown = null, deadlineMs = 30_000, signal = new AbortController().signal) =>
      engine.call(name as never, input as never, { party, deadlineMs, signal }) as Promise<unknown>;
  return { engine, askAs, ask: askAs('anybody') };
}

/** The reason of the refusal. */
async function reasonOf(answer: Promise<unknown>): Promise<string> {
  const failure = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return failure instanceof EngineError ? failure.reason : `not refused: ${failure}`;
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

test('no process is started before the first call, and the answer comes back as it was made', async () => {
  const { engine, ask } = makeEngine();
  expect(engine.status()).toEqual({ running: false, restarts: 0, queued: 0, active: 0 });
  expect(await ask('echo', { a: [1, null, 'x'], b: { c: '\u{1f600} \ud800 \0' } })).toEqual({
    a: [1, null, 'x'],
    b: { c: '\u{1f600} \ud800 \0' },
  });
  expect(engine.status()).toMatchObject({ running: true, active: 0 });
});

test('an engine that was told to prepare runs before the first call, and answers it', async () => {
  const { engine, ask } = makeEngine();
  engine.prepare();
  expect(engine.status()).toMatchObject({ running: true, active: 0 });
  engine.prepare();
  expect(await ask('echo', 1)).toBe(1);
  await engine.close();
  engine.prepare();
  expect(engine.status()).toMatchObject({ running: false, restarts: 0 });
});

test('while modules are compiled ahead a call waits for them, and a stop for their process', async () => {
  const compileCache = mkdtempSync(join(tmpdir(), 'portico-compiled-'));
  const first = makeEngine({ compileCache });
  first.engine.prepare();
  await first.engine.close();
  // Nobody writes there any more.
  rmSync(compileCache, { recursive: true });
  const second = makeEngine({ compileCache });
  second.engine.prepare();
  expect(second.engine.status().running).toBe(false);
  expect(await second.ask('echo', 2)).toBe(2);
  await second.engine.close();
  rmSync(compileCache, { recursive: true });
});

test('the process that compiles ends with its service, whatever it was about to load', async () => {
  const operationsUrl = 'data:text/javascript,export const OPERATIONS = { endless: () => new Promise(() => {}) }';
  const child = fork(siblingModule(import.meta.url, 'process'), ['compile', JSON.stringify({ operationsUrl })], {
    execArgv: ['--import', 'data:text/javascript,setInterval(() => {}, 1_000)'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('where compiled modules cannot be kept the engine starts without them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-compiled-'));
  const compileCache = join(folder, 'file');
  writeFileSync(compileCache, '');
  const { engine, ask } = makeEngine({ compileCache });
  engine.prepare();
  expect(await ask('echo', 1)).toBe(1);
  await engine.close();
  rmSync(folder, { recursive: true });
});

test('nothing of the environment reaches the engine process but how memory is given back', async () => {
  const { ask } = makeEngine();
  const environment = (await ask('environment')) as Record<string, string>;
  // NODE_CHANNEL_* is how Node joins the two processes.
  const names = Object.keys(environment).filter((name) => !name.startsWith('NODE_CHANNEL_'));
  expect(names.toSorted()).toEqual(['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']);
});

test('modules are compiled once: the next service finds them, although an engine ends by being killed', async () => {
  const compileCache = mkdtempSync(join(tmpdir(), 'portico-compiled-'));
  try {
    const first = makeEngine({ compileCache });
    expect(await first.ask('echo', 1)).toBe(1);
    await first.engine.close();
    const kept = readdirSync(compileCache, { recursive: true }).length;
    expect(kept).toBeGreaterThan(20);
    const second = makeEngine({ compileCache });
    expect(await second.ask('echo', 2)).toBe(2);
    await second.engine.close();
    expect(readdirSync(compileCache, { recursive: true })).toHaveLength(kept);
  } finally {
    rmSync(compileCache, { recursive: true });
  }
});

test('a catastrophic regular expression ends at its deadline while other calls are answered', async () => {
  const { engine, ask } = makeEngine();
  const hostile = reasonOf(ask('backtrack', 60, 4_000));
  for (let i = 0; i < 20; i++) expect(await ask('echo', i)).toBe(i);
  expect(engine.status().active).toBe(1);
  expect(await hostile).toBe('timeout');
  expect(await ask('echo', 'after')).toBe('after');
  expect(engine.status().restarts).toBe(0);
});

test('a call whose caller has gone frees its seat, also when it never looks at the signal', async () => {
  const { ask } = makeEngine({ workers: 1 });
  await ask('echo');
  for (const name of ['wait', 'spin']) {
    const controller = new AbortController();
    const left = reasonOf(ask(name, null, 30_000, controller.signal));
    controller.abort();
    expect(await left).toBe('cancelled');
    expect(await ask('echo', name)).toBe(name);
  }
});

test('a waiting call that gives up is never run', async () => {
  const { engine, ask } = makeEngine({ workers: 1 });
  const first = new AbortController();
  const running = reasonOf(ask('wait', null, 30_000, first.signal));
  expect(await reasonOf(ask('echo', null, 10))).toBe('timeout');
  expect(engine.status()).toMatchObject({ queued: 0, active: 1 });
  first.abort();
  expect(await running).toBe('cancelled');
});

test('kill -9 of the process tells the calls in it that it has gone, and the next call is answered', async () => {
  const { engine, ask } = makeEngine();
  await ask('echo');
  const lost = [reasonOf(ask('wait')), reasonOf(ask('spin'))];
  sendSignal(engine.processId(), 'SIGKILL');
  expect(await Promise.all(lost)).toEqual(['gone', 'gone']);
  expect(await ask('echo', 'again')).toBe('again');
  expect(engine.status().restarts).toBe(1);
});

test('a signal to the whole group, as a terminal sends it, leaves the process to the service', async () => {
  const { engine, ask } = makeEngine();
  await ask('echo');
  const process = engine.processId();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) sendSignal(process, signal);
  for (let i = 0; i < 3; i++) expect(await ask('echo', i)).toBe(i);
  expect(engine.processId()).toBe(process);
  expect(engine.status().restarts).toBe(0);
});

test('calls that wait when the process dies are answered by the next one', async () => {
  const { engine, ask } = makeEngine({ workers: 1 });
  await ask('echo');
  const lost = reasonOf(ask('wait'));
  const waiting = [ask('echo', 1), ask('echo', 2)];
  sendSignal(engine.processId(), 'SIGKILL');
  expect(await lost).toBe('gone');
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

test('a fault in an operation fails its own call only', async () => {
  const { engine, ask } = makeEngine();
  const answers = [reasonOf(ask('throwing')), reasonOf(ask('exit')), reasonOf(ask('no-such-operation'))];
  expect(await Promise.all(answers)).toEqual(['crashed', 'crashed', 'crashed']);
  expect(await ask('echo', 1)).toBe(1);
  expect(engine.status().restarts).toBe(0);
});

test('a git that gives no answer in time is told as time that was over, and its thread goes on', async () => {
  const { ask } = makeEngine();
  const thread = await ask('thread');
  expect(await reasonOf(ask('silentGit'))).toBe('timeout');
  expect(await ask('thread')).toBe(thread);
});

test('an operation that fills its heap fails alone, its neighbour is answered', async () => {
  const { engine, ask } = makeEngine({ memoryBytesMax: 4_096 * MIB });
  for (let i = 0; i < 3; i++) expect(await ask('echo', i)).toBe(i);
  const hog = reasonOf(ask('heap'));
  expect(await ask('echo', 1)).toBe(1);
  expect(await hog).toBe('out_of_memory');
  expect(await ask('echo', 2)).toBe(2);
  expect(engine.status().restarts).toBe(0);
});

test('memory that no heap limit sees ends the question that took it, and no other', async () => {
  const { engine, ask } = makeEngine({ memoryBytesMax: 300 * MIB });
  const hog = reasonOf(ask('buffers'));
  expect(await ask('echo', 1)).toBe(1);
  expect(await hog).toBe('out_of_memory');
  expect(await ask('echo', 2)).toBe(2);
  expect(engine.status().restarts).toBe(0);
});

test('a process over its cap whatever question is ended ends itself, and is started again', async () => {
  const { engine, ask } = makeEngine({ memoryBytesMax: 8 * MIB });
  const reasons = await Promise.all([reasonOf(ask('wait')), reasonOf(ask('wait'))]);
  expect(reasons.toSorted()).toEqual(['gone', 'out_of_memory']);
  expect(engine.status().restarts).toBe(1);
});

test('whoever waits for others to turn out slow begins then, although nobody asks or is answered meanwhile', async () => {
  const { askAs } = makeEngine();
  for (let i = 0; i < 2; i++) expect(await askAs('quick')('echo', i)).toBe(i);
  const stop = new AbortController();
  const slow = ['a', 'b'].map((party) => reasonOf(askAs(party)('wait', null, 30_000, stop.signal)));
  expect(await askAs('c')('echo', 'c')).toBe('c');
  stop.abort();
  expect(await Promise.all(slow)).toEqual(['cancelled', 'cancelled']);
});

test('of 100 calls at once no more than the queue holds are kept, the others are refused as busy', async () => {
  const { engine, ask } = makeEngine({ workers: 2, queueMax: 30 });
  const calls = Array.from({ length: 100 }, (_, i) => ask('echo', i).catch(reasonOfThrown));
  expect(engine.status()).toMatchObject({ queued: 30, active: 2 });
  const answers = await Promise.all(calls);
  expect(answers.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, i) => i));
  expect(new Set(answers.slice(32))).toEqual(new Set(['busy']));
});

test("one party's hostile patterns, as many as the queue holds, keep no other party waiting", async () => {
  const { engine, askAs } = makeEngine();
  const flood = Array.from({ length: 80 }, () => reasonOf(askAs('hostile')('backtrack', 60, 3_000)));
  for (let i = 0; i < 20; i++) expect(await askAs('other')('echo', i)).toBe(i);
  expect(engine.status()).toMatchObject({ active: 2 });
  await engine.close();
  expect(new Set(await Promise.all(flood))).toEqual(new Set(['busy', 'cancelled']));
});

test('of many callers at once each is answered once, and no thread ever works on two questions', async () => {
  const { engine, askAs } = makeEngine({ queueMax: 1_000 });
  const wave = Array.from({ length: 12 }, async (_, party) => {
    const ask = askAs(`party ${party}`);
    for (let i = 0; i < 30; i++) {
      expect(await Promise.all([ask('echo', [party, i]), ask('alone')])).toEqual([[party, i], 1]);
      if (i % 10 !== party % 10) continue;
      const stop = new AbortController();
      const left = reasonOf(ask(i % 2 === 0 ? 'wait' : 'echo', null, 30_000, stop.signal));
      stop.abort();
      expect(await left).toBe('cancelled');
    }
  });
  await Promise.all(wave);
  expect(engine.status()).toMatchObject({ queued: 0, restarts: 0 });
});

test('kill -9 amid questions to warm threads: each is answered or told that the process has gone', async () => {
  const { engine, askAs } = makeEngine();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 5; i++) expect(await askAs('a')('echo', i)).toBe(i);
    const answers = ['a', 'b', 'c'].map((party) => askAs(party)('text', 2 * MIB).then(String, reasonOfThrown));
    for (let i = 0; i < 4 * round; i++) await new Promise(setImmediate);
    sendSignal(engine.processId(), 'SIGKILL');
    for (const answer of await Promise.all(answers)) expect(['gone', 'x'.repeat(2 * MIB)]).toContain(answer);
  }
});

test('an operation is told to answer before its thread is ended', async () => {
  const { ask } = makeEngine();
  const remainingMs = (await ask('remaining', null, 50_000)) as number;
  expect(remainingMs).toBeGreaterThan(0);
  expect(remainingMs).toBeLessThanOrEqual(49_500);
});

test('after close nothing runs and every caller has been told', async () => {
  const { engine, ask } = makeEngine();
  await ask('echo');
  const answers = [reasonOf(ask('wait')), reasonOf(ask('wait')), reasonOf(ask('wait'))];
  await engine.close();
  expect(await Promise.all(answers)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(engine.status()).toMatchObject({ running: false, queued: 0, active: 0 });
  expect(await reasonOf(ask('echo'))).toBe('cancelled');
});

function reasonOfThrown(thrown: unknown): string {
  return thrown instanceof EngineError ? thrown.reason : String(thrown);
}
