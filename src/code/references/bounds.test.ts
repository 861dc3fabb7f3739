import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';

/** Texts made of numbers from 0 on. */
const each = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const ADD = 'export function add() {}\n';

test('what has more places of a name than are looked at is told as a part, of scripts by another name too', async () => {
  for (const imported of ['add', 'add as plus']) {
    const name = imported.split(' ').at(-1);
    const files = {
      'add.ts': ADD,
      'use.ts': `import { ${imported} } from './add.ts';\nexport function all() {\n${`${name}();\n`.repeat(5_100)}}\n`,
    };
    const found = await askCode(files, { mode: 'references', query: 'add' });
    expect(found.status).toBe('partial');
    expect(found.totals.hits).toBeGreaterThanOrEqual(5_000);
    expect(found.reading).toMatch(/only the first 5000 places of a name in use\.ts were looked at$/);
    const callers = await askCode(files, { mode: 'callers', query: 'add' });
    expect(callers).toMatchObject({ status: 'partial', totals: { rows: 1 } });
    expect(callers.reading).toContain('in use.ts were looked at');
  }
});

test('as many places as are looked at are all there are', async () => {
  const files = { 'add.js': `function add() {}\n${'add();\n'.repeat(4_999)}` };
  const found = await askCode(files, { mode: 'references', query: 'add' });
  expect(found).toMatchObject({ status: 'ok', totals: { hits: 4_999 } });
});

test('calls beyond those that are looked at make callees a part', async () => {
  const files = {
    'a.js': `function one() {}\nfunction last() {}\nfunction all() {\n${'one();\n'.repeat(5_000)}last();\n}\n`,
  };
  const found = await askCode(files, { mode: 'callees', query: 'all' });
  expect(found).toMatchObject({ status: 'partial', totals: { rows: 1, hits: 5_000 } });
  expect(found.reading).toContain('only the first 5000 places of a name in a.js were looked at');
});

test('called names beyond those of one step are counted, and not said to be declared nowhere', async () => {
  const names = each(2_010, (at) => `function call${at}() {}\n`);
  const calls = each(2_010, (at) => `call${at}();\n`);
  // A name that is called often takes the place of no other one.
  const files = { 'a.js': `${names}function all() {\n${'call0();\n'.repeat(2_500)}${calls}}\n` };
  const found = await askCode(files, { mode: 'callees', query: 'all' });
  expect(found).toMatchObject({ status: 'partial', totals: { rows: 2_000 } });
  expect(found.reading).toContain('10 called names were not looked up: call2000, call2001');
  expect(found.reading).not.toContain('no declaration in the project');
});

test('what a hop has no room to follow makes the answer a part, and is counted', async () => {
  const callers = each(70, (at) => `function user${at}() {\n  add();\n}\nfunction outer${at}() {\n  user${at}();\n}\n`);
  const up = { 'a.js': `function add() {}\n${callers}` };
  const one = await askCode(up, { mode: 'callers', query: 'add' });
  expect(one).toMatchObject({ status: 'ok', totals: { rows: 70 } });
  const two = await askCode(up, { mode: 'callers', query: 'add', depth: 2 });
  expect(two).toMatchObject({ status: 'partial', totals: { rows: 130 } });
  expect(two.reading).toContain('10 further callers were not followed: at most 60 of a hop and 400 in all are');

  const callees = `function all() {\n${each(70, (at) => `outer${at}();\n`)}}\n${callers}`;
  const down = await askCode({ 'a.js': callees }, { mode: 'callees', query: 'all', depth: 2 });
  expect(down).toMatchObject({ status: 'partial', totals: { rows: 130 } });
  expect(down.reading).toContain('10 further declarations were not followed');

  const types = `class Top {}\n${each(70, (at) => `class Middle${at} extends Top {}\nclass Low${at} extends Middle${at} {}\n`)}`;
  const direct = await askCode({ 'a.ts': types }, { mode: 'implementations', query: 'Top' });
  expect(direct).toMatchObject({ status: 'ok', totals: { rows: 70 } });
  const all = await askCode({ 'a.ts': types }, { mode: 'implementations', query: 'Top', depth: 2 });
  expect(all).toMatchObject({ status: 'partial', totals: { rows: 130 } });
  expect(all.reading).toContain('10 further types were not followed');
});

test('uses among thousands of functions on one line are judged without a look at all of it for each', async () => {
  // 20,000 functions on a line of 600 kB: who looks through the line for each one takes minutes, which no time limit of
  // a test allows.
  const files = { 'A.java': 'class A{void add(int a){add(a);}}'.repeat(20_000) };
  const found = await askCode(files, { mode: 'callers', query: 'add' });
  expect(found).toMatchObject({ status: 'partial', totals: { hits: 2_500 } });
});

test('thousands of declarations behind stars of Rust are judged without a look at each star for each use', async () => {
  // Who asks every star for every declaration at every place takes minutes.
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': 'mod a;\nmod b;\n',
    'src/a.rs': `pub struct T;\n${'impl T {\n    pub fn f() {}\n}\n'.repeat(2_000)}`,
    'src/b.rs': `${'use crate::a::*;\n'.repeat(60)}fn g() {\n${'T::f();\n'.repeat(5_000)}}\n`,
  };
  const found = await askCode(files, { mode: 'references', query: 'f' });
  expect(found.totals.hits).toBe(5_000);
});
