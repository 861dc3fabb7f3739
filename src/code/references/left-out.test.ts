import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../questions/find.types.ts';

const ask = (files: FileSpecs, question: Partial<FindInput> & { query: string }): Promise<FoundOutput> =>
  askCode(files, { mode: 'callers', ...question });

/** Rows as `line evidence` within one file. */
const lines = ({ rows }: FoundOutput, file: string): string[] =>
  rows.filter((row) => row.file === file).map(({ line, edge }) => `${line} ${edge?.evidence}`);

const names = ({ rows }: FoundOutput): string[] => rows.map(({ symbol }) => symbol?.name ?? '').sort();

const LEFT_OUT = /calls? of other declarations of the name left out/;

test("a call of an extension function is kept, whatever type its receiver has: that is not the extension's own", async () => {
  const kotlin = {
    'Channel.kt':
      'interface Channel\nclass Pipe : Channel {\n    fun check() {\n    }\n}\nfun Channel.check() {\n}\nfun Other.check() {\n}\n',
    'Use.kt': 'class Sink(val origin: Channel) {\n    fun run(pipe: Pipe) {\n        origin.check()\n    }\n}\n',
  };
  const found = await ask(kotlin, { query: 'check[1]' });
  expect(lines(found, 'Use.kt')).toEqual(['3 name']);
  const sharp = {
    'A.cs':
      'namespace A;\npublic static class Extensions\n{\n    public static void Check(this Channel c)\n    {\n    }\n}\npublic class Channel\n{\n}\npublic class Pipe\n{\n    public void Check()\n    {\n    }\n}\n',
    'Use.cs':
      'namespace A;\npublic class Sink\n{\n    public void Run(Channel channel)\n    {\n        channel.Check();\n    }\n}\n',
  };
  expect(lines(await ask(sharp, { query: 'Extensions/Check' }), 'Use.cs')).toEqual(['6 name']);
});

const GO: FileSpecs = {
  'go.mod': 'module x\n\ngo 1.22\n',
  'kv/kv.go':
    'package kv\n\ntype KV interface {\n\tGet(key string) string\n}\n\ntype kv struct{}\n\nfunc (k *kv) Get(key string) string { return key }\n\ntype Other struct{}\n\nfunc (o *Other) Get(key string) string { return key }\n\ntype Client struct {\n\tKV\n}\n',
  'use/use.go':
    'package use\n\nimport "x/kv"\n\nfunc Run(cli *kv.Client) {\n\tcli.Get("a")\n}\n\nfunc Ask(any kv.KV) {\n\tany.Get("a")\n}\n\nfunc Else(other *kv.Other) {\n\tother.Get("a")\n}\n',
};

test('a call through a type of Go that embeds, or an interface, is kept; one through another type is left out', async () => {
  const found = await ask(GO, { query: 'kv/Get' });
  expect(lines(found, 'use/use.go')).toEqual(['6 name', '10 name']);
  expect(found.reading).toContain('1 call of other declarations of the name left out');
});

test("a parameter's type says nothing of a local variable of another function", async () => {
  const tree = {
    'a.go':
      'package a\n\ntype Lessor struct{}\n\nfunc (x *Lessor) Size() int { return 0 }\n\ntype Lease struct{}\n\nfunc (x *Lease) TTL() int { return 0 }\n\nfunc New(l Lessor) int {\n\treturn l.Size()\n}\n\nfunc Serve(h Handler) int {\n\tl := h.l.Lookup(1)\n\treturn l.TTL()\n}\n',
    'b.go': 'package a\n\ntype Mine struct{}\n\nfunc (m *Mine) TTL() int { return 0 }\n',
  };
  expect(lines(await ask(tree, { query: 'Lease/TTL' }), 'a.go')).toEqual(['17 name']);
  const { 'a.go': only } = tree;
  const found = await ask({ 'a.go': only.replace('l := h', 'l := (h)') }, { query: 'TTL' });
  expect(lines(found, 'a.go')).toEqual(['17 import']);
  expect(found.reading).not.toMatch(LEFT_OUT);
});

