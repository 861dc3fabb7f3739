import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../questions/find.types.ts';

const ask = (files: FileSpecs, question: Partial<FindInput> & { query: string }): Promise<FoundOutput> =>
  askCode(files, { mode: 'references', ...question });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

/** Rows as `name depth`. */
const names = ({ rows }: FoundOutput): string[] =>
  rows.map(({ symbol, edge }) => `${symbol?.container ?? ''}/${symbol?.name ?? ''} ${edge?.depth}`).sort();

const SCRIPT: FileSpecs = {
  'src/add.ts': 'export function add(a: number) {\n  return a;\n}\nadd(1);\n',
  'src/index.ts': "export * from './add.ts';\n",
  'src/one.ts': "import { add } from './add.ts';\nexport const one = add(1); // add\nconst text = 'add';\n",
  'src/two.ts':
    "import { add as plus } from './index.ts';\nexport function two(add: number) {\n  return plus(add);\n}\n",
  'src/own.ts': 'export function own(list: Set<number>) {\n  list.add(1);\n  return { add: 1 };\n}\n',
};

test('a name in an attribute of Rust that the compiler knows is no reference to what bears it', async () => {
  const found = await ask(
    {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs':
        '#[cfg(test)]\nmod test {\n    use super::*;\n    #[test]\n    fn adds() {\n        test::run();\n    }\n}\n',
    },
    { query: 'test' },
  );
  expect(found.rows.map(({ line }) => line)).toEqual([6]);
});

test.each<readonly [string, FileSpecs, string, readonly string[]]>([
  ['Go', { 'go.mod': 'module a\n', 'main.go': 'package main\n\nfunc main() {}\n' }, 'main', []],
  [
    'Java',
    { 'com/acme/App.java': 'package com.acme;\nclass App {\n  static void acme() {}\n  void b() { acme(); }\n}\n' },
    'acme',
    ['com/acme/App.java:4 exact'],
  ],
  ['C#', { 'Cart.cs': 'namespace Shop.Cart;\nclass Cart {}\nclass B { Cart c; }\n' }, 'Cart', ['Cart.cs:3 exact']],
  [
    'PHP',
    {
      'src/Cart.php': '<?php\nnamespace Shop\\Cart;\nclass Cart {}\n',
      'src/B.php': '<?php\nnamespace Shop\\Cart\\B;\n',
    },
    'Cart',
    [],
  ],
])('the name of a package in its own clause uses no declaration in %s', async (_, files, query, uses) => {
  expect(edges(await ask(files, { query }))).toEqual(uses);
});

test('a reference is exact by scope and by import, also under another name and through a barrel', async () => {
  const found = await ask(SCRIPT, { query: 'add' });
  expect(edges(found)).toEqual([
    'src/add.ts:4 exact',
    'src/one.ts:1 exact',
    'src/one.ts:2 exact',
    // One declaration is all there is: no other one of the project is known to be meant.
    'src/own.ts:2 name',
    'src/own.ts:3 name',
    'src/two.ts:1 exact',
    'src/two.ts:3 exact',
  ]);
  expect(found.declared).toEqual({
    shown: [{ file: 'src/add.ts', line: 1, kind: 'function', path: 'add' }],
    total: 1,
  });
  expect(found.reading).toMatch(/^references of add \(exact 5, name 2\); 1 declaration; 2 more that .+ left out$/);
});

test('programs without an ending declare and use names, in the language of their first line', async () => {
  const files = {
    'scripts/build': '#!/bin/bash\nset -e\ncompile() {\n  echo done\n}\ncompile\n',
    'bin/run': '#!/usr/bin/env python3\nfrom lib.tool import start\nstart()\n',
    'lib/tool.py': 'def start():\n    pass\n',
    'lib/__init__.py': '',
    NOTES: 'compile and start\n',
  };
  const shell = await ask(files, { query: 'compile' });
  expect(edges(shell)).toEqual(['scripts/build:6 exact']);
  expect(shell.declared?.shown.map(({ file, line }) => `${file}:${line}`)).toEqual(['scripts/build:3']);
  expect(edges(await ask(files, { query: 'start' }))).toEqual(['bin/run:2 exact', 'bin/run:3 exact']);
  const symbols = await ask(files, { query: 'compile', mode: 'symbol' });
  expect(symbols.rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['scripts/build:3']);
});

