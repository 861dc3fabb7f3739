import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextPart } from '../source/source.ts';
import { countInParts, findInParts, isForParts } from './found-parts.ts';
import { countHits, findInText } from './found-text.ts';
import { literalMatcher, type MatchOptions, regexMatcher } from './matcher.ts';
import { linesOf } from './read-rows.ts';

const ROW = { file: 'a.ts', role: 'source', symbol: null, fit: null, hits: 1 } as const;

/** What is looked for is no longer than this, so that it stands whole in the part that it begins in. */
const OVERLAP = 8;

/** The parts of a text that hold one, and some more, each so many bytes from the next; those that meet are one. */
function partsWith(bytes: Buffer, wanted: string, { step, also }: { step: number; also: number }): readonly TextPart[] {
  const ranges: { from: number; to: number }[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const to = Math.min(bytes.length, at + step + OVERLAP);
    const holds = bytes.toString('latin1', at, to).toLowerCase().includes(wanted.toLowerCase());
    if (!holds && (at / step) % 7 !== also) continue;
    const before = ranges.at(-1);
    if (before !== undefined && at <= before.to) before.to = to;
    else ranges.push({ from: at, to });
  }
  return ranges.map(({ from, to }) => ({
    from,
    to,
    line: bytes.toString('latin1', 0, from).split('\n').length,
    bytes: bytes.subarray(from, to),
    isLast: to === bytes.length,
  }));
}

const piece = fc.constantFrom(
  'abc',
  'ABC',
  'ab',
  'c',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  'é',
  '😀',
  '\uFEFF',
  'x'.repeat(30),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join('')));
const cut = fc.record({ step: fc.integer({ min: 9, max: 70 }), also: fc.nat(6) });
const asked: fc.Arbitrary<readonly ['text' | 'regex', string]> = fc.constantFrom(
  ['text', 'abc'],
  ['text', 'bc c'],
  ['regex', 'abc.'],
  ['regex', '^abc'],
  ['regex', 'abc\\s*$'],
);
const options: fc.Arbitrary<MatchOptions> = fc.record({
  case: fc.constantFrom('sensitive', 'insensitive'),
  word: fc.constant(false),
});
const question = fc.record({ query: asked, choice: options, context: fc.nat(2) });

test('parts tell what the whole text tells, or that they do not', () => {
  const told = { yes: 0, no: 0 };
  const property = fc.property(text, cut, question, (bytes, how, { query: [mode, query], choice, context }) => {
    const made =
      mode === 'text' ? { ok: true as const, value: literalMatcher(query, choice) } : regexMatcher(query, choice);
    if (!made.ok || !isForParts(made.value)) throw new Error(`${query} is not looked for in parts`);
    const matcher = made.value;
    const parts = partsWith(bytes, mode === 'text' ? query : 'abc', how);
    const found = findInParts(parts, matcher, context);
    const count = countInParts(parts, matcher);
    told[found === null ? 'no' : 'yes'] += 1;
    if (count !== null) expect(count).toBe(countHits(bytes, matcher));
    if (found === null) return;
    const whole = findInText(bytes, matcher);
    expect(found.hits).toEqual(whole.hits);
    const [some, all] = [found.shownLines(), whole.shownLines()];
    for (const hit of whole.hits) {
      expect(linesOf({ ...ROW, ...hit }, some, context)).toEqual(linesOf({ ...ROW, ...hit }, all, context));
    }
  });
  fc.assert(property, { numRuns: 3_000 });
  // Neither is a rarity, so that the comparison says something.
  expect(Math.min(told.yes, told.no)).toBeGreaterThan(100);
});

test('what an index does not tell the parts of is looked for in all of a text', () => {
  const choice: MatchOptions = { case: 'sensitive', word: false };
  expect(isForParts(literalMatcher('é abc', choice))).toBe(false);
  expect(isForParts(literalMatcher('abc', { ...choice, word: true }))).toBe(false);
  expect(isForParts(literalMatcher('abc\nabc', choice))).toBe(false);
  const two = regexMatcher('abc.*def', choice);
  expect(two.ok && isForParts(two.value)).toBe(false);
});
