import { expect, test } from 'vitest';
import { indexedSource } from '../../../../test/support/indexed-source.ts';
import { keepFolder } from '../../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { readTextFile } from './piece.ts';

test('a file of another repository inside of a work tree is none of the project, nor is its folder a folder of it', async () => {
  const inner = keepFolder(makeRepository({ 'a.ts': 'inner\n' }));
  const outer = keepFolder(makeRepository({ 'b.ts': 'outer\n', 'src/c.ts': 'c\n' }));
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'lib');
  const opened = await openSource({ location: outer.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  const source = await indexedSource(opened.value, keepFolder(makeFolder({})).path);
  const states = [];
  for (const path of ['lib/a.ts', 'lib', 'lib/none.ts', 'src', 'src/c.ts', 'b.ts', 'none.ts']) {
    const file = await readTextFile(source, path);
    states.push([path, 'state' in file ? file.state : file.text.text]);
  }
  await source.close();
  expect(states).toEqual([
    ['lib/a.ts', 'submodule'],
    ['lib', 'submodule'],
    ['lib/none.ts', 'submodule'],
    ['src', 'is_directory'],
    ['src/c.ts', 'c\n'],
    ['b.ts', 'outer\n'],
    ['none.ts', 'not_found'],
  ]);
});
