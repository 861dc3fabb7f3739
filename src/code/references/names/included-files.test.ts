import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('what C includes is known to who includes the includer, over any number of headers', async () => {
  const files = {
    'all.h': '#include "inner.h"\n',
    'inner.h': '#include "deep.h"\nint run(int a);\n',
    'deep.h': '#define SIZE 3\nstruct deep { int a; };\n',
    'run.c': '#include "inner.h"\nint run(int a) { return a; }\n',
    'use.c': '#include "all.h"\nint f(struct deep *x) { return run(SIZE); }\n',
    'other.c': 'int g(void) { return SIZE; }\n',
  };
  expect(await uses(files, 'SIZE')).toEqual(['use.c:2 import', 'other.c:1 name']);
  expect(await uses(files, 'deep')).toEqual(['use.c:2 import']);
  expect(await uses(files, 'run')).toEqual(['use.c:2 import']);
});

test('of several macros of one name of C the one that is included is meant, and none that only another file knows', async () => {
  const files = {
    'a.h': '#include "b.h"\n',
    'b.h': '#define UNUSED(x) (void)(x)\n',
    'lib/c.h': '#define UNUSED(x) ((void)x)\n',
    'own.c': '#define UNUSED(x) x\nint f(int a) { return UNUSED(a); }\n',
    'use.c': '#include "a.h"\nint f(int a) { UNUSED(a); }\n',
    'both.c': '#include "a.h"\n#include "lib/c.h"\nint f(int a) { UNUSED(a); }\n',
  };
  expect(await uses(files, 'b.h#UNUSED')).toEqual(['use.c:2 import', 'both.c:3 name']);
  expect(await uses(files, 'lib/c.h#UNUSED')).toEqual(['both.c:3 name']);
  expect(await uses(files, 'own.c#UNUSED')).toEqual(['own.c:2 exact']);
});

test("a header's own function is meant where that is included, whatever else there is by that name", async () => {
  const files = {
    'include/slab.h': '#include "sys.h"\nstatic inline int take(int a)\n{\n  return a;\n}\n',
    'include/sys.h': '#define SIZE 1\n',
    'other/take.c': '#include "../include/sys.h"\nint take(int a)\n{\n  return 2;\n}\n',
    'other/mm.h': 'static inline int take(int a)\n{\n  return 3;\n}\n',
    'use.c': '#include "include/slab.h"\nint f(void) { return take(1); }\n',
    'both.c': '#include "include/slab.h"\n#include "other/mm.h"\nint f(void) { return take(1); }\n',
    'sys.c': '#include "include/sys.h"\nint f(void) { return take(1); }\n',
  };
  expect(await uses(files, 'include/slab.h#take')).toEqual(['use.c:2 import', 'both.c:3 name', 'sys.c:2 name']);
  expect(await uses(files, 'other/take.c#take')).toEqual(['both.c:3 name', 'sys.c:2 name']);
});

test('what a namespace of C++ holds is known by what a file includes, and headers that include each other have an end', async () => {
  const files = {
    'a.h': '#include "b.h"\nnamespace db {\nclass Slice {};\nint EscapeString(int a);\n}\n',
    'b.h': '#include "a.h"\nnamespace db {\nint f(const Slice& a);\n}\n',
    'a.cc': '#include "a.h"\nnamespace db {\nint EscapeString(int a) { return a; }\n}\n',
    'use.cc': '#include "b.h"\nnamespace db {\nint g(const Slice& b) { return EscapeString(1); }\n}\n',
  };
  expect(await uses(files, 'Slice')).toEqual(['b.h:3 import', 'use.cc:3 import']);
  expect(await uses(files, 'EscapeString')).toEqual(['use.cc:3 import']);
});
