import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
}

/** A library that may give its functions a prefix, and one who uses it. */
const LIBRARY: FileSpecs = {
  'zconf.h': '#ifdef PREFIX\n#  define crc z_crc\n#  define reset(a) ((a)->n = 0)\n#endif\n',
  'zlib.h': '#include "zconf.h"\nextern int crc(int a);\nextern int reset(struct s *a);\n',
  'crc.c': '#include "zlib.h"\nint crc(int a) {\n  return a;\n}\nint reset(struct s *a) {\n  return 0;\n}\n',
  'use.c': '#include "zlib.h"\nint run(struct s *a) {\n  reset(a);\n  return crc(1);\n}\n',
};

test('a macro that may give a function another name leaves the function its uses', async () => {
  expect(await uses(LIBRARY, 'crc.c#crc')).toEqual(['use.c:4 import']);
  expect(await uses(LIBRARY, 'zconf.h#crc')).toContain('use.c:4 import');
});

test('what may be a function or a macro with parameters is known by its name', async () => {
  expect(await uses(LIBRARY, 'crc.c#reset')).toEqual(['use.c:3 name']);
  expect(await uses(LIBRARY, 'zconf.h#reset')).toContain('use.c:3 name');
});

test('callers of a function are found beside a macro of its name', async () => {
  const { rows } = await askCode(LIBRARY, { mode: 'callers', query: 'crc.c#crc' });
  expect(rows.map(({ file, symbol }) => `${file} ${symbol?.name}`)).toEqual(['use.c run']);
});

test('what a file declares under a condition may be what it includes outside of that', async () => {
  const files = {
    'zip.h': '#ifndef LEVEL\n#  define LEVEL 8\n#endif\nextern int pack(int a);\n',
    'zip.c':
      '#include "zip.h"\n#ifdef ALONE\n#define LEVEL 9\nstatic int pack(int a) {\n  return pack(LEVEL);\n}\n#endif\nint level = LEVEL;\nint run(void) {\n  return pack(1);\n}\n',
    'pack.c': '#include "zip.h"\nint pack(int a) {\n  return a;\n}\n',
  };
  expect(await uses(files, 'zip.h#LEVEL')).toEqual(['zip.c:8 name', 'zip.h:1 exact']);
  expect(await uses(files, 'zip.c#LEVEL')).toEqual(['zip.c:5 exact', 'zip.c:8 name']);
  expect(await uses(files, 'pack.c#pack')).toEqual(['zip.c:10 name']);
  expect(await uses(files, 'zip.c#pack')).toEqual(['zip.c:10 name', 'zip.c:5 exact']);
});

test('what stands in the same branch of a condition is what the file declares there', async () => {
  const files = {
    'a.h': '#ifndef A_H\n#define A_H\nextern int size(void);\n#endif\n',
    'a.c': '#include "a.h"\nint size(void) {\n  return 1;\n}\n',
    'b.c':
      '#include "a.h"\n#if B\nstatic int size(void) {\n  return 2;\n}\n#if C\nint all(void) {\n  return size();\n}\n#endif\n#endif\n',
  };
  expect(await uses(files, 'b.c#size')).toEqual(['b.c:8 exact']);
  expect(await uses(files, 'a.c#size')).toEqual([]);
});

test('a name behind a type in a list of arguments may be a field, and is no value for sure', async () => {
  const files = {
    'pool.c':
      'static int wq;\n#define SIZE 8\nvoid run(struct item *q) {\n  struct work *w = container_of(q, struct work, wq);\n  w->at = offsetof(work_t, wq);\n  wq = take(struct work, SIZE);\n}\n',
  };
  expect(await uses(files, 'pool.c#wq')).toEqual(['pool.c:4 name', 'pool.c:5 name', 'pool.c:6 exact']);
  expect(await uses(files, 'pool.c#SIZE')).toEqual(['pool.c:6 exact']);
});
