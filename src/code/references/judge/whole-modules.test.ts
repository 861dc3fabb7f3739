import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, question: Partial<FindInput> & { query: string }): Promise<FoundOutput> =>
  askCode(files, { mode: 'references', ...question });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

test('a module that is imported as a whole is not what another file declares by that name', async () => {
  const files = {
    'cli.ts': 'export const cli = {};\n',
    'tools.ts': 'export function ask() {}\n',
    'use.ts': "import * as cli from './tools';\ncli.ask();\nexport const both = [cli];\n",
    'own.ts': "import { cli } from './cli';\nexport const own = [cli];\n",
    'unknown.ts': "import * as cli from './missing';\nexport const any = [cli];\n",
  };
  const found = await ask(files, { query: 'cli' });
  expect(edges(found)).toEqual(['own.ts:1 exact', 'own.ts:2 exact', 'unknown.ts:1 name', 'unknown.ts:2 name']);
  expect(found.reading).toContain('left out');
});

test('a module that is one value, imported as a whole, may be what that is', async () => {
  const files = {
    'cli.js': 'function cli() {}\nmodule.exports = cli;\n',
    'again.js': "module.exports = require('./cli');\n",
    'a.ts': "import * as cli from './cli';\ncli();\nexport const a = [cli];\n",
    'b.ts': "import * as cli from './again';\ncli();\nexport const b = [cli];\n",
  };
  expect(edges(await ask(files, { query: 'cli', include: ['*.ts'] })).map((row) => row.split(' ')[0])).toEqual([
    'a.ts:1',
    'a.ts:2',
    'a.ts:3',
    'b.ts:1',
    'b.ts:2',
    'b.ts:3',
  ]);
});

test('types that a module gives out with all of another one are led to their declarations', async () => {
  const files = {
    'base.ts': 'export class Node {}\n',
    'types.ts': "export type { Node } from './base';\nexport interface Child {}\n",
    'index.ts': "export type * from './types';\n",
    'use.ts': "import type { Child, Node } from './index';\nexport type Both = Node | Child;\n",
    'other.ts': 'export class Node {}\n',
    'narrow.ts': "export type { Child } from './base';\nexport { make as Node } from './make';\n",
    'make.ts': "export type { Child } from './base';\nexport const make = () => {};\n",
    'b.ts': "import { Node } from './narrow';\nexport const made = Node();\n",
  };
  expect(edges(await ask(files, { query: 'base.ts#Node', include: ['b.ts'] }))).toEqual(['b.ts:1 name', 'b.ts:2 name']);
  expect(edges(await ask(files, { query: 'base.ts#Node', include: ['use.ts'] }))).toEqual([
    'use.ts:1 exact',
    'use.ts:2 exact',
  ]);
  expect(edges(await ask(files, { query: 'types.ts#Child', include: ['use.ts'] }))).toEqual([
    'use.ts:1 exact',
    'use.ts:2 exact',
  ]);
});

test('a member that is given another value is used there, and what takes it declares a name of its own', async () => {
  const code =
    'export class Server {\n  constructor() {\n    const respond = this.respond.bind(this);\n' +
    '    this.respond = async () => {\n      return respond();\n    };\n  }\n  async respond() {}\n}\n' +
    'function Old() {\n  this.close = function () {};\n  this.close();\n}\n';
  const found = await ask({ 'server.js': code }, { query: 'Server/respond' });
  expect(edges(found)).toEqual(['server.js:3 exact', 'server.js:4 exact', 'server.js:5 name']);
});

test('a module that is imported as a whole is no declaration of its name in it', async () => {
  const files = {
    'farm.ts': 'export interface Farm { of: string }\nexport default function make() {}\n',
    'a.ts': "import type * as Farm from './farm';\nlet one: Farm.Farm;\n",
    'b.ts': "import Farm from './farm';\nFarm();\n",
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'Farm', limit: 50 });
  expect(rows.map(({ file, line, hits, edge }) => `${file}:${line} ${hits} ${edge?.evidence}`)).toEqual([
    'a.ts:2 1 exact',
    'b.ts:1 1 name',
  ]);
});

test('what a file adds to another module is not what it means by the name that it imports from there', async () => {
  const files = {
    'lib.ts': 'export interface Matchers<R> { of: R }\n',
    'use.ts':
      "import { type Matchers } from './lib';\ndeclare module './lib' {\n  interface Matchers<R> {\n    more: R;\n  }\n}\nlet one: Matchers<string>;\n",
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'lib.ts#Matchers', limit: 50 });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual([
    'use.ts:1 exact',
    'use.ts:7 exact',
  ]);
});

test('a member of what a module gives out as its default is not what the module gives out by that name', async () => {
  const files = {
    'matchers.ts': 'export const any = () => {};\nexport class Matcher {}\n',
    'index.ts': "import { any } from './matchers';\nexport { Matcher } from './matchers';\nexport default { any };\n",
    'use.ts': "import expects, { Matcher } from './index';\nexpects.any();\nnew Matcher();\n",
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'any', include: ['use.ts'], limit: 50 });
  expect(rows.filter(({ edge }) => edge?.evidence === 'exact')).toEqual([]);
});
