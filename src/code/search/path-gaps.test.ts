import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';

test('who asks for paths is told of the links, whose names are not looked at', async () => {
  const files = { 'cart.ts': 'export const a = 1;\n', 'cart-link.ts': { link: 'cart.ts' } };
  const { rows, gaps } = await askCode(files, { mode: 'files', query: 'cart' });
  expect(rows.map(({ file }) => file)).toEqual(['cart.ts']);
  expect(gaps).toEqual([{ reason: 'symlink', count: 1, names: ['cart-link.ts'] }]);
});
