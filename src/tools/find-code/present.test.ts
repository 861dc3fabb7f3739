import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import { rowLines } from './present.ts';

test('a type without a name is shown as one, with what it stands in', async () => {
  const tree = {
    'A.java': 'class A {\n  interface Reader {\n  }\n  Object make() {\n    return new Reader() {\n    };\n  }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'implementations', query: 'Reader' });
  expect(rows.flatMap((row) => rowLines(row, null, 'lines'))).toEqual([
    'A.java',
    '  5:     return new Reader() {  [exact, anonymous class of make]',
  ]);
});
