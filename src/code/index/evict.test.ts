import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeFolder, type TempFolder } from '../../../test/support/repository.ts';
import { makeRoom } from './evict.ts';

const folders: TempFolder[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

test('roots that were used the longest ago go first, and those in use never', () => {
  const folder = makeFolder({ 'old/1.text': 'x'.repeat(10), 'used/1.text': 'x'.repeat(10), 'new/1.text': 'x' });
  folders.push(folder);
  for (const [at, name] of ['used', 'old', 'new'].entries()) utimesSync(join(folder.path, name), at + 1, at + 1);
  const isThere = () => ['old', 'used', 'new'].filter((name) => existsSync(join(folder.path, name)));
  const room = (bytesMax: number) =>
    makeRoom(folder.path, { inUse: new Set(['used']), unusedBefore: new Date(0), bytesMax });
  expect(room(21)).toBe(21);
  expect(isThere()).toEqual(['old', 'used', 'new']);
  expect(room(20)).toBe(11);
  expect(isThere()).toEqual(['used', 'new']);
  expect(room(0)).toBe(10);
  expect(isThere()).toEqual(['used']);
});

test('of a root in use only segments go that nobody used lately, the oldest first', () => {
  const names = ['0000000001-00000000', '0000000002-00000000', '0000000003-00000000'];
  const files = names.flatMap((name) => [`root/${name}.text`, `root/${name}.symbols`]);
  const folder = makeFolder(Object.fromEntries(files.map((path) => [path, 'x'.repeat(5)])));
  folders.push(folder);
  for (const [at, name] of names.entries()) utimesSync(join(folder.path, 'root', `${name}.text`), at + 1, at + 1);
  const room = (bytesMax: number) =>
    makeRoom(folder.path, { inUse: new Set(['root']), unusedBefore: new Date(2_500), bytesMax });
  expect(room(20)).toBe(20);
  expect(existsSync(join(folder.path, files[1] ?? ''))).toBe(false);
  expect(existsSync(join(folder.path, files[2] ?? ''))).toBe(true);
  expect(room(0)).toBe(10);
  expect(existsSync(join(folder.path, files[4] ?? ''))).toBe(true);
});
