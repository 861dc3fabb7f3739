import { execFileSync } from 'node:child_process';
import { chmodSync, fstatSync, openSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, open, paths, repository, text } from '../../../test/support/opened-source.ts';
import { openSource } from './open-source.ts';
import { readOpened } from './safe-open.ts';

describe('reading on disk', () => {
  test('a file that the disk fails to give is unreadable, and no failure of all that is read beside it', () => {
    // Not for reading: the read fails as that of a bad sector does.
    const fd = openSync(join(folder({ a: '1' }).path, 'a'), 'a');
    expect(readOpened({ fd, stats: fstatSync(fd) }, 10)).toMatchObject({ ok: false, reason: 'unreadable' });
    expect(() => fstatSync(fd)).toThrow('EBADF');
  });

  test.skipIf(process.getuid?.() === 0)('what may not be opened is told to be so, not to lie outside', async () => {
    const made = folder({ a: '1', 'd/b': '2' });
    for (const name of ['a', 'd']) chmodSync(join(made.path, name), 0);
    const source = await open({ location: made.path });
    for (const path of ['a', 'd/b']) expect(await text(source, path)).toMatch(/^unreadable .*may not open it$/);
    chmodSync(join(made.path, 'd'), 0o700);
  });

  test.skipIf(process.getuid?.() === 0)(
    'a listing without what lies in a folder that may not be opened says so, also of what was added',
    async () => {
      const files = { a: '1', 'd/b': '2', 'd/l': { link: 'b' } } as const;
      for (const made of [folder(files), repository(files)]) {
        chmodSync(join(made.path, 'd'), 0);
        const { limit, entries } = await (await open({ location: made.path })).list(new AbortController().signal);
        chmodSync(join(made.path, 'd'), 0o700);
        expect([limit, entries.map(({ path }) => path)]).toEqual(['closed', ['a']]);
      }
    },
  );

  test('a link that was added by a name that no disk takes is not there, and the rest is', async () => {
    const made = repository({ a: '1' });
    made.git('update-index', '--add', '--cacheinfo', `120000,${made.git('rev-parse', 'HEAD:a')},${'n'.repeat(300)}`);
    expect(await paths(await open({ location: made.path }))).toEqual(['a']);
  });

  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '.git/config',
    '.GIT/config',
    'a/.git/config',
    '.git./config',
    'git~1/config',
    '.g\u200cit/config',
    'a\\..\\..\\secret',
    '.git\\config',
    'a\0b',
    '',
    '.',
    './a',
    'a//b',
    `${'x/'.repeat(1_000)}y`,
    '"..\\057secret"',
    '"\\056\\056/secret"',
    '\ud800',
  ])('refuses %j as leading out of the root, into .git or nowhere', async (path) => {
    const repo = repository({ 'a/b': '1' });
    for (const ref of [null, 'main']) {
      expect(await text(await open({ location: repo.path, ref }), path)).toBe('forbidden');
    }
  });

  test.each(['"\\\\"', '"a\\\\\\\\b"', '"\\\\101.py"', '"d/\\\\\\""'])(
    'reads %s, whose backslashes are part of a name',
    async (path) => {
      const repo = repository({ [JSON.parse(path)]: 'x' });
      for (const ref of [null, 'main']) expect(await text(await open({ location: repo.path, ref }), path)).toBe('x');
    },
  );

  test('names symlinks and never follows them, as a file or on the way', async () => {
    const outside = folder({ 'secret.txt': 'secret' });
    const repo = repository({
      'real/x.txt': 'x',
      'file-link': { link: join(outside.path, 'secret.txt') },
      'dir-link': { link: outside.path },
      inside: { link: 'real' },
    });
    for (const ref of [null, 'main']) {
      const source = await open({ location: repo.path, ref });
      expect(await text(source, 'file-link')).toBe(`symlink ${join(outside.path, 'secret.txt')}`);
      expect(await text(source, 'dir-link/secret.txt')).toBe(`symlink ${outside.path}`);
      expect(await text(source, 'inside/x.txt')).toBe('symlink real');
      expect(await paths(source)).toEqual(['dir-link', 'file-link', 'inside', 'real/x.txt']);
    }
  });

  test('refuses a pipe at once and tells directories from missing files', async () => {
    const made = folder({ 'd/x': '1', plain: '1' });
    const makePipe = 'mkfifo';
    execFileSync(makePipe, [join(made.path, 'pipe')]);
    const source = await open({ location: made.path });
    expect(await text(source, 'pipe')).toBe('not_a_file');
    expect(await text(source, 'd')).toBe('is_directory');
    expect(await text(source, 'plain/x')).toBe('not_found');
    expect(await paths(source)).toEqual(['d/x', 'plain']);
  });

  test('refuses a large file by its size', async () => {
    const made = folder({ big: '' });
    truncateSync(join(made.path, 'big'), 2 ** 30);
    expect(await (await open({ location: made.path })).read('big', 1_000)).toEqual({
      ok: false,
      reason: 'too_large',
      detail: '1073741824',
    });
  });

  test('what is denied is neither listed nor read, by its name, through a link, or as the root itself', async () => {
    const made = folder({ 'data/key': 'secret', 'a.ts': 'a', way: { link: 'data' } });
    execFileSync('git', ['init', '--quiet', made.path]);
    const denied = [join(made.path, 'data')];
    const source = await open({ location: made.path, denied });
    expect(await paths(source)).toEqual(['a.ts', 'way']);
    expect(await text(source, 'data/key')).toBe('forbidden');
    expect(await text(source, 'way/key')).toBe('symlink data');
    execFileSync('git', ['-C', made.path, 'add', '.']);
    execFileSync('git', ['-C', made.path, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'x']);
    const committed = await open({ location: made.path, ref: 'HEAD', denied });
    for (const path of ['data/key', '"d\\141ta/key"', 'DATA/key']) {
      expect(await text(committed, path)).toBe('forbidden');
    }
    expect(await paths(committed)).toEqual(['a.ts', 'way']);
    expect(await text(committed, 'data/key')).toBe('forbidden');
    const linked = folder();
    symlinkSync(denied[0] ?? '', join(linked.path, 'alias'));
    for (const location of [denied[0] ?? '', join(linked.path, 'alias')]) {
      expect(await openSource({ location, ref: null, denied })).toEqual({ ok: false, error: 'location_gone' });
    }
  });
});
