import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const called = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);

const NAMESAKES = {
  'edit.h': 'class Edit {\n public:\n  void SetLast(int one) { last = one; }\n  int last;\n};\n',
  'set.h': '#include "edit.h"\nclass Set {\n public:\n  void SetLast(int one);\n};\n',
  'set.cc': '#include "set.h"\nvoid Set::SetLast(int one) {}\n',
  'db.h': '#include "set.h"\nclass Db {\n public:\n  void Write();\n  void Copy();\n  Set* const set_;\n};\n',
};

test('what a function of C++ calls of a value is that of the type which is written for the value', async () => {
  const tree = {
    ...NAMESAKES,
    'db.cc':
      '#include "db.h"\nvoid Db::Write() {\n  set_->SetLast(1);\n}\nvoid Db::Copy() {\n  Edit edit;\n  edit.SetLast(1);\n}\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'Db/Write' }))).toEqual(['set.cc:2 exact']);
  expect(called(await askCode(tree, { mode: 'callees', query: 'Db/Copy' }))).toEqual(['edit.h:3 exact']);
});

test('of two namesakes that nothing tells apart both are shown as what may be called, and the answer says so', async () => {
  const tree = {
    'a.h': 'class A {\n public:\n  void Flush() {}\n};\n',
    'b.h': 'class B {\n public:\n  void Flush() {}\n};\n',
    'db.cc': '#include "a.h"\n#include "b.h"\nvoid Write() {\n  made()->Flush();\n}\n',
  };
  const found = await askCode(tree, { mode: 'callees', query: 'Write' });
  expect(called(found)).toEqual(['a.h:3 name', 'b.h:3 name']);
  expect(found.reading).toContain('1 called name has several declarations, all of which are shown as possible: Flush');
});

test('what a method of Java calls of its own is led through what its class inherits from another file', async () => {
  const tree = {
    'a/Base.java': 'package a;\npublic class Base {\n  protected void settle() {}\n}\n',
    'a/Other.java': 'package a;\npublic class Other {\n  void settle() {}\n}\n',
    'a/Work.java': 'package a;\npublic class Work extends Base {\n  void run() {\n    settle();\n  }\n}\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'Work/run' }))).toEqual(['a/Base.java:3 exact']);
});

test('a member of a module that another file gives out whole is called as it is used', async () => {
  const tree = {
    'shapes.ts': 'export { default as add } from "./add.ts";\nexport function one() {}\n',
    'add.ts': 'export default function add() {}\n',
    'core.ts': 'export * as shapes from "./shapes.ts";\n',
    'other.ts': 'export function one() {}\nexport class Sum { add() {} }\n',
    'use.ts': 'import { shapes as s } from "./core.ts";\nexport function go(x: unknown) {\n  s.one();\n  s.add();\n}\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'go' }))).toEqual([
    'shapes.ts:2 exact',
    'add.ts:1 exact',
  ]);
});

test('a parameter or a variable of a script hides what an import or the file has by its name from what is called', async () => {
  const tree = {
    'view.js': 'function View() {}\nmodule.exports = View;\n',
    'app.js': [
      "var View = require('./view');",
      'function step() {}',
      'exports.make = function make() { return new View(); };',
      'exports.render = function render() {',
      '  if (!this.view) {',
      "    var View = this.get('view');",
      '    this.view = new View();',
      '  }',
      '};',
      'exports.walk = function walk(step) { step(); };',
      '',
    ].join('\n'),
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'make' }))).toEqual(['view.js:1 exact']);
  expect(called(await askCode(tree, { mode: 'callees', query: 'render' }))).toEqual([]);
  expect(called(await askCode(tree, { mode: 'callees', query: 'walk' }))).toEqual([]);
});

test('the traits of what can be called in Rust are types, and no called names', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': 'fn run(key: impl Fn(u8) -> u8, then: Box<dyn FnOnce(u8)>) {\n    then(key(1));\n    made(2);\n}\n',
  };
  const { reading } = await askCode(tree, { mode: 'callees', query: 'run' });
  expect(reading).toContain('lead to no declaration in the project: ');
  expect(reading).toContain('made');
  expect(reading).not.toContain('Fn');
});

