import { createHash } from 'node:crypto';
import { MIB } from '../../../base/units.ts';
import type { ChangedFileRow } from '../../questions/structure.types.ts';
import type { Known } from '../../questions/structure-rows.types.ts';
import { decodeBytes } from '../../source/decode.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { nameOf } from '../../text/paths.ts';
import { type AlikePair, alikePairs, type FileText } from './alike-texts.ts';
import { comparePairs, eachOnce, likenessOf, pairPaths } from './paired-paths.ts';

/** Files of each side whose contents are compared, the bytes of one, and of all of a side. */
const FILES_MAX = 500;
const BYTES_MAX = MIB;
const ALL_BYTES_MAX = 24 * MIB;

/** A file that was moved, and how that is known: where several are of one content, which is which is a guess by name. */
interface Move extends AlikePair {
  readonly known: Known;
}

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
    moved: new Map(pairs.map(({ to, ...way }) => [to, way])),
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

/** Files of one content: of several those whose paths are likest. The empty content says nothing. */
function sameContent({ deleted, added }: OneSided): readonly Move[] {
  const idOf = ({ blobId }: SourceEntry): string => (blobId === null || EMPTY_IDS.has(blobId) ? '' : blobId);
  const before = Map.groupBy(deleted, idOf);
  return [...Map.groupBy(added, idOf)].flatMap(([id, after]): readonly Move[] => {
    const files = id === '' ? [] : (before.get(id) ?? []);
    const known = files.length === 1 && after.length === 1 ? 'exact' : 'name';
    const pairs = pairPaths(files.map(pathOf), after.map(pathOf));
    return pairs.map((pair) => ({ ...pair, alike: 100, known }));
  });
}

function pathOf({ path }: SourceEntry): string {
  return path;
}

const EMPTY_IDS: ReadonlySet<string> = new Set(
  ['sha1', 'sha256'].map((format) => createHash(format).update('blob 0\0').digest('hex')),
);

/** Where the bounds leave out some, it is not those of which a move is likeliest. */
function namedAlikeFirst(entries: readonly SourceEntry[], others: readonly SourceEntry[]): readonly SourceEntry[] {
  const names = new Set(others.map(({ path }) => nameOf(path)));
  const isNew = ({ path }: SourceEntry): number => Number(!names.has(nameOf(path)));
  return entries.toSorted((a, b) => isNew(a) - isNew(b));
}

/** Each file once, in its likest pair; of equals those whose paths are likest go first. */
function likestFirst(pairs: readonly AlikePair[]): readonly Move[] {
  const same = pairs.filter(({ alike }) => alike === 100).flatMap(({ from, to }) => [from, to]);
  const times = new Map<string, number>();
  for (const path of same) times.set(path, (times.get(path) ?? 0) + 1);
  const likeness = new Map(pairs.map((pair) => [pair, likenessOf(pair.from, pair.to)]));
  const sorted = pairs.toSorted(
    (a, b) => b.alike - a.alike || (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0) || comparePairs(a, b),
  );
  const isOnly = ({ from, to }: AlikePair): boolean => times.get(from) === 1 && times.get(to) === 1;
  return eachOnce(sorted).map((pair) => ({ ...pair, known: pair.alike === 100 && isOnly(pair) ? 'exact' : 'name' }));
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
