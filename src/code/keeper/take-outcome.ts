import type { FileOutcome } from '../index/build-index.ts';
import { type FileStamp, isAsRead, isSameStamp, setStamp, unread } from '../index/stamps.ts';
import { CLOCK_TICK_MS } from '../source/clock-tick.ts';
import { idOf, pathOf } from '../source/packed-files.ts';
import { tryLstat } from '../source/safe-open.ts';
import { type Columns, isPending, setContent } from './columns.ts';

/** What was found in a file, and when. */
export interface Finding {
  readonly outcome: FileOutcome;
  /** An instant before the reading, on the wall clock. */
  readonly readAfter: number;
  /** The root of files on disk; null for those of a commit, which do not change. */
  readonly location: string | null;
}

/**
 * Notes what was found in a pending file, if it is still the same one: looked at after it was read, it must be as it was
 * when it was opened. False when nothing was noted.
 */
export function takeOutcome(columns: Columns, file: number, finding: Finding): boolean {
  if (!isPending(columns, file)) return false;
  const { outcome, location } = finding;
  const now = location === null ? null : stampNow(columns, file, { ...finding, location });
  if (location !== null && now === null) return false;
  setContent(columns, file, {
    blobId: outcome.blobId ?? idOf(columns.files, file),
    size: outcome.size ?? sizeOrNull(columns.files.sizes[file]),
    exclusion: outcome.exclusion === 'gone' ? 'unreadable' : outcome.exclusion,
  });
  // Last: another thread that finds the stamp finds the content that it belongs to.
  if (now !== null) setStamp(columns.stamps, file, now);
  return true;
}

/** What the file on disk is now; null when it may not be what was read. */
function stampNow(
  { files, stamps }: Columns,
  file: number,
  { outcome: { stamp, blobId }, readAfter, location }: Finding & { readonly location: string },
): FileStamp | null {
  const now = tryLstat(Buffer.concat([Buffer.from(`${location}/`), pathOf(files, file)]));
  // One that was changed just before it was read may have changed again without another time.
  if (now === null || now.ctimeMs > readAfter - CLOCK_TICK_MS) return null;
  // Known by an earlier reading, and not read again.
  if (stamp === null && blobId !== null) return isAsRead(stamps, file, now) ? now : null;
  // What could not be opened is tried again when it has changed.
  if (stamp === null) return unread(now);
  return isSameStamp(stamp, now) ? now : null;
}

function sizeOrNull(size: number | undefined): number | null {
  return size === undefined || size < 0 ? null : size;
}
