import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANSWER_CHARACTERS_MAX, cutToBudget, estimateTokens, makeTokenRoom } from './budget.ts';

/** Texts with the number of tokens that o200k gives for them, counted once with its reference implementation. */
const COUNTED: readonly { readonly name: string; readonly text: string; readonly o200k: number }[] = JSON.parse(
  readFileSync(new URL('./estimate-tokens.counted.json', import.meta.url), 'utf8'),
);

test.each(COUNTED)('the estimate for $name is never under by more than 3 %', ({ text, o200k }) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(o200k * 0.97);
});

test('the estimate for code and English is at most a fifth over', () => {
  for (const { name, text, o200k } of COUNTED.filter((counted) => /^(?:code|prose|json)/.test(counted.name))) {
    expect(estimateTokens(text), name).toBeLessThanOrEqual(o200k * 1.2);
  }
});

test('a cut text keeps whole lines, fits the budget and the longest answer, and says what it kept', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 80 }), { maxLength: 60 }),
      fc.integer({ min: 0, max: 400 }),
      (lines, budget) => {
        const text = lines.join('\n');
        const cut = cutToBudget(text, budget);
        expect(estimateTokens(cut.text)).toBeLessThanOrEqual(Math.max(budget, 0));
        expect(text.startsWith(cut.text)).toBe(true);
        expect(cut.isCut).toBe(cut.lines.shown < cut.lines.total);
        if (!cut.isCut) expect(cut.text).toBe(text);
      },
    ),
  );
  expect(cutToBudget('x\n'.repeat(50_000), 1e9).text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
});

test('the estimate costs as many steps as a text is long, also of a hostile one', () => {
  for (const part of [' ', '\n ', ' \n', 'a', '!', '\u0301', '1', 'A', '\t', '! ']) {
    // 10^11 steps and more where each place is read on from: minutes, which the time that a test has does not allow.
    expect(estimateTokens(part.repeat(500_000)), JSON.stringify(part)).toBeGreaterThan(0);
  }
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('A', 'a', '1', ' ', '\n', '-', '(', '.', '_', '\t') }),
  fc.string({ unit: 'binary' }),
);

test('room is over with the very text that exceeds it, whether tokens had to be counted or not', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 12 }), fc.nat(90), (texts, tokens) => {
      const room = makeTokenRoom(tokens);
      let used = 0;
      for (const text of texts) {
        used += estimateTokens(text);
        expect(room.take(text)).toBe(used <= tokens);
      }
    }),
  );
});
