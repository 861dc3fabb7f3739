import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test('a program is no guide, whatever it is called', async () => {
  const { guides } = await overviewOf({ 'STYLE.md': '# Style\n', 'style.c': 'int a;\n', 'testing.py': 'a = 1\n' });
  expect(guides.map(({ file }) => file)).toEqual(['STYLE.md']);
});
