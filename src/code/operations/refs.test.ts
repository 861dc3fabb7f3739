import { afterEach, expect, test } from 'vitest';
import { type FileSpecs, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import type { OperationContext } from '../questions/context.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { inspect } from './inspect.ts';
import { refs } from './refs.ts';

const repositories: TestRepository[] = [];
const sources: Source[] = [];
const context: OperationContext = {
  signal: new AbortController().signal,
  deadlineAtMs: Number.POSITIVE_INFINITY,
  async openSource(selector) {
    const opened = await openSource(selector);
    if (opened.ok) sources.push(opened.value);
    return opened;
  },
};

afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
  for (const made of repositories.splice(0)) made.remove();
});

function repository(...commits: readonly FileSpecs[]): TestRepository {
  const made = makeRepository(...commits);
  repositories.push(made);
  return made;
}

test('references are checked, each with the reason why it does not hold', async () => {
  const repo = repository({ 'a.ts': 'export function f() {}\nconst x = 1;\n', bin: Buffer.from([0]) });
  const asked = ['a.ts', 'a.ts:2', 'a.ts:1-2', 'a.ts#f', 'a.ts:3', 'a.ts#g', 'b.ts', 'bin', '../x', '.env', 'a.ts:2-1'];
  const answer = await refs({ source: { location: repo.path, ref: null, denied: [] }, refs: asked }, context);
  expect(answer.refs.map(({ ref, state, line }) => [ref, state, line])).toEqual([
    ['a.ts', 'ok', null],
    ['a.ts:2', 'ok', 2],
    ['a.ts:1-2', 'ok', 1],
    ['a.ts#f', 'ok', 1],
    ['a.ts:3', 'no_line', null],
    ['a.ts#g', 'no_symbol', null],
    ['b.ts', 'no_file', null],
    ['bin', 'not_text', null],
    ['../x', 'forbidden', null],
    ['.env', 'forbidden', null],
    ['a.ts:2-1', 'bad_ref', null],
  ]);
  expect(answer.refs[0]?.blobId).toBe(repo.git('rev-parse', 'HEAD:a.ts'));
  expect(answer.refs[5]?.reason).toBe('a.ts declares no g');
});

test('a place that read_code takes is there', async () => {
  const repo = repository({
    'a.ts': 'export class Router {\n  add() {\n  }\n  #go() {}\n}\n',
    'x.go': 'package x\n\ntype C struct {\n\tErrors int\n}\n',
    Makefile: 'all:\n',
    'notes:12': 'a\n',
  });
  const holding = { 'a.ts#Router#add': 2, 'a.ts#Router.#go': 4, 'a.ts##go': 4, 'a.ts#Router/#go': 4, 'a.ts/Router': 1 };
  const others = { 'a.ts:2:3': 2, 'x.go#C.Errors': 4, 'notes:12': null, './a.ts#Router': 1 };
  const asked = Object.entries({ ...holding, ...others });
  const source = { location: repo.path, ref: null, denied: [] };
  const answer = await refs({ source, refs: asked.map(([ref]) => ref) }, context);
  expect(answer.refs.map(({ ref, state, line }) => [ref, state, line])).toEqual(
    asked.map(([ref, line]) => [ref, 'ok', line]),
  );
  const missing = ['a.ts#Router#none', 'b.ts/Router', 'b.ts#f', 'Makefile#all', 'a.ts:9:1', `a.ts#${'x/'.repeat(600)}`];
  const { refs: told } = await refs({ source, refs: missing }, context);
  expect(told.map(({ state }) => state)).toEqual([
    'no_symbol',
    'no_file',
    'no_file',
    'no_symbol',
    'no_line',
    'bad_ref',
  ]);
});

test.each([
  ['a.ts', 'f', 'export function f(a: 1): void;\nexport function f(a: any) {\n  one();\n}\n'],
  ['A.java', 'A.f', 'class A {\n  void f() {}\n  void f(int a) { one(); }\n}\n'],
  ['a.py', 'A.x', 'class A:\n  @property\n  def x(self):\n    return 1\n  @x.setter\n  def x(self, v):\n    one()\n'],
  ['a.rb', 'A', 'class A\n  def f; end\nend\nclass A\n  def g; one(); end\nend\n'],
])('%s: of a name with several declarations each counts', async (file, name, text) => {
  const repo = repository({ [file]: text });
  const fingerprints = async (): Promise<readonly (string | null)[]> => {
    const source = { location: repo.path, ref: null, denied: [] };
    const asked = [`${file}#${name}`, `${file}#${name}[1]`];
    return (await refs({ source, refs: asked }, context)).refs.map(({ symbolHash }) => symbolHash);
  };
  const [all, second] = await fingerprints();
  repo.write({ [file]: text.replace('one', 'two') });
  const [changed, changedSecond] = await fingerprints();
  expect(changed).not.toBe(all);
  expect(changedSecond).not.toBe(second);
  repo.write({ [file]: text.replace(/(?:f\(a: 1\): void|void f\(\) \{|return 1|def f;)/, '$& ') });
  expect((await fingerprints())[1]).toBe(second);
});

test('a symbol that moved or was re-indented at line ends keeps its fingerprint, a changed one does not', async () => {
  const repo = repository({ 'a.ts': 'function f() {\n  a();\n}\n' });
  const fingerprint = async (): Promise<string | null | undefined> => {
    const source = { location: repo.path, ref: null, denied: [] };
    return (await refs({ source, refs: ['a.ts#f'] }, context)).refs[0]?.symbolHash;
  };
  const first = await fingerprint();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  repo.write({ 'a.ts': '\r\n\r\nfunction f() {\r\n  a();  \r\n}\r\n' });
  expect(await fingerprint()).toBe(first);
  repo.write({ 'a.ts': 'function f() {\n  b();\n}\n' });
  expect(await fingerprint()).not.toBe(first);
});

test('a source that is gone has checked nothing and says so', async () => {
  const source = { location: '/nonexistent', ref: null, denied: [] };
  expect(await refs({ source, refs: ['a'] }, context)).toEqual({ identity: null, refs: [] });
  const gone = { identity: null, problem: 'location_gone', files: null, index: null };
  expect(await inspect({ source }, context)).toEqual(gone);
});

test('inspect says what a source is at and how many files it has', async () => {
  const repo = repository({ 'a.ts': 'a', 'b/c.ts': 'c' });
  repo.write({ 'new.ts': 'n' });
  expect(await inspect({ source: { location: repo.path, ref: null, denied: [] } }, context)).toEqual({
    identity: { kind: 'worktree', branch: 'main', commit: repo.git('rev-parse', 'HEAD') },
    problem: 'none',
    files: 3,
    index: null,
  });
});
