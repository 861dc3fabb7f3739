import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../test/support/fresh-folder.ts';
import { chooseRoots, lookUpPlace, realFolder } from './roots.ts';

describe('the folders that a start serves', () => {
  test('are those of --root, each once, whatever way it is written', () => {
    const directory = freshFolder();
    mkdirSync(join(directory, 'api'));
    symlinkSync(join(directory, 'api'), join(directory, 'link'));
    const options = ['api', './api/', join(directory, 'api'), 'link'];
    expect(chooseRoots(options, ['/nowhere'], directory)).toEqual([join(directory, 'api')]);
  });

  test('are those of the setting when no --root is given', () => {
    const [directory, other] = [freshFolder(), freshFolder()];
    expect(chooseRoots([], [other], directory)).toEqual([other]);
  });

  test('are the repository around the current directory when none is named', () => {
    const directory = freshFolder();
    mkdirSync(join(directory, 'repo', '.git'), { recursive: true });
    mkdirSync(join(directory, 'repo', 'src', 'deep'), { recursive: true });
    expect(chooseRoots([], [], join(directory, 'repo', 'src', 'deep'))).toEqual([join(directory, 'repo')]);
  });

  test('are a linked work tree, whose .git is a file, too', () => {
    const directory = freshFolder();
    writeFileSync(join(directory, '.git'), 'gitdir: /elsewhere');
    expect(chooseRoots([], [], directory)).toEqual([directory]);
  });

  test('never are the whole disk or the home directory unless somebody names them', () => {
    expect(chooseRoots([], [], '/')).toEqual([]);
    expect(chooseRoots([], [], homedir())).toEqual([]);
    expect(chooseRoots(['/'], [], '/')).toEqual(['/']);
  });

  test('are refused by name when they are no folders', () => {
    const directory = freshFolder();
    writeFileSync(join(directory, 'file'), '');
    for (const root of ['missing', 'file']) expect(() => chooseRoots([root], [], directory)).toThrow(root);
    expect(() => chooseRoots([], [join(directory, 'missing')], directory)).toThrow('PORTICO_ROOTS');
  });
});

describe('a place that a caller names', () => {
  test('is a folder, or the folder of a file, by its real path', async () => {
    const directory = freshFolder();
    writeFileSync(join(directory, 'file'), '');
    expect(await lookUpPlace(directory)).toBe(directory);
    expect(await lookUpPlace(join(directory, 'file'))).toBe(directory);
    expect(await lookUpPlace(join(directory, 'missing'))).toBeNull();
    expect(realFolder(join(directory, 'file'))).toBeNull();
  });
});
