import { join } from 'node:path';
import { DamagedSegmentError, openSegmentFile, type SegmentFile, writeSegmentFile } from '../index/segment-file.ts';
import type { ViewSegment } from '../index/view.ts';
import { makePackedFiles } from '../source/packed-files.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { type Columns, emptyColumns, type FilesKind } from './columns.ts';
import type { RootIndex } from './root-index.types.ts';

/*
 * What was found in the files of a work tree, kept beside its segments, so that a service that starts again does not
 * read all of them anew. Nothing of it is believed that a look at the file does not confirm: as in git's index, a
 * content holds for as long as times and inode of its file are those that it was read under.
 */

/** To be counted up with every change to the columns. */
const FORMAT = 2;
const NAME = 'files.state';

/** Columns by name, with how they are laid out on disk: as they are in memory. */
const COLUMNS = ['paths', 'starts', 'kinds', 'sizes', 'ids', 'exclusions'] as const;

/** Saves the columns of one state now and then. */
export interface ColumnsSaving {
  /** Something was found out since they were saved. */
  noteChange(): void;
  /** To be called when all is indexed; for a large tree not after every small change: what is not saved is soon found out again. */
  saveIfDue(columns: Columns): void;
}

/** Nothing is saved yet, and of a commit nothing ever is: its files are known by its tree. */
export function makeColumnsSaving(
  { folder, clock, onFailure }: Pick<RootIndex, 'folder' | 'clock' | 'onFailure'>,
  kind: FilesKind,
): ColumnsSaving {
  let isUnsaved = false;
  let savedAtMs = Number.NEGATIVE_INFINITY;
  return {
    noteChange() {
      isUnsaved = kind === 'below';
    },
    saveIfDue(columns) {
      if (!isUnsaved || clock.monotonicMs() - savedAtMs < columns.files.count) return;
      isUnsaved = false;
      savedAtMs = clock.monotonicMs();
      try {
        saveColumns(folder, columns);
      } catch (failure) {
        onFailure('saved state of files', String(failure));
      }
    },
  };
}

/** Writes what is known, whole or not at all. Throws as the file system does. */
function saveColumns(folder: string, { files, stamps }: Columns): void {
  const facts = Buffer.from(JSON.stringify({ count: files.count, idBytes: files.idBytes, bytesMax: FILE_BYTES_MAX }));
  writeSegmentFile(join(folder, NAME), FORMAT, {
    facts: [facts],
    stamps: [bytesOf(stamps)],
    ...Object.fromEntries(COLUMNS.map((name) => [name, [bytesOf(files[name])]])),
  });
}

/** What was saved last, without places in segments; null when there is none, or when it is not as it was written. */
export function loadColumns(folder: string, segments: readonly ViewSegment[]): Columns | null {
  let file: SegmentFile | null = null;
  try {
    file = openSegmentFile(join(folder, NAME), FORMAT);
    return readColumns(file, segments);
  } catch (failure) {
    const isGone = failure instanceof Error && 'code' in failure && failure.code === 'ENOENT';
    if (isGone || failure instanceof DamagedSegmentError) return null;
    throw failure;
  } finally {
    file?.close();
  }
}

function readColumns(file: SegmentFile, segments: readonly ViewSegment[]): Columns {
  const read = (name: string): Buffer => {
    const section = file.section(name);
    if (section === null) throw new DamagedSegmentError(file.path, `no ${name}`);
    return section.read(0, section.length);
  };
  // Written by `saveColumns`, as the checksums have shown.
  const facts = JSON.parse(read('facts').toString()) as { count: number; idBytes: number; bytesMax: number };
  const { count, idBytes, bytesMax } = facts;
  // Under another bound other files were left out.
  if (bytesMax !== FILE_BYTES_MAX) throw new DamagedSegmentError(file.path, 'another bound of files');
  const paths = read('paths');
  const files = {
    ...makePackedFiles(count, paths.length, idBytes),
    // A listing tells roles by its paths; nobody takes them from here.
    roles: new Uint8Array(0),
    exclusions: new Uint8Array(new SharedArrayBuffer(count)),
  };
  for (const name of COLUMNS) bytesOf(files[name]).set(name === 'paths' ? paths : read(name));
  const columns = emptyColumns(files, segments, 'below');
  bytesOf(columns.stamps).set(read('stamps'));
  return columns;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
