/** Bounds of one graph. Whatever passes one is named among its gaps. */
export const IMPORT_LIMITS = {
  /** Code files of one language that are read, nearest to the top first; more are left out. */
  filesMax: 30_000,
  /** Imports taken from one file: a generated list of thousands is no code that somebody wrote. */
  mentionsPerFileMax: 5_000,
  /** Manifests and settings of one name that are read, nearest to the top first. */
  manifestsMax: 3_000,
  /** Targets of all packages of Swift together. */
  swiftTargetsMax: 20_000,
  /** Modules of all crates of Rust together. */
  modulesMax: 200_000,
  /** Joined pairs of units. */
  edgesMax: 300_000,
  /** Uses of things outside of the project, and imports that lead nowhere. */
  externalsMax: 200_000,
  unresolvedMax: 20_000,
  /** Characters of a name that is given back: hostile code imports names of any length. */
  nameCharactersMax: 300,
  /** Facts of files that a thread remembers, counted in imports. */
  rememberedMax: 400_000,
} as const;
