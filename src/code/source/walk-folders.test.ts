import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../../../test/support/opened-source.ts';
import { walkFolders } from './walk-folders.ts';

const signal = new AbortController().signal;

/** Far more than are read in one turn. */
const ENTRIES = 10_000;

test.skipIf(process.platform !== 'linux')(
  'a folder of very many files is walked in turns with other work, and the folders among them are found',
  async () => {
    const { path } = folder();
    for (let at = 0; at < ENTRIES; at++) writeFileSync(join(path, `${at}`), '');
    for (const name of ['a', 'z']) mkdirSync(join(path, name));
    let rounds = 0;
    let isDone = false;
    const countRounds = (): void => {
      rounds += 1;
      if (!isDone) setImmediate(countRounds);
    };
    countRounds();
    const found: string[] = [];
    const onFolder = (relative: Buffer): 'more' => {
      found.push(relative.toString());
      return 'more';
    };
    const isWhole = await walkFolders({ location: path, denied: [] }, { onFolder, mayEnter: () => true }, signal);
    isDone = true;
    expect([isWhole, ...found.toSorted()]).toEqual([true, '', 'a', 'z']);
    expect(rounds).toBeGreaterThan(5);
  },
);
