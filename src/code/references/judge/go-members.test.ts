import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const MODULE = 'module x\n\ngo 1.22\n';

/** Uses of a name as `file:line evidence`, and how the question was read. */
async function usesOf(files: FileSpecs, query: string) {
  const { rows, reading } = await askCode({ 'go.mod': MODULE, ...files }, { mode: 'references', query });
  return { uses: rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`), reading };
}

test('what stands behind a value of Go, or alone in another package, is no function of that name', async () => {
  const { uses, reading } = await usesOf(
    {
      'a/a.go':
        'package a\n\nfunc WalDir(d string) string { return d }\n\nfunc use(c Config) { print(WalDir(c.WalDir), c.x().WalDir) }\n',
      'b/b.go':
        'package b\n\nimport named "x/a"\n\nfunc use(WalDir string, s *Store) {\n\tprint(WalDir, s.WalDir, s.in.WalDir())\n\tprint(named.WalDir(""))\n\tprint(Config{WalDir: ""})\n}\n',
      'c/c.go': 'package c\n\nimport . "x/a"\n\nvar d = WalDir("")\n',
    },
    'a.go#WalDir',
  );
  expect(uses.sort()).toEqual(['a/a.go:5 exact', 'b/b.go:7 exact', 'b/b.go:8 name', 'c/c.go:5 name']);
  expect(reading).toContain('6 more that an import, a field, a variable or a language shows to mean something else');
});

test('a package of Go may have another name than its path, which its files then call it by', async () => {
  const files = {
    'lib/go/client.go': 'package client\n\nfunc Dial() {}\n',
    'main.go': 'package main\n\nimport "x/lib/go"\n\nfunc main() { client.Dial() }\n',
  };
  expect((await usesOf(files, 'Dial')).uses).toEqual(['main.go:5 name']);
});

test('a name alone is no method of Go', async () => {
  const files = {
    'a.go': 'package x\n\ntype S struct{}\n\nfunc (s S) Put() {}\n\nfunc use(s S, Put int) { s.Put(); print(Put) }\n',
  };
  expect((await usesOf(files, 'S/Put')).uses).toEqual(['a.go:7 exact']);
});

test('a method of Go that values of its library have as well is no more than its name', async () => {
  const files = {
    'a.go':
      'package x\n\ntype logs struct{}\n\nfunc (l *logs) Info(s string) {}\nfunc (l *logs) Rotate() {}\n\nfunc use(s *S) {\n\ts.logger().Info("a")\n\ts.logger().Rotate()\n}\n',
  };
  expect((await usesOf(files, 'logs/Info')).uses).toEqual(['a.go:9 name']);
  expect((await usesOf(files, 'logs/Rotate')).uses).toEqual(['a.go:10 import']);
});

test('what tests of Go declare is known to tests of the folder alone, and a package of tests has names of its own', async () => {
  const files = {
    'a/a.go': 'package a\n\nfunc help() {}\n\nfunc use() { help(); made() }\n',
    'a/a_test.go': 'package a\n\nfunc made() {}\n\nfunc in() { help(); made() }\n',
    'a/out_test.go': 'package a_test\n\nfunc help() {}\n\nfunc out() { help() }\n',
    'b/b_test.go': 'package b\n\nimport "x/a"\n\nfunc use() { a.made() }\n',
  };
  expect((await usesOf(files, 'a/a.go#help')).uses).toEqual(['a/a.go:5 exact', 'a/a_test.go:5 exact']);
  expect((await usesOf(files, 'made')).uses).toEqual(['a/a_test.go:5 exact']);
});

test('what Go reads behind a value that nothing is known of may be a field as well as a method', async () => {
  const files = {
    'a.go':
      'package x\n\ntype S struct{}\n\nfunc (s *S) MemberId() uint64 { return 1 }\n\nfunc use() {\n\tprint(made().MemberId)\n\tprint(made().MemberId())\n}\n',
  };
  expect((await usesOf(files, 'S/MemberId')).uses.sort()).toEqual(['a.go:8 name', 'a.go:9 import']);
});

test('a type that a function of Go is made with has nothing of a struct that is called like it', async () => {
  const files = {
    'a.go':
      'package x\n\ntype Item struct{ size int }\n\nfunc (i Item) Put() {}\n\nfunc first[Item Putter](x Item) { x.Put() }\n\n' +
      'func (b *Box[Item]) second(x Item) {\n\tvar y Item\n\tx.Put()\n\ty.Put()\n}\n\nfunc third(x Item) { x.Put() }\n\n' +
      'func fourth() {\n\ttype Item struct{ size int }\n\tvar one Item\n\tone.size = 1\n}\n\nvar fifth = func(b Box[Item]) error { return b.err }\n',
  };
  const isSure = (row: string): boolean => !row.endsWith('name');
  expect((await usesOf(files, 'Item/Put')).uses.filter(isSure)).toEqual(['a.go:15 exact']);
  expect((await usesOf(files, 'Item/size')).uses.filter(isSure)).toEqual([]);
  expect((await usesOf(files, 'a.go#Item')).uses.filter(isSure)).toEqual([
    'a.go:5 exact',
    'a.go:15 exact',
    'a.go:23 exact',
  ]);
});

test('what a package from outside gives back to Go has no method of the project by an import', async () => {
  const files = {
    'a.go':
      'package x\n\nimport (\n\t"html/template"\n\n\t"x/own"\n)\n\ntype Engine struct{}\n\nfunc (e *Engine) Delims(a, b string) *Engine { return e }\n\n' +
      'func use(template2 T) {\n\ttemplate.New("a").Delims("", "")\n\ttemplate.New("b").Option("c").Delims("", "")\n\tmade().Delims("", "")\n\town.Made().Delims("", "")\n}\n\n' +
      'func in(template Maker) { template.New("").Delims("", "") }\n',
    'own/own.go': 'package own\n\nfunc Made() any { return nil }\n',
  };
  expect((await usesOf(files, 'Engine/Delims')).uses).toEqual([
    'a.go:16 import',
    'a.go:17 import',
    'a.go:20 import',
    'a.go:14 name',
    'a.go:15 name',
  ]);
});

test('what begins with a small letter is nothing of another package of Go', async () => {
  const files = {
    'a/a.go':
      'package a\n\ntype Manager struct{ state int }\n\nfunc (m *Manager) reload(s string) {}\n\nfunc use(m *Manager) { m.reload(""); m.next().reload("") }\n',
    'main.go':
      'package main\n\nimport "x/a"\n\nfunc run(m a.Manager, all ...struct{ reload func(string) }) {\n\tfor _, one := range all {\n\t\tone.reload("")\n\t}\n}\n',
  };
  const { uses, reading } = await usesOf(files, 'Manager/reload');
  expect(uses).toEqual(['a/a.go:7 exact', 'a/a.go:7 import']);
  expect(reading).toContain('1 more');
});

test('a value of Go that is written with its type before the dot has the methods of that', async () => {
  const files = {
    'a/a.go':
      'package a\n\ntype Opener interface{ Open() }\n\ntype One struct{}\n\nfunc (o *One) Open() {}\n\ntype Two struct{ One }\n\nfunc (t Two) Open() {}\n\ntype List[T any] struct{}\n\nfunc (l List[T]) Open() {}\n',
    'a/use.go':
      'package a\n\nfunc use(x any) {\n\tTwo{}.Open()\n\t(&One{}).Open()\n\tx.(*One).Open()\n\tx.(Opener).Open()\n\tnew(One).Open()\n\tList[int]{}.Open()\n\tget(One{}).Open()\n\t(One{}).next.Open()\n\t[]Two{}[0].Open()\n}\n',
    'main.go':
      'package main\n\nimport "x/a"\n\ntype One struct{}\n\nfunc main() {\n\tvar x any\n\ta.Two{\n\t\tOne: a.One{},\n\t}.Open()\n\tx.(*a.One).Open()\n\tx.(*One).Open()\n}\n',
  };
  const exact = async (query: string) =>
    (await usesOf(files, query)).uses.filter((use) => use.endsWith(' exact')).sort();
  expect(await exact('One/Open')).toEqual([
    'a/use.go:5 exact',
    'a/use.go:6 exact',
    'a/use.go:8 exact',
    'main.go:12 exact',
  ]);
  expect(await exact('Two/Open')).toEqual(['a/use.go:4 exact', 'main.go:11 exact']);
  expect(await exact('Opener/Open')).toEqual(['a/use.go:7 exact']);
  expect(await exact('List/Open')).toEqual(['a/use.go:9 exact']);
});
