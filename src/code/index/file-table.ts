import { sizeOf } from '../source/listing.ts';
import { findPath, idOf, KINDS, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { pathBytes, showPath } from '../source/path-bytes.ts';
import { makeRoleReader, type PathRole } from '../source/path-role.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { FileTable } from '../source/source-index.ts';
import { ROWS_A_STEP, type Steps } from '../source/steps.ts';

/** Why a file's content is not indexed though nothing is missing. */
export type Exclusion = NonNullable<ReturnType<FileTable['exclusion']>>;

/** What a row of `exclusions` means; 0 is no exclusion. */
const EXCLUSIONS = [
  null,
  'binary',
  'secret',
  'too_large',
  'symlink',
  'submodule',
  'unreadable',
] as const satisfies readonly (Exclusion | null)[];

/** What a row of `roles` means. */
const ROLES = ['source', 'test', 'aside'] as const satisfies readonly PathRole[];

/** A listing in columns, with what an index knows of each file. */
export interface IndexedFiles extends PackedFiles {
  /** Places in `ROLES`. */
  readonly roles: Uint8Array;
  /** Places in `EXCLUSIONS`. */
  readonly exclusions: Uint8Array;
}

/** The number that stands for an exclusion in the column; 0 for null. */
export function exclusionCode(exclusion: Exclusion | null): number {
  return EXCLUSIONS.indexOf(exclusion);
}

/** The exclusion that a number in the column stands for. */
export function exclusionOf(code: number | undefined): Exclusion | null {
  return EXCLUSIONS[code ?? 0] ?? null;
}

/** Adds to a listing what its paths, kinds and sizes say: roles, and files whose content is not to be indexed. */
export function* describeFiles(files: PackedFiles, fileBytesMax: number): Steps<IndexedFiles> {
  const roles = new Uint8Array(new SharedArrayBuffer(files.count));
  const exclusions = new Uint8Array(new SharedArrayBuffer(files.count));
  const roleOf = makeRoleReader();
  for (let file = 0; file < files.count; file++) {
    const path = showPath(pathOf(files, file));
    roles[file] = ROLES.indexOf(roleOf(path));
    exclusions[file] = exclusionCode(exclusionOfFile(files, file, path, fileBytesMax));
    if (file % ROWS_A_STEP === 0) yield;
  }
  return { ...files, roles, exclusions };
}

function exclusionOfFile(files: PackedFiles, file: number, path: string, fileBytesMax: number): Exclusion | null {
  const kind = KINDS[files.kinds[file] ?? 0] ?? 'file';
  if (kind !== 'file') return kind;
  if (isSecretPath(path)) return 'secret';
  return (files.sizes[file] ?? -1) > fileBytesMax ? 'too_large' : null;
}

/** Reads the columns as the table of files that a search sees. */
export function openFileTable(files: IndexedFiles): FileTable {
  return {
    count: files.count,
    path: (file) => showPath(pathOf(files, file)),
    kind: (file) => KINDS[files.kinds[file] ?? 0] ?? 'file',
    role: (file) => ROLES[files.roles[file] ?? 0] ?? 'source',
    size: (file) => sizeOf(files, file),
    blobId: (file) => idOf(files, file),
    find(path) {
      const bytes = pathBytes(path);
      const file = bytes === null ? -1 : findPath(files, bytes);
      return file < 0 ? null : file;
    },
    exclusion: (file) => exclusionOf(files.exclusions[file]),
  };
}
