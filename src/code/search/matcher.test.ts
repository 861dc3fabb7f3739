import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalMatcher, type Matcher, type MatchOptions, regexMatcher } from './matcher.ts';

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
  .array(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'B',
      '_',
      ' ',
      '(',
      '\n',
      '\n',
      'ab',
      'abAb',
      'aabb',
      'é',
      '😀',
      '\u2028',
      '\u0301',
      '٣',
      '\r\n',
      '1',
    ),
    {
      maxLength: 40,
    },
  )
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

test('a line break of a literal is that of any system, and so is the need for it', () => {
  for (const query of ['alpha() {\n  return', 'alpha() {\r\n  return', 'Alpha() {\n  return', 'é {\n']) {
    for (const how of [sensitive, insensitive]) {
      const matcher = literalMatcher(query, how);
      for (const end of ['\n', '\r\n']) {
        const content = `first${end}${query.replace(/\r?\n/, end)} 1;${end}`;
        expect([query, end, linesOf(matcher, content)]).toEqual([query, end, [1]]);
      }
      expect(linesOf(matcher, 'alpha() {\n\n  return\n')).toEqual([]);
    }
  }
});

test('lines of a literal are found in a file whose line breaks are of several systems, at their places', () => {
  const content = 'é\r\nif (a) {\r\n  b();\n}\r\n;end\nif (a) {\n  b();\r\n}\n\r\nif (a) {\n  b();\n}';
  for (const query of ['if (a) {\n  b();\n}', 'IF (A) {\r\n  b();\r\n}\n', '{\n  b();\n']) {
    for (const word of [false, true]) {
      const matcher = literalMatcher(query, { case: 'insensitive', word });
      expect([query, word, linesOf(matcher, content)]).toEqual([query, word, [1, 5, 9]]);
    }
  }
  const places = [...literalMatcher('\n}\n', sensitive).matches(content)].map(({ start, end }) =>
    content.slice(start, end),
  );
  expect(places).toEqual(['\n}\r\n', '\r\n}\n', '\n}']);
});

test('a literal as a whole word hits only where no letter, digit or underscore touches it', () => {
  const matcher = literalMatcher('ab', { case: 'sensitive', word: true });
  expect(linesOf(matcher, 'ab\nabc\n_ab\n(ab)\nab1 ab\néab\nab\u0301\nab²\n𝐀ab𝐀\n')).toEqual([0, 3, 4, 7]);
});

