/*
 * What makes a file on disk the same one as when its content was read. Three numbers for each file of a listing, in
 * memory that threads share: who finds a file with its stamp at its path knows that it is the very file that was once
 * opened safely, whatever has become of the folders above it.
 */

/** As `fs.Stats` has it: to be compared for equality. */
export interface FileStamp {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** How many numbers there are for each file: `mtimeMs`, `ctimeMs`, `ino`. */
export const STAMP_NUMBERS = 3;

/** Stamps of files of which nothing is known. */
export function makeStamps(files: number): Float64Array {
  const bytes = files * STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
  return new Float64Array(new SharedArrayBuffer(bytes)).fill(Number.NaN);
}

/** Whether a file on disk is as it was when it was last looked into, be it that it could not be opened. */
export function hasStamp(stamps: Float64Array, file: number, stamp: FileStamp): boolean {
  return isAsRead(stamps, file, stamp) || isAsRead(stamps, file, unread(stamp));
}

/** Whether a file on disk is the one whose content was read, safely, and has not changed since. */
export function isAsRead(stamps: Float64Array, file: number, { mtimeMs, ctimeMs, ino }: FileStamp): boolean {
  const at = file * STAMP_NUMBERS;
  return stamps[at] === mtimeMs && stamps[at + 1] === ctimeMs && stamps[at + 2] === ino;
}

/** The inode of a file that was read; a number that no inode has for any other. */
export function inodeOf(stamps: Float64Array, file: number): number {
  return stamps[file * STAMP_NUMBERS + 2] ?? Number.NaN;
}

/** Whether two looks at a file saw the same one. */
export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

/** The stamp of a file that could not be opened: nobody is to take it for one that was. */
export function unread({ mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { mtimeMs, ctimeMs, ino: -1 - ino };
}

/** Notes as what a file was looked into; null when it must be looked into again, whatever it looks like. */
export function setStamp(stamps: Float64Array, file: number, stamp: FileStamp | null): void {
  const at = file * STAMP_NUMBERS;
  stamps[at] = stamp?.mtimeMs ?? Number.NaN;
  stamps[at + 1] = stamp?.ctimeMs ?? Number.NaN;
  stamps[at + 2] = stamp?.ino ?? Number.NaN;
}
