import { MIB, SECOND_MS } from '../../../base/units.ts';

/** Bounds of one overview. Whatever passes one is named among the gaps. */
export const OVERVIEW_LIMITS = {
  /** Bytes of one source file or record that is read; larger ones are not. */
  textBytesMax: MIB,
  /** Manifests that are read, nearest to the top first. */
  manifestsMax: 250,
  /** Files whose lines are counted; a larger tree is measured without reading. */
  countedFilesMax: 12_000,
  /** Bytes that counting may read. */
  countedBytesMax: 256 * MIB,
  /** Time for counting; past it the tree is measured without reading. */
  countingMs: 8 * SECOND_MS,
  /** Files of a project of which a part is mapped: the list of a million alone takes most of what a thread may have. */
  mappedFilesMax: 200_000,
  /** Guides whose headings are read. */
  guidesMax: 40,
  headingsMax: 12,
  /** Files of conventions that are quoted, and characters of each. */
  conventionsMax: 12,
  conventionCharactersMax: 1_500,
  treeRowsMax: 600,
  /** CI files that are read. */
  ciFilesMax: 24,
  /** Rows of one kind of fact; past it only their number is known. */
  rowsMax: 400,
  /** History. */
  historyCommitsMax: 200_000,
  historyBytesMax: 32 * MIB,
  historyMs: 5 * SECOND_MS,
  hotDays: 90,
  hotFilesMax: 30,
  lastCommitsMax: 8,
  taskFilesMax: 8,
  taskWordsMax: 40,
  /** Blobs whose counts a thread remembers. */
  rememberedCountsMax: 200_000,
} as const;
