import type { Source, SourceListing } from '../source/source.ts';
import type { OperationContext } from './context.ts';
import { findSymbol } from './read/find-symbol.ts';
import { diffLines } from './read/line-diff.ts';
import { basePath, matchSymbols, readWanted } from './read/match-symbols.ts';
import { nearPaths } from './read/near-paths.ts';
import { pieceOf, readTextFile, refused, type TextFile, withExactSymbols } from './read/piece.ts';
import { relatedTests } from './read/related-tests.ts';
import { joinPrefix, parseTarget } from './read/target.ts';
import type { ReadInput, ReadOutput, RefusedPiece, SymbolSearch, TextPiece } from './read.types.ts';

/**
 * Characters of all pieces' lines together; beyond, a piece has only its outline. Four times the longest answer: the
 * service's own thread makes them safe to show, and hostile ones must not hold it up.
 */
const CHARACTERS_MAX = 160_000;
/** Definitions of one path in one file, such as overloads, that are shown together. */
const TOGETHER_MAX = 8;

type Piece = TextPiece | RefusedPiece;

/** Reads files, ranges and symbols; what cannot be shown is a piece that says why. */
export async function read(input: ReadInput, context: OperationContext): Promise<ReadOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { problem: opened.error, identity: null, pieces: [], search: null };
  const source = opened.value;
  const reading: Reading = { input, context, source, listing: null };
  const { pieces, search } = await gather(reading);
  const answer = { identity: source.identity, pieces: withinBound(pieces), search };
  if (input.diffFrom === null) return { problem: 'none', ...answer };
  // Opened last: a call without a diff never pays for a second source.
  const earlier = await context.openSource({ ...input.source, ref: input.diffFrom });
  if (!earlier.ok) return { problem: 'unknown_diff_ref', ...answer, pieces: [] };
  return { problem: 'none', ...answer, pieces: await addHunks(earlier.value, answer.pieces) };
}

interface Reading {
  readonly input: ReadInput;
  readonly context: OperationContext;
  readonly source: Source;
  listing: SourceListing | null;
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
  return { pieces: await addTests(reading, pieces), search: null };
}

async function gatherFile(reading: Reading, given: string): Promise<readonly Piece[]> {
  const { source, input } = reading;
  const target = parseTarget(given);
  if (!target) return [refused('bad_range', given, 'a range is file:FROM-TO or file:FROM+COUNT, from line 1 on')];
  const file = joinPrefix(input.prefix, target.file);
  const read = await readTextFile(source, file);
  if ('state' in read) {
    if (read.state !== 'not_found') return [read];
    // A file may itself be called `notes:12`.
    const literal = target.range ? await readTextFile(source, joinPrefix(input.prefix, given)) : read;
    if (!('state' in literal))
      return [pieceOf(literal, { from: 1, to: literal.lines.length, isRange: false, symbol: null })];
    // Only a miss lists the tree, to name what is spelt alike.
    const paths = (await listOnce(reading)).entries.map((entry) => entry.path);
    return [{ ...read, near: nearPaths(file, paths) }];
  }
  if (input.symbol !== null) return piecesOfSymbol(reading, await withExactSymbols(read), input.symbol);
  if (target.range === null) {
    const file = needsOutline(reading, read) ? await withExactSymbols(read) : read;
    return [pieceOf(file, { from: 1, to: read.lines.length, isRange: false, symbol: null })];
  }
  const { from, to } = target.range;
  return [pieceOf(read, { from: from - input.around, to: to + input.around, isRange: true, symbol: null })];
}

/** Shorter texts fit most budgets as they are, so that nobody sees their outlines. */
const OUTLINED_CHARACTERS_MIN = 6_000;

function needsOutline({ input }: Reading, { text }: TextFile): boolean {
  return input.wantsOutline || text.text.length >= OUTLINED_CHARACTERS_MIN;
}

/** Every symbol of the file that the name means, up to TOGETHER_MAX; a name that fits none gets its nearest ones. */
function piecesOfSymbol({ input }: Reading, file: TextFile, wanted: string): readonly Piece[] {
  const symbols = matchSymbols(file.symbols, readWanted(wanted), file.file);
  if (symbols.length === 0) {
    const near = nearPaths(wanted, [...new Set(file.symbols.map((symbol) => symbol.path))]);
    return [{ state: 'not_found', file: file.file, detail: `no symbol ${wanted} in this file`, near }];
  }
  return symbols.slice(0, TOGETHER_MAX).map((symbol) =>
    pieceOf(file, {
      from: symbol.startLine - input.around,
      to: symbol.endLine + input.around,
      isRange: true,
      symbol: symbol.path,
    }),
  );
}

/** One definition is shown; several of one path in one file, such as overloads, together; others are candidates. */
async function gatherSymbol(reading: Reading, wanted: string): Promise<Gathered> {
  const search = await findSymbol(reading.source, wanted, reading.context);
  const [first] = search.candidates;
  if (!first) return { pieces: [], search };
  const isOne = search.candidates.every((other) => other.file === first.file && basePath(other) === basePath(first));
  if (!isOne || search.total > TOGETHER_MAX) return { pieces: [], search };
  const file = await readTextFile(reading.source, first.file);
  if ('state' in file) return { pieces: [file], search };
  const path = search.total === 1 ? first.path : basePath(first);
  const pieces = piecesOfSymbol(reading, await withExactSymbols(file), path);
  return { pieces: await addTests(reading, pieces), search };
}

/** Listing is the dearest step of a read: it is taken when first needed, and once. */
async function listOnce(reading: Reading): Promise<SourceListing> {
  reading.listing ??= await reading.source.list(reading.context.signal);
  return reading.listing;
}

async function addTests(reading: Reading, pieces: readonly Piece[]): Promise<readonly Piece[]> {
  if (!reading.input.withTests) return pieces;
  const paths = (await listOnce(reading)).entries.map((entry) => entry.path);
  return pieces.map((piece) => (piece.state === 'text' ? { ...piece, tests: relatedTests(piece.file, paths) } : piece));
}

async function addHunks(earlier: Source, pieces: readonly Piece[]): Promise<readonly Piece[]> {
  const changed: Piece[] = [];
  for (const piece of pieces) changed.push(piece.state === 'text' ? await withHunks(earlier, piece) : piece);
  return changed;
}

async function withHunks(earlier: Source, piece: TextPiece): Promise<TextPiece> {
  if (piece.lines === null) return { ...piece, hunks: [], notes: [...piece.notes, 'too long to compare'] };
  const before = await readTextFile(earlier, piece.file);
  if ('state' in before) {
    const note = before.state === 'not_found' ? 'new since that ref' : `${before.state} at that ref`;
    return { ...piece, hunks: diffLines([], piece.lines), notes: [...piece.notes, note] };
  }
  // The same blob is the same text: nothing to compare, however long it is.
  if (before.blobId !== null && before.blobId === piece.blobId) return { ...piece, hunks: [] };
  if (!piece.isRange) return { ...piece, hunks: diffLines(before.lines, piece.lines) };
  return { ...piece, hunks: null, notes: [...piece.notes, 'a diff is of a whole file; this range is shown as it is'] };
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
