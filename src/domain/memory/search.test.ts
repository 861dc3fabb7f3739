import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshnessWeight, refStateOf } from './freshness.ts';
import { findNearDuplicate } from './near-duplicate.ts';
import type { Note } from './note.ts';
import { searchNotes } from './search.ts';
import { wordsOf } from './words.ts';

const now = new Date('2026-03-01T00:00:00Z');

function note(key: string, text: string, changes: Partial<Note> = {}): Note {
  return {
    id: key,
    accountId: 'a',
    projectId: 'p',
    key,
    type: 'fact',
    text,
    tags: [],
    refs: [],
    links: [],
    pinned: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
    byKey: 'k',
    commit: null,
    expiresAt: null,
    forgottenAt: null,
    ...changes,
  };
}

const keysFor = (notes: readonly Note[], query: string) =>
  searchNotes(notes, query, now).map((found) => found.note.key);

test('names are split at capitals, digits and signs, and endings do not matter', () => {
  expect(wordsOf('XMLHttp2Request getUserIds snake_case-name')).toEqual([
    'xml',
    'http',
    '2',
    'request',
    'get',
    'user',
    'ids',
    'snake',
    'case',
    'name',
  ]);
  expect(wordsOf('queries migrations testing')).toEqual(['query', 'migration', 'test']);
  expect(wordsOf('数据库')).toEqual(['数据', '据库']);
});

test.each([
  ['class', 'class'],
  ['process', 'process'],
  ['ties', 'ties'],
  ['entries', 'entry'],
  ['uses', 'uses'],
  ['users', 'user'],
])('the ending of %s leaves %s: never a word that is none', (word, stem) => {
  expect(wordsOf(word)).toEqual([stem]);
});

describe('search', () => {
  test('finds by parts of names, in the key, the tags and the text, rarer words first', () => {
    const notes = [
      note('db/migrations-rule', 'never edit a migration after release'),
      note('style', 'use the getUserById helper', { tags: ['users'] }),
      note('other', 'the the the rule'),
    ];
    expect(keysFor(notes, 'user by id')).toEqual(['style']);
    expect(keysFor(notes, 'migration')[0]).toBe('db/migrations-rule');
    expect(keysFor(notes, 'migration rules')).toEqual(['db/migrations-rule', 'other']);
    expect(keysFor(notes, 'absent')).toEqual([]);
    expect(keysFor(notes, '!!!')).toEqual([]);
  });

  test('of equal matches the newer and the pinned come first', () => {
    const old = { updatedAt: new Date('2025-01-01T00:00:00Z') };
    expect(keysFor([note('a', 'same words', old), note('b', 'same words')], 'same')).toEqual(['b', 'a']);
    expect(keysFor([note('a', 'same words'), note('b', 'same words', { pinned: true })], 'same')).toEqual(['b', 'a']);
  });

  test('of more matches than are read closely those with the most wanted words stay', () => {
    const many = Array.from({ length: 450 }, (_, i) => note(`n${i}`, 'red'));
    expect(keysFor([...many, note('both', 'red blue')], 'red blue')[0]).toBe('both');
  });

  test('the order does not depend on the order of the notes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('red green', 'red', 'green blue', 'blue red red'), { maxLength: 12 }),
        (texts) => {
          const notes = texts.map((text, i) => note(`k${i}`, text));
          expect(keysFor(notes.toReversed(), 'red blue')).toEqual(keysFor(notes, 'red blue'));
        },
      ),
    );
  });
});

test('a near-duplicate is found whatever its order and case, a different note is not', () => {
  const notes = [note('a', 'Always run the linter before a commit'), note('b', 'the database has two tables')];
  expect(findNearDuplicate(notes, 'before a commit always run The Linter')?.key).toBe('a');
  expect(findNearDuplicate(notes, 'the linter has two modes for a commit')).toBeNull();
  expect(findNearDuplicate([note('c', 'x')], 'x')?.key).toBe('c');
});

test('of two near-duplicates the nearer one is named', () => {
  const near = note('near', 'always run the linter and the tests before every commit');
  const same = note('same', 'always run the linter before every commit');
  expect(findNearDuplicate([near, same], 'before every commit always run the linter')?.key).toBe('same');
  expect(findNearDuplicate([same, near], 'before every commit always run the linter')?.key).toBe('same');
});

test('four different words are enough to be compared in any order, three are not', () => {
  expect(findNearDuplicate([note('a', 'red green blue black')], 'black blue green red')?.key).toBe('a');
  expect(findNearDuplicate([note('a', 'red green blue')], 'blue green red')).toBeNull();
});

describe('freshness', () => {
  const then = { ref: 'a.ts#f', blobId: 'b1', symbolHash: 's1' };
  const place = { isThere: true, blobId: 'b1', symbolHash: 's1' };
  test.each([
    ['the same file is fresh', place, 'ok'],
    ['a symbol whose text is the same in a changed file is fresh', { ...place, blobId: 'b2' }, 'ok'],
    ['a changed symbol is stale', { ...place, blobId: 'b2', symbolHash: 's2' }, 'changed'],
    ['a symbol that is not there is gone', { isThere: false, blobId: null, symbolHash: null }, 'gone'],
  ] as const)('%s', (_, at, state) => expect(refStateOf(then, at)).toBe(state));

  test('a whole file is stale as soon as its bytes differ', () => {
    expect(refStateOf({ ...then, symbolHash: null }, { ...place, blobId: 'b2' })).toBe('changed');
  });

  test('a note counts less for a place that changed, and least for one that is gone', () => {
    expect(freshnessWeight(['ok', 'unchecked'])).toBe(1);
    expect(freshnessWeight(['ok', 'changed'])).toBe(0.75);
    expect(freshnessWeight(['changed', 'gone'])).toBe(0.5);
  });

  test('what could not be looked at, then or now, is not called fresh', () => {
    expect(refStateOf({ ...then, symbolHash: null }, { ...place, blobId: null })).toBe('unchecked');
    expect(refStateOf(then, null)).toBe('unchecked');
    expect(refStateOf({ ref: 'a', blobId: null, symbolHash: null }, place)).toBe('unchecked');
  });
});