const WORD = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';
/** Pieces of patterns, each with what it means, written for a `RegExp` that reads Unicode. */
const ATOMS: Readonly<Record<string, string>> = {
  a: 'a',
  é: 'é',
  '😀': '😀',
  A: 'A',
  '.': '[^\\n]',
  '\\s': '\\p{White_Space}',
  '\\w': WORD,
  '\\W': `[^${WORD}]`,
  '\\d': '\\p{Nd}',
  '[ab]': '[ab]',
  '[^b]': '[^b]',
  '[\\w(]': `[${WORD}\\(]`,
  '[^\\s\\d]': '[^\\p{White_Space}\\p{Nd}]',
  '[^\\W_]': `[^[^${WORD}]_]`,
  '[a-b]': '[a-b]',
  '[^a_-]': '[^a_\\-]',
  '[b(-]': '[b\\(\\-]',
  '[-a]': '[\\-a]',
  '[é-ë]': '[é-ë]',
  '(a|b)': '(a|b)',
  '(?:ab)': '(?:ab)',
  abAb: 'abAb',
  aabb: 'aabb',
  '(?i:abA)': '(?i:abA)',
  '(?-i:aab)': '(?-i:aab)',
  '(?i-:Aab)': '(?i:Aab)',
  '(?m:abAb)': 'abAb',
  '\\040abA': ' abA',
  '\\0101': '\\x081',
  '\\a': '\\x07',
  '[\\ab]': '[\\x07b]',
  '\\(': '\\(',
  '\\x{e9}': 'é',
  '[[:alpha:]_]': '[a-zA-Z_]',
  '[a[^b]]': '[a[^b]]',
  '[a-b&&[^a]]': '[[a-b]&&[^a]]',
  '[😀b]': '[😀b]',
  '\\pL': '\\p{L}',
  '^': '^',
  $: '$',
  '\\b': `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`,
  '\\B': `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`,
};
const pattern = fc
  .array(fc.tuple(fc.constantFrom(...Object.keys(ATOMS)), fc.constantFrom('', '', '', '*', '+', '?')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) =>
    parts.map(([piece, repeat]) => {
      // A place cannot be repeated; of a text the whole is.
      if (/^(?:\^|\$|\\[bB])$/.test(piece)) return [piece, ATOMS[piece] ?? ''];
      return [`(?:${piece})${repeat}`, `(?:${ATOMS[piece]})${repeat}`];
    }),
  )
  .map((parts) => ({ query: parts.map(([own]) => own).join(''), meant: parts.map(([, means]) => means).join('') }))
  // V8 reads these wrongly itself, as it is asked here for what is meant.
  .filter(({ query }) => !/\(\?-?i/.test(query) || !/\[|\\[wWpP]/.test(query));

test('a regular expression hits exactly the lines that match it alone, as Unicode reads them', () => {
  fc.assert(
    fc.property(text, pattern, fc.boolean(), (content, { query, meant }, word) => {
      const whole = word ? `(?<!${WORD})(?:${meant})(?!${WORD})` : meant;
      for (const [how, flags] of [
        [sensitive, 'v'],
        [insensitive, 'iv'],
      ] as const) {
        const expected = new RegExp(whole, flags);
        expect(linesOf(regex(query, { ...how, word }), content)).toEqual(
          naiveLines(content, (line) => expected.test(line)),
        );
      }
    }),
    { numRuns: 500 },
  );
});

test('a pattern with letters beyond ASCII is looked for by the longest piece of it that has no others', () => {
  const placeOf = (query: string, how: MatchOptions, content: string): number | undefined =>
    regex(query, how).telling?.find(Buffer.from(content))(0);
  expect(placeOf('\\w+conferência', insensitive, 'a CONFER\n')).toBe(2);
  expect(placeOf('\\w+éconferência', sensitive, 'é CONFER confer\n')).toBe(10);
  expect(placeOf('é(?:confer|x)', sensitive, 'confer\n')).toBeUndefined();
  expect(linesOf(regex('\\w+conferência', insensitive), 'aCONFERÊNCIA\naconfer\n')).toEqual([0]);
  // Under the flag for all scripts the Kelvin sign and the long s are letters of it, too.
  expect(linesOf(regex('éma[sk]{2}', insensitive), 'ÉMA\u017f\u212a\némask\n')).toEqual(
    naiveLines('ÉMA\u017f\u212a\némask\n', (line) => /éma[sk]{2}/iv.test(line)),
  );
});

// Lines that ripgrep 14 prints for these patterns, counted from 0; in any case where the pattern has no capital.
test.each([
  ['\\bé', 'Penélope\né\nl’été\n', [1, 2]],
  ['\\bémile\\b', 'with émile and\némiles\n', [0]],
  ['\\w+mile\\b', 'émile\nmile\n', [0]],
  ['^\\w+$', 'naïve\nзмея\ne\u0301\na-b\n变量\n', [0, 1, 2, 4]],
  ['x\\Bé', 'xé\nx é\n', [0]],
  ['\\d', '٣\n½\n²\n', [0]],
  ['a\\sb', 'a\u00a0b\na\u3000b\na\ufeffb\n', [0, 1]],
  ['^. Like', '💖 Like\n', [0]],
  ['^...$', '💖a\n💖ab\n', [1]],
  ['^[^a]$', '💖\n', [0]],
  ['^a.+b$', 'a\u2028b\na\rb\na\u2029b\n', [0, 1, 2]],
  ['💖+!', '💖💖!\n', [0]],
  ['É', 'é\nÉ\n', [1]],
  ['é', 'é\nÉ\n', [0, 1]],
  ['[[:alpha:]]+-', 'ab-\né-\n1-\n', [0]],
  ['^[[:^digit:]]$', '1\na\n', [1]],
  ['^[^[:space:]]+$', 'a b\nab\n', [1]],
  ['\\Aab\\z', 'ab\nabc\n', [0]],
  ['\\<ab\\>', 'ab\ncab\n(ab)\n', [0, 2]],
  ['\\x{61}\\u{62}\\x63', 'abc\n', [0]],
  ['\\U0001F496', '💖\n', [0]],
  ['^\\pL\\p{Lu}\\PL$', 'aB1\nab1\n', [0]],
  ['\\p{Han}\\p{Greek}', '变α\n', [0]],
  ['\\p{lowercase letter}1', 'a1\n-1\n', [0]],
  ['(?P<x>a)b', 'ab\n', [0]],
  ['a(?i)b|c', 'aB\nAb\nC\n', [0, 1, 2]],
  ['(?i)É', 'é\n', [0]],
  ['[]a]x', ']x\nax\nbx\n', [0, 1]],
  ['[^]a]x', ']x\nax\nbx\n', [2]],
  ['\\r$', 'a\r\nb\n', [0]],
  ['b$', 'ab\r\nb\n', [0, 1]],
  ['\\p{Lu}', 'a\nÉ\n', [1]],
  ['^[a[bc]]$', 'a\nb\n[\n', [0, 1]],
  ['^[a-c[^\\w]]$', 'b\nd\n-\n', [0, 2]],
  ['^[a-z&&[^aeiou]]+$', 'xyz\nxaz\n', [0]],
  ['^[\\w--\\d]+$', 'aé_\na1\n', [0]],
  ['^[^[a-c]&&[b-d]]$', 'a\nb\nd\n', [0, 2]],
  ['^[^[:^digit:]]$', '1\na\n', [0]],
  ['^[[[:upper:]]_-]$', 'A\n_\n-\n[\n', [0, 1, 2]],
  ['^[\\p{Lu}-]$', 'a\n-\n', [0, 1]],
  ['^[-\\p{Lu}]$', 'a\n-\n', [0, 1]],
  ['(?i:x)|^[\\wß]+é$', 'ßé\n-é\n', [0]],
  ['^[--a]$', '-\na\n.\n', [0, 1]],
  ['^[]-a]$', ']\n-\na\n_\n', [0, 1, 2]],
  ['^[+?(]$', '+?\n(\n', [1]],
  ['^[\\u{80}-\\u{ffff}]$', '💖\né\n', [1]],
  ['[😀b]x', '😀x\nbx\ncx\n', [0, 1]],
  ['(?i:x)|^[^A-Z]A', 'éA\nÉA\nAA\n', [0, 1]],
  ['(?i:^[é])$', 'É\n', [0]],
  ['(?i:^[^é])$', 'É\né\nè\n', [2]],
  ['(?i:^\\P{Lu})$', 'é\n1\n', [1]],
  ['(?i:\\wFoo)', '日 xfoo\n日 foo\n', [0]],
  ['x(?i)\\pLA', 'Ā xka\nĀ xKA\nĀ Xka\n', [0, 1]],
  ['(?i:a)[b[^c]]', 'Ab\nAc\nA-\n', [0, 2]],
  ['(?i:[b[^\\W]])X', 'bX\nBX\néX\n-X\n', [0, 1, 2]],
  ['^(?i:[a-c&&[^b]])$', 'A\nB\nC\n', [0, 2]],
  ['^(?i:[^a-z])$', 'A\né\n', [1]],
  ['(?i:ß)', 'ẞ\nSS\n', [0]],
  ['(?i:a(?-i:b)c)', 'Abc\nABC\n', [0]],
  ['(?i:x)Y(a)\\1', 'XYaa\nxYaA\n', [0]],
  ['^a++$', 'aa\nab\n\n', [0]],
  ['^a???$', 'aa\na\n\n', [1, 2]],
  ['^a+*b??+$', 'aabb\nab-\n\n', [0, 2]],
  ['^(ab){1,2}{2}?$', 'ab\nabab\n', [1]],
  ['^(?:(?i)a){2}+$', 'aA\naAa\n', [0]],
])('%s means what it means to ripgrep', (query, content, lines) => {
  expect(linesOf(regex(query, smart), content)).toEqual(lines);
});

test.each([
  ['a\\nb', /"\\\\n" at character 2: .*one line at a time.*mode=text/],
  ['a\nb', /one line at a time/],
  ['a\\x0ab', /one line at a time/],
  ['ab\\Z', /\\z or \$/],
  ['\\hab', /\[ \\t\]/],
  ['(?x)a b', /flags/],
  ['(?U)a', /flags/],
  ['\\p{Nowhere}', /no such class/],
  ['[[:letter:]]', /no class/],
  ['(a)(?i:\\1)', /reference back/],
  ['[a~~b]', /\[\[a--b\]\[b--a\]\]/],
  ['[a&&]', /on one side/],
  ['[&&a]', /on one side/],
  ['x[[:alpha:]', /"\[" at character 2: nothing closes it/],
  [`${'['.repeat(30)}a${']'.repeat(30)}`, /20 deep/],
  ['\\Qa.b\\E', /mode=text/],
  ['a\\e', /\\x1b/],
  ['a\\g', /no such escape/],
  ['(a)\\2', /not valid/],
])('%s is refused with what to write instead', (query, reason) => {
  const refused = regexMatcher(query, smart);
  expect(refused.ok ? 'accepted' : refused.error).toMatch(reason);
});

test('a class is read to its end, however long it is', () => {
  expect(linesOf(regex(`x[${'\\pL'.repeat(300)}]y`), 'xéy\nx1y\n')).toEqual([0]);
});

test('a line break within a class is no reason to refuse a pattern', () => {
  expect(linesOf(regex('a[^\\n]b'), 'acb\n')).toEqual([0]);
});

test.each([
  ['x[^a-z_-]y', 'xéy', sensitive, true],
  ['[bc-]q', '-q B', smart, true],
  ['^[a-z.-]+$', 'A-b.', insensitive, true],
  ['^[a-z.-]+$', 'a/b', insensitive, false],
  ['x[a_-]y', 'x-y', insensitive, true],
  ['[a-z-9]x', '8x', sensitive, false],
  ['[[:space:]-/]b', 'a+b', sensitive, false],
  ['[\\[-m]x', 'Ax', insensitive, true],
  ['[@-\\[]q', 'aq', insensitive, true],
  ['(?i)FOO', 'foo', sensitive, true],
] as const)(
  'classes, ranges and flags mean no more and no less than is written: %s on %s',
  (query, line, options, isHit) => {
    expect(linesOf(regex(query, options), line)).toEqual(isHit ? [0] : []);
  },
);

test.each([
  ['x[\\\\r]$', true],
  ['x[r]$', true],
  ['x[\\\\r\\r]$', false],
  ['[\\\\\\r]$', true],
  ['x[a\\]\\r]$', false],
  ['xr\\r$', true],
  ['xr[^\\r]?$', true],
])('the end of a line with a carriage return is seen as the pattern means it: %s', (query, isHit) => {
  expect(linesOf(regex(query), 'xr\r\n')).toEqual(isHit ? [0] : []);
});

test('lines of a literal, and the place of a mistake, are found in time that grows with what is given', () => {
  const lines = literalMatcher(`${'{\n'.repeat(499)}x`, sensitive);
  expect(linesOf(lines, '{\n'.repeat(200_000))).toEqual([]);
  const refused = regexMatcher(`\\pL${'\\bx'.repeat(90)}|*`, smart);
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('nothing to repeat at character 275') });
  expect(regexMatcher('\\bx'.repeat(101), smart)).toMatchObject({ ok: false });
});

