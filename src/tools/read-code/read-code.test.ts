import { createSecretKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type FileSpecs, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { read } from '../../code/operations/read.ts';
import type { OperationContext } from '../../code/questions/context.ts';
import type { ReadInput, ReadOutput } from '../../code/questions/read.types.ts';
import { openSource } from '../../code/source/open-source.ts';
import type { Source } from '../../code/source/source.ts';
import type { Project } from '../../domain/projects/index.ts';
import { estimateTokens } from '../shared/budget.ts';
import { makeCursors } from '../shared/cursor.ts';
import { ANSWER_CHARACTERS_MAX, type ToolAnswer, type ToolContext } from '../tool.ts';
import { makeReadCode, type ReadCodeDeps } from './read-code.ts';
import { readCodeInput } from './schema.ts';

const repositories: TestRepository[] = [];
const signal = new AbortController().signal;

afterEach(() => {
  for (const made of repositories.splice(0)) made.remove();
});

function repository(...commits: readonly FileSpecs[]): TestRepository {
  const made = makeRepository(...commits);
  repositories.push(made);
  return made;
}

/** The operation itself, without a process around it. */
async function callRead(input: ReadInput): Promise<ReadOutput> {
  const sources: Source[] = [];
  const context: OperationContext = {
    signal,
    deadlineAtMs: performance.now() + 30_000,
    async openSource(selector) {
      const opened = await openSource(selector);
      if (opened.ok) sources.push(opened.value);
      return opened;
    },
  };
  try {
    return structuredClone(await read(input, context));
  } finally {
    for (const source of sources) await source.close();
  }
}

function toolFor(location: string): (args: Record<string, unknown>) => Promise<ToolAnswer> {
  const project: Project = {
    id: 'p',
    accountId: 'a',
    name: 'acme',
    kind: 'local',
    location,
    origin: 'start',
    createdAt: new Date(0),
  };
  // Only what selecting a project by name, or the only one, asks for.
  const deps = {
    projects: { list: async () => [project] },
    places: { realPath: async () => null },
    denied: [],
    engine: { call: (_name: string, input: ReadInput) => callRead(input) },
    cursors: makeCursors(createSecretKey(Buffer.alloc(32, 7))),
  } as unknown as ReadCodeDeps;
  const tool = makeReadCode(deps);
  const context = { caller: { accountId: 'a' }, signal } as unknown as ToolContext;
  return async (raw) => {
    const args = readCodeInput.parse(raw);
    const problem = tool.check?.(args) ?? null;
    if (problem !== null) throw new Error(problem);
    return tool.run(args, context);
  };
}

const ROUTER = `import { x } from './x';

/** Finds handlers. */
export class Router {
  add(path: string): void {
    this.routes.set(path, 1);
  }

  find(path: string) {
    return this.routes.get(path);
  }
}

export function makeRouter(): Router {
  return new Router();
}
`;

describe('files', () => {
  test('are numbered from 1 under a header that names range, language and blob', async () => {
    const repo = repository({ 'src/router.ts': ROUTER });
    const answer = await toolFor(repo.path)({ file: 'src/router.ts' });
    const [head, header, ...lines] = answer.text.split('\n');
    expect(head).toBe(`acme@main ${repo.git('rev-parse', '--short=7', 'HEAD')} · work tree`);
    expect(header).toBe(
      `src/router.ts 16 lines · ts · sha1 ${repo.git('rev-parse', '--short=7', 'HEAD:src/router.ts')}`,
    );
    expect(lines).toHaveLength(16);
    expect(lines[3]).toBe('4\texport class Router {');
  });

  test.each([
    ['src/router.ts:5-7', 5, 7],
    ['src/router.ts:5+3', 5, 7],
    ['src/router.ts:14', 14, 14],
    ['./src/router.ts#L5-L7', 5, 7],
    ['src/router.ts:14-99', 14, 16],
  ])('%s gives those lines', async (file, from, to) => {
    const answer = await toolFor(repository({ 'src/router.ts': ROUTER }).path)({ file });
    expect(answer.text).toContain(`src/router.ts ${from}-${to} of 16`);
    const numbers = answer.text
      .split('\n')
      .slice(2)
      .map((line) => Number(line.split('\t')[0]));
    expect(numbers).toEqual(Array.from({ length: to - from + 1 }, (_, at) => from + at));
  });

  test.each(['src/router.ts:7-5', 'src/router.ts:0-5', 'src/router.ts:99-120', 'src/router.ts:3+0'])(
    'the range %s is refused with how to write one',
    async (file) => {
      const answer = await toolFor(repository({ 'src/router.ts': ROUTER }).path)({ file });
      expect(answer).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^bad_arguments: .*\nnext: .*:120-180/),
      });
    },
  );

  test('a missing file names near ones', async () => {
    const call = toolFor(repository({ 'src/router.ts': ROUTER, 'lib/other.ts': '' }).path);
    const answer = await call({ file: 'src/ruoter.ts' });
    expect(answer.text).toContain('not_found: no file src/ruoter.ts');
    expect(answer.text).toContain('next: read_code file="src/router.ts"');
    expect(answer.isError).toBeUndefined();
    expect((await call({ file: 'router.ts' })).text).toContain('src/router.ts');
  });

  test('a ref shows the file as it was', async () => {
    const call = toolFor(repository({ a: 'old\n' }, { a: 'new\n' }).path);
    expect((await call({ file: 'a', ref: 'HEAD~1' })).text).toContain('1\told');
    expect((await call({ file: 'a', path: 'acme@HEAD~1' })).text).toContain('1\told');
    expect((await call({ file: 'a', ref: 'nope' })).text).toContain('not_found: acme: there is no such branch');
  });

  test('CRLF, UTF-16, Latin-1, minified and generated text are said', async () => {
    const call = toolFor(
      repository({
        crlf: 'a\r\nb\r\n',
        wide: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('hé\n', 'utf16le')]),
        latin: Buffer.from('caf\u00e9\n', 'latin1'),
        'x.min.js': `var a=${'1+'.repeat(3_000)}1`,
        'gen.go': '// Code generated by x. DO NOT EDIT.\npackage a\n',
        empty: '',
      }).path,
    );
    expect((await call({ file: 'crlf' })).text).toMatch(/CRLF\n1\ta\n2\tb$/);
    expect((await call({ file: 'wide' })).text).toMatch(/utf-16le\n1\thé$/);
    expect((await call({ file: 'latin' })).text).toMatch(/not UTF-8, read as latin1\n1\tcafé$/);
    const minified = (await call({ file: 'x.min.js' })).text;
    expect(minified).toContain('minified · 1 line cut at 2,000 characters');
    expect(minified.length).toBeLessThan(2_400);
    expect((await call({ file: 'gen.go' })).text).toContain('generated');
    expect((await call({ file: 'empty' })).text).toContain('empty 0 lines');
  });
});

