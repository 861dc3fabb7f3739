import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOUR_MS } from '../../base/units.ts';
import type { Content } from './content.ts';
import { type ContentTable, makeContentTable } from './content-table.ts';
import { type Documents, readDocuments } from './documents.ts';
import { type OpenSegment, openSegment, segmentPaths } from './segment.ts';
import { LOST_SECTION, makeSymbolsFile, makeTextFile } from './segment-builder.ts';
import { DamagedSegmentError, writeSegmentFile } from './segment-file.ts';

/*
 * The folder of one root. There is no list of what is in it: every whole file is true of its contents, whoever wrote
 * it, and files appear whole or not at all. So a kill at any moment leaves nothing to be mended, two processes may
 * write at once, and a content that stands twice is harmless, since a file of a source has one place.
 */

/** A segment of a store, open in this thread. */
export interface StoredSegment {
  /** Unique for ever within the root; its order is that of writing. */
  readonly id: string;
  readonly segment: OpenSegment;
  readonly documents: number;
  /** Bytes of the texts in it. */
  readonly sourceBytes: number;
  readonly hasSymbols: boolean;
}

/** What a store knows of a content. */
export type FoundContent =
  | { readonly kind: 'text'; readonly segment: StoredSegment; readonly document: number }
  | { readonly kind: 'binary' };

/** The segments of one root, as this thread sees them. */
export interface IndexStore {
  readonly folder: string;
  /** In the order of writing. */
  readonly segments: readonly StoredSegment[];
  /** Looks at the folder again; true when anything is new or gone. Places are then to be asked for again. */
  refresh(): boolean;
  /** Whether a content is indexed, whatever its language; `id` are the bytes of its id. */
  holds(id: Buffer): boolean;
  /** Where a content is; null when it is not indexed. `id` are the bytes of its id, `languageId` is as `languageKeyOf` gives it. */
  find(id: Buffer, languageId: string): FoundContent | null;
  /** Writes a few contents as a segment of their own, symbols too. Throws as the file system does, ENOSPC among others. */
  add(contents: readonly Content[]): StoredSegment;
  /** Deletes a segment that is damaged or replaced; who has it open can go on reading. */
  drop(id: string): void;
  /** Notes that segments are of use, so that they outlive others when room is needed (evict.ts). */
  markUsed(ids: Iterable<string>, at: Date): void;
  close(): void;
}

/** Opens a root's folder, which is made if it or the one above is missing. Throws as the file system does. */
export function openStore(folder: string): IndexStore {
  ensureFolder(folder);
  // In the order of writing; the table numbers them by their places here.
  let held: readonly Held[] = [];
  let table: ContentTable = makeContentTable();

  function refresh(): boolean {
    const next = openAll(folder, held);
    const isGrown = held.every((one, at) => next[at] === one);
    if (isGrown && next.length === held.length) return false;
    // A segment that is gone or has changed may have hidden an older place: then all is put in anew.
    if (!isGrown) table = makeContentTable();
    putInto(table, next, isGrown ? held.length : 0);
    closeOthers(held, next);
    held = next;
    return true;
  }

  refresh();
  return {
    folder,
    get segments() {
      return held;
    },
    refresh,
    holds: (id) => table.holds(id),
    find(id, languageId) {
      const place = table.find(id, languageId);
      if (place === null) return null;
      if (place === 'binary') return { kind: 'binary' };
      const segment = held[place.segment];
      return segment === undefined ? null : { kind: 'text', segment, document: place.document };
    },
    add(contents) {
      ensureFolder(folder);
      const id = nextId(folder);
      const symbols = makeSymbolsFile(writeQuickly);
      const texts = makeTextFile({ writeFile: writeQuickly });
      for (const content of contents) {
        texts.add(content);
        symbols.add(content);
      }
      // Symbols first: a segment is there when its text file is, and these come together.
      symbols.write(folder, id);
      texts.write(folder, id);
      refresh();
      const added = held.find((one) => one.id === id);
      if (added === undefined) throw new DamagedSegmentError(segmentPaths(folder, id).text, 'not there after writing');
      return added;
    },
    drop(id) {
      removeSegment(folder, id);
      refresh();
    },
    markUsed(ids, at) {
      // What is gone meanwhile has no use to be noted.
      const paths = [...[...ids].map((id) => segmentPaths(folder, id).text), folder];
      for (const path of paths) unlessCode('ENOENT', () => utimesSync(path, at, at));
    },
    close() {
      for (const { segment } of held) segment.close();
      held = [];
      table = makeContentTable();
    },
  };
}

/** Someone waits for an edit to be found; what a power cut takes of it is noticed and read again. */
const writeQuickly: typeof writeSegmentFile = (path, format, sections) =>
  writeSegmentFile(path, format, sections, 'quick');

/**
 * The operator may delete any of it at any time. Not by Node's recursive way, which never ends where the system refuses
 * new folders with ENOENT.
 */
function ensureFolder(folder: string): void {
  for (const one of [dirname(folder), folder]) {
    // Another process may be the first.
    if (!existsSync(one)) unlessCode('EEXIST', () => mkdirSync(one, { mode: 0o700 }));
  }
}