test('what was not looked at is never said to declare nothing, nor to use nothing', async () => {
  const found = await askCode(SCRIPT, { mode: 'references', query: 'add' }, 0);
  expect(found).toMatchObject({ outcome: 'found', status: 'partial' });
  expect(found).toHaveProperty('reading', expect.stringContaining('no declaration in what was searched'));
  expect(found).toHaveProperty('reading', expect.stringContaining('(none so far)'));
  const whole = (await ask(SCRIPT, { query: 'nowhere' })).reading;
  expect(whole).toMatch(/\(none\).*no declaration in the project/);
});

test('a test that has the very name as its title is no other declaration to be asked for', async () => {
  const tree = { 'logger.test.ts': "describe('Logger', () => {});\n", 'a.ts': 'export class Loggers {}\n' };
  for (const mode of ['implementations', 'callers'] as const) {
    expect((await askCode(tree, { mode, query: 'Logger' })).near).toEqual(['Loggers']);
  }
});

test('what is known stands before what only shares the name', async () => {
  const { rows } = await ask(SCRIPT, { query: 'add' });
  const evidence = rows.map(({ edge }) => edge?.evidence === 'name');
  expect(evidence).toEqual([...evidence].sort());
});

test('comments, strings and declarations are no references', async () => {
  const tree = {
    'a.py': 'def run():\n    """run"""\n    # run\n    return "run"\n\nclass Job:\n    def run(self):\n        pass\n',
  };
  expect((await ask(tree, { query: 'run' })).totals.hits).toBe(0);
});

const METHODS: FileSpecs = {
  'router.py':
    'class Router:\n    def add(self):\n        self.add()\n\nclass Cart:\n    def add(self):\n        pass\n',
  'use.py':
    'from router import Cart, Router\n\ndef shop(cart: Cart):\n    cart.add()\n\ndef route():\n    r = Router()\n    r.add()\n\ndef other(x):\n    x.add()\n',
};

test('a name path asks for one of several declarations, and uses of the others are left out and counted', async () => {
  const all = await ask(METHODS, { query: 'add' });
  expect(all.declared?.total).toBe(2);
  expect(all.reading).toContain('2 declarations: name one by its path');
  const found = await ask(METHODS, { query: 'Router/add' });
  expect(edges(found)).toEqual(['router.py:3 exact', 'use.py:11 name', 'use.py:8 exact']);
  expect(found.reading).toContain('1 more of other declarations of the name left out');
});

test('callers are told once each, by hops, and a cycle ends', async () => {
  const tree = {
    'a.go':
      'package a\n\nfunc Leaf() {}\n\nfunc Middle() {\n\tLeaf()\n\tLeaf()\n\tTop()\n}\n\nfunc Top() {\n\tMiddle()\n}\n',
    'b.go': 'package a\n\nfunc Other() {\n\tTop()\n}\n',
  };
  const found = await ask(tree, { query: 'Leaf', mode: 'callers', depth: 5 });
  expect(names(found)).toEqual(['/Middle 1', '/Other 3', '/Top 2']);
  expect(found.rows[0]).toMatchObject({ line: 6, hits: 2, edge: { evidence: 'exact', depth: 1 } });
});

test('callees are led to their declarations, and what is not of the project is named', async () => {
  const tree = {
    'lib.rs':
      'mod tools;\nuse crate::tools::help;\n\npub fn start() {\n    help();\n    inner();\n    println!("x");\n}\n\nfn inner() {}\n',
    'tools.rs': 'pub fn help() {\n    deep();\n}\n\nfn deep() {}\n',
    'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n[lib]\npath = "lib.rs"\n',
  };
  const found = await ask(tree, { query: 'start', mode: 'callees', depth: 2 });
  expect(names(found)).toEqual(['/deep 2', '/help 1', '/inner 1']);
  expect(found.rows.every(({ edge }) => edge?.evidence === 'exact')).toBe(true);
  expect(found.reading).toContain('println');
});

