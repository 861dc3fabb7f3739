import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Uses of a name as `file:line evidence`. */
async function usesOf(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('each function of Python means by a name what it imports itself, the others what the file imports', async () => {
  const files = {
    'p/__init__.py': '',
    'p/a.py': 'def add(): pass\n',
    'p/b.py': 'def add(): pass\n',
    'p/c.py':
      'from p.a import add\ndef f():\n    from p.b import add\n    add()\n    def k():\n        return add()\ndef g():\n    add()\n' +
      'def h():\n    if g:\n        from p.b import add\n    else:\n        from p.a import add\n    add()\n',
  };
  expect(await usesOf(files, 'p/a.py#add')).toEqual([
    'p/c.py:1 exact',
    'p/c.py:8 exact',
    'p/c.py:13 exact',
    'p/c.py:14 import',
  ]);
  expect(await usesOf(files, 'p/b.py#add')).toEqual([
    'p/c.py:3 exact',
    'p/c.py:4 exact',
    'p/c.py:6 exact',
    'p/c.py:11 exact',
    'p/c.py:14 import',
  ]);
});

test('what a head of Python says is what the file imports, whatever its function imports itself', async () => {
  const files = {
    'p/__init__.py': '',
    'p/a.py': 'class Add: pass\n',
    'p/b.py': 'class Add: pass\n',
    'p/c.py':
      'from p.a import Add\ndef f(\n    x: Add,\n    y=Add(),\n) -> list[Add]:\n    from p.b import Add\n    return Add()\n',
  };
  expect(await usesOf(files, 'p/a.py#Add')).toEqual([
    'p/c.py:1 exact',
    'p/c.py:3 exact',
    'p/c.py:4 exact',
    'p/c.py:5 exact',
  ]);
  expect(await usesOf(files, 'p/b.py#Add')).toEqual(['p/c.py:6 exact', 'p/c.py:7 exact']);
});

test('each function of Rust means by a name what it imports itself, be it of its own module', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': 'mod a;\nmod x;\n',
    'src/x.rs': 'pub fn add() {}\n',
    'src/a.rs':
      'fn add() {}\nfn f() {\n    use crate::x::add;\n    add();\n}\nfn g() {\n    add();\n}\nfn h() {\n    use self::add;\n    add();\n}\n',
  };
  expect(await usesOf(files, 'src/a.rs#add')).toEqual(['src/a.rs:7 exact', 'src/a.rs:10 exact', 'src/a.rs:11 exact']);
  expect(await usesOf(files, 'src/x.rs#add')).toEqual(['src/a.rs:3 exact', 'src/a.rs:4 exact']);
});
