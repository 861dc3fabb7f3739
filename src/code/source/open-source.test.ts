import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  commitTree,
  type FileSpecs,
  makeFolder,
  makeRepository,
  type TempFolder,
  type TestRepository,
  writeRawTree,
} from '../../../test/support/repository.ts';
import { openSource } from './open-source.ts';
import type { Source, SourceSelector } from './source.ts';

const signal = new AbortController().signal;
const folders: TempFolder[] = [];
const sources: Source[] = [];

function repository(...commits: readonly FileSpecs[]): TestRepository {
  const made = makeRepository(...commits);
  folders.push(made);
  return made;
}

function folder(files: FileSpecs = {}): TempFolder {
  const made = makeFolder(files);
  folders.push(made);
  return made;
}

async function open(selector: Partial<SourceSelector> & { location: string }): Promise<Source> {
  const opened = await openSource({ ref: null, denied: [], ...selector });
  if (!opened.ok) throw new Error(opened.error);
  sources.push(opened.value);
  return opened.value;
}

async function paths(source: Source): Promise<string[]> {
  return (await source.list(signal)).entries.map((entry) => entry.path);
}

async function text(source: Source, path: string): Promise<string> {
  const content = await source.read(path, 1_000_000);
  return content.ok ? Buffer.from(content.bytes).toString('utf8') : `${content.reason} ${content.detail}`.trim();
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The descriptor by which the folder of descriptors was read.
    return '';
  }
}

afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
  for (const made of folders.splice(0)) made.remove();
});