test('callees that the scope of files leaves out are told to be left out', async () => {
  const tree = {
    'package.json': '{}',
    'app/main.ts':
      "import { help } from '../lib/help.ts';\nexport function main() {\n  help();\n  own();\n}\nfunction own() {}\n",
    'lib/help.ts': 'export function help() {}\n',
  };
  const found = await ask(tree, { query: 'main', mode: 'callees', include: ['app/**'] });
  expect(names(found)).toEqual(['/own 1']);
  expect(found.reading).toContain('1 called name leads to declarations that include, exclude or tests leave out: help');
  expect((await ask(tree, { query: 'main', mode: 'callees' })).reading).not.toContain('leave out');
});

test('what is a word of one language is called in another, and behind a dot in all', async () => {
  const called = async (path: string, text: string): Promise<unknown> =>
    names(await ask({ [path]: text }, { query: 'run', mode: 'callees' }));
  const rust =
    'struct Foo;\nimpl Foo {\n    fn new() -> Foo { Foo }\n}\nfn select() {}\nfn run() {\n    if (Foo::new() == select()) {}\n}\n';
  expect(await called('a.rs', rust)).toEqual(['/select 1', 'Foo/new 1']);
  const script =
    'class Path {\n  match(x) {}\n}\nfunction list() {}\nexport function run() {\n  const path = new Path();\n  return (list(), path.match(1));\n}\n';
  expect(await called('a.js', script)).toEqual(['/Path 1', '/list 1', 'Path/match 1']);
  const python = 'def list(x):\n    pass\n\ndef run(x):\n    return (list(x))\n';
  expect(await called('a.py', python)).toEqual(['/list 1']);
});

test('what is matched by a pattern of Rust is not called', async () => {
  const file =
    'enum Mode {\n    Search(u8),\n}\n\nfn run(mode: Mode) {\n    match mode {\n        Mode::Search(n) => look(n),\n    }\n}\n\nfn look(n: u8) {}\n';
  const found = await ask({ 'a.rs': file }, { query: 'run', mode: 'callees' });
  expect(names(found)).toEqual(['/look 1']);
  expect(found.reading).not.toContain('Search');
});

test('a function is called, and not the module of its name, in each variant that a build may have', async () => {
  const found = await ask(
    {
      'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n',
      'src/main.rs':
        'mod index;\nmod search;\n\nfn main() {\n    index::read();\n    search(1);\n}\n\nfn search(n: u8) {}\n',
      'src/search.rs': 'pub fn go() {}\n',
      'src/index/mod.rs':
        '#[cfg(unix)]\n#[path = "one.rs"]\nmod imp;\n#[cfg(not(unix))]\n#[path = "two.rs"]\nmod imp;\npub use self::imp::read;\n',
      'src/index/one.rs': 'pub fn read() {}\n',
      'src/index/two.rs': 'pub fn read() {}\n',
    },
    { query: 'main', mode: 'callees' },
  );
  expect(edges(found)).toEqual(['src/index/one.rs:1 import', 'src/index/two.rs:1 import', 'src/main.rs:9 exact']);
  const limits = await ask(
    {
      'main.go': 'package a\n\nfunc main() {\n\tLimits()\n}\n',
      'limits_default.go': '//go:build !windows\n\npackage a\n\nfunc Limits() {}\n',
      'limits_windows.go': 'package a\n\nfunc Limits() {}\n',
    },
    { query: 'main', mode: 'callees' },
  );
  expect(edges(limits)).toEqual(['limits_default.go:5 exact', 'limits_windows.go:3 exact']);
});

test('a function that is called by a path from the module around is known as one by its whole path', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n',
    'src/main.rs': 'mod cli;\n\nfn work() {}\n',
    'src/cli.rs':
      'struct Exec;\n\nimpl Exec {\n    fn one(&self) {\n        super::work();\n        self::inner::work();\n    }\n}\n\nmod inner {\n    pub fn work() {}\n}\n',
  };
  const found = await ask(tree, { query: 'main/work', mode: 'callers' });
  expect(edges(found)).toEqual(['src/cli.rs:5 exact']);
});

