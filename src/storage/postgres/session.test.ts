import { expect, test } from 'vitest';
import { makeStatementNames } from './session.ts';

test('a statement is prepared when it comes again, always under one name', () => {
  const name = makeStatementNames();
  expect(name('select 1')).toBeUndefined();
  const given = name('select 1');
  expect(given).toBeDefined();
  expect(name('select 1')).toBe(given);
  name('select 2');
  expect(name('select 2')).not.toBe(given);
});

test('statements that come once take no place, and the places are bounded', () => {
  const name = makeStatementNames(2);
  for (let i = 0; i < 1_000; i += 1) expect(name(`select ${i}`)).toBeUndefined();
  for (const text of ['a', 'b']) {
    name(text);
    expect(name(text)).toBeDefined();
  }
  name('c');
  expect(name('c')).toBeUndefined();
});
