import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNSEEN_PATTERN } from '../../../test/fuzz/hostile-repository.ts';
import { ANSWER_CHARACTERS_MAX } from '../tool.ts';
import { safeAnswer } from './safe-answer.ts';

const HIDDEN = 'a\u202eb\u{e0041}c\u001b[2Jd';
const SHOWN = 'a\\u{202e}b\\u{e0041}c\\u{1b}[2Jd';
const KEY = `mcp_live_abcdefgh.${'x'.repeat(43)}`;

test('a text that hides something is shown, whatever tool forgot it', () => {
  expect(safeAnswer({ text: HIDDEN })).toEqual({ text: SHOWN });
});

test('names and values of a structured answer are shown too, and its JSON text stays the same JSON', () => {
  const structured = { [HIDDEN]: [{ deep: HIDDEN }], n: 1, none: null };
  const safe = { [SHOWN]: [{ deep: SHOWN }], n: 1, none: null };
  expect(safeAnswer({ text: JSON.stringify(structured), structured })).toEqual({
    text: JSON.stringify(safe),
    structured: safe,
  });
});

test('what is clean passes as it is, with line ends, tabs and letters of every script', () => {
  const answer = {
    text: 'Zeile\n\tüber 漢字 ok ❤️',
    structured: { text: 'line\n\ttwo ü', n: [1, true] },
    isError: true,
  };
  expect(safeAnswer(answer)).toEqual(answer);
});

test('whatever a tool says, nothing unseen leaves, and the text keeps its bound', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
      (text, structured) => {
        const safe = safeAnswer({ text, structured });
        expect(UNSEEN_PATTERN.test(safe.text.replaceAll(/[\n\t]/g, ''))).toBe(false);
        expect(UNSEEN_PATTERN.test(JSON.stringify(safe.structured).replaceAll(/\\[nt]/g, ''))).toBe(false);
      },
    ),
  );
  expect(safeAnswer({ text: '\u202e'.repeat(ANSWER_CHARACTERS_MAX) }).text.length).toBe(ANSWER_CHARACTERS_MAX);
});

test('a key of this service is masked in text and value', () => {
  expect(JSON.stringify(safeAnswer({ text: KEY, structured: { KEY } }))).not.toContain('x'.repeat(20));
});