test('a path of Rust through a crate and what its modules give out leads to the declaration', async () => {
  const tree = {
    'core/Cargo.toml': '[package]\nname = "my-core"\nversion = "1.0.0"\n',
    'core/src/lib.rs': 'pub mod ops;\npub use ops::inner::Kind;\n',
    'core/src/ops/mod.rs': 'mod inner;\nmod other;\npub use self::inner::work;\n',
    'core/src/ops/inner.rs': 'pub fn work() {}\npub struct Kind;\nimpl Kind {\n    pub fn make() {}\n}\n',
    'core/src/ops/other.rs': 'fn work() {}\nfn f() {\n    super::work();\n}\n',
  };
  const found = await ask(tree, { query: 'my_core::ops::work', mode: 'callers' });
  expect(found.declared?.shown.map(({ file, line }) => `${file}:${line}`)).toEqual(['core/src/ops/inner.rs:1']);
  expect(found.reading).toContain('1 declaration; by what core/src/ops/mod.rs declares or gives out');
  expect(edges(found)).toEqual(['core/src/ops/other.rs:3 exact']);
  const { declared } = await ask(tree, { query: 'my_core::Kind::make', mode: 'callers' });
  expect(declared?.shown.map(({ file, line }) => `${file}:${line}`)).toEqual(['core/src/ops/inner.rs:4']);
  const astray = await ask(tree, { query: 'my_core::gone::Kind::make', mode: 'callers' });
  expect(astray.reading).not.toContain('has none of its own');
  expect((await ask(tree, { query: 'core::ops::gone::work', mode: 'callers' })).declared?.total).toBe(0);
});

test.each([
  [
    'Java',
    {
      'p/Shape.java': 'package p;\npublic interface Shape { int area(); }\n',
      'p/Base.java': 'package p;\nclass Base implements Shape {\n  public int area() { return 1; }\n}\n',
      'q/Leaf.java': 'package q;\nimport p.Base;\nclass Leaf extends Base {\n}\n',
    },
    ['/Base 1', '/Leaf 2'],
  ],
  [
    'Go',
    {
      'a.go': 'package a\n\ntype Shape interface {\n\tArea(scale int) int\n}\n',
      'b.go':
        'package a\n\ntype Square struct{}\n\nfunc (s *Square) Area(n int) int { return n }\n\ntype Line struct{}\n\nfunc (l Line) Area() int { return 0 }\n',
    },
    ['/Square 1'],
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n[lib]\npath = "lib.rs"\n',
      'lib.rs': 'pub trait Shape {}\npub struct Square;\nimpl Shape for Square {}\npub trait Round: Shape {}\n',
    },
    ['/Round 1', '/Square 1'],
  ],
  [
    'Python',
    {
      'a.py': 'class Shape:\n    pass\n',
      'b.py': 'from a import Shape\n\nclass Square(Shape):\n    pass\n\nclass Tile(Square):\n    pass\n',
    },
    ['/Square 1', '/Tile 2'],
  ],
  [
    'TypeScript',
    {
      'a.ts': 'export interface Shape { area(): number }\n',
      'b.ts':
        "import type { Shape } from './a.ts';\nexport class Square implements Shape {\n  area() { return 1; }\n}\n",
    },
    ['/Square 1'],
  ],
] as const)('implementations are found in %s, with what derives from them in turn', async (_, tree, expected) => {
  const found = await ask(tree, { query: 'Shape', mode: 'implementations', depth: 5 });
  expect(names(found)).toEqual([...expected]);
  expect(found.rows.every(({ edge }) => edge?.evidence === 'exact')).toBe(true);
});

test('a method is implemented where the types that derive from its type declare it', async () => {
  const tree = {
    'a.ts':
      'export interface Shape { area(): number }\nexport abstract class Base {\n  area(): number { return 0; }\n}\n',
    'b.ts':
      "import { Base } from './a.ts';\nexport class Square extends Base {\n  area() { return 1; }\n}\nclass Other { area() { return 2; } }\n",
  };
  expect(names(await ask(tree, { query: 'Base/area', mode: 'implementations' }))).toEqual(['Square/area 1']);
});