test.each(['a\n', 'a\r\n'])('lines that stand there with one kind of break are found in one go: %j', (unit) => {
  const text = unit.repeat(150_000);
  expect(countOf(literalMatcher('a\n', sensitive), `b\r\n${text}`)).toBe(150_000);
  const counts = [sensitive, insensitive].flatMap((how) => [
    countOf(literalMatcher('a\n', how), text),
    countOf(literalMatcher('a\nb', how), `${text}a\nb`),
    countOf(literalMatcher('a\n', { ...how, word: true }), `b${unit}`.repeat(150_000)),
  ]);
  expect(counts).toEqual([150_000, 1, 0, 150_000, 1, 0]);
});

/** Without a look at where they stand, which takes longer than to find them. */
function countOf({ matches }: Matcher, content: string): number {
  return [...matches(content)].length;
}

test.each([
  ['foo();\n', 'a\nfoo();', [1]],
  ['foo();\n', 'foo();\nfoo();', [0, 1]],
  ['a\nb\n', 'a\nb', [0]],
  ['a\nb\n', 'a\r\nb', [0]],
  ['a\r\nb\r\n', 'A\nb', [0], insensitive],
  ['É\n', 'é', [0], insensitive],
  ['a\n\n', 'a\n', []],
  ['a\n', 'ab', []],
  ['a\n', 'ba', [], { ...sensitive, word: true }],
] satisfies [string, string, number[], MatchOptions?][])(
  'the last line break of a query may be the end of a file that has none: %j in %j',
  (query, text, lines, options: MatchOptions = sensitive) => {
    expect(linesOf(literalMatcher(query, options), text)).toEqual(lines);
  },
);

test('a pattern whose alternatives may be tried too often is watched over', () => {
  expect(regex('foo|bar|baz').needsGuard).toBe(false);
  expect(regex(`(?i:${'(.x|x.)'.repeat(8)}${'.'.repeat(900)})`).needsGuard).toBe(true);
});

test('look-around is tried line by line, so that a line end is an end', () => {
  expect(linesOf(regex('a(?!\\s)'), 'a\na b\n')).toEqual([0]);
  expect(linesOf(regex('(?<!\\s)b'), 'a\nb\n')).toEqual([1]);
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
  const refusals = { 'a(b': 2, 'ab)': 3, 'x[ab': 2, '*a': 1, 'a|*': 3, 'a[z-b]': 6 };
  for (const [query, character] of Object.entries(refusals)) {
    const refused = regexMatcher(query, smart);
    expect([query, refused.ok ? 'accepted' : refused.error]).toEqual([
      query,
      expect.stringMatching(new RegExp(`at character ${character}\\b.*mode=text`)),
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