test('types of one name in several packages of Go are told apart by the package that is written', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'one/one.go': 'package one\n\ntype Client struct {\n\tKV\n}\n',
    'two/two.go':
      'package two\n\ntype Client struct{}\n\nfunc (c *Client) Get(n int) {}\n\ntype kv struct{}\n\nfunc (k *kv) Get(n int) {}\n',
    'use/use.go':
      'package use\n\nimport (\n\t"x/one"\n\t"x/two"\n)\n\nfunc Run(c *one.Client) {\n\tc.Get(1)\n}\n\nfunc Walk(c *two.Client) {\n\tc.Get(1)\n}\n',
  };
  expect(lines(await ask(tree, { query: 'kv/Get' }), 'use/use.go')).toEqual(['9 name']);
  expect(lines(await ask(tree, { query: 'Client/Get' }), 'use/use.go')).toEqual(['13 exact', '9 name']);
});

test('a field of Go that is called like a type is not taken for it', async () => {
  const tree = {
    'a.go':
      'package a\n\ntype kv struct{}\n\nfunc (x *kv) Put(n int) {}\n\ntype Other struct{}\n\nfunc (x *Other) Put(n int) {}\n\ntype Cache struct {\n\tkv Store\n}\n\nfunc (c *Cache) Run() {\n\tc.kv.Put(1)\n}\n',
  };
  expect(lines(await ask(tree, { query: 'kv/Put' }), 'a.go')).toEqual(['16 name']);
  expect(lines(await ask(tree, { query: 'Other/Put' }), 'a.go')).toEqual(['16 name']);
});

test('a local variable hides a package of Go that is called like it', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'lease/lease.go': 'package lease\n\ntype Lease struct{}\n\nfunc (l *Lease) TTL() int { return 0 }\n',
    'use/use.go':
      'package use\n\nimport (\n\t"x/lease"\n\t"fmt"\n)\n\nfunc Run(find func() *lease.Lease) int {\n\tlease := find()\n\treturn lease.TTL()\n}\n\nfunc Say() {\n\tfmt.TTL()\n}\n',
  };
  const found = await ask(tree, { query: 'TTL' });
  expect(names(found)).toEqual(['Run']);
  expect(found.reading).toContain(
    '1 call that an import, a field, a variable or a language shows to mean something else left out',
  );
  expect(found.reading).not.toMatch(LEFT_OUT);
});

const SHARP: FileSpecs = {
  'Abstract.cs':
    'namespace A;\npublic interface ISink\n{\n    void Emit(int x);\n}\npublic class Base : ISink\n{\n    public void Emit(int x)\n    {\n    }\n}\n',
  'Deep.cs':
    'namespace A.Deep;\npartial class Whole\n{\n    class Part\n    {\n        public int Emit(int x)\n        {\n            return x;\n        }\n    }\n}\n',
  'Whole.cs':
    'namespace A.Deep;\npartial class Whole\n{\n    readonly Part _part;\n    int Run()\n    {\n        return _part.Emit(1);\n    }\n}\n',
  'Use.cs':
    'namespace B;\npublic class Logger\n{\n    readonly Base _base;\n    readonly ISink _sink;\n    void Run()\n    {\n        _base.Emit(1);\n    }\n    void Walk()\n    {\n        _sink.Emit(1);\n    }\n}\n',
};

test('in C# a field leads to its type by name where no import tells, and an interface to whatever implements it', async () => {
  const found = await ask(SHARP, { query: 'Base/Emit' });
  expect(lines(found, 'Use.cs')).toEqual(['8 name', '12 name']);
  expect(lines(await ask(SHARP, { query: 'Part/Emit' }), 'Whole.cs')).toHaveLength(1);
});

