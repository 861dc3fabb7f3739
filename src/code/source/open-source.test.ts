import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withDyingGit } from '../../../test/support/dying-git.ts';
import { folder, open, paths, repository, text } from '../../../test/support/opened-source.ts';
import { openSource } from './open-source.ts';

const signal = new AbortController().signal;

describe('a work tree', () => {
  test('lists tracked and untracked files, neither deleted nor ignored ones, sorted by bytes', async () => {
    const repo = repository({ 'b.ts': 'b', 'gone.ts': 'x', 'a/z.ts': 'z', 'a.ts': 'a', '.gitignore': '*.log\n' });
    repo.write({ 'gone.ts': null, 'new.ts': 'new', 'debug.log': 'noise' });
    const source = await open({ location: repo.path });
    expect(await paths(source)).toEqual(['.gitignore', 'a.ts', 'a/z.ts', 'b.ts', 'new.ts']);
    expect(source.identity).toEqual({ kind: 'worktree', branch: 'main', commit: repo.git('rev-parse', 'HEAD') });
  });

  test('a git that is ended while it lists is no damage of the repository: the listing fails, and the next one is whole', async () => {
    const source = await open({ location: repository({ 'a.ts': 'a' }).path });
    await expect(withDyingGit(() => source.list(signal))).rejects.toThrow('git was ended before it answered');
    expect(await source.list(signal)).toMatchObject({ entries: [{ path: 'a.ts' }], limit: null });
  });

  test('what was added below a folder is no file of it where a link stands now, though it leads there', async () => {
    const repo = repository({ 'a/b/1.ts': '1', 'a/b/c/2.ts': '2', 'a/d/3.ts': '3', 'a.ts': 'a' });
    repo.git('mv', 'a/d/3.ts', 'a/b/c/3.ts');
    repo.write({ 'a/d/4.ts': '4' });
    renameSync(join(repo.path, 'a/b'), join(repo.path, 'e'));
    symlinkSync('../e', join(repo.path, 'a/b'));
    const source = await open({ location: repo.path });
    expect(await paths(source)).toEqual(['a.ts', 'a/b', 'a/d/4.ts', 'e/1.ts', 'e/c/2.ts', 'e/c/3.ts']);
    expect((await source.list(signal)).entries.find(({ path }) => path === 'a/b')?.kind).toBe('symlink');
  });

  test('what was added as a link and is a file now is listed as one', async () => {
    const repo = repository({ 'a.ts': 'a', 'b.ts': { link: 'a.ts' }, 'c.ts': { link: 'a.ts' } });
    repo.write({ 'b.ts': 'own text' });
    const { entries } = await (await open({ location: repo.path })).list(signal);
    expect(entries.map(({ path, kind }) => `${kind} ${path}`)).toEqual(['file a.ts', 'file b.ts', 'symlink c.ts']);
  });

  test('gives bytes as they are on disk, with the blob id that git would give them', async () => {
    const repo = repository({ 'a.ts': 'old' });
    repo.write({ 'a.ts': 'changed\r\n' });
    const content = await (await open({ location: repo.path })).read('a.ts', 100);
    expect(content).toMatchObject({ ok: true, size: 9, blobId: repo.git('hash-object', '--no-filters', 'a.ts') });
  });

  test('an ignored file can be read by name', async () => {
    const repo = repository({ '.gitignore': 'dist/\n' });
    repo.write({ 'dist/x.js': 'built' });
    expect(await text(await open({ location: repo.path }), 'dist/x.js')).toBe('built');
  });

  test.skipIf(process.platform !== 'linux')(
    'reads files of many folders in any order, and holds no folder open once it is closed',
    async () => {
      const repo = repository({ 'a/b/1.ts': 'ab1', 'a/b/2.ts': 'ab2', 'a/c/1.ts': 'ac1', 'a/1.ts': 'a1', '1.ts': '1' });
      const openFolders = (): number =>
        readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(repo.path)).length;
      const source = await open({ location: repo.path });
      for (const path of ['a/c/1.ts', 'a/b/1.ts', 'a/b/2.ts', '1.ts', 'a/1.ts', 'a/b/1.ts', 'a/b/x/y.ts', 'a/c/1.ts']) {
        expect(await text(source, path)).toBe(path === 'a/b/x/y.ts' ? 'not_found' : path.replace(/\/|\.ts/g, ''));
      }
      await source.close();
      expect(openFolders()).toBe(0);
    },
  );

  test('that HEAD is detached or unborn is said, and files are listed all the same', async () => {
    const repo = repository({ a: '1' });
    repo.git('checkout', '--quiet', '--detach');
    expect((await open({ location: repo.path })).identity).toMatchObject({ branch: null, commit: expect.any(String) });
    const unborn = repository();
    unborn.write({ 'x.txt': 'x' });
    const source = await open({ location: unborn.path });
    expect(source.identity).toEqual({ kind: 'worktree', branch: 'main', commit: null });
    expect(await paths(source)).toEqual(['x.txt']);
  });

  test('a linked work tree, whose .git is a file, is a work tree with its own branch', async () => {
    const repo = repository({ a: '1' });
    const linked = join(folder().path, 'linked');
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked);
    writeFileSync(join(linked, 'b'), '2');
    const source = await open({ location: linked });
    expect(source.identity).toMatchObject({ kind: 'worktree', branch: 'side' });
    expect(await paths(source)).toEqual(['a', 'b']);
    expect(await text(source, '.git')).toBe('forbidden');
  });

  test('a folder inside a repository shows only what is below it, in the work tree and at a commit', async () => {
    const repo = repository({ 'packages/a/x.ts': 'x', 'packages/b/y.ts': 'y', 'top.ts': 't' });
    const location = join(repo.path, 'packages/a');
    expect(await paths(await open({ location }))).toEqual(['x.ts']);
    const committed = await open({ location, ref: 'main' });
    expect(await paths(committed)).toEqual(['x.ts']);
    expect(await text(committed, 'x.ts')).toBe('x');
    expect(await text(committed, 'top.ts')).toBe('not_found');
  });

  test('a folder that its repository ignores is a plain folder', async () => {
    const repo = repository({ '.gitignore': 'scratch/\n', a: '1' });
    repo.write({ 'scratch/x.ts': 'x' });
    const source = await open({ location: join(repo.path, 'scratch') });
    expect(source.identity.kind).toBe('folder');
    expect(await paths(source)).toEqual(['x.ts']);
  });

  test('submodules and repositories inside are named, not entered', async () => {
    const inner = repository({ 'x.ts': 'x' });
    const repo = repository({ a: '1' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'lib');
    const other = join(repo.path, 'vendored');
    execFileSync('git', ['clone', '--quiet', inner.path, other]);
    repo.git('commit', '--quiet', '-m', 'sub');
    const listing = await (await open({ location: repo.path })).list(signal);
    expect(listing.entries.filter((entry) => entry.kind === 'submodule').map((entry) => entry.path)).toEqual([
      'lib',
      'vendored',
    ]);
    expect(await text(await open({ location: repo.path, ref: 'main' }), 'lib')).toMatch(/^submodule [0-9a-f]{40}$/);
  });

  test('settings of a hostile repository start no program', async () => {
    const repo = repository({ a: '1', '.gitattributes': '* filter=evil diff=evil\n' });
    const trap = join(repo.path, 'trapped');
    for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'diff.evil.textconv']) {
      repo.git('config', key, `touch ${trap}; cat`);
    }
    writeFileSync(join(repo.path, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
    repo.write({ a: '2' });
    const source = await open({ location: repo.path });
    await paths(source);
    await text(await open({ location: repo.path, ref: 'HEAD' }), 'a');
    expect(await text(source, 'trapped')).toBe('not_found');
  });

  test('a core.worktree that points elsewhere is not believed', async () => {
    const repo = repository({ a: '1' });
    repo.git('config', 'core.worktree', '/etc');
    const source = await open({ location: repo.path });
    expect(source.identity.kind).toBe('folder');
    expect(await paths(source)).toEqual(['a']);
  });
});

