import { afterAll, expect, test } from 'vitest';
import { explainerOf, makeShop } from '../../../test/support/explained.ts';
import { makeRepository } from '../../../test/support/repository.ts';

const shop = makeShop();
afterAll(() => shop.remove());

const { explain } = explainerOf(shop.path);

test('since: what changed, what depends on it by hops, and which dependencies are new or gone', async () => {
  shop.write({ 'src/base/money.ts': "import { row } from './row.ts';\nexport const money = row;\n", 'src/new.ts': '' });
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' });
  shop.write({ 'src/base/money.ts': 'export const money = 2;\n', 'src/new.ts': null });
  expect(impact?.changed.rows).toEqual([
    { file: 'src/base/money.ts', change: 'changed', moved: null, isUnit: true },
    { file: 'src/new.ts', change: 'added', moved: null, isUnit: true },
  ]);
  expect(impact?.byHop).toEqual([
    { hop: 1, units: 1, tests: 0 },
    { hop: 2, units: 2, tests: 1 },
  ]);
  expect(impact?.reached.rows[0]).toMatchObject({ path: 'src/cart/cart.ts', via: 'src/base/money.ts', line: 1 });
  expect(impact?.added?.rows).toMatchObject([{ from: 'src/base/money.ts', to: 'src/base/row.ts', line: 1 }]);
  expect(impact?.removed?.rows).toEqual([]);
});

test('since: what a file that could not be read then has imported is not called new', async () => {
  const line = "import { a } from './a.js';\nexport const b = a;\n";
  const repo = makeRepository(
    { 'a.js': 'export const a = 1;\n', 'b.js': `${line}// ${'x'.repeat(1_100_000)}\n` },
    { 'b.js': line },
  );
  try {
    const { impact, gaps } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repo.path);
    expect(impact?.added?.rows).toEqual([]);
    expect(gaps).toContain('dependencies of 1 file in the earlier state are not known');
  } finally {
    repo.remove();
  }
});

test('nothing has changed since the commit itself, line ends of a checkout included', async () => {
  shop.write({ 'src/base/money.ts': 'export const money = 2;\r\n' });
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD' });
  shop.write({ 'src/base/money.ts': 'export const money = 2;\n' });
  expect(impact?.changed.total).toBe(0);
  expect(impact?.byHop).toEqual([]);
});

test('since tells code before tests and before what is no code', async () => {
  const before = {
    '.ci.yml': 'a\n',
    'a.test.js': 'let a = 1;\n',
    'examples/e.js': 'let e = 1;\n',
    'src/z.js': 'let z = 1;\n',
  };
  const after = Object.fromEntries(Object.entries(before).map(([path, text]) => [path, text.replace(/a$|1/m, '2')]));
  const repository = makeRepository(before, after);
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.changed.rows.map(({ file }) => file)).toEqual(['src/z.js', 'examples/e.js', 'a.test.js', '.ci.yml']);
  expect(impact?.symbols.rows.map(({ file }) => file)).toEqual(['src/z.js', 'examples/e.js', 'a.test.js']);
});

test('since tells the symbols that differ, and where they are used', async () => {
  const repository = makeRepository(
    {
      'src/tax.js':
        'function rate() {\n  return 1;\n}\nfunction other() {\n  return 2;\n}\nmodule.exports = { rate, other };\n',
      'src/bill.js':
        "const { rate } = require('./tax');\nfunction total() {\n  return rate() * 2;\n}\nmodule.exports = { total };\n",
      'src/apart.js': 'function rate() {\n  return 0;\n}\nrate();\n',
    },
    {
      'src/tax.js':
        'function rate() {\n  return 3;\n}\nfunction other() {\n  return 2;\n}\nmodule.exports = { rate, other };\n',
    },
  );
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows).toEqual([
    { change: 'changed', symbol: 'rate', kind: 'function', file: 'src/tax.js', line: 1, known: 'exact' },
  ]);
  expect(impact?.uses.rows).toEqual([
    { file: 'src/bill.js', line: 3, within: 'total', isTest: false, symbol: 'rate', of: 'src/tax.js', known: 'exact' },
    { file: 'src/tax.js', line: 7, within: null, isTest: false, symbol: 'rate', of: 'src/tax.js', known: 'exact' },
  ]);
});

