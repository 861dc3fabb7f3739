import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

/** The declarations that a question about uses is taken to be about, as `file:line path`. */
async function declared(files: FileSpecs, query: string, mode: FindInput['mode'] = 'callers'): Promise<string[]> {
  const output = await askCode(files, { mode, query });
  return (output.declared?.shown ?? []).map(({ file, line, path }) => `${file}:${line} ${path}`).sort();
}

const GO: FileSpecs = {
  'go.mod': 'module example.com/a\n',
  'internal/providers/provider.go': 'package providers\n\ntype Interface interface{}\n',
  'internal/plugin6/grpc.go': 'package plugin6\n\ntype Client struct{}\n\nfunc (c *Client) Plan() {}\n',
  'internal/plugin/grpc.go': 'package plugin\n\ntype Client struct{}\n\nfunc (c *Client) Plan() {}\n',
  'backend/base.go': 'package backend\n\ntype Backend interface{}\n',
  'remote/backend.go': 'package remote\n\ntype Backend struct{}\n',
  'kv.go': 'package a\n\ntype kv struct{}\ntype Op struct{}\n\nfunc (k *kv) Put() {}\nfunc (o Op) Put() {}\n',
};

test.each(['references', 'implementations', 'callers', 'callees'] as const)(
  'a package before a name says whose declaration is meant, in mode %s',
  async (mode) => {
    expect(await declared(GO, 'providers.Interface', mode)).toEqual(['internal/providers/provider.go:3 Interface']);
    expect(await declared(GO, 'plugin6.Client/Plan', mode)).toEqual(['internal/plugin6/grpc.go:5 Client/Plan']);
    expect(await declared(GO, 'backend.Backend', mode)).toEqual(['backend/base.go:3 Backend']);
  },
);

test('a module path of Python and Rust, and a package of Java, are read before a name', async () => {
  const files = {
    'src/_pytest/config/__init__.py': 'class Config:\n    def getini(self):\n        pass\n',
    'other/config.py': 'class Config:\n    def getini(self):\n        pass\n',
    'src/core/workspace.rs': 'pub struct Workspace;\n',
    'app/src/main/java/play/mvc/Results.java': 'package play.mvc;\nclass Results {\n  int ok() { return 1; }\n}\n',
  };
  expect(await declared(files, '_pytest.config.Config/getini')).toEqual([
    'src/_pytest/config/__init__.py:2 Config/getini',
  ]);
  expect(await declared(files, 'crate::core::workspace::Workspace')).toEqual(['src/core/workspace.rs:1 Workspace']);
  expect(await declared(files, 'play.mvc.Results#ok')).toEqual([
    'app/src/main/java/play/mvc/Results.java:3 Results/ok',
  ]);
});

test('a name behind its file means all of the name there, and a name in its own case goes before another case', async () => {
  expect(await declared(GO, 'kv.go#Put')).toEqual(['kv.go:6 kv/Put', 'kv.go:7 Op/Put']);
  const both = { ...GO, 'other.go': 'package a\n\ntype KV struct{}\n\nfunc (k KV) Put() {}\n' };
  expect(await declared(both, 'KV/Put')).toEqual(['other.go:5 KV/Put']);
  expect(await declared(GO, 'KV/Put')).toEqual(['kv.go:6 kv/Put']);
});

const OWNERS: FileSpecs = {
  'owner/Pet.java': 'class Pet {\n  void setType(int a) {}\n}\n',
  'owner/Owner.java': 'class Owner {\n  void run(Pet pet) {\n    pet.setType(1);\n  }\n}\n',
};

test('a folder that is called like a declared type is not taken for it, and the type is told to have none', async () => {
  const found = await askCode(OWNERS, { mode: 'callers', query: 'Owner/setType' });
  expect(found.reading).toBe(
    'callers of Owner/setType (none); class Owner (owner/Owner.java:1) has none of its own; 1 call of other declarations of the name left out',
  );
  expect([found.rows, found.near]).toEqual([[], ['Pet/setType']]);
});

test.each([
  [
    'callers',
    'class Owner (owner/Owner.java:1) has none of its own',
    'these call some setType, none is known to call this one',
  ],
  [
    'references',
    'class Owner (owner/Owner.java:1) has none of its own',
    'these name some setType, none is known to mean this one',
  ],
] as const)('%s of what its type does not declare are said to be those of the bare name', async (mode, owner, told) => {
  const files = { ...OWNERS, 'a/Run.java': 'class Run {\n  void run() {\n    make().setType(1);\n  }\n}\n' };
  const found = await askCode(files, { mode, query: 'Owner/setType' });
  expect(found.rows).toHaveLength(1);
  expect(found.reading).toContain(`${mode} of Owner/setType (name 1); ${owner}; ${told}`);
  const nowhere = await askCode({ 'a/Run.java': files['a/Run.java'] }, { mode, query: 'Owner/setType' });
  expect(nowhere.reading).toContain(`; ${told}`);
  const bare = await askCode({ 'a/Run.java': files['a/Run.java'] }, { mode, query: 'setType' });
  expect(bare.reading).not.toContain('these');
});

