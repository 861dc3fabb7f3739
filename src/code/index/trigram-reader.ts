import type { TextRange } from '../source/source.ts';
import type { Segment } from '../source/source-index.ts';
import type { Needs } from './needs.ts';
import { decode, narrow, openTrigrams, rarestLists, shortestList, type Trigrams } from './trigram-lists.ts';
import { FEEDS_MAX, partCount, partRange, TRIGRAMS, WANTED_BYTES_MAX } from './trigrams.ts';

/** What a segment knows of a query. */
export interface FoundDocuments {
  /** Those that may fulfil the needs, ascending; none that does is missing. */
  readonly documents: Uint16Array;
  /**
   * The parts of a document, of so many bytes, that alone may hold the text which is needed; null where it is to be looked
   * at whole.
   */
  partsOf(document: number, bytes: number): readonly TextRange[] | null;
}

/**
 * The documents of a segment that may fulfil the needs, ascending; null when every document may. None that does is
 * ever missing. Throws `DamagedSegmentError`.
 */
export function findDocuments(segment: Segment, needs: Needs): Uint16Array | null {
  const trigrams = trigramsOf(segment);
  return trigrams === null ? null : evaluate(trigrams, needs);
}

/** The same with the places in them. */
export function findParts(segment: Segment, needs: Needs): FoundDocuments | null {
  const trigrams = trigramsOf(segment);
  if (trigrams === null) return null;
  // The rest of a longer text may stand in the next part, and each of several texts in another one.
  if (needs.type !== 'text' || needs.bytes.length > WANTED_BYTES_MAX) {
    const documents = evaluate(trigrams, needs);
    return documents === null ? null : { documents, partsOf: () => null };
  }
  const parts = partsWithText(trigrams, null, needs.bytes);
  if (parts === null) return null;
  const partsOf = (document: number, bytes: number) => rangesOf(trigrams, parts, { document, bytes });
  return { documents: ownersOf(trigrams, parts.slice()), partsOf };
}

function trigramsOf(segment: Segment): Trigrams | null {
  const section = segment.section(TRIGRAMS);
  return section === null ? null : segment.keep(TRIGRAMS, () => openTrigrams(section));
}

/** Null also where they are most of a document, or where the file has other bytes. */
function rangesOf(
  { firsts, feeds, recoded }: Trigrams,
  parts: Uint16Array,
  { document, bytes }: { readonly document: number; readonly bytes: number },
): readonly TextRange[] | null {
  const first = firsts[document] ?? 0;
  const end = firsts[document + 1] ?? 0;
  const count = end - first;
  if (count < 2 || count !== partCount(bytes) || recoded.has(document)) return null;
  const own = parts.subarray(firstAtLeast(parts, first), firstAtLeast(parts, end));
  const isTold = own.length > 0 && 2 * own.length <= count;
  return isTold ? joinParts(own, { bytes, first, feeds: feeds.subarray(first, end) }) : null;
}

/** Parts of a document, whose first one has the number `first`; those that meet are one range. Null where lines are not told. */
function joinParts(
  parts: Uint16Array,
  { bytes, first, feeds }: { readonly bytes: number; readonly first: number; readonly feeds: Uint16Array },
): readonly TextRange[] | null {
  if (feeds.includes(FEEDS_MAX)) return null;
  const ranges: TextRange[] = [];
  let line = 1;
  let counted = 0;
  for (const part of parts) {
    for (; counted < part - first; counted++) line += feeds[counted] ?? 0;
    const [from, to] = partRange(bytes, part - first);
    const before = ranges.at(-1);
    if (before !== undefined && from <= before.to) ranges[ranges.length - 1] = { ...before, to };
    else ranges.push({ from, to, line });
  }
  return ranges;
}

