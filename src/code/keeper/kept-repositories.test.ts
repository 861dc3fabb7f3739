import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { withDyingGit } from '../../../test/support/dying-git.ts';
import { ask, bench, followed, open, reconnect, settled, state } from '../../../test/support/keeper-bench.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import type { Source } from '../source/source.ts';

const signal = new AbortController().signal;

describe('a repository', () => {
  let repo: TestRepository;
  beforeEach(() => {
    repo = keepFolder(makeRepository({ 'a.ts': 'one', 'b.ts': 'b' }, { 'a.ts': 'two' }));
  });

  test('another branch in the work tree is seen by the next question, with its files and its name', async () => {
    await followed(repo.path);
    repo.git('checkout', '--quiet', '-b', 'side', 'HEAD~1');
    const source = await open(repo.path);
    expect(source.identity).toMatchObject({ branch: 'side', commit: repo.git('rev-parse', 'HEAD') });
    expect(await state(repo.path)).toContain('? a.ts');
    repo.commit({ 'c.ts': 'c' });
    expect((await open(repo.path)).identity.commit).toBe(repo.git('rev-parse', 'HEAD'));
    expect(await state(repo.path)).toContain('? c.ts');
    repo.git('rebase', '--quiet', 'main');
    const after = await open(repo.path);
    expect(after.identity.commit).toBe(repo.git('rev-parse', 'HEAD'));
    expect(Buffer.from(await bytes(after, 'a.ts')).toString()).toBe('two');
  });

  test('a ref is read at the commit that it means now', async () => {
    repo.git('branch', 'moving', 'HEAD~1');
    const first = await settled(repo.path, 'moving');
    expect(first).toEqual(['= a.ts', '= b.ts']);
    expect(Buffer.from(await bytes(await open(repo.path, 'moving'), 'a.ts')).toString()).toBe('one');
    repo.git('branch', '--force', 'moving', 'main');
    const moved = await open(repo.path, 'moving');
    expect(moved.identity.commit).toBe(repo.git('rev-parse', 'main'));
    expect(Buffer.from(await bytes(moved, 'a.ts')).toString()).toBe('two');
    repo.git('pack-refs', '--all');
    repo.git('branch', '--delete', '--force', 'moving');
    expect(await ask(repo.path, 'moving')).toEqual({
      ok: false,
      error: 'unknown_ref',
    });
  });

  test('two roots of one repository share nothing, and neither sees what is denied to it', async () => {
    repo.commit({ 'in/x.ts': 'x', 'in/secret/y.ts': 'y' });
    const denied = [join(repo.path, 'in/secret')];
    const whole = await open(repo.path);
    const part = await open(join(repo.path, 'in'), null, denied);
    expect(whole.index?.files.find('in/secret/y.ts')).not.toBeNull();
    expect(await part.list(signal)).toMatchObject({ entries: [{ path: 'x.ts' }] });
    expect(part.index?.files.count).toBe(1);
    await settled(repo.path);
    expect(readdirSync(bench.indexDirectory)).toHaveLength(2);
  });

  test('a segment that is damaged on disk leaves its files to be read, and is built anew', async () => {
    await followed(repo.path);
    const folder = join(bench.indexDirectory, readdirSync(bench.indexDirectory)[0] ?? '');
    for (const name of readdirSync(folder)) if (name.endsWith('.text')) writeFileSync(join(folder, name), 'no segment');
    reconnect();
    expect(await state(repo.path)).toEqual(['? a.ts', '? b.ts']);
    expect(await settled(repo.path)).toEqual(['= a.ts', '= b.ts']);
  });

  test('a file that cannot be read is said to be so, and indexed when it can', async () => {
    if (process.getuid?.() === 0) return;
    chmodSync(join(repo.path, 'a.ts'), 0o000);
    expect(await settled(repo.path)).toContain('unreadable a.ts');
    chmodSync(join(repo.path, 'a.ts'), 0o644);
    expect(await settled(repo.path)).toContain('= a.ts');
  });
});

test('a clone that no longer borrows objects is a repository from the next look on', async () => {
  const theirs = keepFolder(makeRepository({ 'a.ts': 'one' }));
  const mine = keepFolder(makeFolder());
  execFileSync('git', ['clone', '--quiet', '--shared', theirs.path, join(mine.path, 'clone')]);
  const location = join(mine.path, 'clone');
  expect((await open(location)).identity).toMatchObject({ kind: 'folder', gitLeftOut: 'borrows_objects' });
  execFileSync('git', ['repack', '-adq'], { cwd: location });
  rmSync(join(location, '.git/objects/info/alternates'));
  await expect.poll(async () => (await open(location)).identity.kind, { timeout: 10_000 }).toBe('worktree');
});

