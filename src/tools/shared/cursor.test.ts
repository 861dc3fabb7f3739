import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashArguments, makeCursors } from './cursor.ts';

const cursors = makeCursors(createSecretKey(Buffer.alloc(32, 7)));
const scope = { tool: 'find_code', commit: 'a'.repeat(40), argumentsHash: hashArguments({ query: 'x' }) };

test('a cursor leads back to its offset for the same question', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (offset) => {
      expect(cursors.open(cursors.seal({ ...scope, offset }), scope)).toEqual({ ok: true, value: offset });
    }),
  );
});

test('a cursor of another tool, other arguments or another service is refused', () => {
  const text = cursors.seal({ ...scope, offset: 20 });
  expect(cursors.open(text, { ...scope, tool: 'read_code' })).toEqual({ ok: false, error: 'bad_cursor' });
  expect(cursors.open(text, { ...scope, argumentsHash: hashArguments({ query: 'y' }) }).ok).toBe(false);
  expect(makeCursors(createSecretKey(Buffer.alloc(32, 8))).open(text, scope)).toEqual({
    ok: false,
    error: 'bad_cursor',
  });
});

test('a cursor of an earlier commit is stale', () => {
  const text = cursors.seal({ ...scope, offset: 20 });
  expect(cursors.open(text, { ...scope, commit: 'b'.repeat(40) })).toEqual({ ok: false, error: 'stale_cursor' });
  expect(cursors.open(text, { ...scope, commit: null })).toEqual({ ok: false, error: 'stale_cursor' });
});

test('no change of a single character and no other text is taken', () => {
  const text = cursors.seal({ ...scope, offset: 20 });
  for (let i = 0; i < text.length; i++) {
    const changed = `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;
    expect(cursors.open(changed, scope).ok).toBe(false);
  }
  fc.assert(
    fc.property(fc.string(), (other) => {
      expect(cursors.open(other, scope).ok).toBe(false);
    }),
  );
});

test('paging arguments do not change what a cursor is good for, all others do', () => {
  const hash = hashArguments({ query: 'x', limit: 5, cursor: 'abc' });
  expect(hash).toBe(hashArguments({ limit: 9, query: 'x', budget: 300 }));
  expect(hash).not.toBe(hashArguments({ query: 'x', path: 'acme' }));
});