test('it is told what the name before a name was taken for', async () => {
  const files = {
    ...OWNERS,
    'owner/Owner.java': '',
    'a/Run.java': 'class Run {\n  void run(Pet pet) {\n    pet.setType(1);\n  }\n}\n',
  };
  const found = await askCode(files, { mode: 'callers', query: 'Owner/Pet/setType' });
  expect(found.reading).toBe(
    'callers of Owner/Pet/setType (name 1); 1 declaration; the name before it taken for a folder or file called so, in any case',
  );
});

test('a name behind a file that is not there is refused by the name of that file, with the nearest there are', async () => {
  const lost = (query: string): Promise<void> =>
    expect(declared(GO, query, 'references')).rejects.toThrow(/"outcome":"no_file"/);
  await lost('gone/kv.go#Put');
  await lost('kw.go#Put');
  await lost('kv.py/x.ts#Put');
  await expect(declared(GO, 'src/kv.go#Put')).rejects.toThrow('"file":"src/kv.go","near":["kv.go"]');
  // Not a file, but a package and its type: no file here ends so.
  expect(await declared({ 'node.ts': 'export class fs {\n  read() {}\n}\n' }, 'node.fs#read')).toEqual([
    'node.ts:2 fs/read',
  ]);
});

test('a name behind a file is told with that file as it was written', async () => {
  const { reading } = await askCode(GO, { mode: 'references', query: './kv.go#kv/Put' });
  expect(reading).toMatch(/^references of \.\/kv\.go#kv\/Put \(none\); 1 declaration/);
});

const OVERLOADS: FileSpecs = {
  'Box.java':
    'class Box {\n  void put(int a) {\n    seal();\n  }\n  void put(String a) {\n    open();\n  }\n  void seal() {}\n  void open() {}\n}\n',
  'Bag.java': 'class Bag {\n  void put(int a) {}\n  void put(long a) {}\n}\n',
  'User.java':
    'class User {\n  void run() {\n    Box box = new Box();\n    box.put(1);\n    box.put("a");\n    Bag bag = new Bag();\n    bag.put(2);\n  }\n}\n',
};

const askFor = (query: string, mode: FindInput['mode'] = 'references'): Promise<FoundOutput> =>
  askCode(OVERLOADS, { mode, query });

test('an overload is asked for with the others of its path, since no use tells which one it means', async () => {
  const found = await askFor('Box/put[1]');
  expect(found.rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence} ${edge?.of}`)).toEqual([
    'User.java:4 exact null',
    'User.java:5 exact null',
  ]);
  expect(found.reading).toBe(
    'references of Box/put (exact 2); 2 declarations of one path; which one of a path is meant is not told apart: [1] is counted with the others; 1 more of other declarations of the name left out',
  );
  // The one that was asked for stands first.
  expect(found.declared?.shown.map(({ line, path }) => `${line} ${path}`)).toEqual(['5 Box/put[1]', '2 Box/put']);
  expect((await askFor('Box/put')).reading).toBe(
    'references of Box/put (exact 2); 2 declarations of one path; which one of a path is meant is not told apart; 1 more of other declarations of the name left out',
  );
});

test('where a path has no second, that one is said to be missing and not the path', async () => {
  expect((await askFor('Box/open[1]')).reading).toContain('no declaration numbered [1] in the project');
});

test('the second of every path is asked for with the first of each', async () => {
  const found = await askFor('put[1]', 'callers');
  expect(found.reading).toBe(
    'callers of put (exact 1); 4 declarations: name one by its path, such as Outer/name; which one of a path is meant is not told apart: [1] is counted with the others',
  );
  expect(found.totals.hits).toBe(3);
});

test('what one of several overloads calls is what stands in its own body', async () => {
  const found = await askFor('Box/put[1]', 'callees');
  expect(found.rows.map(({ symbol }) => symbol?.name)).toEqual(['open']);
  expect(found.reading).toBe('callees of Box/put (exact 1); 1 declaration');
});

test('the parts of a type of C# in one folder are one type, whichever of its files is asked about', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Cart.cs': 'namespace Shop;\npublic partial class Cart {\n  public void Add() {}\n}\n',
    'Cart.Sum.cs': 'namespace Shop;\npartial class Cart {\n  public int Sum() => 1;\n}\n',
    'Cart.Of.cs': 'namespace Shop;\npartial class Cart<T> {\n}\n',
    'app/Use.cs': 'namespace Shop.App;\nclass Use {\n  Shop.Cart cart;\n}\n',
  };
  expect(await declared(files, 'Cart.Sum.cs#Cart')).toEqual(['Cart.Sum.cs:2 Cart', 'Cart.cs:2 Cart']);
  const { rows } = await askCode(files, { mode: 'references', query: 'Cart.Sum.cs#Cart' });
  expect(rows.map(({ file }) => file)).toEqual(['app/Use.cs']);
});
