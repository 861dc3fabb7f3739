import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('a macro that stands like a function in a declaration is used there', async () => {
  const files = {
    'guard.h': '#define GUARDED_BY(x) thread_annotation(x)\n',
    'a.h': '#include "guard.h"\nclass A {\n  int size_ GUARDED_BY(mutex_);\n  void run() GUARDED_BY(mutex_);\n};\n',
  };
  expect(await uses(files, 'GUARDED_BY')).toEqual(['a.h:3 import', 'a.h:4 import']);
});

test('a destructor uses neither the constructor of its class nor the class', async () => {
  const files = {
    'a.h': 'class Arena {\n public:\n  Arena();\n  ~Arena();\n};\n',
    'a.cc': '#include "a.h"\nArena::Arena() {\n}\nArena::~Arena() {\n}\nvoid run(Arena* a) {\n  a->~Arena();\n}\n',
  };
  expect(await uses(files, 'Arena/Arena')).toEqual([]);
  expect((await uses(files, 'a.h#Arena')).filter((row) => /:(?:4|5) /.test(row))).toEqual(['a.cc:4 import']);
});

test('a method of C++ is known by its name alone in the methods of its class and those made from it, and in no others', async () => {
  const files = {
    'db.h':
      'namespace db {\nclass DB {\n public:\n  virtual int Write(int a) = 0;\n  int Put(int a);\n};\nclass DBImpl : public DB {\n public:\n  int Write(int a) override;\n  int Flush();\n};\n}\n',
    'db.cc':
      '#include "db.h"\nnamespace db {\nclass More : public DBImpl {\n  int g() { return Write(0); }\n};\nint DBImpl::Write(int a) {\n  return a;\n}\nint DBImpl::Flush() {\n  return Write(1);\n}\nint DB::Put(int a) {\n  return Write(a);\n}\n}\n',
  };
  expect((await uses(files, 'db.cc#DBImpl/Write')).filter((row) => row.endsWith('exact'))).toEqual([
    'db.cc:4 exact',
    'db.cc:10 exact',
  ]);
});
