import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIB } from '../../base/units.ts';
import { describeFiles } from '../index/file-table.ts';
import { DamagedSegmentError } from '../index/segment-file.ts';
import { makeStamps, setStamp, unread } from '../index/stamps.ts';
import { makeListing } from '../source/listing.ts';
import type { TextRange } from '../source/source.ts';
import { atOnce } from '../source/steps.ts';
import { makeGlance } from './glance.ts';

const PATHS = ['lib/a.ts', 'lib/b.ts'] as const;

let folder: string;
let outside: string;
let stamps: Float64Array;
let liveIds: Uint8Array;
let look: ReturnType<typeof makeGlance>;

const glance = (file: number) => look(file, null);
const range = (from: number, to: number): TextRange => ({ from, to, line: 1 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-glance-'));
  outside = mkdtempSync(join(tmpdir(), 'portico-glance-'));
  mkdirSync(join(folder, 'lib'));
  const listing = makeListing();
  for (const path of PATHS) {
    writeFileSync(join(folder, path), `in ${path}`);
    listing.add({ path: Buffer.from(path), kind: 'file', size: null, blobId: null });
  }
  const files = atOnce(describeFiles(listing.finish().files, MIB));
  stamps = makeStamps(files.count);
  for (const [file, path] of PATHS.entries()) setStamp(stamps, file, statSync(join(folder, path)));
  liveIds = files.ids.slice();
  look = makeGlance({ location: folder, files, stamps, liveIds });
});

afterEach(() => {
  for (const made of [folder, outside]) rmSync(made, { recursive: true });
});

test('a text that is as it was is read at once', () => {
  expect(glance(0)?.toString()).toBe('in lib/a.ts');
  expect(glance(1)?.toString()).toBe('in lib/b.ts');
});

test('one that was changed, cut, removed or replaced is left to who looks closer', () => {
  writeFileSync(join(folder, PATHS[0]), 'other text');
  expect(glance(0)).toBeNull();
  truncateSync(join(folder, PATHS[1]), 2);
  expect(glance(1)).toBeNull();
  rmSync(join(folder, PATHS[1]));
  expect(glance(1)).toBeNull();
  mkdirSync(join(folder, PATHS[1]));
  expect(glance(1)).toBeNull();
});

test('no link leads out of the root, be it the file or a folder above it', () => {
  writeFileSync(join(outside, 'a.ts'), 'secret');
  writeFileSync(join(outside, 'b.ts'), 'secret');
  renameSync(join(folder, 'lib'), join(folder, 'moved'));
  symlinkSync(outside, join(folder, 'lib'));
  expect(glance(0)).toBeNull();
  rmSync(join(folder, 'lib'));
  mkdirSync(join(folder, 'lib'));
  symlinkSync(join(outside, 'b.ts'), join(folder, PATHS[1]));
  expect(glance(1)).toBeNull();
});

test('a file that was never opened safely is not taken for one that was', () => {
  symlinkSync(outside, join(folder, 'link'));
  setStamp(stamps, 0, unread(statSync(join(folder, PATHS[0]))));
  expect(glance(0)).toBeNull();
});

test('of a text that is wanted for a part no more is read when no part holds it', () => {
  const looked: string[] = [];
  const wanting = (text: string, ranges: readonly TextRange[] | null) =>
    look(0, {
      partsOf: (file, bytes) => (file === 0 && bytes === 11 ? ranges : null),
      takesParts: () => false,
      mayHold(part) {
        looked.push(part.toString());
        return part.includes(text);
      },
    });
  const parts = [range(0, 3), range(3, 8)];
  expect(wanting('a.ts', parts)).toBe('nothing');
  expect(wanting('lib', parts)?.toString()).toBe('in lib/a.ts');
  expect(looked).toEqual(['in ', 'lib/a', 'in ', 'lib/a']);
  expect(wanting('a.ts', null)?.toString()).toBe('in lib/a.ts');
  writeFileSync(join(folder, PATHS[0]), 'a');
  expect(wanting('a.ts', parts)).toBeNull();
});

test('where parts of a text are enough no more is read than these, each with its place', () => {
  const wanting = (...parts: readonly TextRange[]) =>
    look(0, { partsOf: () => parts, takesParts: (file) => file === 0, mayHold: () => true });
  const parts = wanting(range(1, 4), range(8, 11));
  expect(Array.isArray(parts) && parts.map(({ bytes, ...rest }) => ({ ...rest, text: bytes.toString() }))).toEqual([
    { from: 1, to: 4, line: 1, isLast: false, text: 'n l' },
    { from: 8, to: 11, line: 1, isLast: true, text: '.ts' },
  ]);
  writeFileSync(join(folder, PATHS[0]), 'in lib/a.js');
  expect(wanting(range(1, 4))).toBeNull();
});

test('an index that turns out to be damaged is told as that, and no file is taken for another one', () => {
  const takesParts = (): boolean => {
    throw new DamagedSegmentError('trigrams', 'its lists');
  };
  const wanted = { partsOf: () => [range(0, 3)], takesParts, mayHold: () => true };
  expect(() => look(0, wanted)).toThrow(DamagedSegmentError);
});

test('of a text that was changed and looked into since the view was made all is read: it has other parts', () => {
  const parts = {
    partsOf: () => [range(0, 3)],
    takesParts: () => false,
    mayHold: (part: Buffer) => part.includes('lib'),
  };
  expect(look(0, parts)).toBe('nothing');
  writeFileSync(join(folder, PATHS[0]), 'now lib');
  liveIds.fill(1);
  setStamp(stamps, 0, statSync(join(folder, PATHS[0])));
  expect(look(0, parts)?.toString()).toBe('now lib');
});