test('since tells each of the names that a changed pattern binds', async () => {
  const file = (value: string): string =>
    `const { kept } = require('./kept');\nexport const { a, b: [c] } = ${value};\nexport const same = 1;\n`;
  const repository = makeRepository({ 'src/a.ts': file('make()') }, { 'src/a.ts': file('makeOther()') });
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows.map(({ change, symbol }) => `${change} ${symbol}`)).toEqual(['changed a', 'changed c']);
});

test('since leaves out declarations of which only comments or empty lines differ', async () => {
  const file = (comment: string, text: string): string =>
    `/** ${comment} */\nexport interface Next {\n  a: string; // ${comment.length}\n}\nexport const url = '${text}';\n`;
  const repository = makeRepository(
    { 'src/a.ts': file('before', 'http://a # b') },
    { 'src/a.ts': `${file('behind\n * it', 'http://a # c')}` },
  );
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows.map(({ change, symbol }) => `${change} ${symbol}`)).toEqual(['changed url']);
});

test('since leaves out the last value of an enum behind which another was added', async () => {
  const repository = makeRepository(
    { 'src/a.h': 'enum Kind {\n  kNone = 0,\n  kSnappy = 1\n};\n', 'src/b.ts': 'export enum B {\n  One = f(1),\n}\n' },
    {
      'src/a.h': 'enum Kind {\n  kNone = 0,\n  kSnappy = 1,\n  kZstd = 2,\n};\n',
      'src/b.ts': 'export enum B {\n  One = f(2),\n}\n',
    },
  );
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows.map(({ change, symbol }) => `${change} ${symbol}`)).toEqual([
    'added kZstd',
    'changed B/One',
  ]);
});

test('since: of symbols called alike those are told that differ, and not those behind them', async () => {
  const click = (value: number): string =>
    `  f(() => {\n    const click = () => {\n      return ${value};\n    };\n  });\n`;
  const file = (...values: number[]): string => `function all() {\n${values.map(click).join('')}}\n`;
  const add = (type: string): string => `  void add(${type} a) { run(a); }\n`;
  const repository = makeRepository(
    { 'src/a.ts': file(1, 2, 3, 4), 'A.java': `class A {\n${add('int')}${add('long')}}\n` },
    { 'src/a.ts': file(1, 9, 2, 3), 'A.java': `class A {\n${add('byte')}${add('int')}${add('long')}}\n` },
  );
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows.map(({ change, symbol, line }) => `${change} ${symbol} ${line}`)).toEqual([
    'added A/add 2',
    'changed all/click[1] 8',
  ]);
});

test('since tells a variable that a pattern takes from an import now, or took from one, as changed', async () => {
  const repository = makeRepository(
    {
      'src/a.js':
        "var Buffer = require('safe-buffer').Buffer;\nconst { join } = require('path');\nvar gone = require('gone').gone;\nfunction f() {\n  return gone;\n}\n",
    },
    {
      'src/a.js':
        "const {\n  Other: Buffer,\n} = require('node:buffer');\nvar join = require('path').join;\nfunction f() {\n  const { gone } = require('gone');\n  return gone;\n}\n",
    },
  );
  const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
  repository.remove();
  expect(impact?.symbols.rows.map(({ change, symbol, line }) => `${change} ${symbol} ${line}`)).toEqual([
    'changed join 4',
    'changed f 5',
    'changed Buffer 2',
    'deleted gone 3',
  ]);
});

test('since: where changed symbols are used is told, too, where hundreds of tests have changed with them', async () => {
  const tests = (value: number) =>
    Object.fromEntries(Array.from({ length: 420 }, (_, at) => [`t/${at}.test.js`, `test('${at}', () => ${value});\n`]));
  const use = "import { pay } from './pay.js';\nexport function order() {\n  return pay();\n}\n";
  const repository = makeRepository(
    { ...tests(1), 'src/pay.js': 'export function pay() {\n  return 1;\n}\n', 'src/order.js': use },
    { ...tests(2), 'src/pay.js': 'export function pay() {\n  return 2;\n}\n' },
  );
  try {
    const { impact } = await explain({ aspects: ['impact'], since: 'HEAD~1' }, repository.path);
    expect(impact?.uses?.rows[0]).toMatchObject({ file: 'src/order.js', line: 3 });
  } finally {
    repository.remove();
  }
});
