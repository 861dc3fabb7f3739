import { expect, test } from 'vitest';
import { isAlive, sendSignal } from './signal.ts';

test('a signal for nobody, or for a group of processes, is never sent', () => {
  for (const pid of [0, -1, -process.pid, 1, 1.5, Number.NaN, null, undefined])
    expect(() => sendSignal(pid, 'SIGKILL')).toThrow('a signal is for one process');
});

test('whether a process is there is told without harm to it', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(2 ** 22 + 1)).toBe(false);
});