test('what a subtype or supertype of the asked type declares may still be called, and is kept', async () => {
  const tree = {
    'a.py':
      'class Base:\n    def run(self):\n        pass\n\n    def start(self):\n        self.run()\n\nclass Job(Base):\n    def run(self):\n        pass\n\nclass Cart:\n    def run(self):\n        pass\n\ndef go(cart: Cart, base: Base):\n    cart.run()\n    base.run()\n',
  };
  const found = await ask(tree, { query: 'Job/run', mode: 'references' });
  expect(lines(found, 'a.py')).toEqual(['6 name', '18 name']);
  expect(found.reading).toContain('1 more of other declarations of the name left out');
});

test('a type that derives from what cannot be seen, or does not declare the name itself, leaves nothing out', async () => {
  const tree = {
    'a.py':
      'from lib import Base\n\nclass Job:\n    def run(self):\n        pass\n\nclass Cart:\n    def run(self):\n        pass\n\nclass Queue(Base):\n    pass\n\ndef go(queue: Queue, text: str):\n    queue.run()\n    text.run()\n\nclass Mixin:\n    def start(self):\n        self.run()\n',
  };
  expect(lines(await ask(tree, { query: 'Job/run', mode: 'references' }), 'a.py')).toEqual([
    '15 name',
    '16 name',
    '20 name',
  ]);
});

test('a declaration in a test is never what other code is said to call', async () => {
  const tree = {
    'a.go': 'package a\n\nfunc Serve(s *Server) {\n\ts.r.Propose(1)\n\ts.Load()\n}\n',
    'a_test.go': 'package a\n\ntype recorder struct{}\n\nfunc (r *recorder) Propose(n int) {}\n',
  };
  expect(names(await ask(tree, { query: 'Serve', mode: 'callees' }))).toEqual([]);
  expect(lines(await ask(tree, { query: 'Propose' }), 'a.go')).toEqual(['4 name']);
});

test('a called name that several types declare is not said to be unknown', async () => {
  const type = (name: string): string => `type ${name} struct{}\n\nfunc (x *${name}) Enlist(n int) {}\n\n`;
  const tree = {
    'a.go': 'package a\n\nfunc Serve(s *Server) {\n\ts.w.Enlist(1)\n\ts.w.Vanish()\n}\n',
    'b.go': `package a\n\n${type('One')}${type('Two')}${type('Three')}`,
  };
  const { reading } = await ask(tree, { query: 'Serve', mode: 'callees' });
  expect(reading).toContain('1 called name leads to no declaration in the project: Vanish');
  expect(reading).toContain('1 called name has declarations, but which one is meant is not known: Enlist');
});

test('an implementation in Kotlin is what its own head names, outside of brackets and type arguments', async () => {
  const tree = {
    'Channel.kt':
      'interface Channel {\n    companion object {\n        val Empty: Channel = object : Channel {\n        }\n    }\n}\n',
    'Parts.kt':
      'sealed class Part(val size: Long) {\n    class Input(val a: Int) : Part(1)\n    class Output(\n        val provide: () -> Channel,\n        size: Long\n    ) : Part(size)\n}\n' +
      'object Before : Hook<suspend (Channel, Int) -> Channel> {\n}\nobject After : Hook<\n    (Channel) -> Channel?\n> {\n}\nobject Bare : Part(1)\nclass Pipe(\n    val make: () -> Unit = { },\n    val other: Channel\n) : Channel, Closeable {\n}\nclass Long1(val a: Int)\n    : Channel\nclass Last : Base<Int>(),\n    Channel\n',
  };
  expect(names(await ask(tree, { query: 'Channel', mode: 'implementations' }))).toEqual([
    '(anonymous)',
    'Last',
    'Long1',
    'Pipe',
  ]);
});

test('a name path that nothing is declared by is led to no other declaration of the name: what is written so is by name', async () => {
  const files = {
    'a.ts': 'export function read() {}\nexport const Kind = make();\n',
    'b.ts': "import { read, Kind } from './a';\nread();\nKind.read();\nunknown().read();\n",
  };
  const found = await askCode(files, { mode: 'references', query: 'Kind.read' });
  expect(found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['3 name', '4 name']);
  expect(found.reading).toContain('no declaration in the project; fields and values of enums are not listed in all');
  expect(found.reading).toContain('2 more of other declarations of the name left out');
  const ofKind = await askCode(files, { mode: 'callers', query: 'read', kind: 'class' });
  expect(ofKind.rows.filter(({ edge }) => edge?.evidence !== 'name')).toEqual([]);
});

