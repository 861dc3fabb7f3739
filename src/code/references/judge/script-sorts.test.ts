import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

/** One name for a type and for a value, both given out by one module. */
const BOTH: FileSpecs = {
  'nodes.ts': 'export interface Import {\n  source: string;\n}\n',
  'makers.ts': 'export const Import = alias();\n',
  'index.ts': "export * from './makers';\nexport type { Import } from './nodes';\n",
};

test('where TypeScript has a type a constant of its name is not meant, whatever module gives out both', async () => {
  const files = {
    ...BOTH,
    'use.ts':
      "import * as t from './index';\nexport function print(node: t.Import, all: readonly t.Import[]): t.Import | null {\n  const one = t.Import(node);\n  return all.find((a: t.Import) => a === one) ?? null;\n}\n",
  };
  expect(await uses(files, 'nodes.ts#Import')).toEqual(['index.ts:2 exact', 'use.ts:2 exact', 'use.ts:4 exact']);
  // For TypeScript what is given out by its name hides what a star gives out, at run time it does not.
  expect(await uses(files, 'makers.ts#Import')).toEqual(['use.ts:3 name']);
});

test('a function that JavaScript makes values of is a type for TypeScript, too, and so is a value of an enum', async () => {
  const files = {
    'shape.js': 'export function Shape() {\n  this.a = 1;\n}\n',
    'side.ts': 'export enum Side {\n  Left,\n}\n',
    'use.ts':
      "import * as shapes from './shape.js';\nimport { Side } from './side';\nexport let a: shapes.Shape;\nexport let b: Side.Left;\n",
  };
  expect(await uses(files, 'shape.js#Shape')).toEqual(['use.ts:3 exact']);
  expect(await uses(files, 'Side/Left')).toEqual(['use.ts:4 exact']);
});

test('what a class extends and what stands before a dot is a value, and so no type or interface of that name', async () => {
  const files = {
    'errors.ts':
      "import type { Node } from './node';\ntype Error = Node & { code: string };\nexport class Failed<T = unknown> extends Error {\n  constructor(cause: Error) {\n    Error.captureStackTrace(this);\n    if (cause instanceof Error) this.cause = cause;\n  }\n}\nexport interface Map extends Error {\n  a: string;\n}\nexport const groups = Map.groupBy([], (a: Map) => a);\n",
    'node.ts': 'export interface Node {\n  a: number;\n}\n',
  };
  expect(await uses(files, 'errors.ts#Error')).toEqual(['errors.ts:4 exact', 'errors.ts:9 exact']);
  expect(await uses(files, 'errors.ts#Map')).toEqual(['errors.ts:12 exact']);
});

test('brackets in which a member has its name hold a value, where no semicolon ends the member before as well', async () => {
  const text = (end: string): string =>
    [
      'export const KEY = Symbol()',
      'interface A {',
      `  a: string[]${end}`,
      `  [KEY]: Map<A>${end}`,
      `  readonly [KEY]?: A`,
      '}',
      'type B = A',
      '  | [KEY]',
      '',
    ].join('\n');
  for (const end of ['', ';'])
    expect(await uses({ 'a.ts': text(end) }, 'KEY')).toEqual(['a.ts:4 exact', 'a.ts:5 exact']);
});
