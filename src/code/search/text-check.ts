import { FOLD } from '../index/trigrams.ts';

/**
 * Signs of source code, the most frequent ones first; all others are rarer. Counted in files of eight repositories in
 * seven languages; it decides about time only.
 */
const FREQUENT = ' etrsaon\nicldpu_)(f.\thm,g/"b=y\'v:-xw{E}k*;0TSRC>Nq1AI`PO][2FLM';

/** How rare a byte is, by its place in the order. */
const RARITY = Uint8Array.from({ length: 256 }, (_, byte) => {
  const place = FREQUENT.indexOf(String.fromCharCode(byte));
  return place === -1 ? FREQUENT.length : place;
});

/** What is looked for first is not shorter than this: it would be met everywhere. */
const PART_BYTES_MIN = 4;
/** So much rarer a sign must be than the first one to be worth a second search where it is met. */
const RARER_BY_MIN = 8;

/**
 * Makes a check whether bytes hold a text. To search for a text is to look at every place where its first byte stands:
 * so the part that begins with its rarest byte is searched for first, which takes a half to a tenth of the time.
 */
export function makeTextCheck(text: Buffer): (content: Buffer) => boolean {
  const at = rarestPlace(text);
  if (at === 0) return (content) => content.includes(text);
  const part = text.subarray(at);
  return (content) => {
    const found = content.indexOf(part);
    // The whole cannot begin earlier than so far before the first such part.
    return found !== -1 && content.includes(text, Math.max(0, found - at));
  };
}

function rarestPlace(text: Buffer): number {
  const rarity = (at: number): number => RARITY[text[at] ?? 0] ?? 0;
  let place = 0;
  for (let at = 1; at <= text.length - PART_BYTES_MIN; at++) if (rarity(at) > rarity(place)) place = at;
  return rarity(place) - rarity(0) < RARER_BY_MIN ? 0 : place;
}

/** Of a longer text only so much is looked for: a content made for it costs so many looks at each byte, and no more. */
const ANY_CASE_BYTES_MAX = 32;

/**
 * The same for ASCII letters in any case, true for what holds only the first bytes of a long text. Goes by leaps as long
 * as the text allows (Horspool, 1980), so that nothing is copied to be made small.
 */
export function makeAnyCaseCheck(text: Buffer): (content: Buffer) => boolean {
  const wanted = Uint8Array.from(text.subarray(0, ANY_CASE_BYTES_MAX), (byte) => FOLD[byte] ?? 0);
  const last = wanted.length - 1;
  if (last < 0) return () => true;
  const leaps = new Uint8Array(256).fill(wanted.length);
  for (let at = 0; at < last; at++) leaps[wanted[at] ?? 0] = last - at;
  for (let byte = 0; byte < leaps.length; byte++) leaps[byte] = leaps[FOLD[byte] ?? 0] ?? 0;
  // Places are inside of their arrays by the loop: `as number` spares a check for each leap.
  return (content) => {
    for (let end = last; end < content.length; end += leaps[content[end] as number] as number) {
      let at = last;
      while (at >= 0 && FOLD[content[end - last + at] as number] === wanted[at]) at -= 1;
      if (at < 0) return true;
    }
    return false;
  };
}
