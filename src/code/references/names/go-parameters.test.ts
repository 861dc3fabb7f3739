import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode({ 'go.mod': 'module x\n\ngo 1.22\n', ...files }, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('a parameter of Go hides what its package declares, on whatever line of the head it stands', async () => {
  const files = {
    'a.go':
      'package x\n\nvar skip bool\nvar own = skip\n\nfunc restore(token string,\n\tany interface{},\n\tskip bool,\n) bool {\n\treturn skip\n}\n\n' +
      'func bare(bool, string) bool { return skip }\n\nfunc results() (n int,\n\tskip error) {\n\treturn 1, skip\n}\n\n' +
      'func typed[skip any](\n\tone skip) {}\n',
  };
  expect((await uses(files, 'skip')).filter((row) => !row.endsWith('name'))).toEqual(['a.go:13 exact', 'a.go:4 exact']);
});

test('what a function that a variable of Go holds calls its own is nothing of its package', async () => {
  const files = {
    'a.go':
      'package x\n\nconst (\n\troot = iota\n\tparam\n)\n\nvar format = func(param Params) string {\n\treturn param.Name()\n}\n\n' +
      'var table = map[string]func() int{\n\t"a": func() int {\n\t\troot, err := find()\n\t\treturn root\n\t},\n}\n\n' +
      'var first = []int{\n\tparam,\n}\n',
  };
  expect((await uses(files, 'param')).filter((row) => !row.endsWith('name'))).toEqual(['a.go:20 exact']);
  expect((await uses(files, 'root')).filter((row) => !row.endsWith('name'))).toEqual([]);
});

test('a package of Go is not meant by a parameter that is called like it', async () => {
  const files = {
    'url/url.go': 'package url\n\nfunc Parse() {}\n',
    'a.go':
      'package x\n\nimport "x/url"\n\nfunc load(name string,\n\turl Location,\n) {\n\turl.Parse()\n}\n\n' +
      'var Command = Of{\n\tRun: func(url Location) {\n\t\turl.Parse()\n\t},\n}\n\nfunc all() { url.Parse() }\n',
  };
  expect((await uses(files, 'url.go#Parse')).filter((row) => !row.endsWith('name'))).toEqual(['a.go:17 exact']);
});
