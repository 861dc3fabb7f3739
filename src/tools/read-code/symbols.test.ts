import { describe, expect, test } from 'vitest';
import { ROUTER, repository, toolFor } from '../../../test/support/read-code.ts';

describe('symbols', () => {
  test("Go's way to write a method of a pointer is understood", async () => {
    const call = toolFor(
      repository({ 'a.go': 'package a\n\ntype S struct{}\n\nfunc (s *S) Run() {}\n\nfunc Run() {}\n' }).path,
    );
    expect((await call({ symbol: '(*S).Run' })).text).toContain('a.go 5-5 of 7 · go');
  });

  test('tests of overloads are told once', async () => {
    const files = {
      'src/a.ts': 'export function ref(): void;\nexport function ref(a: 1): void;\nexport function ref(a?: 1) {}\n',
      'test/a.test.ts': 'ref(1);\n',
    };
    const { text } = await toolFor(repository(files).path)({ symbol: 'ref', with_tests: true });
    expect(text.match(/^tests by name: /gm)).toHaveLength(1);
  });

  test('are found across the project with their doc comment', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER, 'src/x.ts': 'export const x = 1;\n' }).path);
    const answer = await call({ symbol: 'Router/add' });
    expect(answer.text).toContain('src/router.ts 5-7 of 16 · ts');
    expect(answer.text).toContain('Router/add\n5\t  add(path: string): void {');
    expect((await call({ symbol: 'Router.add' })).text).toContain('src/router.ts 5-7 of 16');
    expect((await call({ symbol: 'Router' })).text).toContain('3\t/** Finds handlers. */\n4\texport class Router {');
    expect((await call({ symbol: 'find', file: 'src/router.ts', around: 1 })).text).toContain('8-12 of 16');
  });

  test('declared in several files are listed, not guessed', async () => {
    const call = toolFor(
      repository({
        'a.ts': 'export function run() {}\n',
        'test/a.test.ts': 'function run() {}\n',
        'b.py': 'def run():\n  pass\n',
      }).path,
    );
    const answer = await call({ symbol: 'run' });
    expect(answer.text).toContain(
      'ambiguous: run is declared 3 times:\na.ts:1 function run\nb.py:1 function run\ntest/a.test.ts:1',
    );
    expect(answer.isError).toBeUndefined();
    expect((await call({ symbol: 'run', file: 'b.py' })).text).toContain('1\tdef run():');
  });

  test('of one name at the top of a file and in its types are told apart by the call that is named', async () => {
    const text = 'def make():\n    pass\n\n\nclass Case:\n    def make(self):\n        pass\n';
    const call = toolFor(repository({ 'a/test_it.py': text }).path);
    const answer = await call({ symbol: 'a/test_it.py/make' });
    expect(answer.text).toContain('ambiguous: ');
    expect(answer.text).toContain('such as file="a/test_it.py" symbol="/make"');
    const one = (await call({ file: 'a/test_it.py', symbol: '/make' })).text;
    expect(one).toContain('a/test_it.py 1-2 of 7');
    expect(one).not.toContain('Case');
    expect((await call({ symbol: 'Case/make' })).text).toContain('6-7 of 7');
    expect((await call({ symbol: '/make' })).text).toContain('1-2 of 7');
  });

  test('that are nowhere say what was searched, and near names', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER, 'README.md': 'Router\n' }).path);
    const answer = await call({ symbol: 'makeRuoter' });
    expect(answer.text).toContain('not_found: no declaration of makeRuoter in 2 files');
    expect(answer.text).toContain('read_code symbol="makeRouter"');
    const inFile = await call({ symbol: 'fnid', file: 'src/router.ts' });
    expect(inFile.text).toContain('no symbol fnid in this file');
  });

  test('overloads and numbered paths', async () => {
    const text = 'class A {\n  f(a: string): void;\n  f(a: number): void;\n  f(a: unknown) {}\n}\n';
    const call = toolFor(repository({ 'a.ts': text }).path);
    expect((await call({ symbol: 'A/f' })).text.match(/a\.ts \d-\d of 5/g)).toEqual([
      'a.ts 2-2 of 5',
      'a.ts 3-3 of 5',
      'a.ts 4-4 of 5',
    ]);
    expect((await call({ symbol: 'A/f[1]' })).text).toContain('a.ts 3-3 of 5');
  });
});
