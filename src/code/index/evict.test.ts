import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeFolder, type TempFolder } from '../../../test/support/repository.ts';
import { makeRoom } from './evict.ts';
import { chooseMerge } from './merge.ts';

const folders: TempFolder[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

test('roots that were used the longest ago go first, and those in use never', () => {
  const folder = makeFolder({ 'old/1.text': 'x'.repeat(10), 'used/1.text': 'x'.repeat(10), 'new/1.text': 'x' });
  folders.push(folder);
  for (const [at, name] of ['used', 'old', 'new'].entries()) utimesSync(join(folder.path, name), at + 1, at + 1);
  const isThere = () => ['old', 'used', 'new'].filter((name) => existsSync(join(folder.path, name)));
  expect(makeRoom(folder.path, new Set(['used']), 21)).toBe(21);
  expect(isThere()).toEqual(['old', 'used', 'new']);
  expect(makeRoom(folder.path, new Set(['used']), 20)).toBe(11);
  expect(isThere()).toEqual(['used', 'new']);
  expect(makeRoom(folder.path, new Set(['used']), 0)).toBe(10);
  expect(isThere()).toEqual(['used']);
});

const small = (id: string) => ({ id, documents: 1, sourceBytes: 100, live: 1 });
const large = { id: 'large', documents: 9_000, sourceBytes: 100_000_000, live: 9_000 };

test('small segments are merged when there are many, and large ones never for their own sake', () => {
  const eight = Array.from('12345678', small);
  expect(chooseMerge([large, ...eight])).toEqual([]);
  expect(chooseMerge([large, ...eight, small('9')])).toEqual(Array.from('123456789'));
});

test('a segment of whose documents most are gone is built anew', () => {
  expect(chooseMerge([{ ...large, live: 4_500 }])).toEqual([]);
  expect(chooseMerge([{ ...large, live: 4_499 }, small('1')])).toEqual(['large']);
});
