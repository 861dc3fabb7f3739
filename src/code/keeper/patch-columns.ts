import { describeFiles } from '../index/file-table.ts';
import { type Found, makeListing } from '../source/listing.ts';
import { makePackedFiles, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';
import { type Columns, copyRow, emptyColumns } from './columns.ts';

/** Where a row of patched columns comes from. */
interface Origin {
  /** Whether it is one of the added files. */
  readonly isNew: boolean;
  readonly row: number;
}

/**
 * Columns without some files and with some others; what is known of the rest goes with it. Takes as long as to copy
 * the columns, whatever the number of files that change.
 */
export function patchColumns(before: Columns, removed: ReadonlySet<number>, added: readonly Found[]): Columns {
  const listing = makeListing();
  for (const found of added) listing.add(found);
  const fresh = atOnce(describeFiles(listing.finish().files, FILE_BYTES_MAX));
  const origins = [...mergeRows(before.files, fresh, removed)];
  const files = packPaths(origins, before.files, fresh);
  const columns = emptyColumns(
    { ...files, roles: sharedBytes(files.count), exclusions: sharedBytes(files.count) },
    before.segments,
    'below',
  );
  for (const [file, { isNew, row }] of origins.entries()) {
    const from = isNew ? fresh : before.files;
    files.kinds[file] = from.kinds[row] ?? 0;
    columns.files.roles[file] = from.roles[row] ?? 0;
    if (isNew) columns.files.exclusions[file] = from.exclusions[row] ?? 0;
    else copyRow(before, row, columns, file);
  }
  return columns;
}

function sharedBytes(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

/** Both in order of their paths; a path that is added again goes before the old one, which falls away. */
function* mergeRows(old: PackedFiles, fresh: PackedFiles, removed: ReadonlySet<number>): Generator<Origin> {
  let next = 0;
  for (let row = 0; row < old.count; row++) {
    let isReplaced = false;
    while (next < fresh.count) {
      const order = Buffer.compare(pathOf(fresh, next), pathOf(old, row));
      if (order > 0) break;
      yield { isNew: true, row: next };
      next += 1;
      isReplaced = order === 0;
    }
    if (!isReplaced && !removed.has(row)) yield { isNew: false, row };
  }
  for (; next < fresh.count; next++) yield { isNew: true, row: next };
}

function packPaths(origins: readonly Origin[], old: PackedFiles, fresh: PackedFiles): PackedFiles {
  const lengthOf = ({ isNew, row }: Origin): number => {
    const { starts } = isNew ? fresh : old;
    return (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  };
  const bytes = origins.reduce((sum, origin) => sum + lengthOf(origin), 0);
  const files = makePackedFiles(origins.length, bytes, old.idBytes);
  let end = 0;
  for (const [file, origin] of origins.entries()) {
    const from = origin.isNew ? fresh : old;
    files.paths.set(from.paths.subarray(from.starts[origin.row], from.starts[origin.row + 1]), end);
    end += lengthOf(origin);
    files.starts[file + 1] = end;
  }
  return files;
}
