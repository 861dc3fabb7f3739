import { createHash } from 'node:crypto';
import { compareTexts } from '../../../base/compare-texts.ts';
import { MIB } from '../../../base/units.ts';
import type { ChangedFileRow } from '../../questions/structure.types.ts';
import { decodeBytes } from '../../source/decode.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { nameOf } from '../../text/paths.ts';
import { type AlikePair, alikePairs, type FileText } from './alike-texts.ts';

/** Files of each side whose contents are compared, the bytes of one, and of all of a side. */
const FILES_MAX = 500;
const BYTES_MAX = MIB;
const ALL_BYTES_MAX = 24 * MIB;

/** What moves are looked for in. */
interface MovesInput {
  readonly earlier: Source;
  readonly now: Source;
  /** On the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

/** Files that only one of two states has. */
interface OneSided {
  readonly deleted: readonly SourceEntry[];
  readonly added: readonly SourceEntry[];
}

/** By the new path where a file was before; and how many files were not compared, and so count as new or gone. */
interface Moves {
  readonly moved: ReadonlyMap<string, NonNullable<ChangedFileRow['moved']>>;
  readonly notPaired: number;
}

/**
 * Which new files are gone ones in another place: first those of one content, which git's ids tell without reading, then
 * those of which half the lines are alike, the likest first, each file once.
 */
export async function findMoved(input: MovesInput, { deleted, added }: OneSided): Promise<Moves> {
  if (deleted.length === 0 || added.length === 0) return { moved: new Map(), notPaired: 0 };
  const same = sameContent({ deleted, added: await withIds(input, added) });
  const taken = new Set(same.flatMap(({ from, to }) => [from, to]));
  const isLeft = ({ path }: SourceEntry): boolean => !taken.has(path);
  const gone = namedAlikeFirst(deleted.filter(isLeft), added);
  const fresh = namedAlikeFirst(added.filter(isLeft), deleted);
  const isOver = gone.length === 0 || fresh.length === 0;
  const before = isOver ? NOTHING : await readTexts(input, input.earlier, gone);
  const after = isOver ? NOTHING : await readTexts(input, input.now, fresh);
  const pairs = [...same, ...likestFirst(alikePairs(before.texts, after.texts))];
  return {
    moved: new Map(pairs.map(({ from, to, alike }) => [to, { from, alike }])),
    notPaired: before.unread + after.unread,
  };
}

const NOTHING = { texts: [], unread: 0 } as const;

/** Of a work tree's files the ids that git would give to them, as far as the bounds go. */
async function withIds(input: MovesInput, entries: readonly SourceEntry[]): Promise<readonly SourceEntry[]> {
  const found: SourceEntry[] = [];
  let left = FILES_MAX;
  for (const entry of entries) {
    const isAsked = entry.blobId === null && left > 0 && isInTime(input);
    if (isAsked) left -= 1;
    const content = isAsked ? await input.now.read(entry.path, BYTES_MAX) : null;
    found.push(content?.ok === true ? { ...entry, blobId: content.blobId } : entry);
  }
  return found;
}

function isInTime({ deadlineAtMs, signal }: MovesInput): boolean {
  signal.throwIfAborted();
  return performance.now() <= deadlineAtMs;
}

/** Files of one content: those of one name first, the others by their order. The empty content says nothing. */
function sameContent({ deleted, added }: OneSided): readonly AlikePair[] {
  const idOf = ({ blobId }: SourceEntry): string => (blobId === null || EMPTY_IDS.has(blobId) ? '' : blobId);
  const before = Map.groupBy(deleted, idOf);
  return [...Map.groupBy(added, idOf)].flatMap(([id, files]) => (id === '' ? [] : zip(before.get(id) ?? [], files)));
}

const EMPTY_IDS: ReadonlySet<string> = new Set(
  ['sha1', 'sha256'].map((format) => createHash(format).update('blob 0\0').digest('hex')),
);

function zip(before: readonly SourceEntry[], after: readonly SourceEntry[]): readonly AlikePair[] {
  const left = new Map(before.map(({ path }) => [nameOf(path), path]));
  const named = after.flatMap(({ path: to }): AlikePair[] => {
    const from = left.get(nameOf(to));
    left.delete(nameOf(to));
    return from === undefined ? [] : [{ from, to, alike: 100 }];
  });
  const taken = new Set(named.flatMap(({ from, to }) => [from, to]));
  const isLeft = ({ path }: SourceEntry): boolean => !taken.has(path);
  const rest = after.filter(isLeft);
  const others = before.filter(isLeft).slice(0, rest.length);
  return [...named, ...others.map(({ path: from }, at) => ({ from, to: rest[at]?.path ?? '', alike: 100 }))];
}

/** Where the bounds leave out some, it is not those of which a move is likeliest. */
function namedAlikeFirst(entries: readonly SourceEntry[], others: readonly SourceEntry[]): readonly SourceEntry[] {
  const names = new Set(others.map(({ path }) => nameOf(path)));
  const isNew = ({ path }: SourceEntry): number => Number(!names.has(nameOf(path)));
  return entries.toSorted((a, b) => isNew(a) - isNew(b));
}

/** Each file once, in its likest pair; of equals those of one name go first. */
function likestFirst(pairs: readonly AlikePair[]): readonly AlikePair[] {
  const renames = ({ from, to }: AlikePair): number => Number(nameOf(from) !== nameOf(to));
  const sorted = pairs.toSorted(
    (a, b) => b.alike - a.alike || renames(a) - renames(b) || compareTexts(a.to, b.to) || compareTexts(a.from, b.from),
  );
  const taken = new Set<string>();
  return sorted.filter(({ from, to }) => {
    // Paths of the two sides are never the same: each has only what the other has not.
    if (taken.has(from) || taken.has(to)) return false;
    taken.add(from).add(to);
    return true;
  });
}

interface Texts {
  readonly texts: readonly FileText[];
  /** Files that could not be read, or for which the bounds or the time did not suffice. */
  readonly unread: number;
}

/** The texts of files; what is no text has none, and is moved only as it is. */
async function readTexts(input: MovesInput, source: Source, entries: readonly SourceEntry[]): Promise<Texts> {
  const texts: FileText[] = [];
  let bytesLeft = ALL_BYTES_MAX;
  let read = 0;
  for (const { path } of entries.slice(0, FILES_MAX)) {
    if (bytesLeft <= 0 || !isInTime(input)) break;
    const content = await source.read(path, BYTES_MAX);
    if (!content.ok) continue;
    read += 1;
    bytesLeft -= content.size;
    const decoded = decodeBytes(content.bytes);
    if (decoded.kind === 'text') texts.push({ path, text: decoded.text.replaceAll('\r\n', '\n') });
  }
  return { texts, unread: entries.length - read };
}
