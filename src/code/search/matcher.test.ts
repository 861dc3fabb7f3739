import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalMatcher, type Matcher, regexMatcher } from './matcher.ts';

const sensitive = { case: 'sensitive', word: false } as const;
const insensitive = { case: 'insensitive', word: false } as const;
const smart = { case: 'smart', word: false } as const;

function regex(query: string, options: Parameters<typeof regexMatcher>[1] = sensitive): Matcher {
  const matcher = regexMatcher(query, options);
  if (!matcher.ok) throw new Error(matcher.error);
  return matcher.value;
}

/** Numbers of the lines that match, from 0. */
function linesOf(matcher: Matcher, text: string): number[] {
  if (!matcher.mayMatch(Buffer.from(text))) return [];
  return [...matcher.matches(text)].map(({ start }) => text.slice(0, start).split('\n').length - 1);
}

/** Lines by trying each alone. */
function naiveLines(text: string, matches: (line: string) => boolean): number[] {
  const lines = text.split('\n');
  // What follows the last line break is no line.
  if (lines.at(-1) === '') lines.pop();
  return lines.flatMap((line, at) => (matches(line.replace(/\r$/, '')) ? [at] : []));
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', '_', ' ', '(', '\n', '\n', 'ab', 'abAb', 'aabb', 'é', '\r\n', '1'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));
const word = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', '_', '('), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

test('a literal hits exactly the lines that contain it, each once', () => {
  fc.assert(
    fc.property(text, word, (content, query) => {
      expect(linesOf(literalMatcher(query, sensitive), content)).toEqual(
        naiveLines(content, (line) => line.includes(query)),
      );
      const lower = query.toLowerCase();
      expect(linesOf(literalMatcher(query, insensitive), content)).toEqual(
        naiveLines(content, (line) => line.toLowerCase().includes(lower)),
      );
    }),
  );
});

test('a hyphen beside letters beyond ASCII is a sign as any other, in any case', () => {
  expect(linesOf(literalMatcher('a-é', insensitive), 'A-É\naxé\na-e\n')).toEqual([0]);
});

test('a literal as a whole word hits only where no letter, digit or underscore touches it', () => {
  const matcher = literalMatcher('ab', { case: 'sensitive', word: true });
  expect(linesOf(matcher, 'ab\nabc\n_ab\n(ab)\nab1 ab\néab\n')).toEqual([0, 3, 4]);
});

const atom = fc.constantFrom(
  'a',
  'b',
  'A',
  '.',
  '\\s',
  '\\w',
  '[ab]',
  '[^b]',
  '[a-b]',
  '(a|b)',
  '(?:ab)',
  'abAb',
  'aabb',
  '(?i:abA)',
  '(?-i:aab)',
  '(?i-:Aab)',
  '(?m:abAb)',
  '\\040abA',
  '\\0101',
  '\\a',
  '[\\ab]',
  '\\(',
  '^',
  '$',
  '\\b',
);
const pattern = fc
  .array(fc.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?')), { minLength: 1, maxLength: 4 })
  // A place cannot be repeated.
  .map((parts) => parts.map(([piece, repeat]) => (/^(?:\^|\$|\\b)$/.test(piece) ? piece : piece + repeat)).join(''));

test('a regular expression hits exactly the lines that match it alone', () => {
  fc.assert(
    fc.property(text, pattern, (content, query) => {
      expect(linesOf(regex(query), content)).toEqual(naiveLines(content, (line) => new RegExp(query).test(line)));
      expect(linesOf(regex(query, insensitive), content)).toEqual(
        naiveLines(content, (line) => new RegExp(query, 'i').test(line)),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('look-around is tried line by line, so that a line end is an end', () => {
  expect(linesOf(regex('a(?!\\s)'), 'a\na b\n')).toEqual([0]);
  expect(linesOf(regex('(?<!\\n)b'), 'a\nb\n')).toEqual([1]);
});

test('letters are taken as written when the query has a capital, in either case otherwise', () => {
  expect(linesOf(literalMatcher('ab', smart), 'AB\nab\n')).toEqual([0, 1]);
  expect(linesOf(literalMatcher('Ab', smart), 'AB\nAb\n')).toEqual([1]);
  expect(linesOf(regex('a\\W', smart), 'A \na \n')).toEqual([0, 1]);
  expect(linesOf(regex('[A-B]x', smart), 'ax\nAx\n')).toEqual([1]);
});

test('inline flags of other engines are understood', () => {
  expect(linesOf(regex('(?i)AB', smart), 'ab\n')).toEqual([0]);
});

test('patterns with escapes and references keep their meaning in either case', () => {
  for (const query of ['\\x41b', '(a)\\1', '[\\x41-\\x42]b', '[A-b]x', '\\u0041', '[\\]a]b', '(?<k>a)\\k<k>']) {
    const content = 'AB\nab\naa\nAa\nAx\n_x\n]B\n';
    expect([query, linesOf(regex(query, insensitive), content)]).toEqual([
      query,
      naiveLines(content, (line) => new RegExp(query, 'i').test(line)),
    ]);
  }
});

test('a pattern that is not valid is refused with the place and the way out', () => {
  const refusals = { 'a(b': 2, 'ab)': 3, 'x[ab': 2, 'a**': 3, '*a': 1, 'a[z-b]': 5 };
  for (const [query, character] of Object.entries(refusals)) {
    const refused = regexMatcher(query, smart);
    expect([query, refused.ok ? 'accepted' : refused.error]).toEqual([
      query,
      expect.stringMatching(new RegExp(`at character ${character} .*mode=text`)),
    ]);
  }
});

test('only files with the literal part of a pattern are looked at', () => {
  const matcher = regex('route(r)?\\.use\\(');
  expect(matcher.mayMatch(Buffer.from('router.use('))).toBe(true);
  expect(matcher.mayMatch(Buffer.from('nothing'))).toBe(false);
  expect(regex('ab|cd').mayMatch(Buffer.from('cd'))).toBe(true);
});

test('a sign of two code units that is no whole word ends the search in its line', () => {
  expect(linesOf(literalMatcher('😀', { case: 'insensitive', word: true }), 'a😀\n😀\n')).toEqual([1]);
});
