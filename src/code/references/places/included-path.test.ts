import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('the path of an included header is no use of what is called like a part of it', async () => {
  const use =
    '#include <linux/list.h>\n# include_next <list>\n  #import "list.h"\nint all(int a) { return a <list(1); }\n';
  const files = {
    'list.c': 'int list(int a) { return a; }\n',
    'use.c': use,
    'use.cpp': 'auto a = pair<list, list>();\n',
  };
  for (const mode of ['references', 'callers'] as const) {
    const { rows } = await askCode(files, { mode, query: 'list', include: ['use.c'] });
    expect(rows.map(({ file, line, hits }) => [file, line, hits])).toEqual([['use.c', 4, 1]]);
  }
  const { totals } = await askCode(files, { mode: 'references', query: 'list', include: ['use.cpp'] });
  expect(totals.hits).toBe(2);
});
