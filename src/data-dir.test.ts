import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../test/support/fresh-folder.ts';
import { openDataDir, readSecret } from './data-dir.ts';

describe('the data directory', () => {
  test('is made with all above it, for its owner alone, and git does not see it', () => {
    const path = join(freshFolder(), 'a', 'b', 'data');
    expect(openDataDir(path)).toMatchObject({ isNew: true });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n');
    expect(openDataDir(path)).toMatchObject({ isNew: false });
  });

  test('that cannot be made is refused with its path and what to do', () => {
    const file = join(freshFolder(), 'file');
    writeFileSync(file, '');
    const texts = {
      [file]: 'is not a folder',
      [join(file, 'x')]: 'is not a folder',
      '/proc/portico': 'cannot be made',
    };
    for (const [path, text] of Object.entries(texts)) {
      expect(() => openDataDir(path), path).toThrow(text);
      expect(() => openDataDir(path), path).toThrow('--data-dir or PORTICO_DATA_DIR');
    }
    expect(() => openDataDir(join(freshFolder(), 'n'.repeat(300)))).toThrow('too long a name');
  });

  test('keeps its secret over restarts, and refuses one that was cut short', () => {
    const dataDir = openDataDir(join(freshFolder(), 'data'));
    const made = readSecret(dataDir, null).reveal();
    expect(Buffer.from(made, 'base64')).toHaveLength(32);
    expect(readSecret(dataDir, null).reveal()).toBe(made);
    writeFileSync(join(dataDir.path, 'secret'), 'c2hvcnQ=');
    expect(() => readSecret(dataDir, null)).toThrow('less than 32 bytes');
  });
});
