/**
 * What a content must hold for a query to have a hit in it: a text (its bytes in UTF-8; to an index ASCII letters are the
 * same in any case), all of several needs, or any of them. `all` of none is what every content fulfils.
 */
export type Needs =
  | { readonly type: 'text'; readonly bytes: Uint8Array }
  | { readonly type: 'all'; readonly of: readonly Needs[] }
  | { readonly type: 'any'; readonly of: readonly Needs[] };

/** Fulfilled by every content: a query that an index cannot narrow. */
export const NEEDS_NOTHING: Needs = { type: 'all', of: [] };

/** Shorter texts have no trigram. */
const INDEXED_BYTES_MIN = 3;

/** All of the needs, without those that say nothing. */
export function needsAll(needs: readonly Needs[]): Needs {
  const telling = needs.filter((one) => !isNothing(one));
  const [only] = telling;
  return telling.length === 1 && only !== undefined ? only : { type: 'all', of: telling };
}

/** Any of the needs: nothing when one of them is nothing. */
export function needsAny(needs: readonly Needs[]): Needs {
  const [only] = needs;
  if (needs.length === 1 && only !== undefined) return only;
  return needs.some(isNothing) ? NEEDS_NOTHING : { type: 'any', of: needs };
}

/** A text that must be there; nothing when it is too short to be indexed. */
export function needsText(text: string): Needs {
  const bytes = Buffer.from(text);
  return bytes.length < INDEXED_BYTES_MIN ? NEEDS_NOTHING : { type: 'text', bytes };
}

/** Whether every content fulfils it. */
export function isNothing(needs: Needs): boolean {
  return needs.type === 'all' && needs.of.length === 0;
}
