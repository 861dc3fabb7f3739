import { isAscii } from 'node:buffer';
import { isNothing, type Needs } from '../index/needs.ts';
import { makeTextCheck } from './text-check.ts';

/** False only for bytes that surely lack what is needed: a look ten times as fast as a pattern's. */
export type NeedsCheck = (bytes: Buffer) => boolean;

/**
 * Makes the check of a content before a pattern is tried on it; null when there is nothing that can be looked for. Only
 * texts of ASCII are: others have other bytes in a file that is not UTF-8. Where case counts, of the needs and of the
 * pattern, the bytes are looked at as they lie, which takes a fifth of the time.
 */
export function makeNeedsCheck(needs: Needs, isSensitive: boolean): NeedsCheck | null {
  if (isSensitive) return checkOf(needs, makeTextCheck);
  const holds = checkOf(needs, makeSmallTextCheck);
  // One character for each byte, so that nothing moves, and bytes beyond ASCII become nothing else than such.
  return holds === null ? null : (bytes) => holds(bytes.toString('latin1').toLowerCase());
}

function makeSmallTextCheck(text: Buffer): Check<string> {
  const wanted = text.toString('latin1').toLowerCase();
  return (small) => small.includes(wanted);
}

type Check<Content> = (content: Content) => boolean;

/** Null when there is nothing that can be looked for. */
function checkOf<Content>(needs: Needs, makeCheck: (text: Buffer) => Check<Content>): Check<Content> | null {
  if (isNothing(needs)) return null;
  if (needs.type === 'text') return isAscii(needs.bytes) ? makeCheck(Buffer.from(needs.bytes)) : null;
  const checks = needs.of.map((one) => checkOf(one, makeCheck));
  const known = checks.filter((check) => check !== null);
  if (needs.type === 'all') return known.length === 0 ? null : (content) => known.every((check) => check(content));
  return known.length < checks.length ? null : (content) => known.some((check) => check(content));
}
