import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('in what is made from a class of C++ the name of the class means the class', async () => {
  const files = {
    'base.h': 'class Base {\n public:\n  explicit Base(int size);\n  ~Base();\n  void stop();\n};\n',
    'impl.h':
      '#include "base.h"\nclass Impl : public Base {\n public:\n  Impl() : Base(1) {}\n  void run() {\n    Base* const self = this;\n    Base::stop();\n  }\n};\n',
  };
  expect(await uses(files, 'base.h#Base')).toEqual([
    'impl.h:2 import',
    'impl.h:4 import',
    'impl.h:6 import',
    'impl.h:7 import',
  ]);
});

test('a class of C++ that another one calls its friend is used there', async () => {
  const files = {
    'suite.h': 'class Suite {\n public:\n  int size();\n};\n',
    'info.h': '#include "suite.h"\nclass Info {\n private:\n  friend class Suite;\n  int count_;\n};\n',
  };
  expect(await uses(files, 'Suite')).toEqual(['info.h:4 import']);
});

test('what stands behind a dot of C++ and is not called is no method', async () => {
  const files = {
    'wrap.h': 'class Wrap {\n public:\n  int wday() const;\n  int year() const;\n};\n',
    'a.cc':
      '#include "wrap.h"\nint f(Outer& one) {\n  one.wday = 3;\n  EXPECT(one.wday, 4);\n  return one.wday + one.year();\n}\n',
  };
  expect(await uses(files, 'Wrap/wday')).toEqual(['a.cc:4 name']);
});

test('a type of C++ that a method of the class around it is called like is no use of the method', async () => {
  const files = {
    'date.h':
      'class year {\n public:\n  int value;\n};\nclass date {\n public:\n  date(const year& y);\n  int year() const;\n  int next() { return year() + 1; }\n};\n',
  };
  expect(await uses(files, 'date/year')).toEqual(['date.h:9 exact']);
});

test('what a method of C++ calls its parameter uses no member of the class, with a body or without', async () => {
  const files = {
    'info.h':
      'class Info {\n public:\n  const char* param() const;\n  void set(const char* param, int size);\n  void put(Text& param);\n  friend void make(const char* first, const char* param);\n};\n',
  };
  expect(await uses(files, 'Info/param')).toEqual([]);
});
