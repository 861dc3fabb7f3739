import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('an operand of C is no declaration: what its file declares by the name is meant', async () => {
  const body = [
    'if (left > MASK) f(1);',
    'left = left & MASK;',
    'f(left * MASK);',
    'return f(a ? b * MASK : left, left & MASK);',
    'int list[] = { left & MASK, 2 };',
    'for (; left & MASK; left = b > MASK) f(1);',
    'switch (left) { case A: left = b & MASK; }',
  ];
  const files = { 'a.c': `#define MASK 3\n${body.map((line, at) => `int g${at}(int left)\n{ ${line} }\n`).join('')}` };
  expect(await uses(files, 'MASK')).toEqual([3, 5, 7, 9, 11, 13, 15].map((line) => `a.c:${line} exact`));
});

test.each([
  ['int limit = 1;'],
  ['struct a *limit;'],
  ['unsigned limit;'],
  ['int a = f(1), *limit, b;'],
  ['const char *limit[4];'],
  ['for (int limit = 0; limit < 2; limit++) ;'],
  ['int (*limit)(void) = f;'],
  ['#ifdef A\n  long limit;\n#endif'],
  ['x: ; T limit;'],
])('a variable of a function of C hides what its file declares: %s', async (line) => {
  const files = {
    'a.c': `static int limit;\nint f(void) {\n${line}\n  return limit;\n}\nint g(int a, T *limit) { return limit; }\n`,
  };
  expect((await uses(files, 'limit')).filter((row) => row.endsWith('exact'))).toEqual([]);
});

test('a variable of a block of C hides nothing behind that', async () => {
  const files = {
    'a.c': 'static int limit;\nint f(int a) {\n  if (a) {\n    T limit;\n    g(limit);\n  }\n  return limit;\n}\n',
  };
  expect((await uses(files, 'limit')).filter((row) => row.endsWith('exact'))).toEqual(['a.c:7 exact']);
});

test('what a function of C only names as declared elsewhere hides nothing, nor does the name of a tag', async () => {
  const files = {
    'a.c': 'static int limit;\nint f(void) {\n  extern int limit;\n  struct limit *x;\n  return limit;\n}\n',
  };
  expect(await uses(files, 'limit')).toContain('a.c:5 exact');
});

test('a variable of C++ may get its value in brackets or braces, or be taken from a list', async () => {
  for (const line of [
    'Text limit(1);',
    'Text limit{1};',
    'for (auto& limit : all) f(limit);',
    'std::map<int, int> limit;',
  ]) {
    const files = { 'a.cc': `static int limit;\nint f() {\n  ${line}\n  return limit;\n}\n` };
    expect((await uses(files, 'limit')).filter((row) => row.endsWith('exact'))).toEqual([]);
  }
});

test('a parameter of a macro is nothing that its file declares', async () => {
  const files = { 'a.c': 'static int limit;\n#define F(limit, b) ((limit) + b)\n#define G(b) (limit > b)\n' };
  expect((await uses(files, 'limit')).filter((row) => row.endsWith('exact'))).toEqual(['a.c:3 exact']);
});
