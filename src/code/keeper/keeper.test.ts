import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { countWatches } from '../../../test/support/count-watches.ts';
import {
  ask,
  bench,
  followed,
  open,
  settled,
  soon,
  startKeeper,
  state,
  stopKeeper,
} from '../../../test/support/keeper-bench.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository, type TempFolder } from '../../../test/support/repository.ts';

describe.each(['a work tree', 'a plain folder'])('%s', (kind) => {
  let root: TempFolder;
  beforeEach(async () => {
    const files = {
      'a.ts': 'const a = 1;\n',
      'b.ts': 'const b = 1;\n',
      'd/c.ts': 'const c = 1;\n',
      '.gitignore': '*.log\nout/\n',
    };
    root = keepFolder(kind === 'a work tree' ? makeRepository(files) : makeFolder(files));
  });

  test('is to be read at first, and all of it is indexed soon', async () => {
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

  test('an edit right after the first answer is seen by the second question, which has the folders watched', async () => {
    await followed(root.path);
    stopKeeper();
    startKeeper();
    expect(await state(root.path)).toContain('= a.ts');
    writeFileSync(join(root.path, 'a.ts'), 'const a = 2;\n');
    expect(await state(root.path)).toContain('? a.ts');
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

  test('a folder that was moved has no files where a link to it stands now', async () => {
    await followed(root.path);
    renameSync(join(root.path, 'd'), join(root.path, 'e'));
    symlinkSync(join(root.path, 'e'), join(root.path, 'd'));
    await soon(root.path, (paths) => paths.join(' ') === '.gitignore a.ts b.ts d e/c.ts');
    expect(await settled(root.path)).toEqual(['= .gitignore', '= a.ts', '= b.ts', 'symlink d', '= e/c.ts']);
  });

  test('a link that leads elsewhere is another state, whether the folders are watched yet or not', async () => {
    const link = join(root.path, 'link.ts');
    const leadTo = (target: string): void => {
      rmSync(link, { force: true });
      symlinkSync(target, link);
    };
    const edition = async (): Promise<string | undefined> => (await open(root.path)).index?.edition;
    leadTo('a.ts');
    const first = await edition();
    leadTo('b.ts');
    expect(await edition()).not.toBe(first);
    await followed(root.path);
    const watched = await edition();
    expect(await edition()).toBe(watched);
    leadTo('a.ts');
    const later = await edition();
    expect(later).not.toBe(watched);
    expect(await edition()).toBe(later);
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
    expect(await ask(root.path)).toEqual({
      ok: false,
      error: 'location_gone',
    });
    symlinkSync(`${root.path}-away`, root.path);
    expect(await ask(root.path)).toEqual({
      ok: false,
      error: 'location_gone',
    });
    rmSync(root.path);
    mkdirSync(root.path);
    writeFileSync(join(root.path, 'other.ts'), 'other');
    expect((await state(root.path)).map((row) => row.slice(2))).toEqual(['other.ts']);
    rmSync(`${root.path}-away`, { recursive: true });
  });

  test('an edit by a name of the same file elsewhere, which no watch tells of, is seen in time', async () => {
    await followed(root.path);
    const elsewhere = keepFolder(makeFolder());
    linkSync(join(root.path, 'a.ts'), join(elsewhere.path, 'other.ts'));
    await settled(root.path);
    writeFileSync(join(elsewhere.path, 'other.ts'), 'edited elsewhere');
    expect(await state(root.path)).toContain('= a.ts');
    const before = (await ids(root.path))['a.ts'];
    // Longer than any tree waits, however slowly a busy machine looked at it before.
    bench.aheadMs = 601_000;
    // It is to be read for a moment only, which a busy machine may let pass before the next look.
    await expect.poll(async () => (await ids(root.path))['a.ts']).not.toBe(before);
  });

  test.runIf(process.platform === 'linux')(
    'a root that took long to list is watched while nobody asks, before a second question waits for it',
    async () => {
      const before = countWatches();
      await state(root.path);
      expect(countWatches()).toBe(before);
      bench.stepMs = 300;
      const slow = keepFolder(makeFolder({ 'a.ts': 'a' }));
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

  test('it is the same edition while more of it is indexed, and another one after an edit', async () => {
    // So that the files are older than the first look at them.
    bench.wallAheadMs = 60_000;
    const { index: first } = await open(root.path);
    await settled(root.path);
    const { index: whole } = await open(root.path);
    expect(whole?.generation).not.toBe(first?.generation);
    expect(whole?.edition).toBe(first?.edition);
    await followed(root.path);
    writeFileSync(join(root.path, 'a.ts'), 'const a = 2;\n');
    expect((await open(root.path)).index?.edition).not.toBe(first?.edition);
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

test('a work tree whose objects are named by SHA-256 is indexed as any other, and an edit of it is seen', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'const a = 1;\n', 'b.ts': 'const b = 1;\n' }));
  execFileSync('git', ['init', '--quiet', '--object-format=sha256', root.path]);
  expect(await settled(root.path)).toEqual(['= a.ts', '= b.ts']);
  await followed(root.path);
  writeFileSync(join(root.path, 'a.ts'), 'const a = 2;\n');
  writeFileSync(join(root.path, 'c.ts'), 'const c = 1;\n');
  expect(await state(root.path)).toEqual(['? a.ts', '= b.ts', '? c.ts']);
  expect(await settled(root.path)).toEqual(['= a.ts', '= b.ts', '= c.ts']);
});

/** The documents' contents by what the index says, through the blob ids. */
async function ids(location: string): Promise<Record<string, string | null>> {
  const { index } = await open(location);
  if (index === null) throw new Error('there is no index');
  return Object.fromEntries(
    Array.from({ length: index.files.count }, (_, file) => [index.files.path(file), index.files.blobId(file)]),
  );
}

test('what would not fit the bound on disk is not indexed and goes on being read', async () => {
  stopKeeper();
  startKeeper({ indexBytesMax: 1 });
  const root = keepFolder(makeFolder({ 'a.ts': 'let a' }));
  while (!bench.failures.some((failure) => failure.startsWith('room for indexes'))) await state(root.path);

  const other = keepFolder(makeFolder({ 'b.ts': 'let b' }));
  for (let asked = 0; asked < 3; asked++) expect(await state(other.path)).toEqual(['? b.ts']);
  const built = readdirSync(bench.indexDirectory).map((name) => readdirSync(join(bench.indexDirectory, name)));
  expect(built.filter((names) => names.some((name) => name.endsWith('.text')))).toHaveLength(1);
  bench.failures = [];
});

test('what is left of a nearly full disk is for others: nothing is indexed, all is read, until there is room again', async () => {
  let left = 1;
  stopKeeper();
  startKeeper({ freeBytes: () => left });
  const root = keepFolder(makeFolder({ 'a.ts': 'let a' }));
  for (let asked = 0; asked < 3; asked++) expect(await state(root.path)).toEqual(['? a.ts']);
  expect(bench.failures).toEqual(['room for indexes: less than 128 MiB are left: no more is indexed']);
  left = Number.MAX_SAFE_INTEGER;
  expect(await settled(root.path)).toEqual(['= a.ts']);
  bench.failures = [];
});

test('on a nearly full disk an index that somebody deleted is not built anew', async () => {
  stopKeeper();
  const looked: string[] = [];
  startKeeper({ freeBytes: (folder) => looked.push(folder) });
  const root = keepFolder(makeFolder({ 'a.ts': 'let a' }));
  expect(await state(root.path)).toEqual(['? a.ts']);
  rmSync(bench.indexDirectory, { recursive: true });
  for (let asked = 0; asked < 3; asked++) expect(await state(root.path)).toEqual(['? a.ts']);
  expect(looked.at(-1)).toBe(dirname(bench.indexDirectory));
  expect(existsSync(bench.indexDirectory)).toBe(false);
  bench.failures = [];
});
