import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, open, paths, repository } from '../../../test/support/opened-source.ts';
import { openSource } from './open-source.ts';

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

describe('a .git in which git itself would wait or be misread', () => {
  test.each(['HEAD', 'config', 'commondir', 'packed-refs', 'index', 'shallow', 'info/exclude'])(
    'is not asked where its %s is a pipe: the folder is a plain one at once, and that is said',
    async (name) => {
      const { path } = repository({ 'a.ts': 'a' });
      rmSync(join(path, '.git', name), { force: true });
      const makePipe = 'mkfifo';
      execFileSync(makePipe, [join(path, '.git', name)]);
      const source = await open({ location: path });
      expect(source.identity).toEqual({ kind: 'folder', branch: null, commit: null, gitLeftOut: 'holds_pipes' });
      expect(await paths(source)).toEqual(['a.ts']);
    },
  );

  test.each(['gitdir', 'commondir'])('is not asked either where a pipe lies behind its %s', async (by) => {
    const { path } = repository({ 'a.ts': 'a' });
    renameSync(join(path, '.git'), join(path, 'kept'));
    rmSync(join(path, 'kept/info/exclude'), { force: true });
    const makePipe = 'mkfifo';
    execFileSync(makePipe, [join(path, 'kept/info/exclude')]);
    if (by === 'gitdir') writeFileSync(join(path, '.git'), 'gitdir: kept\n');
    else mkdirSync(join(path, '.git'));
    if (by === 'commondir') writeFileSync(join(path, '.git/commondir'), '../kept\n');
    const source = await open({ location: path });
    expect(source.identity).toMatchObject({ kind: 'folder', gitLeftOut: 'holds_pipes' });
  });

  test.each(['refs/heads/main', 'refs/heads/other'])(
    'is not asked where the branch of HEAD is a pipe, %s',
    async (name) => {
      const { path } = repository({ 'a.ts': 'a' });
      writeFileSync(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
      // A branch may stand for another one.
      writeFileSync(join(path, '.git/refs/heads/main'), 'ref: refs/heads/other\n');
      rmSync(join(path, '.git', name), { force: true });
      const makePipe = 'mkfifo';
      execFileSync(makePipe, [join(path, '.git', name)]);
      const source = await open({ location: path });
      expect(source.identity).toMatchObject({ kind: 'folder', gitLeftOut: 'holds_pipes' });
    },
  );

  test('is used where its branch stands for itself, and has no commit', async () => {
    const { path } = repository({ 'a.ts': 'a' });
    writeFileSync(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(path, '.git/refs/heads/main'), 'ref: refs/heads/main\n');
    expect(await paths(await open({ location: path }))).toEqual(['a.ts']);
  });

  test('is used where a file of it is nothing by a link to the null device', async () => {
    const { path } = repository({ 'a.ts': 'a' });
    rmSync(join(path, '.git/info/exclude'), { force: true });
    symlinkSync(devNull, join(path, '.git/info/exclude'));
    expect((await open({ location: path })).identity).toMatchObject({ kind: 'worktree', branch: 'main' });
  });

  test('is not used where the path of the folder has a line break, and that is said', async () => {
    const outer = repository({ 'in\nner/a.ts': 'a' });
    const source = await open({ location: join(outer.path, 'in\nner') });
    expect(source.identity).toMatchObject({ kind: 'folder', gitLeftOut: 'on_two_lines' });
    expect(await paths(source)).toEqual(['a.ts']);
  });
});
