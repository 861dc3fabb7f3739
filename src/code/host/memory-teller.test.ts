import { expect, test } from 'vitest';
import { makeMemoryTeller } from './memory-teller.ts';

/** A teller for a cap of 1,000 bytes, and what it did. */
function makeTeller() {
  const done: (number | 'exit')[] = [];
  const teller = makeMemoryTeller(1_000, { tell: (bytes) => done.push(bytes), exit: () => done.push('exit') });
  return { ...teller, done };
}

test('memory is told while it is much, and once when it no longer is', () => {
  const { look, heard, done } = makeTeller();
  for (const bytes of [100, 900, 950, 100, 100]) {
    look(bytes);
    heard();
  }
  expect(done).toEqual([900, 950, 100]);
});

test('what was told is told again only when it was heard', () => {
  const { look, heard, done } = makeTeller();
  for (const bytes of [900, 920, 940]) look(bytes);
  expect(done).toEqual([900]);
  heard();
  look(960);
  expect(done).toEqual([900, 960]);
});

test('over its cap the process ends by itself where nobody hears, and only there', () => {
  const { look, heard, done } = makeTeller();
  for (let at = 0; at < 100; at += 1) {
    look(1_500);
    heard();
  }
  expect(done).not.toContain('exit');
  for (let at = 0; at < 100; at += 1) look(999);
  expect(done).not.toContain('exit');
  look(1_500);
  expect(done.at(-1)).toBe('exit');
});

test('a service that stands still for a moment is waited for', () => {
  const { look, heard, done } = makeTeller();
  for (let at = 0; at < 20; at += 1) look(1_500);
  heard();
  look(1_500);
  expect(done).toEqual([1_500, 1_500]);
});
