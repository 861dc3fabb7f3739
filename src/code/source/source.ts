import type { SourceIndex } from './source-index.ts';

/** Which source a question is about. */
export interface SourceSelector {
  /** Absolute real path of the root. */
  readonly location: string;
  /** A branch, tag or commit; null for the work tree (or the plain folder) as it is now. */
  readonly ref: string | null;
  /** Real paths that must never be read or listed, such as the service's data directory. */
  readonly denied: readonly string[];
}

/**
 * Of a git directory that is not believed: it borrows another repository's objects or lies somewhere else; or git would
 * not come to an end in it, or could not tell where it lies.
 */
export type GitLeftOut = 'borrows_objects' | 'lies_elsewhere' | 'holds_pipes' | 'on_two_lines';

/** What the source was when it was read. */
export interface SourceIdentity {
  readonly kind: 'worktree' | 'objects' | 'folder';
  /** Branch name, or the ref that was asked for; null when detached or not a repository. */
  readonly branch: string | null;
  /** Full commit id; null for a plain folder or a repository without commits. */
  readonly commit: string | null;
  /** Why a folder that has git is served as a plain one. */
  readonly gitLeftOut?: GitLeftOut;
}

/** One file of a source. */
export interface SourceEntry {
  /** Relative, `/`-separated; bytes that are not UTF-8 are shown as git quotes them. */
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  /** Bytes; null when not known without reading. */
  readonly size: number | null;
  /** Git blob id where it is known without reading. */
  readonly blobId: string | null;
}

/** All files of a source, sorted by path bytes. */
export interface SourceListing {
  readonly entries: readonly SourceEntry[];
  /**
   * The named limit that cut the listing, `damaged` where git could not go on, `closed` where a folder may not be
   * opened, or `listing` while it is still being made; null when it is whole.
   */
  readonly limit: 'entries' | 'depth' | 'bytes' | 'time' | 'damaged' | 'closed' | 'listing' | null;
}

/** Bytes of one file, or why there are none. */
export type FileContent =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly size: number; readonly blobId: string | null }
  | {
      readonly ok: false;
      readonly reason:
        | 'not_found'
        | 'is_directory'
        | 'symlink'
        | 'submodule'
        | 'not_a_file'
        | 'forbidden'
        | 'too_large'
        /**
         * It is listed, but cannot be had: the disk fails to give it, or git, whose object is missing or holds other bytes
         * than its id says.
         */
        | 'unreadable';
      /**
       * For `symlink` its target, for `submodule` its commit where a tree names it, for `too_large` the size, for
       * `unreadable` on disk why, for a person; else empty.
       */
      readonly detail: string;
    };

/** A stretch of a text: its bytes, and the line that it begins in. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  /** 1 for the first line of the text. */
  readonly line: number;
}

/** The bytes of a stretch. */
export interface TextPart extends TextRange {
  readonly bytes: Buffer;
  /** Whether the text ends with it. */
  readonly isLast: boolean;
}

/** Why a text is wanted: for what one of some parts of it may hold. */
export interface WantedPart {
  /** Where a file, of so many bytes, may hold it, in rising order; null when that is anywhere. */
  partsOf(file: number, bytes: number): readonly TextRange[] | null;
  /** Whether these parts of a file are enough; else all of it is wanted as soon as one of them may hold it. */
  takesParts(file: number): boolean;
  /** False only for a part that surely does not hold it. */
  mayHold(part: Buffer): boolean;
}

/** What is seen of a text at a glance: all of it, those parts that were wanted, or that none of these holds what is wanted. */
export type Glanced = Buffer | readonly TextPart[] | 'nothing';

/** Files of a work tree, a commit or a plain folder. Nothing is executed, nothing outside the root is read. */
export interface Source {
  readonly identity: SourceIdentity;
  /** The index of exactly what `list` lists; null where there is none, and every content has to be read. */
  readonly index: SourceIndex | null;
  list(signal: AbortSignal): Promise<SourceListing>;
  /** At most `bytesMax` bytes; a larger file is refused before it is read. */
  read(path: string, bytesMax: number): Promise<FileContent>;
  /**
   * The bytes of a text of the index by its number there, at once and in a buffer that the next call overwrites; null
   * for one that `read` has to look at. Of a text that is wanted for what one of its parts may hold nothing more than
   * these is read when none does, or when they are enough. Left out by sources whose contents take longer to come.
   */
  glance?(file: number, wanted: WantedPart | null): Glanced | null;
  /** What another thread makes the same `glance` of: plain data and shared memory. */
  readonly glanced?: object;
  close(): Promise<void>;
}
