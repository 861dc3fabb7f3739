import { expect, test } from 'vitest';
import { describeFiles } from '../index/file-table.ts';
import { makeListing } from '../source/listing.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';
import { type Columns, emptyColumns, freeze, makeColumns, pendingFiles } from './columns.ts';

const FILES = 40_000;

/** Columns of many files, each at a document of its own number in the first segment. */
function makeMany(): Columns {
  const listing = makeListing();
  for (let file = 0; file < FILES; file++)
    listing.add({ path: Buffer.from(`f${String(file).padStart(6, '0')}.ts`), kind: 'file', size: 1, blobId: null });
  const files = atOnce(describeFiles(listing.finish().files, FILE_BYTES_MAX));
  const columns = emptyColumns(files, [{ id: 'first', hasSymbols: true }], 'below');
  for (let file = 0; file < FILES; file++) place(columns, file, [1, file]);
  return columns;
}

function place({ placeSegments, placeDocuments }: Columns, file: number, [segment, document]: readonly number[]): void {
  placeSegments[file] = segment ?? 0;
  placeDocuments[file] = document ?? 0;
}

function placeOf({ placeSegments, placeDocuments }: Pick<Columns, 'placeSegments' | 'placeDocuments'>, file: number) {
  return [placeSegments[file], placeDocuments[file]];
}

test('what changes while columns are copied is in the copy or not, and never half of it', () => {
  const columns = makeMany();
  const steps = freeze(columns, 'below');
  steps.next();
  for (const file of [0, FILES - 1]) place(columns, file, [0, 7]);
  const frozen = atOnce(steps);
  expect([0, FILES - 1].map((file) => placeOf(frozen, file))).toEqual([
    [1, 0],
    [0, 7],
  ]);
  place(columns, 5, [0, 7]);
  expect(placeOf(frozen, 5)).toEqual([1, 5]);
});

test('where segments get other numbers while columns are copied, all places of the copy mean the new ones', () => {
  const columns = makeMany();
  const steps = freeze(columns, 'below');
  steps.next();
  columns.segments = ['before', 'first'].map((id) => ({ id, hasSymbols: true }));
  for (let file = 0; file < FILES; file++) place(columns, file, [2, file]);
  const frozen = atOnce(steps);
  expect(frozen.segments).toBe(columns.segments);
  expect(new Set(frozen.placeSegments)).toEqual(new Set([2]));
});

test('where segments get other numbers while what is known is taken over, all places mean the new ones', () => {
  const columns = makeMany();
  const steps = makeColumns(columns.files, columns, 'below');
  for (let step = 0; step < 3; step++) steps.next();
  columns.segments = ['before', 'first'].map((id) => ({ id, hasSymbols: true }));
  for (let file = 0; file < FILES; file++) place(columns, file, [2, file]);
  const taken = atOnce(steps);
  expect(taken.segments).toBe(columns.segments);
  expect(new Set(taken.placeSegments)).toEqual(new Set([2]));
});

test('all pending files are found, ascending, however many there are', () => {
  const columns = makeMany();
  expect(atOnce(pendingFiles(columns))).toHaveLength(0);
  for (let file = 0; file < FILES; file += 3) place(columns, file, [0, 0]);
  expect(Array.from(atOnce(pendingFiles(columns)))).toEqual(
    Array.from({ length: Math.ceil(FILES / 3) }, (_, at) => 3 * at),
  );
});
