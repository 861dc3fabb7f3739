import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';

/** Rows as `line evidence` of the file that uses what was asked for, in order. */
const rows = async (files: FileSpecs, query: string): Promise<string[]> => {
  const found = await askCode(files, { mode: 'references', query });
  return found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort();
};

const NODES: FileSpecs = {
  'node.ts': 'export class Node {\n  kind = 1;\n}\nexport class Event {\n  detail = 1;\n}\n',
  'types.ts': 'import { Node as Real } from "./node.ts";\nexport type Node = { kind: Real };\n',
  'all.ts': 'export * from "./node.ts";\nexport * as nodes from "./node.ts";\n',
};

/** A file that imports modules with a type of one name. */
const using = (code: string): FileSpecs => ({
  ...NODES,
  'use.ts': `import type * as N from "./types.ts"\nimport * as M from "./node.ts"\nimport { nodes as L } from "./all.ts"\nimport * as A from "./all.ts"\n${code}`,
});

test('a type behind a dot is that of the module which is named before it', async () => {
  const code =
    'export function f(a: N.Node, b: M.Node, c: L.Node, d: A.Node) {\n  a.kind;\n  b.kind;\n  c.kind;\n  d.kind;\n}\n';
  expect(await rows(using(code), 'node.ts#Node/kind')).toEqual(['6 name', '7 exact', '8 exact', '9 exact']);
});

test('so are what is made, what is taken apart, and what a class derives from', async () => {
  const made =
    'const a = new N.Node();\na.kind;\nconst b = new M.Node();\nb.kind;\n(new N.Node()).kind;\n(new M.Node()).kind;\n';
  expect(await rows(using(made), 'node.ts#Node/kind')).toEqual(['10 exact', '6 name', '8 exact', '9 name']);
  const taken = 'export function f({ kind }: N.Node) {}\nexport function g({ kind }: M.Node) {}\n';
  expect(await rows(using(taken), 'node.ts#Node/kind')).toEqual(['5 name', '6 exact']);
  const derived =
    'export class S extends N.Node {\n  f() { this.kind = 2; }\n}\nexport class T extends M.Node {\n  f() { this.kind = 2; }\n}\n';
  expect(await rows(using(derived), 'node.ts#Node/kind')).toContain('9 exact');
  expect(await rows(using(derived), 'node.ts#Node/kind')).not.toContain('6 exact');
});

test('a type that a file declares, or that the language gives every file, is none of a file that it imports', async () => {
  const own = 'type Node = { kind: string };\nexport function f(node: Node) {\n  node.kind;\n}\n';
  expect(await rows(using(own), 'node.ts#Node/kind')).toEqual(['7 name']);
  expect(await rows(using('export function f(e: Event) {\n  e.detail;\n}\n'), 'node.ts#Event/detail')).toEqual([
    '6 name',
  ]);
});

test('a type that a declaration file gives all files needs no import, nor does one in its namespaces', async () => {
  const files = {
    'all.d.ts':
      'interface Glob {\n  user: string;\n}\ndeclare namespace Ns {\n  interface In {\n    inner: string;\n  }\n}\n',
    'use.ts': 'import "./all";\nexport function f(g: Glob, h: Ns.In) {\n  g.user;\n  h.inner;\n}\n',
  };
  expect(await rows(files, 'Glob/user')).toEqual(['3 exact']);
  expect(await rows(files, 'In/inner')).toEqual(['4 exact']);
});

test('a member that all functions and classes have is not led by an import to the only type that declares it', async () => {
  const files = {
    'make.ts':
      'export interface Maker {\n  readonly prototype: object;\n}\nexport function Box() {}\nBox.prototype.open = function () {};\n',
  };
  expect(await rows(files, 'Maker/prototype')).toEqual(['5 name']);
});

test('a value behind brackets that begin a statement is no type of the function before it', async () => {
  const tree = {
    'mark.ts':
      'const mark = "x";\nexport function lazy() {\n  function load(): Promise<Thing> {\n    return made();\n  }\n\n  (load as Lazy)[mark] = true;\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'mark' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['7 exact']);
});