test('what an import from outside, a variable or an object of the language is, is no use of a declaration of that name', async () => {
  const files = {
    'package.json': '{ "dependencies": { "outside": "1" } }',
    'a.ts': 'export function parse(x: string) {}\n',
    'b.ts':
      "import { parse } from 'node:path';\nimport * as path from 'outside';\nparse('');\npath.parse('');\nJSON.parse('');\n" +
      'other.parse();\n',
    'c.ts':
      'function f(parse: any, JSON: any) {\n  parse(1);\n  JSON.parse(1);\n}\nfor (const parse of []) parse(2);\ntry {} catch (parse) { parse(3); }\n' +
      "import { parse as p } from './unknown';\nparse(4);\n",
    'd.py': 'from outside import Response\nResponse()\n',
    'e.py': 'class Response:\n    pass\nResponse()\n',
  };
  const found = await askCode(files, { mode: 'callers', query: 'parse' });
  expect(found.rows.map(({ file, line, hits }) => `${file}:${line} ×${hits}`)).toEqual([
    'b.ts:6 ×1',
    'c.ts:3 ×1',
    'c.ts:8 ×1',
  ]);
  expect(found.reading).toContain(
    '6 calls that an import, a field, a variable or a language shows to mean something else',
  );
  const python = await askCode(files, { mode: 'callers', query: 'Response' });
  expect(python.rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['e.py:3']);
});

test('what Java has of a type of its own is no use of a declaration of that name, unless the project has such a type', async () => {
  const files = {
    'src/main/java/a/A.java':
      'package a;\nclass A {\n  private static int parseInt(String s) {\n    return Integer.parseInt(s);\n  }\n}\n',
    'src/main/java/a/B.java':
      'package a;\nclass B {\n  int f() {\n    return Integer.parseInt("1");\n  }\n  int g() {\n    return A.parseInt("1");\n  }\n  Fn h = Integer::parseInt;\n}\n',
  };
  const rows = async (tree: Readonly<Record<string, string>>) =>
    (await askCode(tree, { mode: 'references', query: 'parseInt' })).rows.map(
      ({ file, line, edge }) => `${file.at(-6)}:${line} ${edge?.evidence}`,
    );
  expect(await rows(files)).toEqual(['B:7 exact']);
  const own = { ...files, 'src/main/java/a/Integer.java': 'package a;\nclass Integer extends Numeral {\n}\n' };
  expect((await rows(own)).map((row) => row.slice(0, 3)).toSorted()).toEqual(['A:4', 'B:4', 'B:7', 'B:9']);
});

