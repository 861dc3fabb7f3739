import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROUTER, repository, toolFor } from '../../../test/support/read-code.ts';
import { makeFolder } from '../../../test/support/repository.ts';

describe('views', () => {
  test('outline and signatures nest with line ranges', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER }).path);
    expect((await call({ file: 'src/router.ts', view: 'outline' })).text.split('\n').slice(2)).toEqual([
      '3-12\tclass Router',
      '5-7\t  method add',
      '9-11\t  method find',
      '14-16\tfunction makeRouter',
    ]);
    expect((await call({ file: 'src/router.ts', view: 'signatures' })).text).toContain(
      '5-7\t  add(path: string): void',
    );
  });

  test('a diff shows hunks since a ref and says when there are none', async () => {
    const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
    const after = before.with(14, 'changed').toSpliced(20, 1);
    const repo = repository({ a: before.join('\n'), same: 'x\n' }, { a: after.join('\n'), fresh: 'new\n' });
    const call = toolFor(repo.path);
    expect((await call({ file: 'a', diff_from: 'HEAD~1' })).text.split('\n').slice(2)).toEqual([
      '@@ -12,13 +12,12 @@',
      '12\t line 12',
      '13\t line 13',
      '14\t line 14',
      '\t-line 15',
      '15\t+changed',
      '16\t line 16',
      '17\t line 17',
      '18\t line 18',
      '19\t line 19',
      '20\t line 20',
      '\t-line 21',
      '21\t line 22',
      '22\t line 23',
      '23\t line 24',
    ]);
    expect((await call({ file: 'same', diff_from: 'HEAD~1' })).text).toContain('unchanged since that ref');
    const fresh = (await call({ file: 'fresh', diff_from: 'HEAD~1' })).text;
    expect(fresh).toContain('new since that ref');
    expect(fresh.split('\n').slice(2)).toEqual(['@@ -0,0 +1 @@', '1\t+new']);
    expect((await call({ file: 'a', diff_from: 'nope' })).text).toContain('diff_from "nope" names no');
  });

  test.each([
    ['a\r\nb\r\n', 'a\nb\n', 'line ends CRLF at that ref, LF here'],
    ['a\nb', 'a\nb\n', 'line break at the end not there at that ref, there here'],
    ['\ufeffa\nb\n', 'a\nb\n', 'byte order mark there at that ref, not there here'],
    ['a\nb\r\nc\r\n', 'a\r\nb\nc\r\n', 'the bytes do'],
  ])('a file of the same lines in other bytes is not called unchanged: %j, %j', async (before, after, what) => {
    const call = toolFor(repository({ a: before }, { a: after }).path);
    const { text } = await call({ file: 'a', diff_from: 'HEAD~1' });
    expect(text).toContain(`no line differs from that ref, but of the file: ${what}`);
    const range = (await call({ file: 'a:1-2', diff_from: 'HEAD~1' })).text;
    expect(range).toMatch(/(?:no line differs|unchanged since that ref) in these lines/);
  });

  test('a file of which only the mode has changed is not called unchanged but by its content', async () => {
    const repo = repository({ a: 'x\n' });
    chmodSync(join(repo.path, 'a'), 0o755);
    const { text } = await toolFor(repo.path)({ file: 'a', diff_from: 'HEAD' });
    expect(text.split('\n').at(-1)).toBe('content unchanged since that ref');
  });

  test('what differs beside the lines that differ is told, too', async () => {
    const call = toolFor(repository({ a: 'a\r\nb\r\n' }, { a: 'a\nc\n' }).path);
    const { text } = await call({ file: 'a', diff_from: 'HEAD~1' });
    expect(text).toContain('2\t+c\nbeside these lines, of the file: line ends CRLF at that ref, LF here');
    expect((await call({ file: 'a', diff_from: 'HEAD' })).text).toContain('unchanged since that ref');
  });

  test('of a folder without git no other diff_from is asked for', async () => {
    const folder = makeFolder({ a: '1\n' });
    const { text } = await toolFor(folder.path)({ file: 'a', diff_from: 'HEAD~1' });
    folder.remove();
    expect(text).toMatch(/^not_found: .*folder without git.*\nnext: call again without ref, diff_from and @ in path$/);
  });

  test('an argument that would change nothing is refused, with what to give instead', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER, a: 'one\ntwo\nthree\nfour\nfive\nsix\n' }).path);
    const both = await call({ file: 'src/router.ts:3-5', symbol: 'find' });
    expect(both.isError).toBe(true);
    expect(both.text).toMatch(/bad_arguments: src\/router\.ts:3-5: .*symbol.*\nnext: .*without the range/);
    const whole = await call({ file: 'src/router.ts', around: 3 });
    expect(whole.isError).toBe(true);
    expect(whole.text).toMatch(/bad_arguments: src\/router\.ts: around .*\nnext: .*without around/);
    expect((await call({ files: ['src/router.ts', 'a:2-3'], around: 1 })).text).toContain('a 1-4 of 6');
    expect((await call({ file: 'src/router.ts/find', around: 1 })).isError).toBeUndefined();
  });

  test('only the lines that were asked for are said to end beyond a file, not those around them', async () => {
    const call = toolFor(repository({ a: '1\n2\n3\n4\n5\n6\n' }).path);
    const around = (await call({ file: 'a:2-5', around: 2 })).text;
    expect(around).toContain('a 1-6 of 6');
    expect(around).not.toContain('beyond');
    expect((await call({ file: 'a:5-8', around: 2 })).text).toContain('the range ends beyond line 6');
    expect((await call({ file: 'a:7-8', around: 2 })).text).toContain('line 7 is beyond the end');
    const one = toolFor(repository({ a: 'x\n' }).path);
    expect((await one({ file: 'a:2' })).text).toContain('beyond the end; the file has 1 line.');
  });

  test('what was removed at the end belongs to a range that goes to the end', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`);
    const repo = repository({ a: lines.join('') }, { a: lines.slice(0, 8).join('') });
    const { text } = await toolFor(repo.path)({ file: 'a:7-100', diff_from: 'HEAD~1' });
    expect(text).toContain('-line 9');
    expect(text).not.toContain('unchanged');
  });

  test('what cannot be compared is neither called new nor unchanged', async () => {
    const repo = repository({ a: 'text\0binary\n' }, { a: 'text\n' });
    const { text } = await toolFor(repo.path)({ file: 'a', diff_from: 'HEAD~1' });
    expect(text).toContain('binary at that ref');
    expect(text.split('\n').slice(2)).toEqual(['not compared with that ref']);
  });

  test('a diff of a symbol or range shows the changes in it alone', async () => {
    const body = (value: number): string => `  return ${value};\n}\n`;
    const gap = '\n'.repeat(20);
    const text = (one: number, two: number): string =>
      `export function one() {\n${body(one)}${gap}export function two() {\n${body(two)}`;
    const repo = repository({ 'a.ts': text(1, 2), 'gone.ts': '1\n' }, { 'a.ts': text(10, 20), 'gone.ts': null });
    const call = toolFor(repo.path);
    const symbol = (await call({ symbol: 'two', diff_from: 'HEAD~1' })).text;
    expect(symbol).toContain('25\t+  return 20;');
    expect(symbol).not.toContain('return 10');
    expect((await call({ file: 'a.ts:5-20', diff_from: 'HEAD~1' })).text).toContain('unchanged since that ref');
    expect((await call({ file: 'gone.ts', diff_from: 'HEAD~1' })).text).toMatch(
      /gone\.ts was deleted since that ref\.\nnext: read_code file="gone\.ts" with ref set to that ref/,
    );
  });

  test('of a name with more declarations than are shown it is said how many there are, and how to read the others', async () => {
    const overloads = Array.from({ length: 12 }, (_, at) => `  int ok(A${at} a) { return ${at}; }\n`).join('');
    const call = toolFor(repository({ 'Results.java': `class Results {\n${overloads}}\n` }).path);
    const { text } = await call({ file: 'Results.java', symbol: 'Results/ok' });
    expect(text.split('\n')[0]).toContain('partial');
    expect(text).toContain(
      'shown 8 of 12 declarations; the others, with their lines: Results/ok[8] (10), Results/ok[9] (11), Results/ok[10] (12), Results/ok[11] (13)\n' +
        'next: read_code file="Results.java" symbol="Results/ok[8]"',
    );
    expect((await call({ file: 'Results.java', symbol: 'Results/ok[8]' })).text).toContain('10\t  int ok(A8 a)');
    const json = await call({ file: 'Results.java', symbol: 'Results/ok', format: 'json' });
    expect(json.structured).toMatchObject({ status: 'partial', not_shown: expect.stringContaining('8 of 12') });
  });

  test('a file with a symbol behind it reads the symbol, unless a file has that very name', async () => {
    const call = toolFor(
      repository({ 'src/router.ts': ROUTER, 'src/c.ts': 'export const c = 1;\n', 'src/c.ts#c': 'a text\n' }).path,
    );
    expect((await call({ file: 'src/router.ts#Router/find' })).text).toContain('find(path: string)');
    expect((await call({ file: 'src/router.ts#Router.find' })).text).not.toContain('add(path: string)');
    expect((await call({ file: 'src/router.ts#nothing' })).text).toContain('no symbol nothing in this file');
    expect((await call({ file: 'src/c.ts#c' })).text).toContain('a text');
    expect((await call({ file: 'router.ts#Router' })).text).toContain('next: read_code file="src/router.ts"');
  });

  test('a symbol is told to be written in another case only where there is none in the case asked for', async () => {
    const go = 'package a\n\ntype kv struct{}\n\nfunc (k *kv) Put() {}\n';
    const call = toolFor(repository({ 'kv.go': go }).path);
    expect((await call({ symbol: 'KV/Put' })).text).toContain('kv/Put · in another case than KV/Put');
    expect((await call({ symbol: 'kv/Put' })).text).not.toContain('another case');
    const both = `${go}\ntype KV struct{}\n\nfunc (k *KV) Put() {}\n`;
    const other = toolFor(repository({ 'kv.go': both }).path);
    expect((await other({ file: 'kv.go', symbol: 'KV.Put' })).text).toContain('func (k *KV) Put');
    expect((await other({ symbol: 'KV.Put' })).text).not.toContain('func (k *kv) Put');
  });

  test('a name that is only declared in another case is read as that one, and is told to be', async () => {
    const call = toolFor(repository({ 'r.py': 'class APIRoute:\n    pass\n\nclass APIRouter:\n    a = 1\n' }).path);
    expect((await call({ symbol: 'apirouter' })).text).toContain('r.py 4-5 of 5');
    expect((await call({ symbol: 'apirouter' })).text).toContain('APIRouter · in another case than apirouter');
    const two = { 'a.py': 'def getAll():\n    pass\n', 'b.py': 'def GETALL():\n    pass\n' };
    const { text } = await toolFor(repository(two).path)({ symbol: 'getall' });
    expect(text).toContain('getall is declared 2 times, in another case:');
  });

  test('a field of a struct is read by its type and name, in a named file and in all of them', async () => {
    const go = 'package kv\n\ntype Store struct {\n\t// Size in bytes.\n\tSize int\n}\n\nfunc (s *Store) Put() {}\n';
    const call = toolFor(repository({ 'kv.go': go }).path);
    for (const given of [
      { symbol: 'Store/Size' },
      { symbol: 'kv.Store.Size' },
      { file: 'kv.go', symbol: 'Store.Size' },
    ]) {
      const { text } = await call(given);
      expect(text).toContain('kv.go 4-5 of 8');
      expect(text).toContain('4\t\t// Size in bytes.\n5\t\tSize int');
    }
    expect((await call({ symbol: 'Store/Gone' })).text).toContain('struct Store (kv.go:3) has none of its own');
  });

  test('a folder that is called like a type is not taken for it, and what a folder was taken for is told', async () => {
    const pet = 'class Pet {\n  void setType(int a) {}\n}\n';
    const files = { 'owner/Pet.java': pet, 'owner/Owner.java': 'class Owner {\n  void setName() {}\n}\n' };
    const call = toolFor(repository(files).path);
    expect((await call({ symbol: 'Owner/setType' })).text).toMatch(
      /not_found: no declaration of Owner\/setType in 2 files\. class Owner \(owner\/Owner\.java:1\) has none of its own; fields are not listed in all languages\. Near names: Pet\/setType\./,
    );
    // What lies in a type within it is in it.
    const inner = 'class Outer {\n  class Inner {\n    void go() {}\n  }\n}\n';
    expect((await toolFor(repository({ 'a/Outer.java': inner }).path)({ symbol: 'Outer/go' })).text).toContain(
      'a/Outer.java 3-3 of 5',
    );
    const alone = toolFor(repository({ 'owner/Pet.java': pet, 'owner/B.java': '' }).path);
    expect((await alone({ symbol: 'Owner/Pet' })).text).toContain(
      'Pet · the name before it taken for a folder or file called so, in any case',
    );
  });

  test('a symbol behind its file and a slash is read', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER, 'lib/router.ts': 'export class Router {}\n' }).path);
    for (const symbol of ['src/router.ts/Router', 'src/router.ts/Router/find'])
      expect((await call({ symbol })).text).toContain('find(path: string)');
    expect((await call({ file: 'src/router.ts/Router/find' })).text).toContain('find(path: string)');
    expect((await call({ file: 'src/gone.ts/router.ts' })).text).toContain('no file src/gone.ts/router.ts');
  });

  test('a package before a name means its folder before a file that is called so elsewhere', async () => {
    const type = (name: string): string => `package ${name}\n\ntype Backend struct{}\n`;
    const call = toolFor(
      repository({ 'backend/base.go': type('backend'), 'remote/backend.go': type('remote'), 'x.go': type('x') }).path,
    );
    expect((await call({ symbol: 'backend.Backend' })).text).toContain('backend/base.go 3-3 of 3');
    expect((await call({ symbol: 'remote.Backend' })).text).toContain('remote/backend.go 3-3 of 3');
  });

  test('a diff of a range shows the range, however much of the file has changed, and says what it leaves out', async () => {
    const lines = (name: string): string => Array.from({ length: 300 }, (_, at) => `${name} ${at}\n`).join('');
    const call = toolFor(repository({ a: lines('old') }, { a: lines('new') }).path);
    const { text } = await call({ file: 'a:100-102', diff_from: 'HEAD~1' });
    expect(text).toContain('+297 -300 lines of the same changes lie outside of the range');
    expect(text.split('\n').slice(2)).toEqual([
      '@@ -300,0 +100,3 @@',
      '100\t+new 99',
      '101\t+new 100',
      '102\t+new 101',
    ]);
  });

  test('a small change of a long file is shown, as git shows it', async () => {
    const lines = (changed: string): string =>
      Array.from({ length: 9_000 }, (_, at) => `${at === 7_000 ? changed : 'line'} ${at} of a long file\n`).join('');
    const call = toolFor(repository({ a: lines('line') }, { a: lines('other') }).path);
    const { text } = await call({ file: 'a', diff_from: 'HEAD~1' });
    expect(text).toContain('\n\t-line 7000 of a long file\n7001\t+other 7000 of a long file\n');
  });

  test('changes that are too long to be shown are counted, with a way to those that were left out', async () => {
    const line = (name: string, at: number): string => `${name} ${at} of a long file, whose lines are as long as any\n`;
    const lines = (name: string): string =>
      Array.from({ length: 9_000 }, (_, at) => line(at % 10 === 0 ? name : 'same', at)).join('');
    const call = toolFor(repository({ a: lines('old') }, { a: lines('new') }).path);
    const { text } = await call({ file: 'a', diff_from: 'HEAD~1' });
    expect(text).toContain('\n1\t+new 0 of a long file');
    const left = /\d+ of 900 hunks left out as too long: ask for a range, such as file="(a:\d+-\d+)"/.exec(text);
    const from = Number(left?.[1]?.split(/[:-]/)[1]);
    const range = (await call({ file: left?.[1] ?? '', diff_from: 'HEAD~1' })).text;
    expect(range).toContain(`\n${from + 3}\t+new ${from + 2} of a long file`);
  });

  test('of one change that is too long to be shown its beginning is, and how much that is', async () => {
    const lines = (name: string): string =>
      Array.from({ length: 9_000 }, (_, at) => `${name} ${at} of a long file, whose lines are as long as any\n`).join(
        '',
      );
    const call = toolFor(repository({ a: lines('old'), b: lines('old') }, { a: lines('new'), b: 'new\n' }).path);
    for (const file of ['a', 'b', 'b:1-1']) {
      const { text } = await call({ file, diff_from: 'HEAD~1' });
      expect(text).toContain('\n\t-old 0 of a long file');
      expect(text).toMatch(/of \d+ lines of the first hunk \d+ are shown: it is too long/);
    }
  });

  test('an outline leaves fields out before it leaves out what a type does, and says so', async () => {
    const fields = Array.from({ length: 80 }, (_, at) => `  field${at}: string;\n`).join('');
    const call = toolFor(
      repository({ 'a.ts': `export class Big {\n${fields}  run(fast: boolean): void {}\n}\n` }).path,
    );
    const { text } = await call({ file: 'a.ts', view: 'outline', budget: 400 });
    expect(text).toContain('without fields: 2 of 82; a larger budget shows all, symbol=NAME what is in one');
    expect(text).toContain('82-82\t  method run');
  });

  test('an outline that holds the outermost declarations only says how to get the others', async () => {
    const methods = Array.from({ length: 80 }, (_, at) => `  method${at}() {\n    return ${at};\n  }\n`).join('');
    const call = toolFor(repository({ 'a.ts': `export class Big {\n${methods}}\n` }).path);
    expect((await call({ file: 'a.ts', view: 'outline', budget: 300 })).text).toContain(
      'outermost declarations only: 1 of 81; a larger budget shows all, symbol=NAME what is in one',
    );
    expect((await call({ file: 'a.ts', view: 'outline', symbol: 'Big', budget: 10_000 })).text).toContain('method79');
  });

  test('of a file that is one module an outline goes as deep as there is room', async () => {
    const methods = Array.from({ length: 80 }, (_, at) => `    def method${at}\n    end\n`).join('');
    const call = toolFor(
      repository({ 'a.rb': `module Shop\n  class Cart\n${methods}  end\n  class Order\n  end\nend\n` }).path,
    );
    const { text } = await call({ file: 'a.rb', budget: 300 });
    expect(text).toContain('outer declarations only: 3 of 83; a larger budget shows all, symbol=NAME what is in one');
    expect(text).toContain('class Cart');
    expect(text).toContain('class Order');
  });

  test('a range that cuts a declaration says which', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER }).path);
    expect((await call({ file: 'src/router.ts:6-10' })).text.split('\n')[1]).toMatch(
      /part of Router\/add 5-7 · part of Router\/find 9-11$/,
    );
    expect((await call({ file: 'src/router.ts:14-16' })).text).not.toContain('part of');
  });

  test('with_tests tells the tests that use a symbol from those that only use its name, comments not counted', async () => {
    const files = {
      'src/router.ts': ROUTER,
      'test/a.test.ts': "import { makeRouter } from '../src/router.ts';\nmakeRouter();\n",
      'test/other.test.ts': 'other.makeRouter();\n',
      'test/none.test.ts': '// makeRouter\nmakeRouters();\n',
    };
    const answer = await toolFor(repository(files).path)({ symbol: 'makeRouter', with_tests: true });
    expect(answer.text).toContain(
      'test files that use it, by references: test/a.test.ts\n' +
        'test files that use the name makeRouter alone, perhaps of something else: test/other.test.ts',
    );
    expect(answer.text).not.toContain('none.test.ts');
  });

  test('with_tests does not take another method of a name for the one that was asked for', async () => {
    const go = (type: string): string => `package p\n\ntype ${type} struct{}\n\nfunc (m *${type}) Delete() {}\n`;
    const use = 'package p\n\nfunc TestA(t *testing.T) {\n\tm := &Mem{}\n\tm.Delete()\n}\n';
    const files = { 'p/mem.go': go('Mem'), 'p/mem_test.go': use, 'p/disk.go': go('Disk') };
    const call = toolFor(repository(files).path);
    const { text } = await call({ symbol: 'Mem/Delete', with_tests: true });
    expect(text).toContain('test files that use it, by references: p/mem_test.go');
    expect((await call({ symbol: 'Disk/Delete', with_tests: true })).text).toContain(
      'tests by name: none\ntest files that use it, by references: none',
    );
    expect((await call({ symbol: 'Disk/Delete' })).text).not.toContain('tests by name');
  });

  test('with_tests tells the tests in the own file of a symbol', async () => {
    const rust =
      'pub fn count() -> u8 { 1 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn counts() {\n        count();\n    }\n}\n';
    const call = toolFor(repository({ 'src/a.rs': rust }).path);
    const { text } = await call({ symbol: 'count', with_tests: true });
    expect(text).toContain('tests in its own file that use it: counts\n');
    const json = await call({ symbol: 'count', with_tests: true, format: 'json' });
    expect(json.structured).toMatchObject({ files: [{ tests: { uses: { own: { total: 1, first: ['counts'] } } } }] });
  });

  test('with_tests names the tests that belong to a file', async () => {
    const files = { 'src/router.ts': ROUTER, 'src/router.test.ts': '', 'test/other.test.ts': '' };
    const answer = await toolFor(repository(files).path)({ file: 'src/router.ts', with_tests: true });
    expect(answer.text).toContain('tests by name: src/router.test.ts');
    expect(answer.text).not.toContain('other.test.ts');
  });
});
