import type { PathRole } from './path-role.ts';
import type { SourceListing } from './source.ts';

/** One named part of a segment file. */
export interface Section {
  readonly length: number;
  /** Bytes from `at`, checked; throws `DamagedSegmentError`. The buffer is the caller's own. */
  read(at: number, length: number): Buffer;
  /** The same bytes in room that the next glance of this thread takes again, which spares making and clearing it. */
  glance(at: number, length: number): Buffer;
}

/** Sections that an index is asked by; null until they are built. Each has its own reader beside its builder. */
export interface Segment {
  /** Documents: the contents in it, numbered from 0. */
  readonly documents: number;
  /** A section by its name; null when it is not in the segment, or not yet. Symbols come later than texts. */
  section(name: string): Section | null;
  /** Wall time at which it was written, of one on disk. */
  readonly writtenAtMs?: number;
  /** What a reader made of this segment keeps for the life of it, such as a table read once. Made once for each name. */
  keep<Kept>(name: string, make: (segment: Segment) => Kept): Kept;
}

/** The files of a source, numbered from 0 in byte order of their paths. Made for 10^6 of them: no object for a file. */
export interface FileTable {
  readonly count: number;
  path(file: number): string;
  kind(file: number): 'file' | 'symlink' | 'submodule';
  role(file: number): PathRole;
  /** Bytes; null when not known. */
  size(file: number): number | null;
  blobId(file: number): string | null;
  /** The number of a path; null when there is none. */
  find(path: string): number | null;
  /** Why its content is not indexed though nothing is missing; null when it is, or will be. */
  exclusion(file: number): 'binary' | 'secret' | 'too_large' | 'symlink' | 'submodule' | 'unreadable' | null;
}

/** A segment as one source sees it: other documents of the same segment do not exist for it. */
export interface SegmentView {
  readonly segment: Segment;
  /** Numbers of the files with this content in this source, ascending; empty when it has none. */
  files(document: number): readonly number[];
}

/**
 * The index of one source at one state. It holds nothing but what the source's own files hold, so that a search cannot
 * reach anything else by construction.
 */
export interface SourceIndex {
  /** Changes whenever any file of the source, or what is known of it, changes. */
  readonly generation: string;
  /** Changes whenever a file of the source comes, goes or may have changed, and not when only more of it is indexed. */
  readonly edition: string;
  readonly files: FileTable;
  readonly segments: readonly SegmentView[];
  /** Where a file's content is indexed; null when it is not, or not yet. */
  place(file: number): { readonly segment: number; readonly document: number } | null;
  /** Files whose content is to be looked at one by one because it is not indexed yet, ascending. Empty when all is. */
  readonly pending: Uint32Array;
  /** Names the limit that cut the table of files, or null when it is whole. */
  readonly limit: SourceListing['limit'];
  /** With the limit `listing`: the files found so far, of which the table has the first. Null otherwise. */
  readonly listedSoFar: number | null;
  readonly progress: IndexProgress;
  /** Wall time at which the youngest of its segments was written; left out where there are none on disk. */
  readonly writtenAtMs?: number;
}

/** How far an index is built. */
export interface IndexProgress {
  /** Texts that are to be indexed, and that are. */
  readonly texts: number;
  readonly indexed: number;
  /** Of the indexed ones those whose symbols are. */
  readonly withSymbols: number;
  readonly isBuilding: boolean;
}