test('what a script gives out as a property of its exports is not called by its name alone', async () => {
  const tree = {
    'package.json': '{"name":"a","dependencies":{"etag":"1"}}',
    'utils.js': [
      "var etag = require('etag');",
      'exports.etag = make(1);',
      'function make(one) { return etag(one); }',
      '',
    ].join('\n'),
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'make' }))).toEqual([]);
});

test('Java calls methods whose names only Kotlin or Scala keeps for itself, and C functions that C++ could not have', async () => {
  const java = {
    'a/Mock.java': 'package a;\npublic class Mock {\n  static void when(int a) {}\n  static void is(int a) {}\n}\n',
    'a/Run.java':
      'package a;\nimport static a.Mock.is;\nimport static a.Mock.when;\nclass Run {\n  void run() {\n    when(1);\n    is(2);\n  }\n}\n',
  };
  expect(called(await askCode(java, { mode: 'callees', query: 'Run/run' }))).toEqual([
    'a/Mock.java:3 exact',
    'a/Mock.java:4 exact',
  ]);
  const c = { 'a.c': 'static void delete(int a) {}\nvoid run(void) {\n  delete(1);\n}\n' };
  expect(called(await askCode(c, { mode: 'callees', query: 'run' }))).toEqual(['a.c:1 exact']);
});

test('in Go a value that is given another type calls nothing, and the answer about a type says so', async () => {
  const tree = {
    'go.mod': 'module x\n',
    'a.go':
      'package x\n\ntype ID uint64\n\ntype Handler func(ID)\n\nfunc (h Handler) Run() { h(ID(1)) }\n\nfunc make(f func(ID)) { Handler(f).Run() }\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'make' }))).toEqual(['a.go:7 name']);
  const found = await askCode(tree, { mode: 'callers', query: 'ID' });
  expect(called(found)).toEqual([]);
  expect(found.reading).toContain('a type of Go is converted to and never called');
  expect(called(await askCode(tree, { mode: 'references', query: 'ID' }))).toContain('a.go:7 exact');
});

test('a called name that leads somewhere is not said to lead nowhere, but that some of its calls do', async () => {
  const tree = {
    'go.mod': 'module x\n',
    'a.go':
      'package x\n\ntype Box struct{ Weight, Size func() int }\n\nfunc Weight() int { return 1 }\n\nfunc sum(b *Box) int { return b.Weight() + Weight() + b.Size() }\n',
  };
  const { reading } = await askCode(tree, { mode: 'callees', query: 'sum' });
  expect(reading).toContain('1 called name leads to no declaration in the project: Size');
  expect(reading).toContain('1 called name leads to no declaration in the project in some of its calls: Weight');
});

test('what a script imports and gives out in another statement is called where it is declared', async () => {
  const tree = {
    'utils.ts': 'export const raw = (value: string) => value;\n',
    'html.ts': 'import { raw } from "./utils.ts";\nexport { raw };\n',
    'other.ts': 'export const raw = () => 1;\n',
    'page.ts': 'import { raw } from "./html.ts";\nexport function page() {\n  return raw("a");\n}\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'page.ts#page' }))).toEqual(['utils.ts:1 exact']);
});

test('a function of Python calls what is declared in its own way of a condition', async () => {
  const tree = {
    'keys.py':
      'if WINDOWS:\n    def raw():\n        return 1\n\n    def read():\n        return raw()\n\nelse:\n    def raw():\n        return 2\n\n    def take():\n        return raw()\n',
  };
  expect(called(await askCode(tree, { mode: 'callees', query: 'keys.py#read' }))).toEqual(['keys.py:2 exact']);
  expect(called(await askCode(tree, { mode: 'callees', query: 'keys.py#take' }))).toEqual(['keys.py:9 exact']);
});
