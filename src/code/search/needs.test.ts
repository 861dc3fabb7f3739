import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNothing, type Needs } from '../index/needs.ts';
import { literalMatcher, type Matcher, type MatchOptions, regexMatcher } from './matcher.ts';

// What an index is asked for is only worth anything when no hit lacks it.

const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text has what an index would be asked for, as bytes in UTF-8. */
function fulfils(text: string, needs: Needs): boolean {
  if (needs.type === 'text') {
    return Buffer.from(small(text)).includes(Buffer.from(small(Buffer.from(needs.bytes).toString())));
  }
  return needs.type === 'all'
    ? needs.of.every((one) => fulfils(text, one))
    : needs.of.some((one) => fulfils(text, one));
}

function expectFulfilled(matcher: Matcher, text: string): void {
  // As texts are decoded: whole characters only.
  const decoded = text.toWellFormed();
  if ([...matcher.matches(decoded)].length === 0) return;
  expect([decoded, fulfils(decoded, matcher.needs)]).toEqual([decoded, true]);
  expect([decoded, matcher.mayMatch(Buffer.from(decoded))]).toEqual([decoded, true]);
}

const options: fc.Arbitrary<MatchOptions> = fc.record({
  case: fc.constantFrom('smart', 'sensitive', 'insensitive'),
  word: fc.boolean(),
});
// With the letters whose other case is not where one expects it: Kelvin, the long s, the sharp s, the dotted I.
const LETTERS = [
  'a',
  'b',
  'A',
  'k',
  'K',
  '\u212a',
  's',
  'S',
  '\u017f',
  'é',
  'É',
  'ß',
  '\u1e9e',
  'i',
  '\u0130',
  '\ud83d\ude00',
  '1',
  '_',
  ' ',
  '\n',
  '\r\n',
  '\ufeff',
];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 24 }).map((parts) => parts.join(''));

test('every text with a literal hit holds what the index is asked for', () => {
  const query = fc
    .array(fc.constantFrom(...LETTERS, '\ud83d'), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(query, text, text, options, (wanted, before, after, how) => {
      const matcher = literalMatcher(wanted, how);
      for (const form of [
        wanted,
        wanted.toUpperCase(),
        wanted.toLowerCase(),
        wanted.replace(/k/gi, '\u212a').replace(/s/gi, '\u017f'),
      ]) {
        expectFulfilled(matcher, `${before}${form}${after}`);
      }
    }),
    { numRuns: 1_000 },
  );
});

const atom: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'b',
  'K',
  's',
  'é',
  'ab',
  'abk',
  '.',
  '\\s',
  '\\w',
  '\\d',
  '[ab]',
  '[^b]',
  '[a-c]',
  '[a\\-b]',
  '[]ab]',
  '[\\]a]',
  '[A-b]',
  '[é-ë]',
  '\\x61',
  '\\u0061',
  '\\(',
  '\\_',
  '^',
  '$',
  '\\b',
  '{',
  'a{',
  '\\1',
  '(?=a)',
  '(?!b)',
  '(?<=a)',
  '(?i:k)',
  '(?i-:abk)',
  '(?-i:Abé)',
  '(?m:abK)',
  '\\040a',
  '\\r',
  '[[:punct:]b]',
  '\\x{e9}',
  '\\B',
  '\\pL',
  '[\\b]',
  '-',
  '[kK]',
  '😀',
);
const quantifier = fc.constantFrom('', '', '', '', '*', '+', '?', '??', '{2}', '{0,2}', '{1,}', '{,2}', '+?');
const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: atom },
    { weight: 2, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
    { weight: 1, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
    { weight: 1, arbitrary: fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`) },
  ),
  pattern: fc
    .array(fc.tuple(tie('item'), quantifier), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([piece, repeat]) => piece + repeat).join('')),
}));

test('every text that a pattern matches holds what the index is asked for', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'ab',
    'A',
    'k',
    'K',
    's',
    '\u212a',
    '\u017f',
    'é',
    'É',
    '{',
    '(',
    '-',
    ']',
    '_',
    '😀',
    ' ',
    '\n',
  );
  const subject = fc.array(piece, { maxLength: 7 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        pattern,
        fc.tuple(pattern, pattern).map((two) => two.join('|')),
      ),
      fc.array(subject, { maxLength: 8 }),
      options,
      (query, texts, how) => {
        const matcher = regexMatcher(query, how);
        if (matcher.ok) for (const one of texts) expectFulfilled(matcher.value, one);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('patterns with a word in them are narrowed by it', () => {
  const needsOf = (query: string): Needs => {
    const matcher = regexMatcher(query, { case: 'smart', word: false });
    if (!matcher.ok) throw new Error(matcher.error);
    return matcher.value.needs;
  };
  const words = (needs: Needs): string =>
    needs.type === 'text'
      ? Buffer.from(needs.bytes).toString()
      : `(${needs.of.map(words).join(needs.type === 'all' ? ' & ' : ' | ')})`;
  expect(words(needsOf('route(r)?\\.use\\('))).toBe('(route.use( | router.use()');
  expect(words(needsOf('kmalloc|kzalloc'))).toBe('(kmalloc | kzalloc)');
  expect(words(needsOf('static\\s+int\\s+probe'))).toBe('(static & int & probe)');
  expect(words(needsOf('dev_(err|warn)\\('))).toBe('(dev_err( | dev_warn()');
  expect(words(needsOf('foo+bar[0-9]'))).toContain('foo');
  expect(isNothing(needsOf('\\w+\\s\\d'))).toBe(true);
  expect(isNothing(needsOf('(abc)?'))).toBe(true);
});