/** The place of the first number that is no smaller, among ascending ones. */
function firstAtLeast(numbers: Uint16Array, wanted: number): number {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many documents of a segment may fulfil the needs at the most, told by the lengths of lists: nothing is read. */
export function documentsAtMost(segment: Segment, needs: Needs): number {
  const trigrams = trigramsOf(segment);
  return trigrams === null ? segment.documents : atMost(trigrams, needs);
}

function atMost(trigrams: Trigrams, needs: Needs): number {
  const { documents } = trigrams;
  switch (needs.type) {
    case 'text':
      return shortestList(trigrams, needs.bytes);
    case 'all':
      return Math.min(documents, ...needs.of.map((one) => atMost(trigrams, one)));
    case 'any':
      return Math.min(
        documents,
        needs.of.reduce((sum, one) => sum + atMost(trigrams, one), 0),
      );
  }
}

function evaluate(trigrams: Trigrams, needs: Needs): Uint16Array | null {
  switch (needs.type) {
    case 'text':
      return holdText(trigrams, null, needs.bytes);
    case 'all':
      return intersectAll(trigrams, needs.of);
    case 'any':
      return unite(trigrams, needs.of);
  }
}

/** Texts first, and of them the one with the rarest trigram; each may stand in another part of a document. */
function intersectAll(trigrams: Trigrams, needs: readonly Needs[]): Uint16Array | null {
  const texts = needs.flatMap((one) => (one.type === 'text' ? [one.bytes] : []));
  const rarest = texts.map((bytes) => ({ bytes, length: shortestList(trigrams, bytes) }));
  let found: Uint16Array | null = null;
  for (const { bytes } of rarest.sort((a, b) => a.length - b.length)) {
    if (found !== null && found.length <= FEW) return found;
    found = holdText(trigrams, found, bytes);
  }
  for (const one of needs) {
    if (one.type === 'text') continue;
    if (found !== null && found.length <= FEW) return found;
    const other = evaluate(trigrams, one);
    found = found === null || other === null ? (found ?? other) : found.filter(contains(other));
  }
  return found;
}

/** Whether ascending documents hold one; to be asked in rising order. */
function contains(documents: Uint16Array): (document: number) => boolean {
  let at = 0;
  return (document) => {
    while (at < documents.length && (documents[at] ?? 0) < document) at += 1;
    return documents[at] === document;
  };
}

function unite(trigrams: Trigrams, needs: readonly Needs[]): Uint16Array | null {
  const isIn = new Uint8Array(trigrams.documents);
  for (const one of needs) {
    const found = evaluate(trigrams, one);
    if (found === null) return null;
    for (const document of found) isIn[document] = 1;
  }
  let count = 0;
  const united = new Uint16Array(trigrams.documents);
  for (let document = 0; document < isIn.length; document++) if (isIn[document] === 1) united[count++] = document;
  return united.subarray(0, count);
}

/** So few documents or parts are looked at sooner than one more list that is not small. */
const FEW = 2;

/** To look at one part takes as long as to decode so many bytes of lists. */
const BYTES_PER_PART = 8_192;

/** Those of the documents, or of all where they are null, that may hold a text; null for a text without trigrams. */
function holdText(trigrams: Trigrams, documents: Uint16Array | null, bytes: Uint8Array): Uint16Array | null {
  const parts = partsWithText(trigrams, documents, bytes);
  return parts === null ? documents : ownersOf(trigrams, parts);
}

/** The parts of them that may hold it. */
function partsWithText(trigrams: Trigrams, documents: Uint16Array | null, bytes: Uint8Array): Uint16Array | null {
  const [first, ...others] = rarestLists(trigrams, bytes);
  if (first === undefined) return null;
  if (first.length === 0) return new Uint16Array(0);
  let found = documents === null ? decode(trigrams, first) : narrow(trigrams, partsIn(trigrams, documents), first);
  for (const [at, list] of others.entries()) {
    const isSettled = found.length === 0 || (found.length <= FEW && at >= LISTS_READ);
    if (isSettled || list.length > found.length * BYTES_PER_PART) break;
    found = narrow(trigrams, found, list);
  }
  return found.slice();
}

/** Lists that are read before few parts are few enough. */
const LISTS_READ = 3;

/** All parts of documents. */
function partsIn({ firsts }: Trigrams, documents: Uint16Array): Uint16Array {
  let count = 0;
  for (const document of documents) count += (firsts[document + 1] ?? 0) - (firsts[document] ?? 0);
  const parts = new Uint16Array(count);
  let at = 0;
  for (const document of documents)
    for (let part = firsts[document] ?? 0; part < (firsts[document + 1] ?? 0); part++) parts[at++] = part;
  return parts;
}

/** The documents of parts, each once, in the room of the parts. */
function ownersOf({ owners }: Trigrams, parts: Uint16Array): Uint16Array {
  let count = 0;
  let last = -1;
  for (const part of parts) {
    const owner = owners[part] ?? 0;
    if (owner === last) continue;
    parts[count++] = owner;
    last = owner;
  }
  return parts.subarray(0, count);
}
