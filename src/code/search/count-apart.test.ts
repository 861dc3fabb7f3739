import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIB } from '../../base/units.ts';
import { describeFiles } from '../index/file-table.ts';
import { makeStamps, setStamp } from '../index/stamps.ts';
import { type GlanceFiles, makeGlance } from '../keeper/glance.ts';
import { makeListing } from '../source/listing.ts';
import type { Source } from '../source/source.ts';
import { atOnce } from '../source/steps.ts';
import { type CountingHelp, helpCounting } from './count-apart.ts';
import { helpSoFarMs } from './counting-slot.ts';
import { makeCpuBudget } from './cpu-budget.ts';
import { literalMatcher, type Matcher, regexMatcher } from './matcher.ts';

// A real thread, on real files: which of them it counts before their turn is its own affair; that it counts right is ours.

const FILES = 300;
/** Of a file that no thread but the one that answers may tell of: it was changed after it was looked at. */
const CHANGED = FILES - 1;

const folder = mkdtempSync(join(tmpdir(), 'portico-apart-'));
afterAll(() => rmSync(folder, { recursive: true }));

let source: Source;

beforeAll(() => {
  const listing = makeListing();
  const paths = Array.from({ length: FILES }, (_, file) => `f${String(file).padStart(3, '0')}.txt`);
  for (const [file, path] of paths.entries()) {
    writeFileSync(join(folder, path), 'a word\nno more\n'.repeat(file % 5));
    listing.add({ path: Buffer.from(path), kind: 'file', size: null, blobId: null });
  }
  const files = atOnce(describeFiles(listing.finish().files, MIB));
  const stamps = makeStamps(FILES);
  for (const [file, path] of paths.entries()) setStamp(stamps, file, statSync(join(folder, path)));
  writeFileSync(join(folder, paths[CHANGED] ?? ''), 'a word of another length\n');
  const glanced: GlanceFiles = { location: folder, files, stamps, liveIds: new Uint8Array(files.ids.length) };
  source = { glance: makeGlance(glanced), glanced } as Partial<Source> as Source;
});

const word = literalMatcher('word', { case: 'sensitive', word: false });

function helped(matcher: Matcher, aloneFirst = 0, cpu = makeCpuBudget()): CountingHelp {
  const help = helpCounting({ source, cpu }, matcher, { aloneFirst });
  if (help === null) throw new Error('this source can be read by another thread');
  return help;
}

/** Goes through all files until the other thread has told of one. */
async function tellAll(matcher: Matcher, cpu = makeCpuBudget()): Promise<ReadonlyMap<number, number | null>> {
  for (;;) {
    const help = helped(matcher, 0, cpu);
    const told = new Map<number, number | null>();
    const files = help.through(Array.from({ length: FILES }, (_, file) => file).values(), () => true);
    for (let file = files.next(); file !== null; file = files.next()) {
      told.set(file, files.told());
      await setImmediate();
    }
    help.end();
    if ([...told.values()].some((hits) => hits !== null)) return told;
  }
}

test('what another thread tells of a file is what is in it, and the files keep their order', async () => {
  const told = await tellAll(word);
  expect([...told.keys()]).toEqual(Array.from({ length: FILES }, (_, file) => file));
  for (const [file, hits] of told) if (hits !== null) expect(hits).toBe(file % 5);
});

test('a pattern is made anew in the other thread, with its case and its flags', async () => {
  const pattern = regexMatcher('A WOR[a-z]$', { case: 'insensitive', word: true });
  if (!pattern.ok) throw new Error(pattern.error);
  for (const [file, hits] of await tellAll(pattern.value)) if (hits !== null) expect(hits).toBe(file % 5);
});

test('a file that was changed since it was looked at is left to who answers', async () => {
  expect((await tellAll(word)).get(CHANGED)).toBeNull();
});

test('what the other thread takes counts as the time of the search', async () => {
  const cpu = makeCpuBudget();
  const beforeMs = helpSoFarMs();
  let spentMs = 0;
  while (spentMs === 0) {
    const spend = (ms: number): void => {
      spentMs += ms;
    };
    await tellAll(word, { ...cpu, spend });
  }
  expect(spentMs).toBeGreaterThan(0);
  expect(helpSoFarMs() - beforeMs).toBeCloseTo(spentMs, 3);
});

test('of files whose hits are wanted with their places only those without a hit are told of', async () => {
  const told = new Set<number>();
  while (told.size === 0) {
    const help = helped(word, 40);
    const files = help.through(Array.from({ length: FILES }, (_, file) => file).values(), () => false);
    for (let file = files.next(); file !== null; file = files.next()) {
      const hits = files.told();
      if (hits !== null) expect([file % 5, hits]).toEqual([0, 0]);
      if (hits !== null) told.add(file);
      await setImmediate();
    }
    help.end();
  }
  expect(Math.min(...told)).toBeGreaterThanOrEqual(40);
});

test('all files come in their order, whichever of them are looked at alone', () => {
  for (const aloneFirst of [0, 1, 40, FILES - 1, FILES, 2 * FILES]) {
    const help = helped(word, aloneFirst);
    const files = help.through(Array.from({ length: FILES }, (_, file) => file).values(), () => false);
    const seen: number[] = [];
    for (let file = files.next(); file !== null; file = files.next()) {
      seen.push(file);
      files.told();
    }
    help.end();
    expect(seen).toEqual(Array.from({ length: FILES }, (_, file) => file));
  }
});

test('there is no help for a source that only one thread can read', () => {
  const { glanced: _, ...alone } = source;
  expect(helpCounting({ source: alone, cpu: makeCpuBudget() }, word, { aloneFirst: 0 })).toBeNull();
});

test('there is no help for a pattern that has to be watched over in any case', () => {
  const pattern = regexMatcher('(a|b)*c?', { case: 'sensitive', word: false });
  if (!pattern.ok) throw new Error(pattern.error);
  const watched: Matcher = { ...pattern.value, needsGuard: true, telling: null };
  expect(helpCounting({ source, cpu: makeCpuBudget() }, watched, { aloneFirst: 0 })).toBeNull();
});
