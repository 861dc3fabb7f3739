import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

const API: FileSpecs = {
  'package.json': '{ "dependencies": { "@census/core": "1.0.0" } }',
  'api/kind.ts': 'export enum Kind {\n  SERVER,\n}\nexport interface Options {\n  startTime?: number;\n}\n',
  'api/index.ts': "export { Kind } from './kind';\nexport type { Options } from './kind';\n",
};

test('a value of an enum behind a module from outside is none of the enum of that name that the file knows, too', async () => {
  const files = {
    ...API,
    'use.ts':
      "import * as oc from '@census/core';\nimport other from '@census/core';\nimport { Kind } from './api';\nexport const all = [\n  oc.Kind.SERVER,\n  other.Kind.SERVER,\n  Kind.SERVER,\n];\n",
  };
  expect(await uses(files, 'Kind/SERVER')).toEqual(['use.ts:7 exact']);
});

test('a value of an enum behind a module of the project is known by what the module gives out', async () => {
  const files = {
    ...API,
    'zipkin.ts':
      'export enum Kind {\n  SERVER,\n}\nexport namespace Shapes {\n  export enum Side {\n    LEFT,\n  }\n}\n',
    'use.ts':
      "import * as api from './api';\nimport * as zipkin from './zipkin';\nimport { Shapes } from './zipkin';\nexport const all = [\n  api.Kind.SERVER,\n  zipkin.Kind.SERVER,\n  Shapes.Side.LEFT,\n];\nexport function hide(api: any) {\n  return api.Kind.SERVER;\n}\n",
  };
  expect(await uses(files, 'api/kind.ts#Kind/SERVER')).toEqual(['use.ts:10 name', 'use.ts:5 exact']);
  expect(await uses(files, 'zipkin.ts#Kind/SERVER')).toEqual(['use.ts:10 name', 'use.ts:6 exact']);
  expect(await uses(files, 'Side/LEFT')).toEqual(['use.ts:7 exact']);
});

test('a type that is written behind a module is the one of that module', async () => {
  const files = {
    ...API,
    'use.ts':
      "import * as oc from '@census/core';\nimport * as api from './api';\nimport type { Options } from './api';\nconst a: oc.Options = { startTime: 1 };\nconst b: api.Options = { startTime: 1 };\nconst c: Options = { startTime: 1 };\nexport function f(one: oc.Options, two: api.Options, three: Options) {\n  return [\n    one.startTime,\n    two.startTime,\n    three.startTime,\n    new oc.Options().startTime,\n  ];\n}\n",
  };
  expect(await uses(files, 'Options/startTime')).toEqual([
    'use.ts:10 exact',
    'use.ts:11 exact',
    'use.ts:12 name',
    'use.ts:4 name',
    'use.ts:5 exact',
    'use.ts:6 exact',
    'use.ts:9 name',
  ]);
});

test('a type behind the name that a module is given out under is the one of that module', async () => {
  const files = {
    'ast.ts': 'export interface Identifier {\n  label: string;\n}\nexport enum Kind {\n  ONE,\n}\n',
    'tree.ts': "export * as Tree from './ast';\n",
    'index.ts': "export { Tree } from './tree';\n",
    'other.ts': 'export interface Identifier {\n  label: string;\n}\n',
    'use.ts':
      "import { Tree } from './index';\nimport type { Identifier } from './other';\nexport function f(one: Tree.Identifier) {\n  return [one.label, Tree.Kind.ONE];\n}\nexport function g(two: Identifier) {\n  return two.label;\n}\n",
  };
  // A value of the one interface may be given to what asks for the other.
  expect(await uses(files, 'ast.ts#Identifier/label')).toEqual(['use.ts:4 exact', 'use.ts:7 name']);
  expect(await uses(files, 'other.ts#Identifier/label')).toEqual(['use.ts:4 name', 'use.ts:7 exact']);
  expect(await uses(files, 'Kind/ONE')).toEqual(['use.ts:4 exact']);
});

test('what a class derives from is the one of the module before it', async () => {
  const files = {
    ...API,
    'tracer.ts': 'export class Tracer {\n  begin() {}\n}\n',
    'use.ts':
      "import * as oc from '@census/core';\nimport * as own from './tracer';\nimport { Tracer } from './tracer';\nexport class Shim extends oc.Tracer {\n  run() {\n    this.begin();\n  }\n}\nexport class Own extends own.Tracer {\n  run() {\n    this.begin();\n  }\n}\nexport const make = () => new Tracer();\n",
  };
  expect(await uses(files, 'Tracer/begin')).toEqual(['use.ts:11 exact', 'use.ts:6 name']);
});

test('of Python a member of what a package from outside has is none of a class of that name that is imported, too', async () => {
  const files = {
    'pyproject.toml': '[project]\nname = "app"\nversion = "1"\ndependencies = ["census"]\n',
    'app/kinds.py': 'class Kind:\n    SERVER = 1\n',
    'app/__init__.py': '',
    'app/use.py':
      'import census as oc\nfrom app.kinds import Kind\n\ndef run(one: oc.Kind, two: Kind):\n    return [\n        oc.Kind.SERVER,\n        Kind.SERVER,\n        one.SERVER,\n        two.SERVER,\n    ]\n',
  };
  expect(await uses(files, 'Kind/SERVER')).toEqual(['app/use.py:7 exact', 'app/use.py:8 name', 'app/use.py:9 exact']);
});
