import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  makeFolder,
  makePartialClone,
  makeRepository,
  type TestRepository,
} from '../../../../test/support/repository.ts';
import type { Structure } from '../../questions/structure.types.ts';
import { openSource } from '../../source/open-source.ts';
import { offerOwnStores } from '../../source/own-store.ts';
import { structure } from '../structure.ts';

type Files = Readonly<Record<string, string | null>>;

/** What a change of files is told as; `work` is written to the work tree alone. */
async function since(
  before: Readonly<Record<string, string>>,
  after: Files,
  { scope = null, work }: { readonly scope?: string | null; readonly work?: Files } = {},
): Promise<NonNullable<Structure['impact']> & Pick<Structure, 'gaps'>> {
  const repository = makeRepository(before, after);
  if (work !== undefined) repository.write(work);
  const told = await toldOf(repository, scope);
  repository.remove();
  return told;
}

/** What has changed with the last commit, and in the work tree. */
async function toldOf(
  repository: TestRepository,
  scope: string | null,
  ref: string | null = null,
): Promise<NonNullable<Structure['impact']> & Pick<Structure, 'gaps'>> {
  const output = await structure(
    {
      source: { location: repository.path, ref, denied: [] },
      prefix: null,
      aspects: ['impact'],
      scope,
      since: 'HEAD~1',
      question: null,
      depth: 2,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
  if (!('impact' in output) || output.impact === null) throw new Error(output.status);
  return { ...output.impact, gaps: output.gaps };
}

type Told = Awaited<ReturnType<typeof since>>;

const changes = ({ changed }: Told): readonly string[] =>
  changed.rows.map(({ file, change, moved }) =>
    moved === null ? `${change} ${file}` : `${change} ${moved.from} > ${file} ${moved.alike}`,
  );
/** Moves, each with how it is known. */
const known = ({ changed }: Told): readonly string[] =>
  changed.rows.flatMap(({ file, moved }) => (moved === null ? [] : `${moved.from} > ${file} ${moved.known}`));
const symbols = (told: Told): readonly string[] =>
  told.symbols.rows.map(({ change, symbol, file, line }) => `${change} ${symbol} ${file}:${line}`);

const RATE = 'export function rate(country) {\n  if (country === "at") return 20;\n  return 19;\n}\n';
const ROUND = 'export function round(money) {\n  return Math.round(money * 100) / 100;\n}\n';
const BILL = (place: string): string =>
  `import { rate } from '${place}';\nexport function total(sum, country) {\n  return sum * rate(country);\n}\n`;
const SHOP = {
  'package.json': '{ "type": "module" }\n',
  'lib/tax.js': RATE,
  'lib/round.js': ROUND,
  'lib/bill.js': BILL('./tax.js'),
  'lib/shop.js': "export { total } from './bill.js';\n",
};

test('a file that was moved as it was is told as that, and neither its symbols nor who uses it as changed', async () => {
  const told = await since(SHOP, {
    'lib/tax.js': null,
    'lib/money/tax.js': RATE,
    'lib/bill.js': BILL('./money/tax.js'),
  });
  expect(changes(told)).toEqual(['changed lib/bill.js', 'moved lib/tax.js > lib/money/tax.js 100']);
  expect(symbols(told)).toEqual([]);
  // The one who had to follow reaches further, not who uses the file that was moved.
  expect(told.reached.rows.map(({ path }) => path)).toEqual(['lib/shop.js']);
  expect([told.added?.rows, told.removed?.rows]).toEqual([[], []]);
  const still = await since(SHOP, { 'lib/round.js': null, 'lib/money.js': ROUND });
  expect([changes(still), still.byHop]).toEqual([['moved lib/round.js > lib/money.js 100'], []]);
});

test('of a file that was moved and changed, the symbols are compared with what they were', async () => {
  const both = `${RATE}${ROUND}`;
  const told = await since(
    { ...SHOP, 'lib/tax.js': both },
    {
      'lib/tax.js': null,
      'lib/money/tax.js': `import { total } from '../bill.js';\n${both.replace('19', '18')}export const all = total;\n`,
      'lib/bill.js': BILL('./money/tax.js'),
    },
  );
  expect(changes(told)).toEqual([
    'changed lib/bill.js',
    expect.stringMatching(/^moved lib\/tax\.js > lib\/money\/tax\.js [67]\d$/),
  ]);
  expect(symbols(told)).toEqual(['changed rate lib/money/tax.js:2', 'added all lib/money/tax.js:9']);
  expect(told.uses.rows.map(({ within, symbol }) => `${within} ${symbol}`)).toEqual(['total rate']);
  expect(told.added?.rows).toMatchObject([{ from: 'lib/money/tax.js', to: 'lib/bill.js' }]);
  expect(told.removed?.rows).toEqual([]);
});

test('what a moved file has lost is told where it was', async () => {
  const told = await since(
    { 'lib/a.js': `${RATE}${ROUND}export const old = 1;\n` },
    { 'lib/a.js': null, 'src/b.js': `${RATE}${ROUND}` },
  );
  expect(symbols(told)).toEqual(['deleted old lib/a.js:8']);
});

test('files of which little is alike are new and gone, and empty ones say nothing', async () => {
  const told = await since(
    { 'lib/tax.js': RATE, 'a/__init__.py': '', 'a.bin': '\0one' },
    {
      'lib/tax.js': null,
      'lib/round.js': ROUND,
      'a/__init__.py': null,
      'b/__init__.py': '',
      'a.bin': null,
      'b.bin': '\0two',
    },
  );
  expect(changes(told).toSorted()).toEqual([
    'added b.bin',
    'added b/__init__.py',
    'added lib/round.js',
    'deleted a.bin',
    'deleted a/__init__.py',
    'deleted lib/tax.js',
  ]);
});

test('of files that are alike, those of one name belong together, and no file is moved twice', async () => {
  const told = await since(
    { 'a/one.js': RATE, 'a/two.js': RATE, 'a/three.js': `${ROUND}${RATE}` },
    {
      ...{ 'a/one.js': null, 'a/two.js': null, 'a/three.js': null },
      ...{ 'b/two.js': RATE, 'b/zero.js': RATE, 'b/other.js': RATE, 'b/three.js': `${ROUND}${RATE}//\n` },
    },
  );
  expect(changes(told)).toEqual([
    'moved a/one.js > b/other.js 100',
    'moved a/three.js > b/three.js 98',
    'moved a/two.js > b/two.js 100',
    'added b/zero.js',
  ]);
});

test('of several files of one content each is led to the likest path, which is no more than a guess', async () => {
  const told = await since(
    { 'app/a.js': RATE, 'lib/b.js': RATE, 'lib/sum.js': ROUND },
    {
      ...{ 'app/a.js': null, 'lib/b.js': null, 'lib/sum.js': null },
      ...{ 'app/d.js': RATE, 'lib/c.js': RATE, 'lib/add.js': ROUND },
    },
  );
  expect(known(told)).toEqual([
    'app/a.js > app/d.js name',
    'lib/sum.js > lib/add.js exact',
    'lib/b.js > lib/c.js name',
  ]);
  const names = await since(
    { 'a/first.js': RATE, 'a/second.js': RATE },
    { 'a/first.js': null, 'a/second.js': null, 'b/a_second.js': RATE, 'b/z_first.js': RATE },
  );
  expect(known(names)).toEqual(['a/second.js > b/a_second.js name', 'a/first.js > b/z_first.js name']);
});

test('that a file was moved and changed is no more than likely', async () => {
  const told = await since({ 'a.js': ROUND + RATE }, { 'a.js': null, 'b.js': `${ROUND}${RATE}//\n` });
  expect(known(told)).toEqual(['a.js > b.js name']);
});

test('what was moved in the work tree alone is told alike, whatever its line ends', async () => {
  const work = { 'lib/tax.js': null, 'lib/vat.js': RATE.replaceAll('\n', '\r\n') };
  const told = await since(SHOP, { 'a.txt': 'a\n' }, { work });
  expect(changes(told)).toEqual(['moved lib/tax.js > lib/vat.js 100', 'added a.txt']);
});

test('where the contents before are missing, as in a partial clone, the ids tell of moves, and the rest is a gap', async () => {
  const after = { 'lib/tax.js': null, 'lib/vat.js': RATE, 'lib/round.js': null, 'lib/money.js': `${ROUND}// more\n` };
  const origin = makeRepository(SHOP, after);
  const [clone, stores] = [makePartialClone(origin), makeFolder()];
  offerOwnStores(stores.path);
  const told = await toldOf(clone, null);
  offerOwnStores(null);
  for (const one of [origin, clone, stores]) one.remove();
  expect(changes(told).toSorted()).toEqual([
    'added lib/money.js',
    'deleted lib/round.js',
    'moved lib/tax.js > lib/vat.js 100',
  ]);
  expect(told.gaps).toContain('1 file, new or gone since HEAD~1, not compared: told as that even if moved');
});

test('a package of Go that was moved has the dependencies that it had', async () => {
  const go = (folder: string) => ({
    'go.mod': 'module shop\n',
    [`${folder}/tax.go`]: 'package tax\n\nimport "shop/money"\n\nfunc Rate() int { return money.One }\n',
    'money/money.go': 'package money\n\nconst One = 1\n',
    'main.go': `package main\n\nimport "shop/${folder}"\n\nfunc main() { tax.Rate() }\n`,
  });
  const told = await since(go('tax'), { ...go('vat/tax'), 'tax/tax.go': null });
  expect(changes(told)).toEqual(['changed main.go', 'moved tax/tax.go > vat/tax/tax.go 100']);
  expect([told.added?.rows, told.removed?.rows]).toEqual([[], []]);
});

test('with a scope only what changed in it is told, and of what that reaches the scope first', async () => {
  const files = {
    ...SHOP,
    'app/a.js': "import { rate } from '../lib/tax.js';\nexport const a = () => rate('at');\n",
    'app/b.js': 'export const b = 1;\n',
    'app/c.js': "import { b } from './b.js';\nexport const c = b;\n",
  };
  const told = await since(
    files,
    {
      'lib/tax.js': RATE.replace('19', '18'),
      'app/b.js': "import '../lib/shop.js';\nexport const b = 2;\n",
      'app/c.js': "import { b } from './b.js';\nexport const c = b;\nimport './a.js';\n",
    },
    { scope: 'lib' },
  );
  expect([changes(told), told.elsewhere]).toEqual([['changed lib/tax.js'], 2]);
  expect(symbols(told)).toEqual(['changed rate lib/tax.js:1']);
  expect(told.uses.rows.map(({ file }) => file)).toEqual(['lib/bill.js', 'app/a.js']);
  expect(told.reached.rows.map(({ path, hop }) => `${hop} ${path}`)).toEqual([
    '1 lib/bill.js',
    '2 lib/shop.js',
    '1 app/a.js',
    '2 app/c.js',
  ]);
  expect(told.byHop).toEqual([
    { hop: 1, units: 2, tests: 0, inside: 1 },
    { hop: 2, units: 2, tests: 0, inside: 1 },
    { hop: 3, units: 1, tests: 0, inside: 0 },
  ]);
  // From elsewhere into the scope, but not what is new beside it.
  expect(told.added?.rows.map(({ from, to }) => `${from} > ${to}`)).toEqual(['app/b.js > lib/shop.js']);
});

test('a file moved out of a scope or into it has changed in it', async () => {
  const after = { 'lib/tax.js': null, 'app/tax.js': RATE, 'lib/bill.js': BILL('../app/tax.js') };
  const out = await since({ ...SHOP, 'app/x.js': '' }, after, { scope: 'lib' });
  expect(changes(out)).toEqual(['moved lib/tax.js > app/tax.js 100', 'changed lib/bill.js']);
  const into = await since({ ...SHOP, 'app/x.js': '' }, after, { scope: 'app' });
  expect([changes(into), into.elsewhere]).toEqual([['moved lib/tax.js > app/tax.js 100'], 1]);
});

test.each([
  ['a.js', '// one\nvar users = [\n  { a: 1 }, // one\n];\n/* one */\nfunction f() {\n  // one\n}\n'],
  ['a.py', '# one\nusers = [\n    1,  # one\n]\n# one\n\ndef f():\n    # one\n    return 1\n'],
  ['a.rb', '# one\nUSERS = [\n  1, # one\n]\n\n=begin\none\n=end\ndef f\n  1\nend # one\n'],
  ['a.go', 'package a\n\n// one\nvar users = []int{\n\t1, // one\n}\n\n/* one */\nfunc f() {\n}\n'],
  ['a.rs', '/// one\npub const USERS: u8 = 1; // one\n/** one */\nfn f() {\n    //! one\n}\n'],
  ['A.java', '/** one */\nclass A {\n  // one\n  int users = 1; // one\n  /* one */ void f() {\n  }\n}\n'],
  ['a.c', '/* one */\nint users = 1; // one\n// one\nint f(void) {\n  return 1; /* one */\n}\n'],
  ['a.php', '<?php\n# one\n$users = [1]; // one\n/** one */\nfunction f() {\n  # one\n}\n'],
  ['a.cs', '/// <summary>one</summary>\nclass A {\n  int users = 1; // one\n  void F() { /* one */ }\n}\n'],
  ['a.kt', '/** one */\nval users = 1 // one\nfun f() {\n  // one\n}\n'],
  ['a.swift', '/// one\nlet users = 1 // one\nfunc f() {\n  /* one */\n}\n'],
  ['a.vue', '<!-- one -->\n<script>\n// one\nexport const users = 1;\n</script>\n'],
])('since leaves out what only comments in it and beside it tell apart: %s', async (file, text) => {
  const told = await since({ [file]: text }, { [file]: text.replaceAll('one', 'another one') });
  expect([changes(told), symbols(told)]).toEqual([[`changed ${file}`], []]);
});

test.each([
  ['a.js', `const a = () => \`x\n\${b}\n  \`;\n`, `const a = () => \`x\n\${b}\n\`;\n`, ['changed a a.js:1']],
  ['a.py', 'A = """x\n\n  y"""\n', 'A = """x\n  y"""\n', ['changed A a.py:1']],
  ['a.js', 'const a = () => {\n  b(`x\n y`);\n};\n', 'const a = () => {\n\n    b(`x\n y`);\n};\n', []],
  ['a.go', 'package a\n\nvar (\n\tb int\n)\n', 'package a\n\nvar (\n\tb   int\n\tlong int\n)\n', ['added long a.go:5']],
  ['a.go', 'package a\n\nvar b = "x y"\n', 'package a\n\nvar b = "x  y"\n', ['changed b a.go:3']],
])('since tells white space within a literal, and none around code: %s', async (file, before, after, told) => {
  expect(symbols(await since({ [file]: before }, { [file]: after }))).toEqual(told);
});

test('since tells whether the uses of all changed symbols were looked for', async () => {
  const many = (value: number) =>
    Array.from({ length: 61 }, (_, at) => `export const fx${at} = () => ${value};\n`).join('');
  expect((await since({ 'a.js': many(1) }, { 'a.js': many(2) })).isUsesWhole).toBe(false);
  expect((await since(SHOP, { 'lib/bill.js': 'export const other = 1;\n' })).isUsesWhole).toBe(true);
});

test('links that are new, gone or lead elsewhere are counted, since they are in no list of files', async () => {
  const repository = makeRepository(SHOP, { 'lib/tax.js': ROUND });
  symlinkSync('lib/tax.js', join(repository.path, 'tax.js'));
  const told = await toldOf(repository, null);
  repository.remove();
  expect(changes(told)).toEqual(['changed lib/tax.js']);
  expect(told.gaps).toContain('1 link or submodule, new, gone or other since HEAD~1: in no list');
});

test('submodules at another commit are counted', async () => {
  const repository = makeRepository(SHOP, { 'lib/tax.js': ROUND });
  const put = (path: string, id: string): string =>
    repository.git('update-index', '--add', '--cacheinfo', `160000,${id.repeat(40)},${path}`);
  const commit = (): string => repository.git('commit', '--quiet', '-m', 'modules');
  for (const path of ['mod/same', 'mod/other']) put(path, 'a');
  commit();
  put('mod/other', 'b');
  put('mod/new', 'c');
  commit();
  const told = await toldOf(repository, null, 'main');
  repository.remove();
  expect(told.gaps).toContain('2 links or submodules, new, gone or other since HEAD~1: in no list');
});

test('a link of the work tree that leads elsewhere than it did is counted', async () => {
  const repository = makeRepository(SHOP, { 'lib/tax.js': ROUND });
  symlinkSync('lib/tax.js', join(repository.path, 'tax.js'));
  symlinkSync('lib/tax.js', join(repository.path, 'same.js'));
  repository.commit({}, 'links');
  repository.commit({ 'lib/tax.js': 'export const other = 1;\n' }, 'more');
  rmSync(join(repository.path, 'tax.js'));
  symlinkSync('lib/bill.js', join(repository.path, 'tax.js'));
  const told = await toldOf(repository, null);
  repository.remove();
  expect(told.gaps).toContain('1 link or submodule, new, gone or other since HEAD~1: in no list');
});