test('include, exclude and tests say where uses may be, not what is declared', async () => {
  const tree = { ...SCRIPT, 'test/add.test.ts': "import { add } from '../src/add.ts';\nadd(2);\n" };
  expect(edges(await ask(tree, { query: 'add', tests: 'only' }))).toEqual([
    'test/add.test.ts:1 exact',
    'test/add.test.ts:2 exact',
  ]);
  expect(edges(await ask(tree, { query: 'add', include: ['src/one.ts'] }))).toEqual([
    'src/one.ts:1 exact',
    'src/one.ts:2 exact',
  ]);
});

test('references are gathered by the symbol around them, or counted by file', async () => {
  const bySymbol = await ask(METHODS, { query: 'add', group: 'symbol', include: ['use.py'] });
  expect(bySymbol.rows.map(({ symbol }) => symbol?.name).sort()).toEqual(['other', 'route', 'shop']);
  const byFile = await ask(METHODS, { query: 'add', group: 'count' });
  expect(byFile.rows.map(({ file, hits }) => `${file} ${hits}`).sort()).toEqual(['router.py 1', 'use.py 3']);
});

test('questions as people write them are read as what they ask for, and that is told', async () => {
  expect((await ask(SCRIPT, { query: 'who calls add?', mode: 'auto' })).mode).toBe('callers');
  expect((await ask(SCRIPT, { query: 'references to add', mode: 'auto' })).mode).toBe('references');
  expect((await ask(SCRIPT, { query: 'what does two call', mode: 'auto' })).reading).toMatch(/^callees of two/);
  expect((await ask(SCRIPT, { query: 'implementations of add', mode: 'auto' })).mode).toBe('implementations');
});

test('a name that nothing has is answered by names like it', async () => {
  const found = await ask(SCRIPT, { query: 'adds' });
  expect(found).toMatchObject({ status: 'not_found', near: ['add'] });
});

test('names with signs of patterns and titles of tests do no harm', async () => {
  const tree = {
    'a.test.js': "describe('add (when', () => {\n  it('works', () => { $add(1); });\n});\nfunction $add(a) {}\n",
  };
  expect(edges(await ask(tree, { query: '$add' }))).toEqual(['a.test.js:2 exact']);
  expect((await ask(tree, { query: 'add' })).totals.hits).toBe(0);
});

test('in C a prototype declares, a struct is used by its keyword, and a shared header is evidence', async () => {
  const tree = {
    'up.h': 'struct box { int a; };\nint up(struct box *box);\n',
    'up.c': '#include "up.h"\nint up(struct box *box)\n{\n\treturn box->a;\n}\n',
    'use.c': '#include "up.h"\nint use(struct box *box)\n{\n\treturn up(box);\n}\n',
  };
  expect(edges(await ask(tree, { query: 'up' }))).toEqual(['use.c:4 import']);
  expect((await ask(tree, { query: 'box', kind: 'class' })).rows.map(({ file, line }) => `${file}:${line}`)).toContain(
    'use.c:2',
  );
});

const CRATE: FileSpecs = {
  'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n[lib]\npath = "lib.rs"\n',
  'lib.rs': 'mod shop;\npub struct Cart;\nimpl Cart {\n    pub fn new() -> Cart { Cart }\n}\n',
  'shop.rs':
    'use crate::Cart;\nstruct Bag;\nimpl Bag {\n    fn new() -> Bag { Bag }\n}\npub fn fill() {\n    let list = Vec::new();\n    list.push(Bag::new());\n    list.push(Cart::new());\n}\npub fn empty() {\n    let path = Path::new("a");\n}\npub fn make<T: Make>() {\n    T::new();\n}\n',
};

