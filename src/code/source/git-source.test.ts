import { chmodSync, copyFileSync, cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { folder, open, paths, repository, text } from '../../../test/support/opened-source.ts';
import { commitTree, type TestRepository, writeRawTree } from '../../../test/support/repository.ts';
import { openSource } from './open-source.ts';

const signal = new AbortController().signal;

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

  test.each(['missing', 'empty'])(
    'that HEAD is at a commit is told also when that is %s, and that its files cannot be listed',
    async (how) => {
      const commit = repo.git('rev-parse', 'HEAD');
      const object = join('objects', commit.slice(0, 2), commit.slice(2));
      if (how === 'empty') truncateWritable(join(repo.path, '.git', object));
      else rmSync(join(repo.path, '.git', object));
      const onDisk = await open({ location: repo.path });
      expect(onDisk.identity).toEqual({ kind: 'worktree', branch: 'main', commit });
      expect(await paths(onDisk)).toEqual(['a.ts', 'd/b.ts']);
      const bare = folder();
      cpSync(join(repo.path, '.git'), bare.path, { recursive: true });
      repo.git('--git-dir', bare.path, 'config', 'core.bare', 'true');
      const source = await open({ location: bare.path });
      expect(source.identity).toEqual({ kind: 'objects', branch: 'main', commit });
      expect(await source.list(signal)).toEqual({ entries: [], limit: 'damaged' });
      expect(await text(source, 'a.ts')).toBe('unreadable');
    },
  );

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

  test('a tree that unfolds into ten billion files is cut at the limit of entries', async () => {
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

  test('a listing that is no longer wanted ends with the reason of who stopped it', async () => {
    const source = await open({ location: repo.path, ref: 'main' });
    await expect(source.list(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  test('closing a source ends the reads that still wait with an error', async () => {
    const source = await open({ location: repo.path, ref: 'main' });
    const waiting = source.read('a.ts', 100);
    await source.close();
    await expect(waiting).rejects.toThrow('closed');
  });
});

/** As a loss of power leaves a file that was just written. */
function truncateWritable(path: string): void {
  chmodSync(path, 0o600);
  truncateSync(path);
}
