import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('a word of a name in backticks uses nothing, and a whole one does', async () => {
  const { rows } = await askCode(
    {
      'src/main/kotlin/a/Functions.kt': 'package a\nfun nextVal(): Int = 1\nfun `in`(): Int = 1\n',
      'src/test/kotlin/a/FunctionsTest.kt':
        'package a\nclass FunctionsTest {\n  fun `test select with nextVal`() {\n    nextVal()\n    `nextVal`()\n  }\n  fun `nextVal is kept`() = `in`() + nextVal() + `in`()\n}\n',
    },
    { mode: 'references', query: 'nextVal' },
  );
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['4 exact', '5 exact', '7 exact']);
});
