import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFolder, makeRepository, type TempFolder, type TestRepository } from '../../../test/support/repository.ts';
import { systemClock } from '../../base/clock.ts';
import type { Source } from '../source/source.ts';
import { type KeeperClient, makeKeeperClient } from './client.ts';
import { type Keeper, makeKeeper } from './keeper.ts';
import { countToForget } from './kept-views.ts';
import { serveKeeper } from './serve.ts';

const signal = new AbortController().signal;
/** Longer than any listing here takes. */
const WAIT_MS = 60_000;
const folders: TempFolder[] = [];
let indexes: TempFolder;
let keeper: Keeper;
let client: KeeperClient;
let failures: string[];
let aheadMs: number;
/** How far the clock goes whenever somebody looks at it. */
let stepMs: number;
let ports: MessageChannel;

beforeEach(() => {
  indexes = makeFolder();
  failures = [];
  aheadMs = 0;
  stepMs = 0;
  startKeeper();
});

function startKeeper(limits: { readonly indexBytesMax?: number } = {}): void {
  keeper = makeKeeper({
    indexDirectory: join(indexes.path, 'index'),
    clock: {
      now: systemClock.now,
      monotonicMs() {
        aheadMs += stepMs;
        return systemClock.monotonicMs() + aheadMs;
      },
    },
    ...limits,
    onFailure: (what, detail) => failures.push(`${what}: ${detail}`),
  });
  ports = new MessageChannel();
  serveKeeper(keeper, ports.port1);
  client = makeKeeperClient(ports.port2);
}

function stopKeeper(): void {
  ports.port1.close();
  keeper.close();
}

afterEach(() => {
  stopKeeper();
  for (const made of folders.splice(0)) made.remove();
  indexes.remove();
  expect(failures).toEqual([]);
});

function keep<Made extends TempFolder>(made: Made): Made {
  folders.push(made);
  return made;
}

