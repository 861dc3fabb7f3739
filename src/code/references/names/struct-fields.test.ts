import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** What a question about uses is taken to be about, and each line that it finds with how that is known. */
async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { declared, rows } = await askCode(files, { mode: 'references', query });
  const places = (declared?.shown ?? []).map(({ file, line, path }) => `${path} at ${file}:${line}`);
  return [...places, ...rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)];
}

const GO: FileSpecs = {
  'go.mod': 'module example.com/a\n',
  'a.go':
    'package a\n\ntype Context struct {\n\tErrors errorMsgs // all\n\ta, Count int\n\t*Engine\n}\n\n' +
    'type Engine struct{ size int }\n\ntype errorMsgs []error\n\nfunc (e errorMsgs) Errors() int { return len(e) }\n\nfunc Count() int { return 1 }\n',
  'b.go':
    'package a\n\nfunc run(c *Context, other any) {\n\tc.Errors = nil\n\tprint(c.Errors.Errors())\n\tprint(c.Count, Count())\n' +
    '\tmade := &Context{\n\t\tErrors: nil,\n\t\tCount: 1,\n\t}\n\tprint(made, load().Errors)\n}\n',
};

test('a field of a struct of Go is found in its type, and its uses by the types of what stands before them', async () => {
  expect(await uses(GO, 'Context/Errors')).toEqual([
    'Context/Errors at a.go:4',
    'b.go:4 exact',
    'b.go:5 exact',
    'b.go:8 exact',
    // `c.Errors.Errors()` calls the method of what the field holds, which is none of `Context`.
    'b.go:11 name',
  ]);
  expect(await uses(GO, 'Context/Count')).toEqual(['Context/Count at a.go:5', 'b.go:6 exact', 'b.go:9 exact']);
});

test('the name of a field of Go is no use of a function or type that is called so, what is embedded is one', async () => {
  const sure = async (query: string): Promise<readonly string[]> =>
    (await uses(GO, query)).filter((row) => row.endsWith(' exact'));
  expect(await sure('a.go#Count')).toEqual(['b.go:6 exact']);
  expect(await sure('a.go#Engine')).toEqual(['a.go:6 exact']);
});

test('a field of a struct of Rust, and of C, is found in its type', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      'pub struct Lock<T> {\n    #[doc(hidden)]\n    pub(crate) size: usize,\n    of: T,\n}\n\nimpl Lock<u8> {\n' +
      '    fn make() -> Self {\n        Self { size: 1, of: 2 }\n    }\n    fn grow(&mut self) {\n        self.size += 1;\n    }\n}\n',
    'a.c': 'struct list {\n\tint size, used;\n\tchar *name[4];\n};\n\nint f(struct list *l)\n{\n\treturn l->used;\n}\n',
  };
  expect(await uses(files, 'Lock/size')).toEqual([
    'Lock/size at src/lib.rs:3',
    'src/lib.rs:9 exact',
    'src/lib.rs:12 exact',
  ]);
  expect(await uses(files, 'list/used')).toEqual(['list/used at a.c:2', 'a.c:8 exact']);
  expect((await uses(files, 'list/name'))[0]).toBe('list/name at a.c:3');
});

test('what a type has by no name is still told to be none of its own', async () => {
  const found = await askCode(GO, { mode: 'references', query: 'Engine/Errors' });
  expect(found.reading).toContain('struct Engine (a.go:9) has none of its own');
});

test('a pattern of Rust that binds a field by its name reads it, be it by reference or to be changed', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      'pub struct Id {\n    kind: u8,\n    rev: u8,\n}\n\nfn f(id: Id, ref rev: u8) {\n    let Id { kind, ref rev } = id;\n' +
      '    if let Id { ref mut rev, .. } = id {}\n    if let Id {\n        mut rev, ..\n    } = id {}\n}\n',
  };
  expect(await uses(files, 'Id/rev')).toEqual([
    'Id/rev at src/lib.rs:3',
    'src/lib.rs:7 exact',
    'src/lib.rs:8 exact',
    'src/lib.rs:10 exact',
  ]);
});

test('what a list or map of Go holds has the type that is written for it, in lists of lists, too', async () => {
  const literals =
    'var a = []Point{{X: 1}, {Y: 2, X: 3}}\nvar b = map[string]*Point{\n\t"a": {\n\t\tX: 1,\n\t},\n}\n' +
    'var c = [][]Point{{{X: 1}}}\nvar d = [...]*Point{{X: 1}}\n' +
    // What is held here is something else, or not known.
    'var e = []Other{{X: 1}}\nvar f = [][]Point{{X: 1}}\nvar g = []struct{ X int }{{X: 1}}\nvar h = map[Point]Other{{X: 1}: {X: 2}}\n' +
    'func i() []Point{\n\t{\n\tX:\n\t\tfor {\n\t\t}\n\t}\n}\n';
  const files = { 'go.mod': 'module x\n', 'a.go': `package a\n\ntype Point struct{ X, Y int }\n${literals}` };
  const sure = (await uses(files, 'Point/X')).filter((row) => row.endsWith(' exact'));
  expect(sure).toEqual(['a.go:4 exact', 'a.go:7 exact', 'a.go:10 exact', 'a.go:11 exact']);
});
