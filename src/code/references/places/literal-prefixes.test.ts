import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test.each([
  ['a.py', 'def f(one):\n    return f"{one}" + F(1)\n\n\nf(1)\n', 'f', ['5']],
  ['a.rs', 'fn b(one: u8) {}\nfn use_it() {\n  b(1);\n  let c = [b\'1\'.into(), b"1", br#"1"#];\n}\n', 'b', ['3']],
  ['a.cc', 'int L(int one) { return one; }\nint use() { wide(L"1", L\'1\'); return L(1); }\n', 'L', ['2']],
])('the sign before a literal is no use of what is called like it, in %s', async (path, text, query, lines) => {
  const { rows } = await askCode({ [path]: text }, { mode: 'references', query });
  expect(rows.map(({ line, hits }) => `${line}${hits === 1 ? '' : ` ${hits} times`}`)).toEqual(lines);
});

test('an import of Python that renames is used by no literal', async () => {
  const tree = {
    'keys.py': 'def getchar():\n    return 1\n',
    'use.py':
      'def say(one):\n    return f"{one}"\n\n\ndef read():\n    from keys import getchar as f\n\n    return f()\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'getchar' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual([
    'use.py:6 exact',
    'use.py:8 exact',
  ]);
});