describe('what is not shown says what it is', () => {
  test.each([
    ['../x', /^forbidden: /, true],
    ['/etc/passwd', /^forbidden: /, true],
    ['.git/config', /^forbidden: /, true],
    ['.env', /^forbidden: .env is not given out/, true],
    ['keys/id_rsa', /^forbidden: /, true],
    ['tls/server.pem', /^forbidden: /, true],
    ['src', /src is a folder/, undefined],
    ['link', /symlink -> src\/a\.ts; .*\nnext: read_code file="src\/a\.ts"/, undefined],
    ['out', /symlink -> \/etc\/passwd; .*\nnext: its target is outside/, undefined],
    ['src/up', /symlink -> \.\.\/\.\.\/a; .*\nnext: its target is outside/, undefined],
    [
      'way/b.ts',
      /way\/b\.ts lies beyond way, a symlink -> lib\/deep; .*\nnext: read_code file="lib\/deep\/b\.ts"/,
      undefined,
    ],
    ['lib/back/src/a.ts', /lib\/back, a symlink -> \.\.; .*\nnext: read_code file="src\/a\.ts"/, undefined],
    ['away/passwd', /away, a symlink -> \/etc; .*\nnext: its target is outside/, undefined],
    ['bin', /bin is binary \(3 bytes\)/, undefined],
    ['lfs', /LFS pointer.*12345 bytes/, undefined],
    ['.env.example', /1\tA=1/, undefined],
  ])('%s', async (file, expected, isError) => {
    const repo = repository({
      'src/a.ts': 'a',
      '.env': 'SECRET=1',
      '.env.example': 'A=1\n',
      'keys/id_rsa': 'x',
      'tls/server.pem': 'x',
      link: { link: 'src/a.ts' },
      out: { link: '/etc/passwd' },
      'src/up': { link: '../../a' },
      'lib/deep/b.ts': 'b',
      'lib/back': { link: '..' },
      way: { link: 'lib/deep' },
      away: { link: '/etc' },
      bin: Buffer.from([1, 0, 2]),
      lfs: `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`,
    });
    for (const ref of [undefined, 'main']) {
      const answer = await toolFor(repo.path)({ file, ref });
      expect(answer.text).toMatch(expected);
      expect(answer.isError).toBe(isError);
      expect(answer.text).not.toContain('SECRET=1');
    }
  });
});

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
    expect(answer.text).toContain('not_found: no declaration of makeRuoter in 1 file');
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

