import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { makeFolder, type TempFolder } from '../../../test/support/repository.ts';
import { DamagedSegmentError, openSegmentFile, writeSegmentFile } from './segment-file.ts';
import { sweepStore } from './store.ts';

const FORMAT = 7;
const folders: TempFolder[] = [];

function newPath(): string {
  const folder = makeFolder();
  folders.push(folder);
  return join(folder.path, '1.text');
}

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

/** Everything in a file, or that it is damaged. */
function readAll(path: string, names: readonly string[]): readonly (Buffer | null)[] | 'damaged' {
  try {
    const file = openSegmentFile(path, FORMAT);
    try {
      return names.map((name) => {
        const section = file.section(name);
        return section === null ? null : Buffer.from(section.read(0, section.length));
      });
    } finally {
      file.close();
    }
  } catch (failure) {
    if (failure instanceof DamagedSegmentError) return 'damaged';
    throw failure;
  }
}

/** Sections of more than one block, of none and of several pieces. */
const SECTIONS = {
  long: [Buffer.from('abcdefgh'.repeat(1_300)), Buffer.from('the end')],
  none: [],
  'a.b': [Buffer.from([0]), Buffer.alloc(0), Buffer.from([255, 1])],
};
const NAMES = Object.keys(SECTIONS);
const WHOLE = Object.values(SECTIONS).map((pieces) => Buffer.concat(pieces));

test('what a process of the same number left half written is in nobody’s way', () => {
  const path = newPath();
  writeFileSync(`${path}.${process.pid}.unfinished`, 'half');
  writeSegmentFile(path, FORMAT, SECTIONS);
  writeSegmentFile(path, FORMAT, SECTIONS);
  expect(readAll(path, NAMES)).toEqual(WHOLE);
});

test('what a dead process left is swept, and what is old, but nothing that a living one writes', () => {
  const folder = dirname(newPath());
  const living = process.ppid;
  const names = [
    `a.text.${living}.0a1b2c3d.unfinished`,
    `b.text.${living}.0a1b2c3d.unfinished`,
    'c.text.99999999.unfinished',
  ];
  for (const name of names) writeFileSync(join(folder, name), 'half');
  utimesSync(join(folder, 'b.text.'.concat(String(living), '.0a1b2c3d.unfinished')), 1, 1);
  sweepStore(folder);
  expect(readdirSync(folder)).toEqual(names.slice(0, 1));
});

test('what was written is read again, in whole and in part, whatever the pieces', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 4 });
  fc.assert(
    fc.property(pieces, pieces, fc.nat(), fc.nat(), (one, other, a, b) => {
      const path = newPath();
      writeSegmentFile(path, FORMAT, { one, other });
      const file = openSegmentFile(path, FORMAT);
      for (const [name, written] of Object.entries({ one, other })) {
        const whole = Buffer.concat(written);
        const section = file.section(name);
        const from = a % (whole.length + 1);
        const length = b % (whole.length - from + 1);
        expect(section?.length).toBe(whole.length);
        expect(section?.read(from, length).equals(whole.subarray(from, from + length))).toBe(true);
        expect(() => section?.read(from, whole.length - from + 1)).toThrow(DamagedSegmentError);
      }
      expect(file.section('constructor')).toBeNull();
      file.close();
    }),
    { numRuns: 50 },
  );
});

test('a byte that flipped anywhere is noticed, or was of no meaning', () => {
  const path = newPath();
  writeSegmentFile(path, FORMAT, SECTIONS);
  const good = readFileSync(path);
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ change;
      writeFileSync(path, bad);
      const found = readAll(path, NAMES);
      if (found !== 'damaged') expect(found).toEqual(WHOLE);
    }),
    { numRuns: 400 },
  );
});

test('every byte of head, sections and checksums counts', () => {
  const path = newPath();
  const pieces = [Buffer.from('short')];
  writeSegmentFile(path, FORMAT, { only: pieces });
  const good = readFileSync(path);
  const content = good.indexOf('short');
  const places = [...Array(20).keys(), ...Array.from({ length: 9 }, (_, at) => content + at)];
  for (const at of places) {
    const bad = Buffer.from(good);
    bad[at] = (bad[at] ?? 0) ^ 1;
    writeFileSync(path, bad);
    expect([at, readAll(path, ['only'])]).toEqual([at, 'damaged']);
  }
});

test('a file that was cut anywhere is refused', () => {
  const path = newPath();
  writeSegmentFile(path, FORMAT, SECTIONS);
  const good = readFileSync(path);
  fc.assert(
    fc.property(fc.nat(good.length - 1), (length) => {
      writeFileSync(path, good);
      truncateSync(path, length);
      expect(readAll(path, NAMES)).toBe('damaged');
    }),
    { numRuns: 300 },
  );
});

test('a file of another format is refused, whatever is in it', () => {
  const path = newPath();
  writeSegmentFile(path, FORMAT + 1, SECTIONS);
  expect(readAll(path, NAMES)).toBe('damaged');
});

test('a kill before the last step leaves no file under the final name', () => {
  const path = newPath();
  writeSegmentFile(path, FORMAT, SECTIONS);
  const whole = readFileSync(path);
  // What a killed process leaves: the file beside it, of any length.
  const other = join(path, '..', '2.text');
  writeFileSync(`${other}.1.unfinished`, whole.subarray(0, 1_000));
  expect(() => openSegmentFile(other, FORMAT)).toThrow('ENOENT');
  writeSegmentFile(other, FORMAT, SECTIONS);
  expect(readAll(other, NAMES)).toEqual(WHOLE);
});

test('a writing that fails leaves nothing behind', () => {
  const path = newPath();
  // A folder with something in it cannot be replaced by a file.
  mkdirSync(join(path, 'in the way'), { recursive: true });
  expect(() => writeSegmentFile(path, FORMAT, SECTIONS)).toThrow();
  expect(readdirSync(join(path, '..'))).toEqual(['1.text']);
});

test('a file tells when it was written, however often its use was noted since', () => {
  const path = newPath();
  writeSegmentFile(path, FORMAT, SECTIONS);
  utimesSync(path, 1, 1);
  const file = openSegmentFile(path, FORMAT);
  expect(file.writtenAtMs).toBe(statSync(path).birthtimeMs);
  expect(file.writtenAtMs).toBeGreaterThan(1_000);
  file.close();
});
