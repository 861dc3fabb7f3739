import { isAscii } from 'node:buffer';
import { isNothing, type Needs } from '../index/needs.ts';

/** False only for bytes that surely lack what is needed: a look ten times as fast as a pattern's. */
export type NeedsCheck = (bytes: Buffer) => boolean;

/**
 * Makes the check of a content before a pattern is tried on it. Only texts of ASCII are looked for: others have other
 * bytes in a file that is not UTF-8.
 */
export function makeNeedsCheck(needs: Needs): NeedsCheck {
  const holds = checkOf(needs);
  if (holds === null) return () => true;
  // One character for each byte, so that nothing moves, and bytes beyond ASCII become nothing else than such.
  return (bytes) => holds(bytes.toString('latin1').toLowerCase());
}

/** Null when there is nothing that can be looked for. */
function checkOf(needs: Needs): ((small: string) => boolean) | null {
  if (isNothing(needs)) return null;
  if (needs.type === 'text') {
    const text = Buffer.from(needs.bytes).toString('latin1').toLowerCase();
    return isAscii(needs.bytes) ? (small) => small.includes(text) : null;
  }
  const checks = needs.of.map(checkOf);
  const known = checks.filter((check) => check !== null);
  if (needs.type === 'all') return known.length === 0 ? null : (small) => known.every((check) => check(small));
  return known.length < checks.length ? null : (small) => known.some((check) => check(small));
}
