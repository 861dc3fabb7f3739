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

const C: FileSpecs = {
  'list.h':
    'typedef struct node { int size; struct node *next; } node;\ntypedef struct {\n  node *head, *tail;\n  unsigned size : 3;\n  union { int id; struct { int low; } part; } as;\n} list_t;\nstruct other { int size; };\nextern struct state { list_t *all; int (*size)(int a); } state;\n',
  'main.c':
    '#include "list.h"\nstruct state state;\nstatic void run(list_t *l, struct other *o, node nodes[]) {\n  l->size = 1;\n  o->size = 2;\n  l->head->size = 3;\n  nodes[0].size = 4;\n  state.all->size = 5;\n  (*l).size = 6;\n  unknown->size = 7;\n  make(l)->size = 8;\n  { node *l = 0; l->size = 9; }\n  l->as.id = l->as.part.low;\n  state.size(1);\n}\n',
};

test('a field of C is led to by the types that are written for variables, parameters and other fields', async () => {
  const rows = (lines: readonly number[], evidence: string) => lines.map((line) => `main.c:${line} ${evidence}`);
  expect(await uses(C, 'list_t/size')).toEqual([...rows([4, 8, 9], 'exact'), ...rows([10, 11], 'name')]);
  expect(await uses(C, 'node/size')).toEqual([...rows([6, 7, 12], 'exact'), ...rows([10, 11], 'name')]);
  expect(await uses(C, 'other/size')).toEqual([...rows([5], 'exact'), ...rows([10, 11], 'name')]);
  expect(await uses(C, 'list_t/head')).toEqual(rows([6], 'exact'));
});

test('a method of C++ is led to by the type of a variable, of a field of its class, and of what that is made from', async () => {
  const files = {
    'db.h':
      '#include "env.h"\nclass Base {\n protected:\n  Env* base_env_;\n};\nclass DB : public Base {\n public:\n  void Run();\n private:\n  Env* const env_;\n  std::unique_ptr<Env> owned_;\n  int size_ GUARDED_BY(mu_);\n};\n',
    'env.h':
      'class Env {\n public:\n  virtual ~Env() {}\n  virtual int Now() = 0;\n  int size_;\n};\nclass Clock {\n public:\n  int Now();\n};\n',
    'db.cc':
      '#include "db.h"\nvoid DB::Run() {\n  env_->Now();\n  this->env_->Now();\n  base_env_->Now();\n  owned_->Now();\n  Clock clock;\n  clock.Now();\n  size_ = 1;\n  env_->size_ = 2;\n  auto x = make();\n  x->Now();\n}\n',
  };
  const rows = (lines: readonly number[], evidence: string) => lines.map((line) => `db.cc:${line} ${evidence}`);
  expect(await uses(files, 'Env/Now')).toEqual([...rows([3, 4, 5, 6], 'exact'), ...rows([12], 'name')]);
  expect(await uses(files, 'DB/size_')).toEqual(rows([9], 'exact'));
  expect(await uses(files, 'Env/size_')).toEqual(rows([10], 'exact'));
});

test('a static field of C++ has its value outside of the class, and what a class only announces is no field of it', async () => {
  const files = {
    'a.h':
      'class Log {\n public:\n  struct Rep;\n  explicit Log(Rep* rep) : rep_(rep) {}\n  int Get() { return sizes_[0]; }\n private:\n  static int sizes_[];\n  friend class Rep;\n  Rep* rep_;\n};\n',
    'a.cc':
      '#include "a.h"\nint Log::sizes_[] = {1};\nstruct Log::Rep {\n  int at;\n};\nint run(Log* log) {\n  return log->sizes_[1];\n}\n',
  };
  expect(await uses(files, 'Log/sizes_')).toEqual(['a.cc:7 exact', 'a.h:5 exact']);
  expect((await uses(files, 'Rep')).map((row) => row.split(' ')[0])).toEqual(
    expect.arrayContaining(['a.h:4', 'a.h:9']),
  );
});

test('what an enum of C names may be asked for by the enum', async () => {
  const files = {
    'a.c': 'enum key { KEY_A = 1, KEY_B };\nenum other { OTHER };\nint f(int a) {\n  return a == KEY_B;\n}\n',
    'b.c': 'enum last { KEY_B };\nint g(int a) {\n  return a == KEY_B;\n}\n',
  };
  expect(await uses(files, 'key/KEY_B')).toEqual(['a.c:4 exact']);
  expect(await uses(files, 'a.c#key/KEY_B')).toEqual(['a.c:4 exact']);
  expect(await uses(files, 'other/KEY_B')).toEqual([]);
});

test('in the body of a class its name means no class of that name in another file', async () => {
  const bench = (code: string): string =>
    `#include "util.h"\nnamespace db {\nclass Bench {\n  void Run() {\n    ${code};\n  }\n  void ReadAll(int a) {\n  }\n};\n}\n`;
  const files = { 'util.h': 'int of;\n', 'a.cc': bench('method = &Bench::ReadAll'), 'b.cc': bench('ReadAll(1)') };
  expect(await uses(files, 'a.cc#Bench/ReadAll')).toEqual(['a.cc:5 exact', 'b.cc:5 name']);
  expect(await uses(files, 'b.cc#Bench/ReadAll')).toEqual(['b.cc:5 exact', 'a.cc:5 name']);
});

test('what stands outside of the body of a class is a member of it where the class names it', async () => {
  const files = {
    'util.h': 'int of;\n',
    'a.h':
      '#include "util.h"\nclass Bench {\n  void Run() {\n    method = &Bench::ReadAll;\n  }\n  void ReadAll(int a);\n};\n',
    'a.cc': '#include "util.h"\n#include "a.h"\nvoid Bench::ReadAll(int a) {\n}\n',
  };
  expect(await uses(files, 'a.cc#Bench/ReadAll')).toEqual(['a.h:4 import']);
});
