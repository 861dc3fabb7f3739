import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FileSpecs, makeFolder, type TempFolder } from '../../../test/support/repository.ts';
import { type BuildEvent, type BuildInput, buildIndex, type FileOutcome } from './build-index.ts';
import { openContents } from './content-reader.ts';
import { writeSegmentFile } from './segment-file.ts';
import { type IndexStore, openStore } from './store.ts';
import { segmentSymbols } from './symbols-reader.ts';

const folders: TempFolder[] = [];
const stores: IndexStore[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  for (const folder of folders.splice(0)) folder.remove();
});

function newFolder(files: FileSpecs = {}): TempFolder {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

function open(folder: string): IndexStore {
  const store = openStore(folder);
  stores.push(store);
  return store;
}

/** Indexes files of a folder; answers what was found of each. */
async function index(store: IndexStore, root: TempFolder, paths: readonly string[], input: Partial<BuildInput> = {}) {
  const outcomes = new Map<string, FileOutcome>();
  const events: BuildEvent[] = [];
  const reader = openContents({ kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' });
  const batches = [paths.map((path) => ({ path, blobId: null })), []];
  try {
    await buildIndex(reader, store, {
      nextFiles: async () => batches.shift() ?? [],
      isWhole: true,
      replace: [],
      segmentBytesMax: null,
      signal: new AbortController().signal,
      onEvent(event) {
        events.push(event);
        if (event.type !== 'files') return;
        for (const [at, outcome] of event.outcomes.entries()) outcomes.set(paths[event.from + at] ?? '', outcome);
      },
      ...input,
    });
  } finally {
    reader.close();
  }
  return { outcomes, events };
}

function idOf(content: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(content)}\0${content}`)
    .digest('hex');
}

function idBytes(content: string): Buffer {
  return Buffer.from(idOf(content), 'hex');
}

const segmentsOf = (store: IndexStore) =>
  store.segments.map(({ documents, hasSymbols }) => ({ documents, hasSymbols }));

/** One segment for each text. */
const small = { isShortOfMemory: () => true };

test('a content is one document for each language that its files have, and is found by both', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let a', 'c.py': 'let a', none: 'let a' });
  const store = open(newFolder().path);
  await index(store, root, ['a.ts', 'b.ts', 'c.py', 'none']);
  expect(segmentsOf(store)).toEqual([{ documents: 3, hasSymbols: true }]);
  for (const [document, language] of ['ts', 'py', '#!'].entries()) {
    expect(store.find(idBytes('let a'), language)).toMatchObject({ kind: 'text', document });
  }
  expect(store.find(idBytes('let a'), 'go')).toBeNull();
  expect(store.find(idBytes('let b'), 'ts')).toBeNull();
});

test('what is not indexed is told with its reason, and a binary content is remembered as one', async () => {
  const root = newFolder({
    'image.png': Buffer.from([1, 0, 2]),
    '.env': 'PASSWORD=x',
    'large.txt': 'x'.repeat(1_048_577),
    link: { link: 'image.png' },
  });
  const store = open(newFolder().path);
  const paths = ['.env', 'gone.ts', 'image.png', 'large.txt', 'link'];
  const { outcomes } = await index(store, root, paths);
  expect(paths.map((path) => outcomes.get(path)?.exclusion)).toEqual([
    'secret',
    'gone',
    'binary',
    'too_large',
    'symlink',
  ]);
  expect(outcomes.get('.env')?.blobId).toBeNull();
  expect(outcomes.get('large.txt')?.size).toBe(1_048_577);
  expect(store.find(idBytes('\u0001\0\u0002'), 'ts')).toEqual({ kind: 'binary' });
});

test('a second build of the same files writes nothing', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.bin': Buffer.from([0]) });
  const folder = newFolder().path;
  await index(open(folder), root, ['a.ts', 'b.bin']);
  const before = readdirSync(folder);
  const { events } = await index(open(folder), root, ['a.ts', 'b.bin']);
  expect(readdirSync(folder)).toEqual(before);
  expect(events.map(({ type }) => type)).toEqual(['files']);
});

test('a build that ends early keeps the segments that were finished, and the next one makes the rest', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let b', 'c.ts': 'let c' });
  const folder = newFolder().path;
  const controller = new AbortController();
  const early = index(open(folder), root, ['a.ts', 'b.ts', 'c.ts'], {
    ...small,
    signal: controller.signal,
    onEvent: ({ type }) => void (type === 'segment' && controller.abort()),
  });
  await expect(early).rejects.toThrow('aborted');
  const store = open(folder);
  expect(segmentsOf(store)).toEqual([{ documents: 1, hasSymbols: false }]);
  const { events } = await index(store, root, ['a.ts', 'b.ts', 'c.ts']);
  expect(events.map(({ type }) => type)).toEqual(['files', 'segment', 'symbols', 'symbols']);
  expect(segmentsOf(store)).toEqual([
    { documents: 1, hasSymbols: true },
    { documents: 2, hasSymbols: true },
  ]);
});

test('a full disk ends the build by its error and leaves what was finished', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let b' });
  const folder = newFolder().path;
  const store = open(folder);
  let writes = 0;
  const writeFile: typeof writeSegmentFile = (...args) => {
    writes += 1;
    if (writes === 2) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return writeSegmentFile(...args);
  };
  await expect(index(store, root, ['a.ts', 'b.ts'], { ...small, writeFile })).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(store.find(idBytes('let a'), 'ts')).toMatchObject({ document: 0 });
  expect(store.find(idBytes('let b'), 'ts')).toBeNull();
});

test('small segments are replaced by one, without the contents that no file has any more', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let b' });
  const store = open(newFolder().path);
  await index(store, root, ['a.ts', 'b.ts'], small);
  root.write({ 'b.ts': 'let c' });
  await index(store, root, ['b.ts'], { ...small, isWhole: false });
  const replace = store.segments.map(({ id }) => id);
  expect(replace).toHaveLength(3);
  await index(store, root, ['a.ts', 'b.ts'], { replace });
  expect(segmentsOf(store)).toEqual([{ documents: 2, hasSymbols: true }]);
  expect(['let a', 'let b', 'let c'].map((text) => store.find(idBytes(text), 'ts') !== null)).toEqual([
    true,
    false,
    true,
  ]);
});

test('a content that went before its symbols were looked for is no longer found, and is indexed when it comes back', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let b' });
  const store = open(newFolder().path);
  await index(store, root, ['a.ts', 'b.ts'], {
    onEvent: ({ type }) => void (type === 'segment' && root.write({ 'a.ts': 'let other' })),
  });
  expect(store.find(idBytes('let a'), 'ts')).toBeNull();
  expect(store.find(idBytes('let b'), 'ts')).toMatchObject({ document: 1 });
  root.write({ 'a.ts': 'let a' });
  await index(store, root, ['a.ts', 'b.ts']);
  expect(store.find(idBytes('let a'), 'ts')).toMatchObject({ document: 0 });
});

test('a damaged segment is dropped when it is opened and built anew; damaged symbols cost the symbols alone', async () => {
  const root = newFolder({ 'a.ts': 'let a', 'b.ts': 'let b' });
  const folder = newFolder().path;
  await index(open(folder), root, ['a.ts', 'b.ts'], small);
  const [text = '', symbols = ''] = [
    readdirSync(folder).filter((name) => name.endsWith('.text'))[0],
    readdirSync(folder).filter((name) => name.endsWith('.symbols'))[1],
  ];
  for (const name of [text, symbols]) spoil(join(folder, name));
  const store = open(folder);
  expect(segmentsOf(store)).toEqual([{ documents: 1, hasSymbols: false }]);
  expect(store.find(idBytes('let a'), 'ts')).toBeNull();
  await index(store, root, ['a.ts', 'b.ts']);
  expect(segmentsOf(store)).toHaveLength(2);
  expect(store.segments.every(({ hasSymbols }) => hasSymbols)).toBe(true);
  expect(store.find(idBytes('let a'), 'ts')).not.toBeNull();
});

/** Flips a bit of the table. */
function spoil(path: string): void {
  const bytes = readFileSync(path);
  bytes[30] = (bytes[30] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('an index that is deleted while it is in use is empty and can be built anew', async () => {
  const root = newFolder({ 'a.ts': 'let a' });
  const above = newFolder();
  const store = open(join(above.path, 'index', 'root'));
  await index(store, root, ['a.ts']);
  above.write({ index: null });
  expect(store.refresh()).toBe(true);
  expect(store.find(idBytes('let a'), 'ts')).toBeNull();
  store.markUsed(['0000000001-00000000'], new Date(0));
  store.add([
    { blobId: idOf('let b'), languageKey: '', language: null, bytes: Buffer.from('let b'), isAsStored: true },
  ]);
  expect(store.find(idBytes('let b'), '')).not.toBeNull();
  above.write({ index: null });
  await index(open(join(above.path, 'index', 'root')), root, ['a.ts']);
  store.refresh();
  expect(store.find(idBytes('let a'), 'ts')).not.toBeNull();
});

test('a program without an ending has the symbols of the language that its first line asks for', async () => {
  const text = '#!/usr/bin/env php\n<?php\nfunction greet() {}\n';
  const root = newFolder({ 'bin/greet': text, 'greet.unknown': text });
  const store = open(newFolder().path);
  await index(store, root, ['bin/greet', 'greet.unknown']);
  const symbolsOf = (key: string): readonly string[] => {
    const found = store.find(idBytes(text), key);
    if (found === null || found.kind === 'binary') throw new Error('not indexed');
    const symbols = segmentSymbols(found.segment.segment);
    return [symbols?.symbol(found.document, 0)?.path ?? ''];
  };
  expect(symbolsOf('#!')).toEqual(['greet']);
  expect(symbolsOf('')).toEqual(['']);
});

test('a store sees what another one adds and drops', () => {
  const folder = newFolder().path;
  const [one, other] = [open(folder), open(folder)];
  const added = one.add([
    { blobId: idOf('let a'), languageKey: '', language: null, bytes: Buffer.from('let a'), isAsStored: true },
  ]);
  expect(other.find(idBytes('let a'), '')).toBeNull();
  expect(other.refresh()).toBe(true);
  expect(other.refresh()).toBe(false);
  expect(other.find(idBytes('let a'), '')).toMatchObject({ kind: 'text', document: 0 });
  one.drop(added.id);
  expect(other.refresh()).toBe(true);
  expect(other.find(idBytes('let a'), '')).toBeNull();
});