test('a value from outside may have what the project gives it, a class and a module from outside have not', async () => {
  const files = {
    'package.json': '{ "dependencies": { "outside": "1" } }',
    'shop/settings.py': 'PAGE_SIZE = 20\ndef join():\n    pass\n',
    'shop/views.py':
      'import outside\nfrom outside import Sizes\nfrom outside.conf import settings\nfrom os import path\n' +
      'settings.PAGE_SIZE\noutside.PAGE_SIZE\nSizes.PAGE_SIZE\npath.join()\n',
    'added.d.ts':
      "import 'outside';\ndeclare module 'outside' {\n  interface Instance {\n    greetAll(): void;\n  }\n}\n",
    'plugin.ts':
      "import plain from 'outside';\nplain.shineAll = function () {};\nexport class Own {\n  rinseAll() {}\n}\n",
    'use.ts':
      "import one, { instance } from 'outside';\nimport * as all from 'outside';\ninstance.greetAll();\none.shineAll();\nall.greetAll();\n" +
      'instance.rinseAll();\n',
  };
  const rows = async (query: string): Promise<string[]> =>
    (await askCode(files, { mode: 'references', query })).rows.map(
      ({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`,
    );
  expect(await rows('PAGE_SIZE')).toEqual(['shop/views.py:5 name']);
  expect(await rows('settings.py#join')).toEqual([]);
  expect(await rows('greetAll')).toEqual(['use.ts:3 name']);
  expect(await rows('shineAll')).toEqual(['use.ts:4 name']);
  expect(await rows('rinseAll')).toEqual([]);
});

test('what a function of a script imports itself, or takes from a value, is no proof that something else is meant', async () => {
  const files = {
    'lib.ts': 'export function mix(x: number) {}\n',
    'a.ts':
      "export async function one() {\n  const { mix } = await import('./lib');\n  mix(1);\n}\n" +
      "export function two() {\n  const { mix } = require('./lib');\n  return mix(2);\n}\n" +
      "export function three() {\n  const { mix } = require('node:path');\n  return mix(3);\n}\n",
    'b.js':
      "const lib = require('./lib');\nfunction one() {\n  const { mix } = lib;\n  mix(1);\n}\n" +
      'function two() {\n  const mix = lib.mix;\n  mix(2);\n}\n' +
      "import('./lib').then(({ mix }) => mix(3));\n" +
      'function three(mix) {\n  mix(4);\n}\nfunction four() {\n  const mix = make();\n  mix(5);\n}\n',
    'c.ts':
      "function run() {\n  let mix: any;\n  before(async () => {\n    ({ mix } = await import('./lib'));\n  });\n" +
      '  it(() => {\n    mix(1);\n  });\n}\n',
  };
  const found = await ask(files, { query: 'mix' });
  expect(lines(found, 'a.ts')).toEqual(['3 exact', '7 exact']);
  expect(lines(found, 'b.js')).toEqual(['4 name', '8 name', '10 name']);
  expect(lines(found, 'c.ts')).toEqual(['7 name']);
  expect(found.reading).toContain('3 calls that an import, a field, a variable or a language shows');
});

test("a type of Rust's library may have what a trait of the project gives it", async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      'pub trait Wire {\n    fn unpack(b: u8) -> Self;\n    fn shout() -> u8 {\n        1\n    }\n}\n' +
      'pub struct Own;\nimpl Own {\n    fn fetch_all() {}\n    fn new() {}\n}\n' +
      'pub fn a() {\n    u32::unpack(1);\n    String::shout();\n    String::fetch_all();\n    String::new();\n}\n',
  };
  expect(lines(await ask(files, { query: 'unpack' }), 'src/lib.rs')).toHaveLength(1);
  expect(lines(await ask(files, { query: 'shout' }), 'src/lib.rs')).toHaveLength(1);
  expect(lines(await ask(files, { query: 'fetch_all' }), 'src/lib.rs')).toEqual([]);
  expect(lines(await ask(files, { query: 'new' }), 'src/lib.rs')).toEqual([]);
});

test('a module that the project has somewhere is not taken for one from outside', async () => {
  const files = {
    'src/lib/paint.ts': 'export function wash() {}\n',
    'src/a.ts': "import { wash } from 'lib/paint';\nwash();\n",
    'src/b.ts': "import { wash } from 'outside/paint';\nwash();\n",
    'shared/tools/helpers.py': 'def wash():\n    pass\n',
    'run.py': 'from helpers import wash\nwash()\n',
    'other.py': 'from outside import wash\nwash()\n',
  };
  const found = await ask(files, { query: 'wash' });
  expect(found.rows.map(({ file, edge }) => `${file} ${edge?.evidence}`)).toEqual(['run.py name', 'src/a.ts name']);
});

test('a variable that is called like a module is not that module', async () => {
  const files = {
    'store.ts': 'export function fetchAll() {}\n',
    'a.ts':
      "import * as store from './store';\nfunction one(store: any) {\n  store.fetchAll();\n}\n" +
      "function two() {\n  store.fetchAll();\n}\nasync function three() {\n  const store = await import('./store');\n  store.fetchAll();\n}\n",
    'store.py': 'def fetchAll():\n    pass\n',
    'a.py':
      'import store\ndef one(store):\n    store.fetchAll()\ndef two():\n    store.fetchAll()\n' +
      'def three():\n    import store as store\n    store.fetchAll()\n',
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': 'pub mod store;\npub mod user;\n',
    'src/store.rs': 'pub fn fetchAll() {\n}\n',
    'src/user.rs':
      'use crate::store;\nfn one(store: Other) {\n    store.fetchAll();\n}\nfn two() {\n    store::fetchAll();\n}\n',
  };
  const found = await ask(files, { query: 'fetchAll' });
  expect(lines(found, 'a.ts').sort()).toEqual(['3 name', '6 exact', '10 exact'].sort());
  expect(lines(found, 'a.py').sort()).toEqual(['3 name', '5 exact', '8 exact'].sort());
  expect(lines(found, 'src/user.rs').sort()).toEqual(['3 name', '6 exact'].sort());
});

test('what is called on a class that Ruby itself has is none of the project, unless that opens the class', async () => {
  const tree = {
    'retry.rb': 'class Retry\n  def local(job)\n  end\nend\n',
    'use.rb': 'def run(retrier)\n  retrier.local(1)\nend\ndef now\n  Time.local(2022)\nend\n',
  };
  const found = await ask(tree, { query: 'Retry/local' });
  expect(lines(found, 'use.rb')).toEqual(['2 name']);
  expect(found.reading).toContain('left out');
  const opened = { ...tree, 'time.rb': 'class Time\n  def self.local(year)\n  end\nend\n' };
  expect(lines(await ask(opened, { query: 'Time/local' }), 'use.rb')).toEqual(['2 name', '5 name']);
});

test('what C# calls its base is in Python a module like another', async () => {
  const tree = {
    'app/__init__.py': '',
    'app/base.py': 'class Pool:\n    pass\n',
    'app/other.py': 'class Pool:\n    pass\n',
    'app/use.py': 'from . import base\n\nclass Mine(base.Pool):\n    pass\n',
  };
  expect(lines(await ask(tree, { query: 'app/base.py#Pool', mode: 'references' }), 'app/use.py')).toEqual(['3 exact']);
});

test('a type that is asked for behind instanceof is not hidden by that', async () => {
  const tree = {
    'src/main/java/a/Path.java': 'package a;\npublic @interface Path {\n}\n',
    'src/main/java/b/Path.java': 'package b;\npublic class Path {\n}\n',
    'src/main/java/b/Use.java':
      'package b;\nimport a.Path;\nclass Use {\n  boolean is(Object it) {\n    if (it instanceof Path) return true;\n    return (Path) it;\n  }\n}\n',
  };
  expect(lines(await ask(tree, { query: 'a/Path.java#Path', mode: 'references' }), 'src/main/java/b/Use.java')).toEqual(
    ['2 exact', '5 exact', '6 exact'],
  );
});

test('uses in a language that does not share the declarations are told apart: a binding may join them', async () => {
  const tree = {
    'lib.rs': '#[napi]\npub struct Scanner {}\n',
    'use.ts': "import { Scanner } from './native';\nnew Scanner();\n",
  };
  const found = await askCode(tree, { mode: 'references', query: 'Scanner' });
  expect(found.rows).toEqual([]);
  expect(found.reading).toContain('2 more in languages other than those of the declarations left out');
  expect(found.reading).not.toContain('mean something else');
});

test('a name that a script takes out of several values at once is kept: it may be what an import in a call gives', async () => {
  const tree = {
    'create.js': 'export async function create() {}\n',
    'use.js': [
      'export async function run() {',
      '  const [',
      '    { merge },',
      '    { create },',
      "  ] = await Promise.all([import('other'), import('./create.js')]);",
      '  create();',
      '}',
      'export function deep(tools) {',
      '  const { inner: { create } } = tools;',
      '  create();',
      '}',
      'export function own(list) {',
      '  const [create] = list;',
      '  create();',
      '}',
      '',
    ].join('\n'),
  };
  const found = await ask(tree, { query: 'create' });
  expect(lines(found, 'use.js')).toEqual(['6 name', '10 name']);
});
