import { freshnessOf } from '../index/freshness.ts';
import { readFileMark } from '../search/symbol-fit.ts';
import type { Source } from '../source/source.ts';
import type { OperationContext } from './context.ts';
import { findSymbol } from './read/find-symbol.ts';
import { hunksWithin } from './read/hunk-range.ts';
import { compareLines, diffLines } from './read/line-diff.ts';
import { basePath, isInOtherCase, matchSymbols, readWanted } from './read/match-symbols.ts';
import { nearPaths } from './read/near-paths.ts';
import { pieceOf, readTextFile, refused, type TextFile, withExactSymbols } from './read/piece.ts';
import { filesMentioning, relatedTests } from './read/related-tests.ts';
import { joinPrefix, parseTarget } from './read/target.ts';
import type { ReadInput, ReadOutput, RefusedPiece, SymbolCandidate, SymbolSearch, TextPiece } from './read.types.ts';

/**
 * Characters of all pieces' lines together; beyond, a piece has only its outline. Four times the longest answer: the
 * service's own thread makes them safe to show, and hostile ones must not hold it up.
 */
const CHARACTERS_MAX = 160_000;
/** Definitions of one path in one file, such as overloads, that are shown together. */
const TOGETHER_MAX = 8;
/** Of those that are not shown, so many are named. */
const NAMED_MAX = 20;

type Piece = TextPiece | RefusedPiece;

/** Reads files, ranges and symbols; what cannot be shown is a piece that says why. */
export async function read(input: ReadInput, context: OperationContext): Promise<ReadOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { problem: opened.error, identity: null, freshness: null, pieces: [], search: null };
  const source = opened.value;
  const reading: Reading = { input, context, source, paths: null, files: new Map(), more: [] };
  const { pieces, search } = await gather(reading);
  const answer = {
    identity: source.identity,
    freshness: freshnessOf(source.index),
    pieces: withinBound(pieces),
    search,
  };
  if (input.diffFrom === null) return { problem: 'none', ...answer };
  // Opened last: a call without a diff never pays for a second source.
  const earlier = await context.openSource({ ...input.source, ref: input.diffFrom });
  if (!earlier.ok) return { problem: 'unknown_diff_ref', ...answer, pieces: [] };
  return { problem: 'none', ...answer, pieces: await addHunks(reading, earlier.value, answer.pieces) };
}

interface Reading {
  readonly input: ReadInput;
  readonly context: OperationContext;
  readonly source: Source;
  /** All paths, once they were needed. */
  paths: readonly string[] | null;
  /** Whole files that pieces are of. */
  readonly files: Map<string, TextFile>;
  /** Definitions in the named files that are more than are shown together. */
  readonly more: SymbolCandidate[];
}

interface Gathered {
  readonly pieces: readonly Piece[];
  readonly search: SymbolSearch | null;
}

async function gather(reading: Reading): Promise<Gathered> {
  const { files, symbol } = reading.input;
  if (files.length === 0 && symbol !== null) return gatherSymbol(reading, symbol);
  const pieces: Piece[] = [];
  for (const file of files) pieces.push(...(await gatherFile(reading, file)));
  return { pieces: await addTests(reading, pieces), search: searchOfMore(reading, pieces) };
}

/** What a look for a symbol in named files has found beside what is shown; null when that is all. */
function searchOfMore({ more, files }: Reading, pieces: readonly Piece[]): SymbolSearch | null {
  if (more.length === 0) return null;
  const shown = pieces.filter((piece) => piece.state === 'text' && piece.symbol !== null).length;
  const whole = { files: files.size, filesLeft: 0, near: [], listingLimit: null };
  return { total: shown + more.length, candidates: more.slice(0, NAMED_MAX), ...whole };
}

async function gatherFile(reading: Reading, given: string): Promise<readonly Piece[]> {
  const { input } = reading;
  const target = parseTarget(given);
  if (!target) return [refused('bad_range', given, 'a range is file:FROM-TO or file:FROM+COUNT, from line 1 on')];
  const file = joinPrefix(input.prefix, target.file);
  const read = await readNoted(reading, file);
  if ('state' in read) {
    if (read.state !== 'not_found') return [read];
    const isRange = target.range !== null;
    return await gatherMissing(reading, given, { missing: read, isRange });
  }
  if (input.symbol !== null) return piecesOfSymbol(reading, await withExactSymbols(read), input.symbol);
  if (target.range === null) {
    const file = needsOutline(reading, read) ? await withExactSymbols(read) : read;
    return [pieceOf(file, { from: 1, to: read.lines.length, isRange: false, symbol: null })];
  }
  const { from, to } = target.range;
  return [pieceOf(read, { from: from - input.around, to: to + input.around, isRange: true, symbol: null })];
}