test("a path through another type's name is of that type, and is no call of what was asked for", async () => {
  const found = await ask(CRATE, { query: 'Cart/new', mode: 'callers' });
  expect(found.rows.map(({ symbol, edge }) => `${symbol?.name} ${edge?.evidence}`)).toEqual([
    'fill exact',
    'make name',
  ]);
  expect(found.reading).toContain('1 call of other declarations of the name left out');
  expect(found.reading).toContain(
    '2 calls that an import, a field, a variable or a language shows to mean something else left out',
  );
});

test('of a caller the calls that are known best stand first, apart from those that are known less', async () => {
  const { rows } = await ask(CRATE, { query: 'Cart/new', mode: 'callers' });
  expect(rows[0]).toMatchObject({ line: 9, hits: 1 });
  const unclear = {
    'a.py':
      'class Cart:\n    def fill(self):\n        pass\n\ndef shop(x):\n    x.fill()\n    cart = Cart()\n    cart.fill()\n',
  };
  const found = await ask(unclear, { query: 'Cart/fill', mode: 'callers' });
  expect(found.rows).toMatchObject([
    { line: 8, hits: 1, edge: { evidence: 'exact' } },
    { line: 6, hits: 1, edge: { evidence: 'name' } },
  ]);
});

test("a crate's modules are followed that give a type out, though they do not hold the name that is asked for", async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\nversion = "1.0.0"\n[lib]\npath = "lib.rs"\n',
    'lib.rs': 'pub mod shop;\npub mod front;\nmod direct;\nmod use_it;\n',
    'shop/mod.rs': 'mod cart;\npub use self::cart::Cart;\n',
    'shop/cart.rs': 'pub struct Cart;\nimpl Cart {\n    pub fn new() -> Cart { Cart }\n}\n',
    'front/mod.rs': 'pub use crate::shop::Cart;\n',
    'use_it.rs': 'use crate::front::Cart;\nfn one() {\n    Cart::new();\n}\n',
    'direct.rs': 'use crate::shop::Cart;\nfn two() {\n    Cart::new();\n}\n',
  };
  expect(edges(await ask(tree, { query: 'Cart/new' }))).toEqual(['direct.rs:3 exact', 'use_it.rs:3 exact']);
});

test('a value of a package means its program and the declaration of that, a type only the declaration', async () => {
  const files: FileSpecs = {
    'package.json': '{"workspaces": ["kit", "app"]}',
    'kit/package.json':
      '{"name": "@x/kit", "exports": {".": {"types": "./types/index.d.ts", "import": "./src/index.js"}}}',
    'kit/types/index.d.ts': 'export interface Event {}\nexport function json(data: unknown): Event;\n',
    'kit/src/index.js': "export { json } from './json.js';\n",
    'kit/src/json.js': 'export function json(data) {\n  return data;\n}\n',
    'app/main.ts': "import { json, type Event } from '@x/kit';\nexport const one: Event = json(1);\n",
  };
  const values = await ask(files, { query: 'json' });
  expect(edges(values)).toEqual(['app/main.ts:1 exact', 'app/main.ts:2 exact', 'kit/src/index.js:1 exact']);
  const types = await ask(files, { query: 'Event' });
  expect(edges(types)).toEqual(['app/main.ts:1 exact', 'app/main.ts:2 exact', 'kit/types/index.d.ts:2 exact']);
});

test('what a declaration beside a program tells of it is used wherever a path leads to the program', async () => {
  const tree = {
    'src/gen.js': 'export function make() {}\n',
    'src/gen.d.ts': 'export function make(): void;\n',
    'src/other.js': 'export function make() {}\n',
    'src/a.ts': "import { make } from './gen.js';\nmake();\n",
    'src/b.js': "import { make } from './gen.js';\nmake();\n",
  };
  const all = ['src/a.ts:1 exact', 'src/a.ts:2 exact', 'src/b.js:1 exact', 'src/b.js:2 exact'];
  expect(edges(await ask(tree, { query: 'src/gen.js#make' }))).toEqual(all);
  expect(edges(await ask(tree, { query: 'src/gen.d.ts#make' }))).toEqual(all);
  expect(edges(await ask(tree, { query: 'src/other.js#make' }))).toEqual([]);
});
