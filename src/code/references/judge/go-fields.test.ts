import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

async function usesOf(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode({ 'go.mod': 'module x\n\ngo 1.22\n', ...files }, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

const CONTEXT =
  'package x\n\nimport "net/http"\n\ntype Context struct {\n\tRequest *http.Request\n\tinner *Store\n\tall []Store\n}\n\ntype Store struct{}\n\nfunc (s *Store) Fetch() {}\n';

test('a method of what a field of Go holds is that of the type which the struct writes, and of no other', async () => {
  const files = {
    'context.go': CONTEXT,
    'form.go':
      'package x\n\nfunc (c *Context) FormFile(name string) {\n\tc.Request.FormFile(name)\n\tc.FormFile(name)\n\tc.inner.Fetch()\n\tc.Request.Fetch()\n\tc.all.Fetch()\n}\n',
  };
  expect(await usesOf(files, 'Context/FormFile')).toEqual(['form.go:5 exact', 'form.go:4 name']);
  expect(await usesOf(files, 'Store/Fetch')).toEqual(['form.go:6 exact', 'form.go:8 import', 'form.go:7 name']);
});

test('the fields of a struct of another package of Go are read by what that imports', async () => {
  const files = {
    'core/context.go': CONTEXT.replace('package x', 'package core').replaceAll('inner', 'Inner'),
    'app/app.go':
      'package app\n\nimport "x/core"\n\nfunc run(c *core.Context) {\n\tc.Inner.Fetch()\n\tc.Request.Fetch()\n}\n',
  };
  expect(await usesOf(files, 'Store/Fetch')).toEqual(['app/app.go:6 exact', 'app/app.go:7 name']);
});

test('a field of Go is read in the one of many structs called alike that its package has', async () => {
  const others = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`p${at}/p.go`, `package p${at}\n\ntype Context struct{ inner int }\n`]),
  );
  const files = {
    ...others,
    'context.go': CONTEXT,
    'form.go': 'package x\n\nfunc (c *Context) run() {\n\tc.inner.Fetch()\n}\n',
  };
  expect(await usesOf(files, 'Store/Fetch')).toEqual(['form.go:4 exact']);
});

test('a variable of Go has the type that is asserted of what it is given, or made for it', async () => {
  const files = {
    'a.go':
      'package x\n\ntype store struct{}\n\nfunc (s *store) Open() {}\n\ntype Other struct{}\n\nfunc (o Other) Open() {}\n',
    'b.go':
      'package x\n\nfunc run(any interface{}, given Other, in *T) {\n\ts, ok := any.(*store)\n\ts.Open()\n\tt := in.all.(Other)\n\tt.Open()\n\tu := &store{}\n\tu.Open()\n\tv := in.(Other).next\n\tv.Open()\n\tw := in.(func() Other)\n\tw.Open()\n' +
      '\tif given, ok := any.(*store); ok {\n\t\tgiven.Open()\n\t}\n\tgiven.Open()\n\tswitch one := any.(type) {\n\tcase *store:\n\t\tone.Open()\n\t}\n}\n',
  };
  expect((await usesOf(files, 'store/Open')).filter((use) => !use.endsWith(' name'))).toEqual([
    'b.go:5 exact',
    'b.go:9 exact',
    'b.go:15 exact',
  ]);
  expect((await usesOf(files, 'Other/Open')).filter((use) => !use.endsWith(' name'))).toEqual(['b.go:7 exact']);
});

test('what a variable of Go is given later does not tell its type', async () => {
  const files = {
    'a.go': 'package x\n\ntype Opener interface{ Open() }\n\ntype store struct{}\n\nfunc (s *store) Open() {}\n',
    'b.go':
      'package x\n\nfunc run(s Opener) {\n\tif s == nil {\n\t\ts = &store{}\n\t\ts.Open()\n\t}\n\tt := start()\n\tfor {\n\t\tt.Open()\n\t\tt = &store{}\n\t}\n\tvar u = &store{}\n\tu.Open()\n}\n',
  };
  const exact = async (query: string) => (await usesOf(files, query)).filter((use) => use.endsWith(' exact')).sort();
  expect(await exact('store/Open')).toEqual(['b.go:14 exact']);
  expect(await exact('Opener/Open')).toEqual(['b.go:6 exact']);
});