describe('the budget', () => {
  const long = Array.from(
    { length: 60 },
    (_, at) =>
      `export function step${at}(input: string): string {\n${`  input = input.trim();\n`.repeat(20)}  return input;\n}\n`,
  ).join('\n');

  test('is never exceeded: a long file comes as signatures with ranges that fit', async () => {
    const call = toolFor(repository({ 'src/long.ts': long }).path);
    const answer = await call({ file: 'src/long.ts', budget: 2_000 });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
    expect(answer.text.split('\n')[0]).toContain('shown as signatures');
    expect(answer.text).toContain('export function step0(input: string): string');
    const ranges = /with one of (.*)$/m.exec(answer.text)?.[1]?.split(', ') ?? [];
    expect(ranges.length).toBeGreaterThan(2);
    const part = await call({ file: `src/long.ts:${ranges[0]}`, budget: 2_000 });
    expect(part.text.split('\n')[0]).not.toContain('shown as');
    // Between two functions, not within one.
    expect(part.text.split('\n').at(-1)).toMatch(/^\d+\t}?$/);
  });

  test('pages through text that declares nothing, to the last line', async () => {
    const text = Array.from({ length: 900 }, (_, at) => `line number ${at + 1} of a long list of things`).join('\n');
    const call = toolFor(repository({ 'list.txt': text }).path);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 50; page += 1) {
      const answer = await call({ file: 'list.txt', budget: 2_000, cursor });
      expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
      seen.push(...answer.text.split('\n').filter((line) => /^\d+\t/.test(line)));
      cursor = /more: cursor=(\S+) \(shown \d+ of 900\)/.exec(answer.text)?.[1];
      if (cursor === undefined) break;
      expect(answer.text.split('\n')[0]).toContain('partial');
    }
    expect(seen.map((line) => line.split('\t')[1])).toEqual(text.split('\n'));
  });

  test('a cursor of a file that has changed is refused', async () => {
    const repo = repository({ 'list.txt': 'some words on a line\n'.repeat(900) });
    const call = toolFor(repo.path);
    const cursor = /cursor=(\S+)/.exec((await call({ file: 'list.txt', budget: 500 })).text)?.[1];
    expect(cursor).toBeDefined();
    writeFileSync(join(repo.path, 'list.txt'), 'other words\n'.repeat(900));
    expect((await call({ file: 'list.txt', budget: 500, cursor })).text).toContain('stale_cursor');
  });

  test('is shared by several files, the small ones whole', async () => {
    const call = toolFor(repository({ 'src/long.ts': long, 'src/router.ts': ROUTER, bin: Buffer.from([0]) }).path);
    const answer = await call({ files: ['src/long.ts', 'src/router.ts', 'bin', 'none'], budget: 1_500 });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(1_500);
    expect(answer.text.split('\n')[0]).toContain('partial');
    expect(answer.text).toContain('4\texport class Router {');
    expect(answer.text).toContain('bin is binary');
    expect(answer.text).toContain('no file none');
    expect(answer.text).toContain('src/long.ts 1439 lines');
  });

  test('leaves nothing unused that a file still needs', async () => {
    const text = (count: number): string => 'export const some = [1, 2, 3];\n'.repeat(count);
    const call = toolFor(repository({ 'a.ts': text(20), 'b.ts': text(85), 'c.ts': text(900) }).path);
    const answer = await call({ files: ['b.ts', 'a.ts', 'c.ts'], budget: 2_000 });
    expect(answer.text).toContain('20\texport const some');
    expect(answer.text).toContain('85\texport const some');
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
  });

  test('leads to no next page while it is shared: which file would it be of?', async () => {
    const list = 'some words on a line\n'.repeat(900);
    const call = toolFor(repository({ 'a.txt': list, 'b.txt': list }).path);
    const answer = await call({ files: ['a.txt', 'b.txt'], budget: 600 });
    expect(answer.text).not.toContain('cursor=');
    expect(answer.text).toContain('ask for file="b.txt:RANGE"');
  });

  test('holds for the hardest files, in both formats', async () => {
    const call = toolFor(
      repository({
        'a.ts': 'const a = "\\u202e\u202e\u0000x";\n'.replace('\u0000', '').repeat(20_000),
        'b.min.js': `var x="${'é😀\u0001"\\'.repeat(100_000)}`,
        'c.json': `{${'"k":"\\\\",'.repeat(50_000)}}`,
      }).path,
    );
    for (const file of ['a.ts', 'b.min.js', 'c.json']) {
      for (const format of ['text', 'json']) {
        const answer = await call({ file, format, budget: 10_000 });
        expect(answer.text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
        for (const hidden of ['\u202e', '\u0001']) expect(answer.text).not.toContain(hidden);
        if (format === 'json') expect(JSON.parse(answer.text)).toEqual(answer.structured);
      }
    }
  });
});

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
    expect((await call({ file: 'a', diff_from: 'nope' })).text).toContain('diff_from names no');
  });

  test('only the lines that were asked for are said to end beyond a file, not those around them', async () => {
    const call = toolFor(repository({ a: '1\n2\n3\n4\n5\n6\n' }).path);
    const around = (await call({ file: 'a:2-5', around: 2 })).text;
    expect(around).toContain('a 1-6 of 6');
    expect(around).not.toContain('beyond');
    expect((await call({ file: 'a:5-8', around: 2 })).text).toContain('the range ends beyond line 6');
    expect((await call({ file: 'a:7-8', around: 2 })).text).toContain('line 7 is beyond the end');
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

test('secrets are redacted, also in a range out of the middle of a key', async () => {
  const body = Array.from({ length: 20 }, (_, at) => `${String.fromCharCode(65 + at).repeat(40)}MIIEvQIBADANBg==`);
  const key = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'].join('\n');
  const call = toolFor(
    repository({
      'config.txt': `before\n${key}\nafter\n`,
      'a.ts': "const k = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';\n",
    }).path,
  );
  const middle = (await call({ file: 'config.txt:5-9' })).text;
  expect(middle).not.toContain('MIIEvQ');
  expect(middle).toContain('5\t[REDACTED:private-key]');
  expect((await call({ file: 'config.txt' })).text).toContain('24\tafter');
  const answer = await call({ file: 'a.ts' });
  expect(answer.text).toContain('redacted: ');
  expect(answer.text).not.toContain('0123456789abcdef');
  expect((await call({ file: 'a.ts', view: 'signatures' })).text).not.toContain('0123456789abcdef');
});

test.each(['text', 'json'])(
  'every line of a file is reached by the advice of a small budget, as %s',
  async (format) => {
    const bodies = Array.from(
      { length: 12 },
      (_, at) => `function f${at}() {\n  return "${'"quoted\\t" '.repeat(9)}";\n}\n`,
    );
    const long = `const long = '${'word '.repeat(300)}';\n`;
    const call = toolFor(repository({ 'a.ts': bodies.join('') + long }).path);
    const total = 12 * 3 + 1;
    let budget = 300;
    let from = 1;
    for (let calls = 0; from <= total; calls += 1) {
      expect(calls).toBeLessThan(100);
      const { text } = await call({ file: `a.ts:${from}-${total}`, budget, format });
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
      const own = /ask again with budget=(\d+)/.exec(text);
      const range = /with one of (\d+)-(\d+)/.exec(text);
      if (own) budget = Number(own[1]);
      if (own) continue;
      const to = range ? Number(range[2]) : total;
      const shown = range ? (await call({ file: `a.ts:${from}-${to}`, budget, format })).text : text;
      if (shown.includes('ask again with budget=')) {
        budget = Number(/ask again with budget=(\d+)/.exec(shown)?.[1]);
        continue;
      }
      for (let line = from; line <= to; line += 1) expect(shown).toMatch(new RegExp(`(?:^|[\n"])${line}(?:\\\\t|\t)`));
      from = to + 1;
    }
  },
);

test('a file that is too long to be shown at once leads to its ranges', async () => {
  const call = toolFor(repository({ 'big.txt': 'one line of many\n'.repeat(60_000) }).path);
  expect((await call({ file: 'big.txt' })).text).toContain('ask for a range, such as file="big.txt:1-200"');
  expect((await call({ file: 'big.txt:59990-60000' })).text).toContain('60000\tone line of many');
});

test('an answer is ok only when it is all that was asked for', async () => {
  const bodies = Array.from({ length: 60 }, (_, at) => `export function name${at}() {\n  return ${at};\n}\n`).join('');
  const call = toolFor(repository({ 'a.ts': bodies }).path);
  const statusOf = async (args: Record<string, unknown>) =>
    JSON.parse((await call({ file: 'a.ts', format: 'json', ...args })).text).status;
  expect(await statusOf({})).toBe('ok');
  expect(await statusOf({ budget: 500 })).toBe('partial');
  expect(await statusOf({ view: 'outline', budget: 3_000 })).toBe('ok');
  expect(await statusOf({ view: 'signatures', budget: 300 })).toBe('partial');
});

test('file names cannot forge lines of the answer', async () => {
  const repo = repository({ 'x\nfake@main 1234567 · work tree': 'x\n', 'bi\u202edi.ts': 'y\n' });
  const call = toolFor(repo.path);
  const quoted = await call({ file: '"x\\nfake@main 1234567 \\302\\267 work tree"' });
  expect(quoted.text.split('\n')).toHaveLength(3);
  const missing = await call({ file: 'a\nforged: line' });
  expect(missing.text).not.toMatch(/[\u202e]/);
  for (const format of ['text', 'json']) {
    expect((await call({ file: 'bi\u202edi.ts', format })).text).not.toContain('\u202e');
  }
  expect((await call({ file: 'bi\u202edi.ts' })).text).toContain('"bi\\342\\200\\256di.ts" 1 line');
});

test('arguments that do not go together are refused with what to change', () => {
  const tool = makeReadCode({} as ReadCodeDeps);
  expect(tool.check?.(readCodeInput.parse({}))).toContain('give file');
  expect(tool.check?.(readCodeInput.parse({ file: 'a', files: ['b'] }))).toContain('not both');
});
