import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHits, countUnwatched, findInText, findUnwatched } from './found-text.ts';
import { literalMatcher, type Matcher, type MatchOptions, regexMatcher } from './matcher.ts';
import { linesOf } from './read-rows.ts';

/** What a row says beside its place. */
const ROW = { file: 'a.ts', role: 'source', symbol: null, fit: null, hits: 1 } as const;
const SENSITIVE: MatchOptions = { case: 'sensitive', word: false };

const piece = fc.constantFrom(
  'a',
  'ab',
  'aab',
  'A',
  'AAb',
  'ks',
  '\u212a',
  '\u017f',
  '\n',
  '\r\n',
  '\r',
  'é',
  '😀',
  '\uFEFF',
  '\0',
  '\u2028',
  ' ',
  'x'.repeat(200),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const encoded = fc.tuple(text, fc.constantFrom('utf8', 'latin1', 'marked', 'broken')).map(([given, how]) => {
  if (how === 'latin1') return Buffer.from(given, 'latin1');
  const bytes = Buffer.from(how === 'marked' ? `\uFEFF${given}` : given);
  return how === 'broken' ? Buffer.concat([bytes, Buffer.from([0xff, 0x0a, 0x61])]) : bytes;
});
const needle = fc.array(fc.constantFrom('a', 'b', 'A', 'K', 's', ' ', '\n', '\r'), { minLength: 1, maxLength: 4 });
const options = fc.record({ case: fc.constantFrom('sensitive', 'insensitive', 'smart'), word: fc.boolean() });

/** All that a text says of a query: places, the lines of the hits with one around each, and the number. */
function findIn(bytes: Buffer, matcher: Matcher, isDecoded: boolean) {
  const used = isDecoded ? { ...matcher, telling: null } : matcher;
  const found = findInText(bytes, used);
  const lines = found.shownLines();
  const shown = found.hits.map((hit) => {
    return linesOf({ ...ROW, ...hit }, lines, 1);
  });
  const places = found.hits.map(({ line, column }) => [line, column]);
  return { places, shown, all: found.all(), count: countHits(bytes, used) };
}

test('what is found in the bytes of a text is what is found in the text, whatever its encoding', () => {
  fc.assert(
    fc.property(encoded, needle, options, (bytes, letters, how) => {
      const matcher = literalMatcher(letters.join(''), how);
      expect(findIn(bytes, matcher, false)).toEqual(findIn(bytes, matcher, true));
    }),
    { numRuns: 3_000 },
  );
});

const pattern = fc.constantFrom(
  'aab',
  '^aab',
  'aab$',
  '.aab',
  'aab[^a]',
  '\\baab',
  'aab +A?',
  '[é😀]aab',
  '(?<=a)aab',
  'aab.*A',
  'AAB\\r?',
  'aab.',
  'aab\\B',
  'aab\\W',
  'aab(?-i:A)?',
  'aabk',
  '\\p{L}aab',
  'aabs\\p{L}*',
  '(a)\\1ab',
  'aab{1,3}A*',
  'a*aab[^A]?$',
);

test('a pattern finds in the bytes of a text what it finds in the text', () => {
  fc.assert(
    fc.property(encoded, pattern, options, (bytes, query, how) => {
      const matcher = regexMatcher(query, how);
      if (!matcher.ok) throw new Error(matcher.error);
      const found = findIn(bytes, matcher.value, false);
      expect(found).toEqual(findIn(bytes, matcher.value, true));
      const unwatched = findUnwatched(bytes, matcher.value);
      if (unwatched !== null) expect(unwatched.hits).toEqual(findInText(bytes, matcher.value).hits);
      expect(countUnwatched(bytes, matcher.value)).toBe(unwatched?.hits.length ?? null);
    }),
    { numRuns: 3_000 },
  );
});

test('lines are tried with nobody watching only where that cannot take long', () => {
  const hits = (query: string, content: string): number | null => {
    const matcher = regexMatcher(query, SENSITIVE);
    if (!matcher.ok) throw new Error(matcher.error);
    // Whatever a look beforehand would have told.
    return countUnwatched(Buffer.from(content), { ...matcher.value, mayMatch: () => true });
  };
  const many = 'name name name\n'.repeat(1_000);
  expect(hits('name[a-z]+ers', many)).toBe(0);
  expect(hits('name[a-z]+ers', `${many}nameless others\n`)).toBe(0);
  expect(hits('name[a-z]+ers', `${many}namelessers\n`)).toBe(1);
  // A long line, many repeats, a repeated group, alternatives, a reference and a look around are for who watches over it.
  expect(hits('name[a-z]+ers', 'name '.repeat(2_000))).toBeNull();
  expect(hits('name.*.*.*.*.*ers', many)).toBeNull();
  expect(hits('name([a-z]+)*ers', many)).toBeNull();
  expect(hits('name(a|b)+ers', many)).toBeNull();
  expect(hits('(a)name\\1+ers', many)).toBeNull();
  expect(hits('name(?=a)a+ers', many)).toBeNull();
  // All pieces are tried behind each choice, and classes of all scripts take their time.
  expect(hits(`a*(${'a'.repeat(900)})(b)xyz`, `${'a'.repeat(4_400)} xyz`)).toBeNull();
  expect(hits(`.*(?i:${'a\\B'.repeat(90)}b)xyz`, `${'a'.repeat(2_200)} xyz`)).toBeNull();
  expect(hits(`a*(${'.'.repeat(700)}c)xyz`, `${'a'.repeat(1_400)} xyz\n`.repeat(10))).toBeNull();
  expect(hits('\\p{L}*\\p{Lu}xyz', 'й xyz')).toBeNull();
});

test('the body of a private key is not shown, also where only bytes were looked at', () => {
  const key = `é\n-----BEGIN RSA PRIVATE KEY-----\n${'MIIabc123'.repeat(6)}\n-----END RSA PRIVATE KEY-----\nlast\n`;
  const { shown, places } = findIn(Buffer.from(key), literalMatcher('MIIabc', SENSITIVE), false);
  expect(places).toEqual([[3, 0]]);
  expect(shown[0]).toMatchObject({
    before: ['-----BEGIN RSA PRIVATE KEY-----'],
    text: '[REDACTED:private-key]',
    after: ['-----END RSA PRIVATE KEY-----'],
  });
});

test('what is shown of long lines keeps none of them in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const matcher = literalMatcher('Needle', SENSITIVE);
  // In two bytes a character, as a text that is not Latin is kept.
  const line = `${'日 Needle '.padEnd(48_000, 'x')}\n`;
  const bytes = Buffer.from(line.repeat(20));
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = [false, true].flatMap((isDecoded) =>
    Array.from({ length: 10 }, () => {
      const { hits, shownLines } = findInText(bytes, isDecoded ? { ...matcher, telling: null } : matcher);
      const lines = shownLines();
      return hits.map((hit) => linesOf({ ...ROW, ...hit }, lines, 10));
    }),
  );
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(kept.flat()).toHaveLength(400);
});
