import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FoundOutput } from '../questions/find.types.ts';

const FILES = {
  'box.ts':
    'export class Box {\n  #open() {}\n  open() {\n    this.#open();\n  }\n  shut() {\n    this.open();\n    this.#open();\n  }\n}\n',
};

const seen = ({ rows }: FoundOutput): string[] =>
  rows.map(({ line, symbol, edge }) => `${line} ${symbol?.name} ${edge?.evidence}`);

test.each(['Box/#open', 'Box.#open', '#open'])(
  '%s is what is private in a class, and not what is called alike',
  async (query) => {
    expect(seen(await askCode(FILES, { mode: 'references', query }))).toEqual(['4 open exact', '8 shut exact']);
  },
);

test('what is private in a class is no use of what is called alike', async () => {
  expect(seen(await askCode(FILES, { mode: 'references', query: 'Box/open' }))).toEqual(['7 shut exact']);
});

test('a private method is found by its path, and stands among what is called', async () => {
  expect(seen(await askCode(FILES, { mode: 'symbol', query: 'Box/#open' }))).toEqual(['2 #open undefined']);
  expect(seen(await askCode(FILES, { mode: 'callees', query: 'Box/shut' }))).toEqual(['3 open exact', '2 #open exact']);
});