/** What a text that is the path of no file may mean else. */
async function gatherMissing(
  reading: Reading,
  given: string,
  { missing, isRange }: { readonly missing: RefusedPiece; readonly isRange: boolean },
): Promise<readonly Piece[]> {
  const { prefix, symbol } = reading.input;
  // A file may itself be called `notes:12`.
  const literal = isRange ? await readNoted(reading, joinPrefix(prefix, given)) : missing;
  if (!('state' in literal))
    return [pieceOf(literal, { from: 1, to: literal.lines.length, isRange: false, symbol: null })];
  const marked = symbol === null ? readFileMark(given) : null;
  if (marked !== null) return await gatherMarked(reading, marked);
  // Only a miss lists the tree, to name what is spelt alike.
  return [{ ...missing, near: nearPaths(missing.file, await pathsOnce(reading)) }];
}

/** A symbol behind its file, as `src/router.ts#add`. */
async function gatherMarked(
  reading: Reading,
  { file: given, inFile }: { readonly file: string; readonly inFile: string },
): Promise<readonly Piece[]> {
  const file = joinPrefix(reading.input.prefix, given.replace(/^(?:\.\/)+/, ''));
  const read = await readNoted(reading, file);
  if (!('state' in read)) return piecesOfSymbol(reading, await withExactSymbols(read), inFile);
  return [read.state === 'not_found' ? { ...read, near: nearPaths(file, await pathsOnce(reading)) } : read];
}

/** Shorter texts fit most budgets as they are, so that nobody sees their outlines. */
const OUTLINED_CHARACTERS_MIN = 6_000;

function needsOutline({ input }: Reading, { text }: TextFile): boolean {
  return input.wantsOutline || text.text.length >= OUTLINED_CHARACTERS_MIN;
}

/**
 * Every symbol of the file that the name means, up to TOGETHER_MAX, more are noted; a name that fits none gets its nearest
 * ones.
 */
function piecesOfSymbol({ input, more }: Reading, file: TextFile, wanted: string): readonly Piece[] {
  const symbols = matchSymbols(file.symbols, readWanted(wanted), file.file);
  if (symbols.length === 0) {
    const near = nearPaths(wanted, [...new Set(file.symbols.map((symbol) => symbol.path))]);
    return [{ state: 'not_found', file: file.file, detail: `no symbol ${wanted} in this file`, near }];
  }
  for (const { signature: _, ...symbol } of symbols.slice(TOGETHER_MAX)) more.push({ ...symbol, file: file.file });
  return symbols.slice(0, TOGETHER_MAX).map((symbol) => {
    const piece = pieceOf(file, {
      from: symbol.startLine - input.around,
      to: symbol.endLine + input.around,
      isRange: true,
      symbol: symbol.path,
    });
    const asked = input.symbol ?? wanted;
    const isOther = piece.state === 'text' && isInOtherCase(asked, symbol.path);
    return isOther ? { ...piece, notes: [...piece.notes, `in another case than ${asked}`] } : piece;
  });
}

/** One definition is shown; several of one path in one file, such as overloads, together; others are candidates. */
async function gatherSymbol(reading: Reading, wanted: string): Promise<Gathered> {
  const search = await findSymbol(reading.source, wanted, reading.context);
  const [first] = search.candidates;
  if (!first) return { pieces: [], search };
  const isOne = search.candidates.every((other) => other.file === first.file && basePath(other) === basePath(first));
  if (!isOne || search.total > TOGETHER_MAX) return { pieces: [], search };
  const file = await readNoted(reading, first.file);
  if ('state' in file) return { pieces: [file], search };
  const path = search.total === 1 ? first.path : basePath(first);
  const pieces = piecesOfSymbol(reading, await withExactSymbols(file), path);
  return { pieces: await addTests(reading, pieces), search };
}

/** All paths is the dearest thing to ask for: they are taken when first needed, and once. */
async function pathsOnce(reading: Reading): Promise<readonly string[]> {
  const { source, context } = reading;
  reading.paths ??= await listPaths(source, context.signal);
  return reading.paths;
}

async function listPaths(source: Source, signal: AbortSignal): Promise<readonly string[]> {
  const files = source.index?.files;
  if (files !== undefined) return Array.from({ length: files.count }, (_, file) => files.path(file));
  return (await source.list(signal)).entries.map(({ path }) => path);
}

