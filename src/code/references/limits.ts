/** Bounds of one question about references. Whatever passes one is told with the answer. */
export const REFERENCE_LIMITS = {
  /** Places of one name in one file that are looked at: a file with more is data. */
  placesPerFileMax: 5_000,
  /** Files whose imports are followed for one question; in the others a name is only a name. */
  linkedFilesMax: 6_000,
  /** Files of Rust whose imports are all followed, whichever of them is asked about: a second or two, once. */
  rustFilesMax: 2_000,
  /** Steps through files that only give out what others declare. */
  barrelHopsMax: 8,
  /** Declarations of one name that are told apart; a name with more of them says nothing. */
  declarationsMax: 2_000,
  /** Declarations whose callers, callees or subtypes are looked for in one step, and in all. */
  frontierMax: 60,
  expandedMax: 400,
  /** Names called in the declarations of one step. */
  calledNamesMax: 2_000,
  /** Characters of a declaration's head that are searched for the types it is made from. */
  headCharactersMax: 2_000,
  /** Characters looked at before and after a name. */
  nearCharactersMax: 160,
  /** Declarations named above an answer. */
  declarationsShown: 6,
} as const;
