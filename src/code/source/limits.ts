import { KIB, MIB, MINUTE_MS, SECOND_MS } from '../../base/units.ts';

/** Bounds of a source: a hostile repository of a few KiB can unfold to billions of paths. */
export const SOURCE_LIMITS = {
  /** Files in one listing. */
  entriesMax: 1_000_000,
  /** Files that a listing gives as objects, which take ten times the memory of columns. */
  listedMax: 200_000,
  /** Directories that a listing walks through; a bomb of empty trees has no files to count. */
  treesMax: 250_000,
  /** Path segments; deeper files are left out and the limit is named. */
  depthMax: 1_000,
  /** Bytes of one path. */
  pathBytesMax: 4 * KIB,
  /** Bytes of all paths of one listing. */
  pathsBytesMax: 96 * MIB,
  /** Bytes that git may print for one listing. */
  listingBytesMax: 256 * MIB,
  /** Time for one listing. */
  listingMs: 60 * SECOND_MS,
  /** Time for a short question to git, such as what a ref means. */
  questionMs: 10 * SECOND_MS,
  /** Bytes of git's answer to a short question. */
  questionBytesMax: 64 * KIB,
  /** Bytes of one tree object while a path is looked up. */
  treeBytesMax: 16 * MIB,
  /** Bytes of a commit object. */
  commitBytesMax: MIB,
  /** Time for one object of `cat-file`. */
  objectMs: 30 * SECOND_MS,
  /** An unused `cat-file` process is ended after this time. */
  idleMs: 30 * SECOND_MS,
  /** Unused `cat-file` processes of all repositories together; the least recently used ends first. */
  idleProcessesMax: 8,
  /** After this time a `cat-file` process serves no further question: it holds memory and opened packs. */
  processAgeMs: 5 * MINUTE_MS,
  /** Bytes of a symlink's target that are shown. */
  symlinkBytesMax: 4 * KIB,
  /** Entries that all cached listings together may hold. */
  cachedEntriesMax: 200_000,
} as const;
