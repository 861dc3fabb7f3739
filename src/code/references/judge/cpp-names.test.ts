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

test('of two classes of C++ called alike in one file a field is that of the class around it', async () => {
  const files = {
    'a.h':
      'class One {\n  struct State {\n    State(int x) : value(x) {}\n    int value;\n  };\n};\nclass Two {\n  struct State {\n    int get() { return value; }\n    int value;\n  };\n};\n',
  };
  expect(await uses(files, 'One/State/value')).toEqual(['a.h:3 exact', 'a.h:9 name']);
  expect(await uses(files, 'Two/State/value')).toEqual(['a.h:9 exact', 'a.h:3 name']);
});

test('a class within a class of C++ goes before one of its name in a header, also above its body', async () => {
  const files = {
    'info.h': 'class Info {\n public:\n  Info(int size);\n};\n',
    'suite.h':
      '#include "info.h"\ntemplate <class T>\nclass Suite : public Base {\n public:\n  void add() {\n    put(new Info(1, 2));\n  }\n private:\n  struct Info {\n    Info(int a, int b) : a_(a) {}\n    int a_;\n  };\n  int count_;\n};\n',
  };
  expect(await uses(files, 'info.h#Info')).toEqual([]);
  expect(await uses(files, 'Suite/Info')).toEqual(['suite.h:6 exact']);
});

test('a member of an enum or class of C++ is that of the header which the file includes', async () => {
  const files = {
    'color.h': 'enum class color { red, blue };\nclass Pen {\n public:\n  static int draw();\n};\n',
    'base.h': 'int base();\n',
    'pen.cc': '#include "color.h"\n#include "base.h"\nint Pen::draw() {\n  return 1;\n}\n',
    'a.cc': '#include "base.h"\n#include "color.h"\nint f() {\n  return Pen::draw() + int(color::blue);\n}\n',
    'b.cc':
      '#include "base.h"\nenum class color { red, blue };\nclass Pen {\n public:\n  static int draw();\n};\nint Pen::draw() {\n  return 2;\n}\n',
  };
  expect(await uses(files, 'b.cc#color/blue')).toEqual([]);
  // Whether one class derives from the other is not asked of two that are called alike.
  expect(await uses(files, 'b.cc#Pen/draw')).toEqual(['a.cc:4 name']);
  expect(await uses(files, 'color.h#Pen/draw')).toEqual(['a.cc:4 import']);
  expect(await uses(files, 'color.h#color/blue')).toEqual(['a.cc:4 exact']);
});

test('what stands behind a type of others in C++, with values of a template or as that of a variable, is not told by an import', async () => {
  const files = {
    'a.h':
      'namespace wrap {\ntemplate <typename T>\nint digits() {\n  return 1;\n}\nclass Wrap {\n public:\n  int measure();\n};\nint f(std::thing other, T one) {\n  return std::numeric_limits<int>::digits + other.measure();\n}\ntemplate <typename T>\nint g(T one) {\n  return one.measure() + digits<int>();\n}\n}\n',
  };
  expect(await uses(files, 'digits')).toEqual(['a.h:15 exact', 'a.h:11 name']);
  expect(await uses(files, 'Wrap/measure')).toEqual(['a.h:15 import', 'a.h:11 name']);
});

test('a method of C++ that belongs to the class itself is a value where nothing calls it', async () => {
  const files = {
    'job.h': 'class Job {\n public:\n  void run();\n  static void done(int code);\n  int left() const;\n};\n',
    'job.cc':
      '#include "job.h"\nvoid Job::done(int code) {}\nint Job::left() const { return 0; }\nvoid Job::run() {\n  callback = done;\n  std::thread one{done};\n  left = 1;\n}\n',
    // Its class is declared in a file that the project has not.
    'other.cc': '#include "gone.h"\nvoid Other::ended(int code) {}\nvoid Other::run() {\n  callback = ended;\n}\n',
  };
  expect(await uses(files, 'Job/done')).toEqual(['job.cc:5 exact', 'job.cc:6 exact']);
  expect(await uses(files, 'Job/left')).toEqual([]);
  expect(await uses(files, 'ended')).toEqual(['other.cc:4 exact']);
});