async function open(location: string, ref: string | null = null, denied: readonly string[] = []): Promise<Source> {
  const opened = await client.open({ location, ref, denied }, WAIT_MS);
  if (opened === null) throw new Error('the keeper did not answer');
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

/** Paths of a source, each with what its index knows: `=` indexed, `?` to be read, else why not. */
async function state(location: string, ref: string | null = null): Promise<string[]> {
  const { index } = await open(location, ref);
  if (index === null) throw new Error('there is no index');
  const pending = new Set(index.pending);
  return Array.from({ length: index.files.count }, (_, file) => {
    const mark = index.files.exclusion(file) ?? (pending.has(file) ? '?' : index.place(file) === null ? '!' : '=');
    return `${mark} ${index.files.path(file)}`;
  });
}

/** Asks until the rows, without what is known of them, are these: on a busy machine a new listing may wait a moment. */
async function soon(location: string, isAsWanted: (paths: readonly string[]) => boolean): Promise<void> {
  for (;;) {
    const paths = (await state(location)).map((row) => row.replace(/^\S+ /, ''));
    if (isAsWanted(paths)) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Asks until all is indexed and followed. */
async function settled(location: string, ref: string | null = null): Promise<string[]> {
  for (;;) {
    const { index } = await open(location, ref);
    const isDone = index !== null && index.pending.length === 0 && !index.progress.isBuilding;
    if (isDone && index.progress.withSymbols === index.progress.texts) return await state(location, ref);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Settled, and old enough to be trusted by its times, as most of a tree is. */
async function followed(location: string): Promise<void> {
  const old = new Date('2024-01-01');
  const { utimesSync } = await import('node:fs');
  for (const name of readdirSync(location)) if (name.endsWith('.ts')) utimesSync(join(location, name), old, old);
  await settled(location);
  // The second question has the folders watched; the next one waits for it.
  await state(location);
  await state(location);
}

/** Folders that this process has watched. */
function countWatches(): number {
  const texts = readdirSync('/proc/self/fdinfo').map((fd) => {
    // Closed meanwhile, as the one that lists them.
    if (!existsSync(`/proc/self/fdinfo/${fd}`)) return '';
    return readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1');
  });
  return texts.join('').split('inotify wd:').length - 1;
}

/** The documents' contents by what the index says, through the blob ids. */
async function ids(location: string): Promise<Record<string, string | null>> {
  const { index } = await open(location);
  if (index === null) throw new Error('there is no index');
  return Object.fromEntries(
    Array.from({ length: index.files.count }, (_, file) => [index.files.path(file), index.files.blobId(file)]),
  );
}

describe.each(['a work tree', 'a plain folder'])('%s', (kind) => {
  let root: TempFolder;
  beforeEach(async () => {
    const files = {
      'a.ts': 'const a = 1;\n',
      'b.ts': 'const b = 1;\n',
      'd/c.ts': 'const c = 1;\n',
      '.gitignore': '*.log\nout/\n',
    };
    root = keep(kind === 'a work tree' ? makeRepository(files) : makeFolder(files));
  });

  test('is pending at first and indexed soon', async () => {
    expect(await state(root.path)).toEqual(['? .gitignore', '? a.ts', '? b.ts', '? d/c.ts']);
    expect(await settled(root.path)).toEqual(['= .gitignore', '= a.ts', '= b.ts', '= d/c.ts']);
  });

  test('after a restart only what was changed meanwhile is read again', async () => {
    await settled(root.path);
    stopKeeper();
    writeFileSync(join(root.path, 'a.ts'), 'const a = 2;\n');
    startKeeper();
    expect(await state(root.path)).toEqual(['= .gitignore', '? a.ts', '= b.ts', '= d/c.ts']);
    expect(await settled(root.path)).toContain('= a.ts');
  });

  test('an edit is seen by the next question, and its old content no more', async () => {
    await followed(root.path);
    for (let round = 0; round < 5; round++) {
      writeFileSync(join(root.path, 'a.ts'), `const a = ${round};\n`);
      expect(await state(root.path)).toContain('? a.ts');
    }
    expect(await settled(root.path)).toContain('= a.ts');
    const expected = execFileSync('git', ['hash-object', '--no-filters', join(root.path, 'a.ts')])
      .toString()
      .trim();
    expect((await ids(root.path))['a.ts']).toBe(expected);
  });

  test('what came, went, and got another name or kind is seen by the next question', async () => {
    await followed(root.path);
    writeFileSync(join(root.path, 'd/new.ts'), 'n');
    expect(await state(root.path)).toContain('? d/new.ts');
    rmSync(join(root.path, 'b.ts'));
    expect(await state(root.path)).toEqual(['= .gitignore', '= a.ts', '= d/c.ts', '? d/new.ts']);
    renameSync(join(root.path, 'd/new.ts'), join(root.path, 'z.ts'));
    expect(await state(root.path)).toEqual(['= .gitignore', '= a.ts', '= d/c.ts', '? z.ts']);
    rmSync(join(root.path, 'z.ts'));
    symlinkSync('/etc/passwd', join(root.path, 'z.ts'));
    expect(await state(root.path)).toEqual(['= .gitignore', '= a.ts', '= d/c.ts', 'symlink z.ts']);
    rmSync(join(root.path, 'a.ts'));
    symlinkSync('/etc/passwd', join(root.path, 'a.ts'));
    expect(await state(root.path)).toContain('symlink a.ts');
    expect(await (await open(root.path)).read('a.ts', 100)).toMatchObject({ ok: false, reason: 'symlink' });
  });

  test('new folders, files in them, and folders that were moved are seen within moments', async () => {
    await followed(root.path);
    mkdirSync(join(root.path, 'e/f'), { recursive: true });
    await state(root.path);
    writeFileSync(join(root.path, 'e/f/deep.ts'), 'deep');
    await soon(root.path, (paths) => paths.includes('e/f/deep.ts'));
    renameSync(join(root.path, 'e'), join(root.path, 'g'));
    await soon(root.path, (paths) => paths.join(' ') === '.gitignore a.ts b.ts d/c.ts g/f/deep.ts');
    writeFileSync(join(root.path, 'g/f/deep.ts'), 'deeper');
    writeFileSync(join(root.path, 'g/f/other.ts'), 'o');
    await soon(root.path, (paths) => paths.includes('g/f/other.ts'));
    expect(await state(root.path)).toContain('? g/f/deep.ts');
    rmSync(join(root.path, 'd'), { recursive: true });
    symlinkSync('/etc', join(root.path, 'd'));
    await soon(root.path, (paths) => !paths.includes('d/c.ts'));
  });

  test('ignored files are no files, and new rules hold within moments', async () => {
    await followed(root.path);
    root.write({ 'x.log': 'noise', 'out/y.ts': 'built' });
    expect((await state(root.path)).map((row) => row.slice(2))).toEqual(['.gitignore', 'a.ts', 'b.ts', 'd/c.ts']);
    root.write({ '.gitignore': 'nothing\n' });
    await soon(root.path, (paths) => paths.includes('x.log'));
    root.write({ 'out/z.ts': 'built' });
    await soon(root.path, (paths) => paths.includes('out/z.ts'));
  });

  test('rules of inner folders hold for files that come, whatever their names end in', async () => {
    root.write({ '.gitignore': 'zzz\n', 'src/.gitignore': '*.sec\n', 'src/a.ts': 'a' });
    await settled(root.path);
    await state(root.path);
    // The folder's name ends as the file's does.
    root.write({ 'src/key.sec': 'noise', 'src/new.ts': 'new' });
    await soon(root.path, (paths) => paths.includes('src/new.ts'));
    expect((await state(root.path)).map((row) => row.slice(2))).not.toContain('src/key.sec');
  });

  test('a root that is gone, exchanged for a link, or made anew is not the one that was known', async () => {
    await followed(root.path);
    renameSync(root.path, `${root.path}-away`);
    expect(await client.open({ location: root.path, ref: null, denied: [] }, WAIT_MS)).toEqual({
      ok: false,
      error: 'location_gone',
    });
    symlinkSync(`${root.path}-away`, root.path);
    expect(await client.open({ location: root.path, ref: null, denied: [] }, WAIT_MS)).toEqual({
      ok: false,
      error: 'location_gone',
    });
    rmSync(root.path);
    mkdirSync(root.path);
    writeFileSync(join(root.path, 'other.ts'), 'other');
    expect((await state(root.path)).map((row) => row.slice(2))).toEqual(['other.ts']);
    rmSync(`${root.path}-away`, { recursive: true });
  });

  test('an edit by another name of the same file, which no watch tells of, is seen after ten seconds', async () => {
    await followed(root.path);
    const elsewhere = keep(makeFolder());
    linkSync(join(root.path, 'a.ts'), join(elsewhere.path, 'other.ts'));
    await settled(root.path);
    writeFileSync(join(elsewhere.path, 'other.ts'), 'edited elsewhere');
    expect(await state(root.path)).toContain('= a.ts');
    aheadMs = 11_000;
    await expect.poll(async () => await state(root.path)).toContain('? a.ts');
  });

  test.runIf(process.platform === 'linux')(
    'a root that took long to list is watched while nobody asks, before a second question waits for it',
    async () => {
      const before = countWatches();
      await state(root.path);
      expect(countWatches()).toBe(before);
      stepMs = 300;
      const slow = keep(makeFolder({ 'a.ts': 'a' }));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        await state(slow.path);
        expect(countWatches()).toBe(before);
        vi.advanceTimersByTime(2_000);
      } finally {
        vi.useRealTimers();
      }
      await expect.poll(countWatches).toBe(before + 1);
    },
  );

  test('a view that nothing changed in is the same one, and its table of files is the same object', async () => {
    await followed(root.path);
    const [one, other] = [await open(root.path), await open(root.path)];
    expect(other.index?.generation).toBe(one.index?.generation);
    expect(other.index?.files).toBe(one.index?.files);
  });

  test('a state of a keeper that has died is not taken for one of the next', async () => {
    const { index: before } = await open(root.path);
    stopKeeper();
    startKeeper();
    expect((await open(root.path)).index?.generation).not.toBe(before?.generation);
  });

  test('names that are shown in another way than they are written are indexed as any', async () => {
    root.write({ 'q.ts"': 'one', 'é.ts': 'two', 'n\n.ts': 'three', 'q".d/e.ts': 'four' });
    const rows = await settled(root.path);
    for (const shown of ['"q.ts\\""', 'é.ts', '"n\\n.ts"', '"q\\".d/e.ts"']) expect(rows).toContain(`= ${shown}`);
  });

  test('what is secret, binary or too large is told and not indexed', async () => {
    root.write({ '.env': 'KEY=1', 'x.bin': new Uint8Array([1, 0, 2]), 'big.ts': 'x'.repeat(1_048_577) });
    const rows = await settled(root.path);
    expect(rows).toEqual(expect.arrayContaining(['secret .env', 'binary x.bin', 'too_large big.ts']));
  });
});

test('a clone that no longer borrows objects is a repository from the next look on', async () => {
  const theirs = keep(makeRepository({ 'a.ts': 'one' }));
  const mine = keep(makeFolder());
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
    mine = keep(makeRepository({ 'a.ts': 'mine' }));
    theirs = keep(makeRepository({ 'secret.ts': 'theirs' }));
    commit = theirs.git('rev-parse', 'HEAD');
    expect((await open(mine.path, 'main')).identity.kind).toBe('objects');
  });

  async function expectNothingOfTheirs(): Promise<void> {
    for (const ref of [commit, commit.slice(0, 8), 'theirs']) {
      const opened = await client.open({ location: mine.path, ref, denied: [] }, WAIT_MS);
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
    aheadMs = 1_000;
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
  const theirs = keep(makeRepository({ 'a.ts': 'theirs' }));
  const mine = keep(makeRepository({ 'b.ts': 'mine' }));
  const ref = theirs.git('rev-parse', 'HEAD');
  const ask = () => client.open({ location: mine.path, ref, denied: [] }, WAIT_MS);
  expect(await ask()).toMatchObject({ ok: false, error: 'unknown_ref' });
  mine.git('fetch', '--quiet', theirs.path, 'main');
  expect(await ask()).toMatchObject({ ok: true });
});

describe('a repository', () => {
  let repo: TestRepository;
  beforeEach(() => {
    repo = keep(makeRepository({ 'a.ts': 'one', 'b.ts': 'b' }, { 'a.ts': 'two' }));
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
    expect(await client.open({ location: repo.path, ref: 'moving', denied: [] }, WAIT_MS)).toEqual({
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
    expect(readdirSync(join(indexes.path, 'index'))).toHaveLength(2);
  });

  test('a segment that is damaged on disk leaves its files to be read, and is built anew', async () => {
    await followed(repo.path);
    const folder = join(indexes.path, 'index', readdirSync(join(indexes.path, 'index'))[0] ?? '');
    for (const name of readdirSync(folder)) if (name.endsWith('.text')) writeFileSync(join(folder, name), 'no segment');
    ports.port1.close();
    ports = new MessageChannel();
    serveKeeper(keeper, ports.port1);
    client = makeKeeperClient(ports.port2);
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

async function bytes(source: Source, path: string): Promise<Uint8Array> {
  const content = await source.read(path, 1_000);
  if (!content.ok) throw new Error(content.reason);
  return content.bytes;
}

test('what would not fit the bound on disk is not indexed and goes on being read', async () => {
  stopKeeper();
  startKeeper({ indexBytesMax: 1 });
  const root = keep(makeFolder({ 'a.ts': 'let a' }));
  while (!failures.some((failure) => failure.startsWith('room for indexes'))) await state(root.path);

  const other = keep(makeFolder({ 'b.ts': 'let b' }));
  for (let asked = 0; asked < 3; asked++) expect(await state(other.path)).toEqual(['? b.ts']);
  const built = readdirSync(join(indexes.path, 'index')).map((name) => readdirSync(join(indexes.path, 'index', name)));
  expect(built.filter((names) => names.some((name) => name.endsWith('.text')))).toHaveLength(1);
  failures = [];
});

test.each([
  [[10, 10, 10], 0],
  [Array.from({ length: 10 }, () => 1), 2],
  [[900_000, 900_000], 0],
  [[900_000, 1, 900_000, 900_000], 2],
])('of views with %j files the %i oldest are forgotten', (files, gone) => {
  expect(countToForget(files)).toBe(gone);
});