/** A file of the source, noted for comparisons. */
async function readNoted({ source, files }: Reading, path: string): Promise<TextFile | RefusedPiece> {
  const file = await readTextFile(source, path);
  if (!('state' in file)) files.set(file.file, file);
  return file;
}

/** Tests by name, and for a symbol those that mention it. */
async function addTests(reading: Reading, pieces: readonly Piece[]): Promise<readonly Piece[]> {
  if (!reading.input.withTests) return pieces;
  const paths = await pathsOnce(reading);
  const told: Piece[] = [];
  const names = new Set<string>();
  for (const piece of pieces) {
    // Overloads of one name have the same tests: the first one tells them.
    const name = piece.state === 'text' ? `${piece.file} ${basePath({ path: piece.symbol ?? '' })}` : '';
    if (piece.state !== 'text' || names.has(name)) {
      told.push(piece);
      continue;
    }
    names.add(name);
    const tests = relatedTests(piece.file, paths);
    const mentions = piece.symbol === null ? [] : await mentioningTests(reading, piece.symbol);
    told.push({ ...piece, tests, mentions: mentions.filter((path) => path !== piece.file && !tests.includes(path)) });
  }
  return told;
}

/** Test files that hold the last name of a name path. */
async function mentioningTests({ source, context }: Reading, symbol: string): Promise<readonly string[]> {
  const name = basePath({ path: symbol }).split('/').at(-1) ?? symbol;
  return await filesMentioning(source, name, context);
}

async function addHunks(reading: Reading, earlier: Source, pieces: readonly Piece[]): Promise<readonly Piece[]> {
  const changed: Piece[] = [];
  for (const piece of pieces) {
    if (piece.state === 'text') changed.push(await withHunks(earlier, piece, reading.files.get(piece.file)));
    else changed.push(await withDeletion(earlier, piece));
  }
  return changed;
}

/** A file that is gone now, but was there, is said to be so. */
async function withDeletion(earlier: Source, piece: RefusedPiece): Promise<RefusedPiece> {
  if (piece.state !== 'not_found' || piece.detail !== '') return piece;
  const before = await earlier.read(piece.file, 0);
  // One byte too much is allowed: that it is too large shows that it is there.
  const wasThere = before.ok || before.reason === 'too_large';
  return wasThere ? { ...piece, state: 'deleted', near: [] } : piece;
}

async function withHunks(earlier: Source, piece: TextPiece, file: TextFile | undefined): Promise<TextPiece> {
  if (piece.lines === null || file === undefined)
    return { ...piece, hunks: 'not_compared', notes: [...piece.notes, 'too long to compare'] };
  const before = await readTextFile(earlier, piece.file);
  if ('state' in before && before.state !== 'not_found') {
    return { ...piece, hunks: 'not_compared', notes: [...piece.notes, `${before.state} at that ref`] };
  }
  if ('state' in before) {
    const hunks = diffLines([], piece.lines).map((hunk) => ({ ...hunk, newFrom: hunk.newFrom + piece.from - 1 }));
    return { ...piece, hunks, notes: [...piece.notes, 'new since that ref'] };
  }
  // The same blob is the same text: nothing to compare, however long it is.
  if (before.blobId !== null && before.blobId === piece.blobId) return { ...piece, hunks: [] };
  return withComparison(piece, before.lines, file.lines);
}

const COARSE = 'so different from that ref that lines shown as replaced may be unchanged';

/** Of a range the changes within it. */
function withComparison(piece: TextPiece, before: readonly string[], after: readonly string[]): TextPiece {
  const compared = compareLines(before, after);
  // What was removed at the end of the file stands behind its last line.
  const to = piece.to >= after.length ? after.length + 1 : piece.to;
  const { hunks, added, removed } = piece.isRange
    ? hunksWithin(compared.hunks, { from: piece.from, to })
    : { hunks: compared.hunks, added: 0, removed: 0 };
  const notes = [...piece.notes];
  if (compared.isCoarse) notes.push(COARSE);
  if (added + removed > 0) notes.push(`+${added} -${removed} lines of the same changes lie outside of the range`);
  return { ...piece, hunks, notes };
}

/** The bound is on all pieces together, in characters. A piece that does not fit loses all its lines, none is cut. */
function withinBound(pieces: readonly Piece[]): readonly Piece[] {
  let left = CHARACTERS_MAX;
  return pieces.map((piece) => {
    if (piece.state !== 'text' || piece.lines === null) return piece;
    const length = piece.lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (length > left) return { ...piece, lines: null };
    left -= length;
    return piece;
  });
}
