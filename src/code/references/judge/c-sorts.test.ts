import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
}

const PROGRESS: FileSpecs = {
  'progress.h': 'struct progress {\n  int done;\n};\nint hook(int a);\nstruct hook {\n  int n;\n};\n',
  'pack.c':
    '#include "progress.h"\nstatic int progress = 1;\nstatic struct progress *state;\nint run(struct hook *opt) {\n  return hook(progress);\n}\n',
  'hook.c': '#include "progress.h"\nint hook(int a) {\n  return a;\n}\n',
};

test('behind `struct` a variable of the file is not meant, but the type that it includes', async () => {
  expect(await uses(PROGRESS, 'pack.c#progress')).toEqual(['pack.c:5 exact']);
  expect(await uses(PROGRESS, 'progress.h#progress')).toEqual(['pack.c:3 import']);
});

test('what C calls is the function and not the type of its name', async () => {
  expect(await uses(PROGRESS, 'hook.c#hook')).toEqual(['pack.c:5 import']);
  expect(await uses(PROGRESS, 'progress.h#hook')).toEqual(['pack.c:4 import']);
});

test('C++ makes a value of a type by its name alone', async () => {
  const files = { 'a.cc': 'struct point {\n  int x;\n};\nint run() {\n  return point().x;\n}\n' };
  expect(await uses(files, 'point')).toEqual(['a.cc:5 exact']);
});

test('a header may be of C++, where what its types are called makes their values', async () => {
  const files = {
    'point.h':
      'namespace geo {\nstruct point {\n  explicit point(int x);\n};\ninline int one() {\n  return point(1).x;\n}\n}\n',
    'size.h': 'struct size {\n  explicit size(int x);\n};\n',
    'use.h': '#include "size.h"\ninline int two() {\n  return size(2).x;\n}\n',
  };
  expect(await uses(files, 'point.h#geo/point')).toEqual(['point.h:6 exact']);
  expect(await uses(files, 'size.h#size')).toEqual(['use.h:3 import']);
});

test('a macro that takes something and is given nothing is no use of it: a field, a parameter or a variable of that name', async () => {
  const { rows } = await askCode(
    {
      'a.h':
        '#define max(a, b) ((a) > (b) ? (a) : (b))\nstruct range {\n  double min, max;\n};\nint get(long min, long max, int *to);\n',
      'a.c': '#include "a.h"\nint f(struct range *r, int x) {\n  r->max = 1;\n  return max(x, 2) + apply(max, x);\n}\n',
    },
    { mode: 'references', query: 'max' },
  );
  expect(rows.map(({ file, line, hits }) => `${file}:${line} ${hits}`)).toEqual(['a.c:4 2']);
});

test('a condition of the preprocessor that asks whether a macro is defined is a use of it, and so is what another macro is given', async () => {
  const { rows } = await askCode(
    {
      'a.h': '#define max(a, b) ((a) > (b) ? (a) : (b))\n',
      'a.c': '#include "a.h"\n#if defined max && defined min\n#endif\n#if !defined max || 1\n#endif\nAPPLY(max; min)\n',
    },
    { mode: 'references', query: 'max' },
  );
  expect(rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.c:2', 'a.c:4', 'a.c:6']);
});
