import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Marks of the rules in docs/contract.md: a bold letter and number at the start of an item or a row. */
const marks = [...readFileSync('docs/contract.md', 'utf8').matchAll(/^[-|] \*\*([FSRCLK]\d+)\*\*/gm)].map(
  (match) => match[1] ?? '',
);

/** Marks that tests carry in their names, as `[S12, L3]`. */
const tested = new Set(
  globSync('{src,test}/**/*.test.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\[([FSRCLK]\d+(?:, [FSRCLK]\d+)*)\]/g)].flatMap((match) =>
      (match[1] ?? '').split(', '),
    ),
  ),
);

test('every rule of the contract has a test that names it', () => {
  expect(marks.length).toBeGreaterThan(60);
  expect(marks.filter((mark) => !tested.has(mark))).toEqual([]);
});

test('tests name only rules that exist', () => {
  expect([...tested].filter((mark) => !marks.includes(mark))).toEqual([]);
});
