import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import { gapText, tailLines } from './present.ts';
import { rowLines } from './present-rows.ts';

test('a type without a name is shown as one, with what it stands in', async () => {
  const tree = {
    'A.java': 'class A {\n  interface Reader {\n  }\n  Object make() {\n    return new Reader() {\n    };\n  }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'implementations', query: 'Reader' });
  expect(rows.flatMap((row) => rowLines(row, { before: null, next: null }, 'lines'))).toEqual([
    'A.java',
    '  5:     return new Reader() {  [exact, anonymous class of make]',
  ]);
});

test('where nothing calls what is declared, who asks is led to what names it', async () => {
  const tree = { 'a.c': 'static int run(void) { return 1; }\nconst struct entry table = { .exec = run };\n' };
  const found = await askCode(tree, { mode: 'callers', query: 'run' });
  expect(tailLines(found, 'run').at(-1)).toBe(
    'next: mode=references, since what stands in a table or is handed on is called by another name',
  );
});

test('nothing found before the time was over is not told as if it were nowhere', async () => {
  const tree = { 'a.c': 'int run(void) { return 1; }\n', 'b.c': 'int go(void) { return run(); }\n' };
  const over = await askCode(tree, { mode: 'references', query: 'run' }, 0);
  const lines = tailLines(over, 'run');
  expect(lines[0]).toBe(
    'partial: no use of this name in the code of 0 files; 2 files that may hold it could not be looked at in the time.',
  );
  expect(lines).toContain('next: call again, since what was read of them is kept, or narrow include');
});

test('where there was no time to look at ignored files, nothing is said of what stands in them', async () => {
  const found = await askCode({ 'a.ts': 'export const cart = 1;\n' }, { mode: 'text', query: 'nowhere' });
  const ignored = { hits: 0, files: 0, names: [], looked: 0, isWhole: false };
  const lines = tailLines({ ...found, ignored }, 'nowhere');
  expect(lines).toContain('ignored files are not searched: whether they match is not known.');
});

test('a text that stands there in another case is offered before a name that is only like it', async () => {
  const tree = { 'a.ts': '// A RateLimit of notes.\nexport const rotaLimit = 1;\n' };
  const lines = tailLines(await askCode(tree, { mode: 'auto', query: 'rateLimit' }), 'rateLimit');
  expect(lines).toContain('near names: rotaLimit');
  expect(lines).toContain('in any case: 1 matching line -> case=insensitive');
  expect(lines.at(-1)).toBe('next: case=insensitive');
});

test('what git could not list is told as that, and a work tree without files leads to a commit', async () => {
  const found = await askCode(
    { 'a.c': 'int run(void) { return 1; }\n' },
    { mode: 'text', query: 'go', include: ['*.py'] },
  );
  expect(tailLines(found, 'go').at(-1)).toBe(
    'next: no file is in scope: widen include, exclude and tests where they are given',
  );
  const empty = { ...found, identity: { kind: 'worktree', branch: 'main', commit: 'a'.repeat(40) } } as const;
  expect(tailLines(empty, 'go').at(-1)).toContain('or search a commit (ref=HEAD)');
  expect(gapText({ reason: 'listing_limit', count: 1, names: ['damaged'] })).toMatch(/^files that git could not list/);
  expect(gapText({ reason: 'listing_limit', count: 1, names: ['depth'] })).toBe(
    'files beyond the limit of the listing (depth)',
  );
});

test('a file that is too large is not said to be over a bound that an operator may have set otherwise', () => {
  expect(gapText({ reason: 'too_large', count: 1, names: ['a.json'] })).toBe(
    '1 file too large to be searched (a.json)',
  );
});