describe('a work tree', () => {
  test('lists tracked and untracked files, neither deleted nor ignored ones, sorted by bytes', async () => {
    const repo = repository({ 'b.ts': 'b', 'gone.ts': 'x', 'a/z.ts': 'z', 'a.ts': 'a', '.gitignore': '*.log\n' });
    repo.write({ 'gone.ts': null, 'new.ts': 'new', 'debug.log': 'noise' });
    const source = await open({ location: repo.path });
    expect(await paths(source)).toEqual(['.gitignore', 'a.ts', 'a/z.ts', 'b.ts', 'new.ts']);
    expect(source.identity).toEqual({ kind: 'worktree', branch: 'main', commit: repo.git('rev-parse', 'HEAD') });
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

  test('says that HEAD is detached or unborn', async () => {
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

describe('a .git that leads into a repository of somebody else', () => {
  const secret = () => repository({ 'secret.ts': 'secret' });

  test.each<[string, (theirs: string, mine: string) => void]>([
    [
      'as a file that names one elsewhere',
      (theirs, mine) => writeFileSync(join(mine, '.git'), `gitdir: ${theirs}/.git\n`),
    ],
    ['as a link elsewhere', (theirs, mine) => symlinkSync(join(theirs, '.git'), join(mine, '.git'))],
    [
      'by a commondir elsewhere',
      (theirs, mine) => {
        execFileSync('git', ['init', '--quiet', mine]);
        writeFileSync(join(mine, '.git/commondir'), `${theirs}/.git\n`);
      },
    ],
    [
      'by links in it elsewhere',
      (theirs, mine) => {
        execFileSync('git', ['init', '--quiet', mine]);
        for (const part of ['objects', 'refs']) {
          rmSync(join(mine, '.git', part), { recursive: true });
          symlinkSync(join(theirs, '.git', part), join(mine, '.git', part));
        }
      },
    ],
    [
      'by the alternates of its objects',
      (theirs, mine) => {
        execFileSync('git', ['init', '--quiet', mine]);
        writeFileSync(join(mine, '.git/objects/info/alternates'), `${theirs}/.git/objects\n`);
        copyFileSync(join(theirs, '.git/refs/heads/main'), join(mine, '.git/refs/heads/main'));
      },
    ],
    [
      'by links among its objects',
      (theirs, mine) => {
        execFileSync('git', ['init', '--quiet', mine]);
        for (const part of readdirSync(join(theirs, '.git/objects')).filter((name) => name.length === 2))
          symlinkSync(join(theirs, '.git/objects', part), join(mine, '.git/objects', part));
        copyFileSync(join(theirs, '.git/refs/heads/main'), join(mine, '.git/refs/heads/main'));
      },
    ],
    [
      'by linked packs',
      (theirs, mine) => {
        execFileSync('git', ['init', '--quiet', mine]);
        execFileSync('git', ['repack', '-adq'], { cwd: theirs });
        for (const part of readdirSync(join(theirs, '.git/objects/pack')))
          symlinkSync(join(theirs, '.git/objects/pack', part), join(mine, '.git/objects/pack', part));
        copyFileSync(join(theirs, '.git/refs/heads/main'), join(mine, '.git/refs/heads/main'));
      },
    ],
  ])('%s is not believed: the folder is a plain one, and that is said', async (how, plant) => {
    const theirs = secret();
    const mine = folder({ 'mine.ts': 'mine' });
    plant(theirs.path, mine.path);

    expect(await openSource({ location: mine.path, ref: 'main', denied: [] })).toEqual({
      ok: false,
      error: 'not_a_repository',
    });
    const source = await open({ location: mine.path });
    const gitLeftOut = how.endsWith('elsewhere') ? 'lies_elsewhere' : 'borrows_objects';
    expect(source.identity).toEqual({ kind: 'folder', branch: null, commit: null, gitLeftOut });
    expect(await paths(source)).toEqual(['mine.ts']);
  });

  test('a submodule, whose git directory says that it belongs to the folder, is its repository', async () => {
    const outer = repository({ 'a.ts': 'a' });
    const inner = secret();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', inner.path, 'sub');
    expect(await paths(await open({ location: join(outer.path, 'sub'), ref: 'main' }))).toEqual(['secret.ts']);
  });
});

describe('reading on disk', () => {
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
  ])('refuses %j', async (path) => {
    const repo = repository({ 'a/b': '1' });
    for (const ref of [null, 'main']) {
      expect(await text(await open({ location: repo.path, ref }), path)).toBe('forbidden');
    }
  });

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
    const linked = folder({});
    symlinkSync(denied[0] ?? '', join(linked.path, 'alias'));
    for (const location of [denied[0] ?? '', join(linked.path, 'alias')]) {
      expect(await openSource({ location, ref: null, denied })).toEqual({ ok: false, error: 'location_gone' });
    }
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

  test('has no versions', async () => {
    expect(await openSource({ location: folder().path, ref: 'main', denied: [] })).toEqual({
      ok: false,
      error: 'not_a_repository',
    });
  });
});

describe('a commit', () => {
  let repo: TestRepository;
  beforeEach(() => {
    repo = repository({ 'a.ts': 'one' }, { 'a.ts': 'two', 'd/b.ts': 'b' });
    repo.git('tag', '-a', 'v1', '-m', 'v1', 'HEAD~1');
  });

  test('is found by branch, tag, id and ancestor', async () => {
    const first = repo.git('rev-parse', 'HEAD~1');
    for (const ref of ['v1', 'HEAD~1', 'main^', first, first.slice(0, 8)]) {
      const source = await open({ location: repo.path, ref });
      expect(source.identity).toEqual({ kind: 'objects', branch: ref, commit: first });
      expect(await text(source, 'a.ts')).toBe('one');
    }
  });

  test.each(['nope', '--all', '-h', 'HEAD:a.ts', ':/commit', 'HEAD^{/x}', 'main..v1', '@{1}', '', 'a b', 'HEAD\n'])(
    'refuses the ref %j',
    async (ref) => {
      expect(await openSource({ location: repo.path, ref, denied: [] })).toEqual({ ok: false, error: 'unknown_ref' });
    },
  );

  test('gives sizes and blob ids in its listing, and the same bytes before and after listing', async () => {
    const source = await open({ location: repo.path, ref: 'main' });
    expect(await text(source, 'd/b.ts')).toBe('b');
    expect(await source.list(signal)).toEqual({
      entries: [
        { path: 'a.ts', kind: 'file', size: 3, blobId: repo.git('rev-parse', 'HEAD:a.ts') },
        { path: 'd/b.ts', kind: 'file', size: 1, blobId: repo.git('rev-parse', 'HEAD:d/b.ts') },
      ],
      limit: null,
    });
    expect(await text(source, 'd/b.ts')).toBe('b');
    expect(await text(source, 'd')).toBe('is_directory');
    expect(await text(source, 'd/none')).toBe('not_found');
  });

  test('bytes that stand under the id of another blob are not given out', async () => {
    const repo = repository({ 'a.ts': 'export const mine = 1;\n', 'b.ts': 'export const theirs = 1;\n' });
    const [mine = '', theirs = ''] = ['a.ts', 'b.ts'].map((path) => repo.git('rev-parse', `HEAD:${path}`));
    const fileOf = (id: string) => join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2));
    rmSync(fileOf(theirs));
    copyFileSync(fileOf(mine), fileOf(theirs));
    const source = await open({ location: repo.path, ref: 'main' });
    expect(await text(source, 'b.ts')).toBe('unreadable');
    await paths(source);
    expect(await text(source, 'b.ts')).toBe('unreadable');
    expect(await text(source, 'a.ts')).toContain('mine');
  });

  test('answers many reads at once, each with its own bytes', async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, `content ${at}\n`.repeat(at)]));
    repo.commit(files);
    const source = await open({ location: repo.path, ref: 'main' });
    const texts = await Promise.all(Object.keys(files).map((path) => text(source, path)));
    expect(texts).toEqual(Object.values(files));
  });

  test('a bare repository without a ref is read at its HEAD', async () => {
    const bare = join(folder().path, 'bare.git');
    repo.git('clone', '--quiet', '--bare', repo.path, bare);
    const source = await open({ location: bare });
    expect(source.identity).toEqual({ kind: 'objects', branch: 'main', commit: repo.git('rev-parse', 'main') });
    expect(await paths(source)).toEqual(['a.ts', 'd/b.ts']);
  });

  test('names that lead out of the tree or into .git are left out, however they were written', async () => {
    const blob = repo.git('rev-parse', 'HEAD:a.ts');
    const inner = writeRawTree(repo, [{ mode: '100644', name: 'pwned', id: blob }]);
    const names = ['..', '.', '.git', '.GIT', 'git~1', 'ok', 'a/../../b'];
    const tree = writeRawTree(
      repo,
      names.map((name) => ({ mode: '40000', name, id: inner })),
    );
    commitTree(repo, tree, 'evil');
    const source = await open({ location: repo.path, ref: 'evil' });
    expect(await paths(source)).toEqual(['ok/pwned']);
  });

  test('names of any bytes are shown without ambiguity and can be read as they are shown', async () => {
    const blob = repo.git('rev-parse', 'HEAD:a.ts');
    const names = ['new\nline', 'tab\there', '"quoted"', 'bi\u202edi', 'zero\u200bwidth', 'é', '-rf', 'back\\slash'];
    const raw = [
      ...names.map((name) => Buffer.from(name)),
      Buffer.from([0x63, 0xe9, 0x2e, 0x63]),
      Buffer.from('\ufffd'),
    ];
    const tree = writeRawTree(
      repo,
      raw.map((name) => ({ mode: '100644', name, id: blob })),
    );
    commitTree(repo, tree, 'odd');
    const source = await open({ location: repo.path, ref: 'odd' });
    const fresh = await open({ location: repo.path, ref: 'odd' });
    const shown = await paths(source);
    expect(shown).toHaveLength(raw.length);
    expect(shown).toEqual(
      expect.arrayContaining(['"new\\nline"', '"c\\351.c"', '"bi\\342\\200\\256di"', 'é', '-rf', '\ufffd']),
    );
    for (const path of shown) {
      expect(await text(source, path)).toBe('two');
      expect(await text(fresh, path)).toBe('two');
    }
  });

  test('a git bomb is cut at the limit of entries', async () => {
    let id = repo.git('rev-parse', 'HEAD:a.ts');
    for (let level = 0; level < 10; level += 1) {
      const mode = level === 0 ? '100644' : '40000';
      const entries = Array.from({ length: 10 }, (_, at) => ({ mode, name: `f${at}`, id }));
      id = writeRawTree(repo, entries);
    }
    commitTree(repo, id, 'bomb');
    const listing = await (await open({ location: repo.path, ref: 'bomb' })).list(signal);
    expect(listing.limit).toBe('entries');
    expect(listing.entries).toHaveLength(200_000);
  });

  test('a repository with parts missing is listed as far as it can be read', async () => {
    const [blob, missing] = [repo.git('rev-parse', 'HEAD:a.ts'), 'c'.repeat(40)];
    const tree = writeRawTree(repo, [
      { mode: '100644', name: 'here', id: blob },
      { mode: '100644', name: 'missing', id: missing },
    ]);
    commitTree(repo, tree, 'partial');
    const partial = await open({ location: repo.path, ref: 'partial' });
    expect(await partial.list(signal)).toMatchObject({
      entries: [
        { path: 'here', size: 3 },
        { path: 'missing', size: null },
      ],
      limit: null,
    });
    expect(await text(partial, 'missing')).toBe('unreadable');
    expect(await text(partial, 'never')).toBe('not_found');

    commitTree(repo, writeRawTree(repo, [{ mode: '40000', name: 'd', id: missing }]), 'gap');
    expect(await text(await open({ location: repo.path, ref: 'gap' }), 'd/a.ts')).toBe('unreadable');

    const broken = writeRawTree(repo, [
      { mode: '100644', name: 'here', id: blob },
      { mode: '100644', name: '', id: blob },
    ]);
    const commit = repo.git('commit-tree', '-m', 'broken', broken);
    const cut = await (await open({ location: repo.path, ref: commit })).list(signal);
    expect(cut.limit).toBe('damaged');
  });

  test('a work tree whose index is no index says so', async () => {
    writeFileSync(join(repo.path, '.git/index'), 'no index');
    expect(await (await open({ location: repo.path })).list(signal)).toEqual({ entries: [], limit: 'damaged' });
  });

  test('a bomb of empty trees, which lists no file at all, is cut too', async () => {
    let id = writeRawTree(repo, []);
    for (let level = 0; level < 10; level += 1) {
      id = writeRawTree(
        repo,
        Array.from({ length: 10 }, (_, at) => ({ mode: '40000', name: `d${at}`, id })),
      );
    }
    commitTree(repo, id, 'hollow');
    expect(await (await open({ location: repo.path, ref: 'hollow' })).list(signal)).toEqual({
      entries: [],
      limit: 'entries',
    });
  });

  test('files deeper than the limit are left out and the limit is named', async () => {
    const path = `${'d/'.repeat(1_000)}deep`;
    const commit = 'commit refs/heads/deep\ncommitter A <a@example.test> 0 +0000\ndata 1\nx\n';
    repo.gitWithInput(`${commit}M 100644 ${repo.git('rev-parse', 'HEAD:a.ts')} ${path}\n\n`, 'fast-import', '--quiet');
    expect(await (await open({ location: repo.path, ref: 'deep' })).list(signal)).toEqual({
      entries: [],
      limit: 'depth',
    });
  });

  test('a commit with a huge message has the files that it has', async () => {
    const body = `tree ${repo.git('rev-parse', 'HEAD^{tree}')}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> 0 +0000\n\n`;
    const id = repo.gitWithInput(`${body}${'m'.repeat(2 * 1_048_576)}`, 'hash-object', '-t', 'commit', '-w', '--stdin');
    const source = await open({ location: repo.path, ref: id });
    expect(await paths(source)).toEqual(await paths(await open({ location: repo.path, ref: 'HEAD' })));
    expect(await text(await open({ location: repo.path, ref: id }), 'a.ts')).toBe(
      await text(await open({ location: repo.path, ref: 'HEAD' }), 'a.ts'),
    );
  });

  test('a huge blob is refused by its size', async () => {
    const big = join(repo.path, 'big');
    writeFileSync(big, '');
    truncateSync(big, 64 * 1024 * 1024);
    repo.git('-c', 'core.compression=1', 'add', 'big');
    repo.git('commit', '--quiet', '-m', 'big');
    const source = await open({ location: repo.path, ref: 'main' });
    expect(await source.read('big', 1_000)).toMatchObject({ ok: false, reason: 'too_large', detail: '67108864' });
    await source.list(signal);
    expect(await source.read('big', 1_000)).toMatchObject({ ok: false, reason: 'too_large', detail: '67108864' });
  });

  test('an aborted listing throws and leaves no process', async () => {
    const source = await open({ location: repo.path, ref: 'main' });
    await expect(source.list(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  test('closing fails the reads that still wait', async () => {
    const source = await open({ location: repo.path, ref: 'main' });
    const waiting = source.read('a.ts', 100);
    await source.close();
    await expect(waiting).rejects.toThrow('closed');
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
