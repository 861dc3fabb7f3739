import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { isWatchable, makeFolderWatch } from './folder-watch.ts';

test.skipIf(!isWatchable(tmpdir()))(
  'a watch is quiet until something changes, and until its changes are taken',
  async () => {
    const { path, write } = keepFolder(makeFolder({ 'a.ts': 'a' }));
    const watch = makeFolderWatch();
    watch.add('', path);
    expect(await watch.isQuiet()).toBe(true);
    write({ 'b.ts': 'b' });
    expect([await watch.isQuiet(), await watch.isQuiet()]).toEqual([false, false]);
    expect([...(await watch.take()).paths]).toEqual(['b.ts']);
    expect(await watch.isQuiet()).toBe(true);
    watch.close();
  },
);

test.skipIf(!isWatchable(tmpdir()))(
  'a watch that has given up folders is not quiet until what changed is taken',
  async () => {
    const { path } = keepFolder(makeFolder());
    const inner = join(path, 'inner');
    const other = join(path, 'other');
    const watch = makeFolderWatch();
    for (const folder of [inner, other]) {
      mkdirSync(folder);
      watch.add(folder, folder);
    }
    watch.sweep();
    expect(await watch.isQuiet()).toBe(true);
    watch.add(inner, inner);
    watch.sweep();
    expect([watch.has(inner), watch.has(other), await watch.isQuiet()]).toEqual([true, false, false]);
    await watch.take();
    expect(await watch.isQuiet()).toBe(true);
    watch.close();
  },
);

test.skipIf(!isWatchable(tmpdir()))(
  'a folder that was made anew in the place of a watched one is watched, though the system gives it the same number',
  async () => {
    const { path, write } = keepFolder(makeFolder());
    const inner = join(path, 'inner');
    mkdirSync(inner);
    const watch = makeFolderWatch();
    const addBoth = (): void => {
      watch.add('', path);
      watch.add('inner', inner);
      watch.sweep();
    };
    addBoth();
    await watch.take();
    makeAnew(inner);
    expect((await watch.take()).isLost).toBe(true);
    addBoth();
    expect((await watch.take()).isLost).toBe(false);
    write({ 'inner/new.ts': 'new' });
    const { paths } = await watch.take();
    expect([...paths]).toEqual(['inner/new.ts']);
    watch.close();
  },
);

/** Deletes a folder and makes it anew until it has the number of the deleted one, where the file system gives it again. */
function makeAnew(folder: string): void {
  for (let round = 0; round < 50; round++) {
    const before = statSync(folder).ino;
    rmdirSync(folder);
    mkdirSync(folder);
    if (statSync(folder).ino === before) return;
  }
}