/** Null when it failed by this code of the file system. */
function unlessCode<Result>(code: string, act: () => Result): Result | null {
  try {
    return act();
  } catch (failure) {
    // `as`: errors of the file system carry a code.
    if ((failure as NodeJS.ErrnoException).code === code) return null;
    throw failure;
  }
}

interface Held extends StoredSegment {
  readonly table: Documents;
  readonly lost: ReadonlySet<number>;
}

const TEXT_NAME = /^(\d{10}-[0-9a-f]{8})\.text$/;

/** Ids of a folder's segments in order, each with whether its symbols are there. */
export function listSegments(folder: string): readonly (readonly [id: string, hasSymbols: boolean])[] {
  const names = new Set(unlessCode('ENOENT', () => readdirSync(folder)));
  const ids = [...names].map((name) => TEXT_NAME.exec(name)?.[1]).filter((id) => id !== undefined);
  return ids.sort().map((id) => [id, names.has(`${id}.symbols`)]);
}

/** The id of the next segment of a folder: after all others, and no other process's. */
export function nextId(folder: string): string {
  const last = listSegments(folder).at(-1)?.[0].slice(0, 10) ?? '0';
  return `${String(Number(last) + 1).padStart(10, '0')}-${randomBytes(4).toString('hex')}`;
}

function putInto(table: ContentTable, held: readonly Held[], from: number): void {
  for (let at = from; at < held.length; at++) {
    const one = held[at];
    if (one !== undefined) table.add(at, one.table, one.lost);
  }
}

function closeOthers(held: readonly Held[], kept: readonly Held[]): void {
  const stay = new Set(kept);
  for (const one of held) if (!stay.has(one)) one.segment.close();
}

/** The segments of a folder; those that are open already and have not changed stay open. */
function openAll(folder: string, held: readonly Held[]): readonly Held[] {
  const known = new Map(held.map((one) => [one.id, one]));
  const found = listSegments(folder).map(([id, hasSymbols]) => {
    const one = known.get(id);
    return one?.hasSymbols === hasSymbols ? one : openOrDrop(folder, id);
  });
  return found.filter((one) => one !== null);
}

/** Null for a segment that cannot be read. What is damaged is deleted, so that it is built anew; symbols on their own. */
function openOrDrop(folder: string, id: string): Held | null {
  const whole = openHeld(folder, id);
  if (whole !== null) return whole;
  rmSync(segmentPaths(folder, id).symbols, { force: true });
  const withoutSymbols = openHeld(folder, id);
  if (withoutSymbols === null) removeSegment(folder, id);
  return withoutSymbols;
}

/** Null when it is damaged. */
function openHeld(folder: string, id: string): Held | null {
  let segment: OpenSegment | null = null;
  try {
    segment = openSegment(folder, id);
    const table = readDocuments(segment, segmentPaths(folder, id).text);
    const lost = readLost(segment);
    const { documents, hasSymbols } = segment;
    return { id, segment, documents, hasSymbols, table, lost, sourceBytes: table.sourceBytes };
  } catch (failure) {
    segment?.close();
    if (!(failure instanceof DamagedSegmentError)) throw failure;
    return null;
  }
}

function readLost(segment: OpenSegment): ReadonlySet<number> {
  const section = segment.section(LOST_SECTION);
  if (section === null) return new Set();
  const bytes = section.read(0, section.length);
  return new Set(Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at)));
}

/** Deletes a segment's files; text first, since without it the symbols are nobody's. */
export function removeSegment(folder: string, id: string): void {
  const paths = segmentPaths(folder, id);
  for (const path of [paths.text, paths.symbols]) rmSync(path, { force: true });
}

/**
 * Removes what a process that died left half written, and symbols without a text; for who holds the build lock and
 * writes nothing himself yet.
 */
export function sweepStore(folder: string): void {
  const names = readdirSync(folder);
  const texts = new Set(names.filter((name) => name.endsWith('.text')).map((name) => name.slice(0, -'.text'.length)));
  for (const name of names) {
    const isOrphan = name.endsWith('.symbols') && !texts.has(name.slice(0, -'.symbols'.length));
    const writer = UNFINISHED_NAME.exec(name)?.[1];
    const path = join(folder, name);
    const isLeft = writer !== undefined && isLeftBy(Number(writer), path);
    if (isLeft || isOrphan) rmSync(path, { force: true });
  }
}

/** Another process may have the number of the dead one by now: nobody writes on what is so old. */
function isLeftBy(writer: number, path: string): boolean {
  if (writer === process.pid || !isAlive(writer)) return true;
  const changedAtMs = unlessCode('ENOENT', () => statSync(path))?.mtimeMs ?? 0;
  return changedAtMs < performance.timeOrigin - LEFT_MS;
}

/** Longer than any segment takes to be written. */
const LEFT_MS = HOUR_MS;

/** As `writeSegmentFile` names what it has not finished. */
const UNFINISHED_NAME = /\.(\d+)(?:\.[0-9a-f]{8})?\.unfinished$/;

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (failure) {
    // `as`: errors of the system carry a code. Another's process is one, too.
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}
