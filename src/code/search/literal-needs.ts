import { type Needs, needsAll, needsText } from '../index/needs.ts';

/** How a query compares characters; `unicode` is the `u` flag, with which more characters have another case. */
export interface Folding {
  readonly isSensitive: boolean;
  readonly unicode: boolean;
}

/**
 * Whether a character stands in every hit as these bytes, but for the case of ASCII letters. Where case does not count,
 * letters beyond ASCII have others of other bytes, and under the `u` flag so have `k` (the Kelvin sign) and `s` (the
 * long s). Half of a surrogate pair has no bytes at all.
 */
export function isFixed(character: string, { isSensitive, unicode }: Folding): boolean {
  if (/^[\ud800-\udfff]$/.test(character)) return false;
  if (isSensitive) return true;
  return character.length === 1 && character.charCodeAt(0) < 0x80 && !(unicode && /[ksKS]/.test(character));
}

/** The runs of a text that stand in every hit as these bytes, in their order; some may be empty. */
export function fixedRuns(text: string, folding: Folding): readonly string[] {
  const runs: string[] = [''];
  for (const character of text) {
    if (isFixed(character, folding)) runs.push((runs.pop() ?? '') + character);
    else runs.push('');
  }
  return runs;
}

/** What a content must hold to hold a text: the runs of it whose bytes are fixed. */
export function needsOfLiteral(query: string, folding: Folding): Needs {
  return needsAll(fixedRuns(query, folding).map(needsText));
}
