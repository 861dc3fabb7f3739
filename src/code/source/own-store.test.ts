import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePartialClone, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { measureRoots } from '../index/evict.ts';
import { openObjects } from './git-objects.ts';
import { offerOwnStores, readingDirectory } from './own-store.ts';

let origin: TestRepository;
let clone: TestRepository;
let folder: string;
beforeAll(() => {
  origin = makeRepository({ 'a.txt': 'old', 'b.txt': 'kept' }, { 'a.txt': 'new' });
  clone = makePartialClone(origin);
  folder = mkdtempSync(join(tmpdir(), 'portico-own-store-'));
});
afterEach(() => offerOwnStores(null));
afterAll(() => {
  for (const { remove } of [origin, clone]) remove();
  rmSync(folder, { recursive: true });
});

test('of a partial clone, contents that git would have to fetch are not there, and all others are', async () => {
  offerOwnStores(folder);
  const objects = openObjects(join(clone.path, '.git'));
  try {
    const [old = '', kept = ''] = ['HEAD~1:a.txt', 'HEAD:b.txt'].map((one) => origin.git('rev-parse', one));
    const answers = await Promise.all([old, kept, old, kept].map((id) => objects.bytes(id, 100)));
    expect(answers.map((bytes) => bytes?.toString() ?? null)).toEqual([null, 'kept', null, 'kept']);
    expect(await Promise.all([old, kept].map(async (id) => (await objects.info(id))?.size ?? null))).toEqual([null, 4]);
  } finally {
    objects.close();
  }
});

test('a whole repository is read as it is, and so is any where there is no place for another', () => {
  const [whole, partial] = [join(origin.path, '.git'), join(clone.path, '.git')];
  expect(readingDirectory(partial)).toBe(partial);
  offerOwnStores(folder);
  expect(readingDirectory(whole)).toBe(whole);
  expect(readingDirectory(partial)).not.toBe(partial);
  expect(readingDirectory(partial)).toBe(readingDirectory(partial));
});

test('what is made for partial clones is no index of a root', () => {
  offerOwnStores(folder);
  readingDirectory(join(clone.path, '.git'));
  expect(measureRoots(folder)).toEqual([]);
});

test('no directory is borrowed from that git would not take for the repository', () => {
  const evil = makeRepository({ 'a.txt': 'x' });
  const victim = makeRepository({ 'secret.txt': 'y' });
  try {
    offerOwnStores(folder);
    const own = join(evil.path, '.git');
    // git does not strip the blank, so for it this is a link to the repository itself.
    mkdirSync(join(own, 'x'));
    symlinkSync('.', join(own, ' x'));
    symlinkSync(join(victim.path, '.git/objects'), join(own, 'x/objects'));
    writeFileSync(join(own, 'x/config'), '[remote "o"]\n\tpromisor = true\n');
    writeFileSync(join(own, 'commondir'), ' x');
    expect(readingDirectory(own)).toBe(own);
    writeFileSync(join(own, 'commondir'), ` ${join(clone.path, '.git')}`);
    expect(readingDirectory(own)).toBe(own);
    writeFileSync(join(own, 'commondir'), join(clone.path, '.git'));
    expect(readingDirectory(own)).toBe(own);
  } finally {
    for (const one of [evil, victim]) one.remove();
  }
});

test('settings of 200,000 line ends are read as those without them', () => {
  const made = makeRepository({ 'a.txt': 'x' });
  try {
    offerOwnStores(folder);
    appendFileSync(join(made.path, '.git/config'), '\n'.repeat(200_000));
    expect(readingDirectory(join(made.path, '.git'))).toBe(join(made.path, '.git'));
  } finally {
    made.remove();
  }
});
