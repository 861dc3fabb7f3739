import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { treeSource } from '../../../test/support/tree-source.ts';
import { ok } from '../../base/result.ts';
import { MIB } from '../../base/units.ts';
import { describeFiles } from '../index/file-table.ts';
import { makeStamps, setStamp } from '../index/stamps.ts';
import { type GlanceFiles, makeGlance } from '../keeper/glance.ts';
import { find } from '../operations/find.ts';
import type { FindInput, FindOutput } from '../questions/find.types.ts';
import { makeListing } from '../source/listing.ts';
import type { Source } from '../source/source.ts';
import { atOnce } from '../source/steps.ts';
import { helpSoFarMs } from './counting-slot.ts';

// A second thread may make a search that counts faster. It may not make it another one.

const FILES = 1_500;
const folder = mkdtempSync(join(tmpdir(), 'portico-counted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const paths = Array.from({ length: FILES }, (_, file) => `f${String(file).padStart(4, '0')}.txt`);
const tree = Object.fromEntries(
  // No two are equal, so that each is a document of its own, and some lack what the others hold.
  paths.map((path, file) => [
    path,
    Buffer.from(
      `${file}\n${'a word here\nnothing\n'.repeat(file % 7)}wor d\nwo rd ${file}\n${file % 40 === 7 ? 'abcde' : 'abcd bcde'}\n`,
    ),
  ]),
);

/** A source on disk as the keeper gives it: another thread can glance at it as well. */
async function sourceOnDisk(): Promise<{ readonly plain: Source; readonly onDisk: Source }> {
  const plain = treeSource(tree);
  const indexed = await indexedSource(plain, join(folder, 'index'));
  const listing = makeListing();
  const stamps = makeStamps(FILES);
  for (const [file, path] of paths.entries()) {
    writeFileSync(join(folder, path), tree[path] ?? '');
    setStamp(stamps, file, statSync(join(folder, path)));
    listing.add({ path: Buffer.from(path), kind: 'file', size: null, blobId: null });
  }
  const files = atOnce(describeFiles(listing.finish().files, MIB));
  const glanced: GlanceFiles = { location: folder, files, stamps, liveIds: new Uint8Array(files.ids.length) };
  return { plain, onDisk: { ...indexed, glance: makeGlance(glanced), glanced } };
}

async function ask(source: Source, question: Partial<FindInput>): Promise<FindOutput> {
  const location = { location: '/', ref: null, denied: [] };
  const input: FindInput = { source: location, ...PLAIN_QUESTION, query: '', mode: 'text', ...question };
  const context = { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => ok(source) };
  return await find(input, context);
}

function rowsOf(output: FindOutput): unknown {
  if (output.outcome !== 'found') return output;
  const { status, rows, totals } = output;
  return { status, rows, totals };
}

test('a search that is helped finds, counts and orders what one alone does', async () => {
  const { plain, onDisk } = await sourceOnDisk();
  const questions: readonly Partial<FindInput>[] = [
    { query: 'a word', mode: 'text', group: 'count', limit: FILES },
    { query: 'word', mode: 'text', group: 'count', limit: 10 },
    { query: 'wo rd [0-9]+$', mode: 'regex', group: 'count', limit: FILES },
    { query: 'wo rd [0-9]', mode: 'regex', group: 'file', offset: 5, limit: 5 },
    // A page that many files are looked at in vain for.
    { query: 'abcde', mode: 'text', limit: 200 },
    { query: 'abcde$', mode: 'regex', limit: 200 },
  ];
  for (const question of questions) {
    const wanted = rowsOf(await ask(plain, question));
    // Until the other thread has started, and has counted some of it.
    for (const beforeMs = helpSoFarMs(); helpSoFarMs() === beforeMs; await setImmediate())
      expect([question, rowsOf(await ask(onDisk, question))]).toEqual([question, wanted]);
  }
  await onDisk.close();
});
