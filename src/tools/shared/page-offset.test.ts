import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashArguments, makeCursors } from './cursor.ts';
import { readOffset, sealOffset, whyNotOffset } from './page-offset.ts';

const cursors = makeCursors(createSecretKey(Buffer.alloc(32, 7)));
const scope = { tool: 'find_code', commit: 'a'.repeat(40), argumentsHash: hashArguments({ query: 'x' }) };

test('the offset of a cursor is read before its seal is opened, and then vouched for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36 ** 6 - 1 }), (offset) => {
      const cursor = sealOffset(offset, scope, cursors);
      expect(readOffset(cursor)).toBe(offset);
      expect(whyNotOffset(cursor, scope, cursors)).toBeNull();
    }),
  );
});

test('without a cursor a page begins at the first row', () => {
  expect(readOffset(undefined)).toBe(0);
  expect(whyNotOffset(undefined, scope, cursors)).toBeNull();
});

test('a text that is no cursor, another offset before the seal and another state are refused', () => {
  const cursor = sealOffset(20, scope, cursors);
  expect(readOffset(cursor.slice(cursor.indexOf('.')))).toBeNull();
  expect(whyNotOffset(`z${cursor.slice(1)}`, scope, cursors)).toBe('bad_cursor');
  expect(whyNotOffset(cursor, { ...scope, commit: 'b'.repeat(40) }, cursors)).toBe('stale_cursor');
});
