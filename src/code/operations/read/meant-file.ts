import { type FileTarget, isBelowFolder, joinPrefix, parseTarget, withoutColumn } from '../../questions/file-target.ts';
import type { RefusedPiece } from '../../questions/read.types.ts';
import { readFileMark } from '../../search/symbol-fit.ts';
import { refused, type TextFile } from './piece.ts';

/** What a text means that names a file and perhaps a part of it. */
export type MeantFile =
  | { readonly kind: 'lines'; readonly file: TextFile; readonly range: FileTarget['range'] }
  | { readonly kind: 'symbol'; readonly file: TextFile; readonly wanted: string }
  | { readonly kind: 'refused'; readonly piece: RefusedPiece };

/** Where files are looked for. */
export interface FilePlace {
  /** By a path from the project's root on; each is to be read once, however often it is asked for. */
  read(path: string): Promise<TextFile | RefusedPiece>;
  /** Sub-folder below which paths are meant; null for the whole project. */
  readonly prefix: string | null;
  /** Whether a symbol may stand behind the file. */
  readonly mayMark: boolean;
}

/**
 * Reads `src/a.ts`, `src/a.ts:12-20`, `src/a.ts:12:7` and `src/a.ts#Router/add`. Answers show paths from the root of the
 * project on, so one that begins with the sub-folder is meant like that first. What is no file may still be in the
 * name of one: a file may itself be called `notes:12`.
 */
export async function meantFile(given: string, place: FilePlace): Promise<MeantFile> {
  const { prefix } = place;
  if (prefix === null || !isBelowFolder(prefix, given)) return await meantBelow(given, place);
  const shown = await meantBelow(given, { ...place, prefix: null });
  if (!isMissing(shown)) return shown;
  const below = await meantBelow(given, place);
  return isMissing(below) ? shown : below;
}

function isMissing(meant: MeantFile): boolean {
  return meant.kind === 'refused' && meant.piece.state === 'not_found';
}

async function meantBelow(given: string, place: FilePlace): Promise<MeantFile> {
  const target = parseTarget(given);
  if (target === null) return refuse(refused('bad_range', given, WRONG_RANGE));
  const read = await place.read(joinPrefix(place.prefix, target.file));
  if (!('state' in read)) return { kind: 'lines', file: read, range: target.range };
  if (read.state !== 'not_found') return refuse(read);
  const literal = target.range === null ? read : await place.read(joinPrefix(place.prefix, given));
  if (!('state' in literal)) return { kind: 'lines', file: literal, range: null };
  const line = withoutColumn(given);
  if (line !== null && (await isFile(parseTarget(line)?.file, place))) return await meantBelow(line, place);
  return (place.mayMark ? await markedIn(given, place) : null) ?? refuse(read);
}

const WRONG_RANGE = 'a range is file:FROM-TO or file:FROM+COUNT, from line 1 on';

function refuse(piece: RefusedPiece): MeantFile {
  return { kind: 'refused', piece };
}

async function isFile(path: string | undefined, { read, prefix }: FilePlace): Promise<boolean> {
  return path !== undefined && !('state' in (await read(joinPrefix(prefix, path))));
}

/** A symbol behind its file, as `src/router.ts#add`; null where none is named. */
async function markedIn(given: string, place: FilePlace): Promise<MeantFile | null> {
  const marked = readFileMark(given);
  // Behind a slash may also stand another file: then it is told by its whole path that it is not there.
  const isSure = marked !== null && given.includes('#');
  for (const one of [marked, atFirstMark(given)]) {
    const path = one?.file.replace(/^(?:\.\/)+/, '');
    if (one === null || path === undefined || !(isSure || (await isFile(path, place)))) continue;
    const file = await place.read(joinPrefix(place.prefix, path));
    return 'state' in file ? refuse(file) : { kind: 'symbol', file, wanted: one.inFile };
  }
  return null;
}

/** Files of no language may be followed by a mark, too. */
function atFirstMark(given: string): { readonly file: string; readonly inFile: string } | null {
  const at = given.indexOf('#', 1);
  return at === -1 || at === given.length - 1 ? null : { file: given.slice(0, at), inFile: given.slice(at + 1) };
}
