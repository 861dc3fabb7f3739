import { isAscii } from 'node:buffer';
import { isNothing, type Needs } from '../index/needs.ts';
import { smallLetters } from './small-letters.ts';
import { makeTextCheck } from './text-check.ts';

/** False only for bytes that surely lack what is needed: a look ten times as fast as a pattern's. */
export type NeedsCheck = (bytes: Buffer) => boolean;

/**
 * Makes the check of a content before a pattern is tried on it; null when there is nothing that can be looked for. Only
 * texts of ASCII are: others have other bytes in a file that is not UTF-8. Where case counts, of the needs and of the
 * pattern, the bytes are looked at as they lie.
 */
export function makeNeedsCheck(needs: Needs, isSensitive: boolean): NeedsCheck | null {
  if (isSensitive) return checkOf(needs, makeTextCheck);
  const holds = checkOf(needs, (text) => makeTextCheck(Buffer.from(smallLetters(text))));
  return holds === null ? null : (bytes) => holds(smallLetters(bytes));
}

/** Null when there is nothing that can be looked for. */
function checkOf(needs: Needs, makeCheck: (text: Buffer) => NeedsCheck): NeedsCheck | null {
  if (isNothing(needs)) return null;
  if (needs.type === 'text') return isAscii(needs.bytes) ? makeCheck(Buffer.from(needs.bytes)) : null;
  const checks = needs.of.map((one) => checkOf(one, makeCheck));
  const known = checks.filter((check) => check !== null);
  if (needs.type === 'all') return known.length === 0 ? null : (bytes) => known.every((check) => check(bytes));
  return known.length < checks.length ? null : (bytes) => known.some((check) => check(bytes));
}