test('what a macro of C++ is given may be a method that the macro calls, whatever stands behind it', async () => {
  const files = {
    'box.h':
      'class Box {\n  Q_PROPERTY(int width READ width WRITE setWidth)\n public:\n  int width() const;\n  void setWidth(int width);\n};\n',
  };
  expect(await uses(files, 'Box/width')).toEqual(['box.h:2 exact']);
  expect(await uses(files, 'Box/setWidth')).toEqual(['box.h:2 exact']);
});

test('where a class of C++ names what it declares, its constructor is not meant, though a file has that alone', async () => {
  const files = {
    'a.h': 'namespace ns {\ninline namespace v2 {\nclass A {\n public:\n  A(int x);\n  void go();\n};\n}\n}\n',
    'a.cc': '#include "a.h"\nnamespace ns {\nA::A(int x) {}\nvoid A::go() {}\n}\n',
  };
  expect(await uses(files, 'a.h#A')).toEqual(['a.cc:3 import', 'a.cc:4 import']);
});

test('a destructor of C++ makes nothing of its class, where it is declared and where it is called', async () => {
  const files = {
    'a.h':
      'class A {\n public:\n  A();\n  API ~A();\n protected:\n  ~A() noexcept;\n};\nint hash();\nint f() { return ~hash() + (1, ~hash()); }\nvoid g(A* a) { a->~A(); new A(); }\n',
    'a.cc': '#include "a.h"\nA::A() {}\nA::~A() {}\nint hash() { return 1; }\n',
  };
  const { rows } = await askCode(files, { mode: 'callers', query: 'A/A' });
  expect(rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.h:10']);
  const hashed = await askCode(files, { mode: 'callers', query: 'hash' });
  expect(hashed.rows.map(({ line, hits }) => `${line} ${hits}`)).toEqual(['9 2']);
});

test('what C++ names in the standard library, or outside of all namespaces, is told to be nothing of a namespace', async () => {
  const files = {
    'path.h':
      'class Path {\n public:\n  int string();\n};\nnamespace test {\nint open(int a);\nint test::open(int a) { return ::open(a); }\n}\n',
    'use.cc':
      '#include "path.h"\nvoid f() {\n  std::string(1);\n  other.string();\n  return ::open(1);\n}\nvoid g() { test::open(2); std::open(1); }\n',
  };
  expect(await uses(files, 'Path/string')).toEqual(['use.cc:4 import', 'use.cc:3 name']);
  expect(await uses(files, 'test/open')).toEqual(['use.cc:7 exact', 'path.h:7 name', 'use.cc:5 name', 'use.cc:7 name']);
});

test('what is of std from outside of all namespaces is none of the project, whatever word stands before it', async () => {
  const files = {
    'path.h': 'class Path {\n public:\n  int string();\n};\n',
    'use.cc':
      '#include "path.h"\nint f(const ::std::string& one);\nEXPORTED ::std::string g(Path other) {\n  return other.string();\n}\n',
  };
  expect(await uses(files, 'Path/string')).toEqual(['use.cc:4 exact', 'use.cc:2 name', 'use.cc:3 name']);
});

test('a class of a namespace in C++ stands beside a function of its name that another file has', async () => {
  const files = {
    'time.h': 'namespace detail {\nclass locale {\n public:\n  explicit locale(bool is);\n};\n}\n',
    'util.h': 'int locale(const char* name);\n',
    'util.cc': '#include "util.h"\nint locale(const char* name) { return 1; }\n',
    'use.cc': '#include "time.h"\n#include "util.h"\nint f() { return locale("a"); }\n',
  };
  expect(await uses(files, 'detail/locale')).toEqual(['use.cc:3 name']);
  expect(await uses(files, 'util.cc#locale')).toEqual(['use.cc:3 name']);
});

test('a function of C++ that stands behind a call may be another one of its name that a header declares', async () => {
  const files = {
    'util.h': 'int open(int* file);\n',
    'util.cc': '#include "util.h"\nint open(int* file) { return 1; }\n',
    'use.cc':
      '#include "util.h"\nint f() { return open(0); }\nint open(char one) { return 2; }\nint g() { return last(); }\nint last() { return 1; }\n',
  };
  expect(await uses(files, 'use.cc#open')).toEqual(['use.cc:2 name']);
  expect(await uses(files, 'use.cc#last')).toEqual(['use.cc:4 exact']);
});
