import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { describeFiles } from '../index/file-table.ts';
import { makeListing } from '../source/listing.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';
import { emptyColumns } from './columns.ts';
import { forgetTouched, statFiles } from './stat-files.ts';

/** Two files of which nothing is known. */
function makeUnread() {
  const { path } = keepFolder(makeFolder({ 'a.ts': 'a', 'b.ts': 'b' }));
  const listing = makeListing();
  for (const name of ['a.ts', 'b.ts']) listing.add({ path: Buffer.from(name), kind: 'file', size: 1, blobId: null });
  return { path, columns: emptyColumns(atOnce(describeFiles(listing.finish().files, FILE_BYTES_MAX)), [], 'below') };
}

test('a file that nobody has read has changed when it was written to since the last look, or is gone', async () => {
  const { path, columns } = makeUnread();
  const [before, after] = [Date.now() - 60_000, Date.now() + 60_000];
  expect(await statFiles(path, columns, after)).toBe(false);
  writeFileSync(join(path, 'b.ts'), 'other');
  expect(await statFiles(path, columns, before)).toBe(true);
  rmSync(join(path, 'b.ts'));
  expect(await statFiles(path, columns, after)).toBe(true);
});

test('a file that was touched and that nobody has read may be another one', () => {
  const { path, columns } = makeUnread();
  expect(forgetTouched(path, columns, [])).toBe(false);
  expect(forgetTouched(path, columns, [1])).toBe(true);
});
