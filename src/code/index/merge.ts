import { MIB } from '../../base/units.ts';

/** A segment as far as merging asks. */
export interface MergeCandidate {
  readonly id: string;
  readonly documents: number;
  readonly sourceBytes: number;
  /** Documents that files have still. */
  readonly live: number;
}

/** Edits leave a segment each; every one of them costs each search some reads. */
const SMALL_SEGMENTS_MAX = 8;
const SMALL_BYTES_MAX = 8 * MIB;
const SMALL_DOCUMENTS_MAX = 2_048;

/**
 * The segments that are better built anew, by a build that replaces them: small ones when there are many, and those of
 * whose documents most have no file any more. Empty when there is nothing to be gained.
 */
export function chooseMerge(segments: readonly MergeCandidate[]): readonly string[] {
  const small = segments.filter(isSmall);
  const wasted = segments.filter((one) => 2 * one.live < one.documents);
  const chosen = new Set(
    small.length > SMALL_SEGMENTS_MAX ? [...small, ...wasted] : wasted.filter((one) => !isSmall(one)),
  );
  return segments.filter((one) => chosen.has(one)).map(({ id }) => id);
}

function isSmall({ sourceBytes, documents }: MergeCandidate): boolean {
  return sourceBytes < SMALL_BYTES_MAX && documents < SMALL_DOCUMENTS_MAX;
}
