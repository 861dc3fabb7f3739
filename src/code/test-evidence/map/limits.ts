/** Bounds of one question about tests. Whatever passes one is named among the notes of the answer. */
export const TEST_LIMITS = {
  /** Code and test files that are read. */
  filesMax: 12_000,
  /** Different words remembered of all test files together. */
  wordsMax: 2_000_000,
  /** Commits that are walked for churn and co-change. */
  commitsMax: 2_000,
  /** Imports that are followed from a test to the target. */
  hopsMax: 3,
  /** Rows of one list that leave the engine; totals are exact. */
  rowsMax: 1_000,
  /** Cases named in one row. */
  casesMax: 40,
  /** Symbols named in one row. */
  coversMax: 12,
  /** Characters of a name that is given back. */
  nameCharactersMax: 200,
} as const;
