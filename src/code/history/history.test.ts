import { afterAll, expect, test } from 'vitest';
import {
  makePartialClone,
  makeRepository,
  makeShallowClone,
  type TestRepository,
} from '../../../test/support/repository.ts';
import { findRepository } from '../source/repository.ts';
import { countChanges, findCoChanges } from './co-change.ts';
import { type History, type HistoryInput, isLastingHistory, readHistory } from './history.ts';

const repository = makeRepository(
  { 'src/a.ts': '1', 'src/b.ts': '1', 'other/c.ts': '1' },
  { 'src/a.ts': '2', 'src/b.ts': '2' },
  { 'src/a.ts': '3', 'gone.ts': '1' },
  { 'gone.ts': null },
);
afterAll(() => repository.remove());

const PRESENT = new Set(['src/a.ts', 'src/b.ts', 'other/c.ts']);

async function read(changes: Partial<HistoryInput> = {}, root = repository.path): Promise<History | null> {
  const found = await findRepository(root);
  if (found === null) throw new Error('the fixture is no repository');
  return await readHistory({
    repository: found,
    commit: repository.git('rev-parse', 'HEAD'),
    base: '',
    has: (path) => PRESENT.has(path),
    commitsMax: 100,
    signal: new AbortController().signal,
    ...changes,
  });
}

test('commits come newest first, each with the files that are still there', async () => {
  const history = await read();
  expect(history?.limit).toBeNull();
  expect(history?.commits.map(({ subject, files }) => [subject, files])).toEqual([
    ['commit 4', []],
    ['commit 3', ['src/a.ts']],
    ['commit 2', ['src/a.ts', 'src/b.ts']],
    ['commit 1', ['other/c.ts', 'src/a.ts', 'src/b.ts']],
  ]);
  expect(history?.commits[0]?.id).toBe(repository.git('rev-parse', 'HEAD'));
  expect(history?.commits.at(-1)?.atMs).toBe(1_700_000_060_000);
});

test('a bound on commits is named only where there are more', async () => {
  expect((await read({ commitsMax: 4 }))?.limit).toBeNull();
  const cut = await read({ commitsMax: 3 });
  expect(cut?.limit).toBe('commits');
  expect(cut?.commits).toHaveLength(3);
});

test('a folder sees only the commits that touched it', async () => {
  const below = await read({ base: 'other/' });
  expect(below?.commits.map(({ subject }) => subject)).toEqual(['commit 1']);
});

test('a project that is a folder of a repository gets its own paths', async () => {
  const inner = await read({ has: (path) => path === 'a.ts' }, `${repository.path}/src`);
  expect(inner?.commits.map(({ files }) => files)).toEqual([['a.ts'], ['a.ts'], ['a.ts']]);
});

/** The history at HEAD of a repository of one test. */
async function historyOf(made: TestRepository, has: (path: string) => boolean = () => true) {
  const found = await findRepository(made.path);
  if (found === null) throw new Error(`${made.path} is no repository`);
  const commit = made.git('rev-parse', 'HEAD');
  const { signal } = new AbortController();
  return await readHistory({ repository: found, commit, base: '', has, commitsMax: 10, signal });
}

test('a change of a file that has another name by now counts for it, where renames are followed', async () => {
  const text = (line: string): string => `${line}\n${'the same line of many\n'.repeat(40)}`;
  const made = makeRepository(
    { 'old/a.ts': text('1'), 'b.ts': 'x\n' },
    { 'old/a.ts': text('2') },
    { 'old/a.ts': null, 'mid/a.ts': text('3') },
    { 'mid/a.ts': null, 'new/a.ts': text('3') },
    { 'old/a.ts': 'something else\n' },
  );
  try {
    const found = await findRepository(made.path);
    if (found === null) throw new Error('the fixture is no repository');
    const paths = new Set(['new/a.ts', 'old/a.ts', 'b.ts']);
    const common = { repository: found, commit: made.git('rev-parse', 'HEAD'), base: '', commitsMax: 10 };
    const input = { ...common, has: (path: string) => paths.has(path), signal: new AbortController().signal };
    const filesOf = (history: History | null) => history?.commits.map(({ files }) => files);
    expect(filesOf(await readHistory({ ...input, followsRenames: true }))).toEqual([
      ['old/a.ts'],
      ['new/a.ts'],
      ['new/a.ts'],
      ['new/a.ts'],
      ['b.ts', 'new/a.ts'],
    ]);
    expect(filesOf(await readHistory(input))?.slice(1, 3)).toEqual([['new/a.ts'], ['old/a.ts']]);
  } finally {
    made.remove();
  }
});