describe('another repository whose objects come to one that was looked at', () => {
  let mine: TestRepository;
  let theirs: TestRepository;
  let commit: string;
  beforeEach(async () => {
    mine = keepFolder(makeRepository({ 'a.ts': 'mine' }));
    theirs = keepFolder(makeRepository({ 'secret.ts': 'theirs' }));
    commit = theirs.git('rev-parse', 'HEAD');
    expect((await open(mine.path, 'main')).identity.kind).toBe('objects');
  });

  async function expectNothingOfTheirs(): Promise<void> {
    for (const ref of [commit, commit.slice(0, 8), 'theirs']) {
      const opened = await ask(mine.path, ref);
      expect(opened, ref).toMatchObject({ ok: false });
    }
  }

  test.each([
    ['alternates', () => mine.write({ '.git/objects/info/alternates': `${theirs.path}/.git/objects\n` })],
    ['links among its objects', () => linkAll('objects')],
    ['links among its packs', () => linkAll('objects/pack')],
  ])('is given nothing of, by %s, at once and later', async (_, borrow) => {
    theirs.git('repack', '-adq');
    theirs.git('-c', 'gc.auto=0', 'commit', '--quiet', '--allow-empty', '-m', 'loose');
    mine.write({ '.git/refs/heads/theirs': `${commit}\n` });
    const before = new Set(namesIn(mine));
    borrow();
    await expectNothingOfTheirs();
    await expect.poll(async () => (await open(mine.path)).identity.gitLeftOut).toBe('borrows_objects');
    await expectNothingOfTheirs();
    for (const name of namesIn(mine)) if (!before.has(name)) rmSync(join(mine.path, '.git', name), { force: true });
    bench.aheadMs = 1_000;
    expect((await open(mine.path)).identity).toMatchObject({ kind: 'worktree', branch: 'main' });
    await expectNothingOfTheirs();
  });

  /** All below its git directory. */
  function namesIn({ path }: TestRepository): readonly string[] {
    return readdirSync(join(path, '.git'), { recursive: true, encoding: 'utf8' });
  }

  /** What theirs has and mine has not. */
  function linkAll(folder: string): void {
    for (const name of readdirSync(join(theirs.path, '.git', folder))) {
      const place = join(mine.path, '.git', folder, name);
      if (!existsSync(place)) symlinkSync(join(theirs.path, '.git', folder, name), place);
    }
  }
});

test('a commit that was asked for by its id before it was there is found once it is', async () => {
  const theirs = keepFolder(makeRepository({ 'a.ts': 'theirs' }));
  const mine = keepFolder(makeRepository({ 'b.ts': 'mine' }));
  const ref = theirs.git('rev-parse', 'HEAD');
  const again = () => ask(mine.path, ref);
  expect(await again()).toMatchObject({ ok: false, error: 'unknown_ref' });
  mine.git('fetch', '--quiet', theirs.path, 'main');
  expect(await again()).toMatchObject({ ok: true });
});

test('a git that is ended before it answers does not make a repository a folder, empty, or without a commit', async () => {
  const repo = keepFolder(makeRepository({ '.gitignore': 'out/', 'src/a.ts': 'a' }));
  const bare = keepFolder(makeFolder());
  execFileSync('git', ['clone', '--quiet', '--bare', repo.path, bare.path]);
  const commit = repo.git('rev-parse', 'HEAD');
  const asked = [[repo.path], [join(repo.path, 'src')], [bare.path], [repo.path, 'main']] as const;
  for (const [location, ref] of asked) {
    // Nothing is said of it, least of all something false.
    expect(await withDyingGit(() => ask(location, ref))).toBe(null);
    expect((await open(location, ref)).identity).toMatchObject({ branch: 'main', commit });
  }
  const folder = keepFolder(makeFolder({ 'a.ts': 'a' }));
  expect((await withDyingGit(() => open(folder.path))).identity.kind).toBe('folder');
});

async function bytes(source: Source, path: string): Promise<Uint8Array> {
  const content = await source.read(path, 1_000);
  if (!content.ok) throw new Error(content.reason);
  return content.bytes;
}