describe('a plain folder', () => {
  test('is listed without .git, node_modules and what .gitignore names', async () => {
    const made = folder({
      '.gitignore': '*.log\n/build\nout/\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'build/x': '',
      'sub/build/y': '',
      'sub/out/z': '',
      'sub/.gitignore': 'inner\n',
      'sub/inner': '',
      'node_modules/p/i.js': '',
      link: { link: 'a.log' },
    });
    const source = await open({ location: made.path });
    expect(source.identity).toEqual({ kind: 'folder', branch: null, commit: null });
    expect(await paths(source)).toEqual(['.gitignore', 'keep.log', 'link', 'sub/.gitignore', 'sub/build/y']);
  });

  test('is not empty when its own .gitignore names everything, as packagers do with what they do not track', async () => {
    const made = folder({
      '.gitignore': '*\n!keep\n',
      'a.ts': '',
      'keep/b.ts': '',
      'cache/.gitignore': '*',
      'cache/c': '',
    });
    expect(await paths(await open({ location: made.path }))).toEqual(['.gitignore', 'a.ts', 'keep/b.ts']);
  });

  test('has no versions: a ref of it is refused', async () => {
    expect(await openSource({ location: folder().path, ref: 'main', denied: [] })).toEqual({
      ok: false,
      error: 'not_a_repository',
    });
  });
});

test('a root in whose place a link was put later is gone', async () => {
  const theirs = folder({ 'secret.ts': 'secret' });
  const mine = folder();
  symlinkSync(theirs.path, join(mine.path, 'root'));
  expect(await openSource({ location: join(mine.path, 'root'), ref: null, denied: [] })).toEqual({
    ok: false,
    error: 'location_gone',
  });
});

test('a location that is gone, or is a file, says so', async () => {
  const made = folder({ file: 'x' });
  for (const location of [join(made.path, 'none'), join(made.path, 'file')]) {
    expect(await openSource({ location, ref: null, denied: [] })).toEqual({ ok: false, error: 'location_gone' });
  }
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The descriptor by which the folder of descriptors was read.
    return '';
  }
}
