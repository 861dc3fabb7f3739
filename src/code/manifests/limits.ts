import { MIB } from '../../base/units.ts';

/** Bounds of one reading of manifests. Whatever passes one is named among the gaps. */
export const MANIFEST_LIMITS = {
  /** Bytes of one manifest, and of one lock file, which machines write. */
  manifestBytesMax: MIB,
  lockBytesMax: 8 * MIB,
  /** Manifests and lock files that are read, nearest to the top first, and their bytes together. */
  filesMax: 400,
  bytesMax: 64 * MIB,
  /** Requests and locked versions of one file. */
  entriesMax: 20_000,
  /** Requests of a project after those that agree are put together. */
  packagesMax: 20_000,
  /** Places of one package that are kept; how many there are is always told. */
  placesMax: 8,
  /** Characters of names and versions: longer ones are no package's. */
  nameCharactersMax: 214,
  versionCharactersMax: 256,
  /** Files that are searched for imports, and the share of the remaining time for it. */
  importFilesMax: 6_000,
  importTimeShare: 0.6,
  importsPerPackageMax: 3,
} as const;
