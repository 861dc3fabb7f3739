import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followed, openAhead, reconnect, settled, state } from '../../../test/support/keeper-bench.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';

test('files that were told twice are opened at once, and the keeper says that they are still the same', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a' }));
  await followed(root.path);
  const ahead = openAhead(root.path);
  expect(ahead?.source.index?.files.count).toBe(1);
  expect(await ahead?.isStill).toBe(true);
});

test('whoever has not been told the same twice in a row waits for the keeper', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a' }));
  await followed(root.path);
  reconnect();
  expect(openAhead(root.path)).toBeNull();
  await state(root.path);
  expect(openAhead(root.path)).toBeNull();
  await state(root.path);
  expect(await openAhead(root.path)?.isStill).toBe(true);
});

test('an edit is told to who opened the files ahead right after it, and then to be waited for', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a', 'b.ts': 'let b' }));
  await followed(root.path);
  for (let edit = 0; edit < 10; edit++) {
    writeFileSync(join(root.path, 'a.ts'), `let a${edit}`);
    expect(await openAhead(root.path)?.isStill).toBe(false);
    expect(openAhead(root.path)).toBeNull();
    await settled(root.path);
    await state(root.path);
    await state(root.path);
  }
});

test('another place to be kept out of is another source', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a', 'data/b.ts': 'let b' }));
  await followed(root.path);
  expect(openAhead(root.path, null, [join(root.path, 'data')])).toBeNull();
});

test('a commit is not opened before git has said what it is', async () => {
  const repository = keepFolder(makeRepository({ 'a.ts': 'let a' }));
  await settled(repository.path, 'HEAD');
  await state(repository.path, 'HEAD');
  await state(repository.path, 'HEAD');
  expect(openAhead(repository.path, 'HEAD')).toBeNull();
});
