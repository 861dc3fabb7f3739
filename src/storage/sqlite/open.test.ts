import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { takeExclusiveLock } from './exclusive-lock.ts';
import { openSqlite } from './open.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-open-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file that is no database is named, with what is wrong with it', async () => {
  const file = join(folder, 'portico.db');
  writeFileSync(file, 'no database at all '.repeat(200));

  await expect(openSqlite({ file, log: silentLog })).rejects.toThrow(
    `cannot open the database ${file}: file is not a database`,
  );
});

test('a lock that cannot be taken says why', () => {
  const file = join(folder, 'portico.lock');
  writeFileSync(file, 'no database at all '.repeat(200));

  expect(() => takeExclusiveLock(file)).toThrow(`cannot lock ${file}: file is not a database`);
});
