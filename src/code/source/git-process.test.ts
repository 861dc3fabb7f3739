import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { answerOf, streamGit } from './git-process.ts';
import { makeTurns } from './steps.ts';

/** More than a pipe holds, so that a part of it comes when the process has ended. */
const BYTES = 200_000;
const BOUNDS = { bytesMax: 2 * BYTES, timeMs: 60_000 };

test('an answer is read whole and in order, however slowly, also when the process has ended long before', async () => {
  const script = `for (let at = 0; at < ${BYTES / 10}; at++) process.stdout.write(String(at).padStart(9, '0') + '\\n')`;
  const child = spawn(process.execPath, ['-e', script]);
  const chunks: Buffer[] = [];
  // Others who take turns, so that the rest of a chunk waits until the process has ended.
  let isDone = false;
  const others = Array.from({ length: 50 }, async () => {
    const turns = makeTurns();
    while (!isDone) await turns.next();
  });
  const run = await streamGit(child, BOUNDS, (chunk) => {
    chunks.push(Buffer.from(chunk));
    // Longer than a turn, so that each piece waits for the next one.
    const endsAtMs = performance.now() + 1;
    while (performance.now() < endsAtMs);
    return 'more';
  });
  isDone = true;
  await Promise.all(others);
  expect(run).toEqual({ end: 'exit', status: 0 });
  const expected = Array.from({ length: BYTES / 10 }, (_, at) => `${String(at).padStart(9, '0')}\n`).join('');
  expect(Buffer.concat(chunks).toString() === expected).toBe(true);
});

test('nothing more is handed over once somebody has said stop', async () => {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('x'.repeat(${BYTES}))`]);
  let pieces = 0;
  const run = await streamGit(child, BOUNDS, () => {
    pieces += 1;
    return 'stop';
  });
  expect([run.end, pieces]).toEqual(['stopped', 1]);
});

test('a run that was ended before it had answered is no answer, not even that there is none', async () => {
  const killed = spawn(process.execPath, ['-e', `console.log('half'); process.kill(process.pid, 'SIGKILL')`]);
  await expect(answerOf(killed)).rejects.toThrow('git was ended before it answered');
  const waiting = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
  await expect(answerOf(waiting, 1)).rejects.toThrow('git took too long to answer');
  expect(await answerOf(spawn(process.execPath, ['-e', 'process.exit(1)']))).toBe(null);
});