test('a commit that changes a file and the one that has its name by now counts once for that', async () => {
  const text = (line: string): string => `${line}\n${'the same line of many\n'.repeat(40)}`;
  const made = makeRepository(
    { 'client.ts': 'the first\n', 'proxy.ts': text('1') },
    { 'client.ts': 'the first, changed\n', 'proxy.ts': text('2') },
    { 'client.ts': null },
    { 'proxy.ts': null, 'client.ts': text('3') },
  );
  try {
    const found = await findRepository(made.path);
    if (found === null) throw new Error('the fixture is no repository');
    const history = await readHistory({
      repository: found,
      commit: made.git('rev-parse', 'HEAD'),
      base: '',
      has: (path) => path === 'client.ts',
      commitsMax: 10,
      followsRenames: true,
      signal: new AbortController().signal,
    });
    expect(history?.commits.map(({ files }) => files)).toEqual(Array.from({ length: 4 }, () => ['client.ts']));
  } finally {
    made.remove();
  }
});

test('merges are left out, since their commits have been counted', async () => {
  const merged = makeRepository({ 'a.ts': '1' });
  merged.git('checkout', '-q', '-b', 'side');
  merged.commit({ 'a.ts': '2' }, 'side');
  merged.git('checkout', '-q', 'main');
  merged.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
  const history = await historyOf(merged);
  merged.remove();
  expect(history?.commits.map(({ subject }) => subject)).toEqual(['side', 'commit 1']);
});

test('neither a file name nor a subject can pass for a commit, and a path may hold any byte', async () => {
  const hostile = makeRepository();
  const names = [`${'a'.repeat(40)}\t1\tfake`, 'line\nend.ts', '\x01x'];
  hostile.commit(Object.fromEntries(names.map((name) => [name, '1'])), `${'b'.repeat(40)}\t1\tfake`);
  const history = await historyOf(hostile, (path) => names.includes(path));
  hostile.remove();
  expect(history?.commits).toHaveLength(1);
  expect([...(history?.commits[0]?.files ?? [])].sort()).toEqual([...names].sort());
});

test('settings of the repository start no program', async () => {
  const hostile = makeRepository({ 'a.ts': '1', '.gitattributes': '* diff=evil\n' });
  const proof = `${hostile.path}/proof`;
  for (const name of ['diff.evil.textconv', 'diff.evil.command', 'diff.external', 'gpg.program', 'core.pager']) {
    hostile.git('config', name, `touch ${proof};`);
  }
  hostile.git('config', 'log.showSignature', 'true');
  const history = await historyOf(hostile);
  expect(history?.commits).toHaveLength(1);
  expect(() => hostile.git('ls-files', '--error-unmatch', '--others', 'proof')).toThrow();
  hostile.remove();
});

test('changes are counted per file, and pairs by how many commits changed both', () => {
  const commit = (files: readonly string[]) => ({ id: '', atMs: 0, subject: '', files });
  const huge = commit(Array.from({ length: 30 }, (_, at) => (at === 0 ? 'a' : at === 1 ? 'b' : `x${at}`)));
  const commits = [commit(['a', 'b']), commit(['b', 'a', 'c']), commit(['a']), commit(['a', 'c']), huge];
  expect(countChanges(commits).get('a')).toBe(5);
  const pairs = findCoChanges(commits, { togetherMin: 2, confidenceMin: 0.5 }, () => true);
  expect(pairs).toEqual([
    { files: ['a', 'b'], together: 2, of: 2, confidence: 1 },
    { files: ['a', 'c'], together: 2, of: 2, confidence: 1 },
  ]);
  expect(findCoChanges(commits, { togetherMin: 2, confidenceMin: 0.5 }, (file) => file !== 'a')).toEqual([]);
});

test('a partial clone, whose old contents cannot be compared, has its history without renames', async () => {
  const origin = makeRepository({ 'a.ts': '1\n' }, { 'a.ts': null, 'b.ts': '1\n2\n' }, { 'b.ts': '3\n' });
  const clone = makePartialClone(origin);
  try {
    const found = await findRepository(clone.path);
    if (found === null) throw new Error('the fixture is no repository');
    const common = { repository: found, commit: clone.git('rev-parse', 'HEAD'), base: '', commitsMax: 10 };
    const input = { ...common, has: (path: string) => path === 'b.ts', signal: new AbortController().signal };
    const history = await readHistory({ ...input, followsRenames: true });
    expect(history?.commits.map(({ files }) => files)).toEqual([['b.ts'], ['b.ts'], []]);
    expect(history?.followsRenames).toBe(false);
  } finally {
    for (const one of [origin, clone]) one.remove();
  }
});

test('of a shallow clone the commit that it ends at changed nothing that is known, and the rest is missing', async () => {
  const clone = makeShallowClone(repository, 3);
  const found = await findRepository(clone.path);
  if (found === null) throw new Error('the fixture is no repository');
  const history = await read({ repository: found, followsRenames: true });
  clone.remove();
  expect(history?.commits.map(({ subject }) => subject)).toEqual(['commit 4', 'commit 3']);
  expect(history?.limit).toBe('shallow');
});

test('what the time ended, what is not all there and what could not be read may be another history the next time', () => {
  const isLasting = (limit: History['limit']): boolean => isLastingHistory({ limit });
  expect([isLasting(null), isLasting('commits'), isLasting('bytes')]).toEqual([true, true, true]);
  expect([isLasting('time'), isLasting('shallow'), isLastingHistory(null)]).toEqual([false, false, false]);
});
