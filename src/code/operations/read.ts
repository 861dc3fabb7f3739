import { freshnessOf } from '../index/freshness.ts';
import { withoutCount } from '../lex/symbol-path.ts';
import type { OperationContext } from '../questions/context.ts';
import { belowFolder, isBelowFolder } from '../questions/file-target.ts';
import type {
  PieceTests,
  ReadInput,
  ReadOutput,
  RefusedPiece,
  SymbolCandidate,
  SymbolSearch,
  TextPiece,
} from '../questions/read.types.ts';
import { findSymbol } from '../search/find-symbol.ts';
import { isInOtherCase, readWanted } from '../search/match-symbols.ts';
import { nearPaths } from '../search/near-paths.ts';
import { plainPath } from '../source/path-bytes.ts';
import { roleOfPath } from '../source/path-role.ts';
import type { Source } from '../source/source.ts';
import { findFields, membersIn } from './fields.ts';
import { openEarlier } from './open-earlier.ts';
import { addHunks } from './read/add-hunks.ts';
import { meantFile } from './read/meant-file.ts';
import { pieceOf, readTextFile, refused, type TextFile, type Wanted, withExactSymbols } from './read/piece.ts';
import { relatedTests } from './read/related-tests.ts';
import { findTestUses } from './read/test-uses.ts';

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
  const answer = { identity: source.identity, freshness: freshnessOf(source.index), pieces, search };
  if (input.diffFrom === null) return { problem: 'none', ...answer, pieces: withinBound(pieces) };
  // Opened last: a call without a diff never pays for a second source.
  const earlier = await openEarlier(context, input.source, input.diffFrom);
  if (!earlier.ok) return { problem: earlier.error, ...answer, pieces: [] };
  return { problem: 'none', ...answer, pieces: await addHunks(reading.files, earlier.value, pieces, CHARACTERS_MAX) };
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
  if (isAroundNothing(reading.input, pieces)) return { pieces: pieces.map(refuseAround), search: null };
  return { pieces: await addTests(reading, pieces), search: searchOfMore(reading, pieces) };
}

/** What would be passed over in silence is refused: who asks for it would take the answer for something else. */
const RANGE_AND_SYMBOL = 'it has a range of lines, and symbol was given, too, which is shown whole';
const AROUND_WHOLE = 'around adds lines to a range or a symbol, and the whole file was asked for';

/** Whether lines around were asked for, and nothing but whole files. */
function isAroundNothing({ around }: ReadInput, pieces: readonly Piece[]): boolean {
  return around > 0 && pieces.every((piece) => piece.state === 'text' && !piece.isRange);
}

function refuseAround({ file }: Piece): Piece {
  return refused('no_effect', file, AROUND_WHOLE);
}

/** What a look for a symbol in named files has found beside what is shown; null when that is all. */
function searchOfMore({ more, files }: Reading, pieces: readonly Piece[]): SymbolSearch | null {
  if (more.length === 0) return null;
  const shown = pieces.filter((piece) => piece.state === 'text' && piece.symbol !== null).length;
  const whole = { files: files.size, filesLeft: 0, near: [], listingLimit: null };
  return { total: shown + more.length, candidates: more.slice(0, NAMED_MAX), ...whole };
}

async function gatherFile(reading: Reading, written: string): Promise<readonly Piece[]> {
  const { input } = reading;
  const { location } = input.source;
  const given = belowFolder(input.prefix === null ? location : `${location}/${input.prefix}`, written);
  const place = { read: (path: string) => readNoted(reading, path), mayMark: input.symbol === null };
  const meant = await meantFile(given, { ...place, prefix: input.prefix });
  if (meant.kind === 'refused') return [await withNear(reading, meant.piece)];
  const wanted = meant.kind === 'symbol' ? meant.wanted : input.symbol;
  const range = meant.kind === 'lines' ? meant.range : null;
  if (wanted !== null && range !== null) return [refused('no_effect', written, RANGE_AND_SYMBOL)];
  if (wanted !== null) return piecesOfSymbol(reading, await withExactSymbols(meant.file), wanted);
  if (range !== null) return [pieceOf(meant.file, { ...range, around: input.around, isRange: true, symbol: null })];
  const file = needsOutline(reading, meant.file) ? await withExactSymbols(meant.file) : meant.file;
  return [pieceOf(file, wholeOf(file))];
}

function wholeOf({ lines }: TextFile): Wanted {
  return { from: 1, to: lines.length, around: 0, isRange: false, symbol: null };
}

/** Only a miss lists the tree, to name what is spelt alike and can be asked for. */
async function withNear(reading: Reading, piece: RefusedPiece): Promise<RefusedPiece> {
  if (piece.state !== 'not_found') return piece;
  const { prefix } = reading.input;
  const paths = await pathsOnce(reading);
  const below = prefix === null ? paths : paths.filter((path) => isBelowFolder(prefix, path));
  return { ...piece, near: nearPaths(meantPath(piece.file), below) };
}

/** What may have been meant by the path of no file: of another system, or with a range that is none. */
function meantPath(file: string): string {
  return plainPath(file)
    .replaceAll('\\', '/')
    .replace(/:[-+\d]{0,40}$/, '');
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
  const symbols = membersIn(file, wanted);
  if (symbols.length === 0) {
    const near = nearPaths(wanted, [...new Set(file.symbols.map((symbol) => symbol.path))]);
    return [{ state: 'not_found', file: file.file, detail: `no symbol ${wanted} in this file`, near }];
  }
  for (const { signature: _, ...symbol } of symbols.slice(TOGETHER_MAX)) more.push({ ...symbol, file: file.file });
  return symbols.slice(0, TOGETHER_MAX).map((symbol) => {
    const piece = pieceOf(file, {
      from: symbol.startLine,
      to: symbol.endLine,
      around: input.around,
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
  const search = await searchOf(reading, wanted);
  const [first] = search.candidates;
  if (!first) return { pieces: [], search };
  const isOne = search.candidates.every(
    (other) => other.file === first.file && withoutCount(other.path) === withoutCount(first.path),
  );
  if (!isOne || search.total > TOGETHER_MAX) return { pieces: [], search };
  const file = await readNoted(reading, first.file);
  if ('state' in file) return { pieces: [file], search };
  const path = search.total === 1 ? first.path : withoutCount(first.path);
  // From the top of the file on: another symbol's path may end with this one.
  const pieces = noted(piecesOfSymbol(reading, await withExactSymbols(file), `/${path}`), search.taken);
  return { pieces: await addTests(reading, pieces), search };
}

/** Where a type has nothing declared of the name, it may have a field. */
async function searchOf({ source, context, input }: Reading, wanted: string): Promise<SymbolSearch> {
  const within = { ...context, below: input.prefix };
  const search = await findSymbol(source, wanted, within);
  if (search.owner === undefined) return search;
  const fields = await findFields(source, readWanted(wanted).query, within);
  if (fields.length === 0) return search;
  const candidates = fields.map(({ signature: _, ...field }): SymbolCandidate => field);
  const { files, filesLeft, listingLimit } = search;
  return { total: fields.length, candidates: candidates.slice(0, NAMED_MAX), files, filesLeft, listingLimit, near: [] };
}

/** With how the names before the symbol were read, where that is to be told. */
function noted(pieces: readonly Piece[], note: string | undefined): readonly Piece[] {
  if (note === undefined) return pieces;
  return pieces.map((piece) => (piece.state === 'text' ? { ...piece, notes: [...piece.notes, note] } : piece));
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

/** Tests by name, and for a symbol those that use it. */
async function addTests(reading: Reading, pieces: readonly Piece[]): Promise<readonly Piece[]> {
  if (!reading.input.withTests) return pieces;
  const paths = await pathsOnce(reading);
  const told: Piece[] = [];
  const names = new Set<string>();
  for (const piece of pieces) {
    // Overloads of one name have the same tests: the first one tells them.
    const name = piece.state === 'text' ? `${piece.file} ${withoutCount(piece.symbol ?? '')}` : '';
    if (piece.state !== 'text' || names.has(name)) {
      told.push(piece);
      continue;
    }
    names.add(name);
    told.push({ ...piece, tests: await testsOf(reading, piece, paths) });
  }
  return told;
}

/** Null for what is a test itself. */
async function testsOf(
  { source, context }: Reading,
  { file, symbol }: TextPiece,
  paths: readonly string[],
): Promise<PieceTests | null> {
  if (roleOfPath(file) === 'test') return null;
  const uses = symbol === null ? null : await findTestUses(source, { file, symbol }, context);
  return { byName: relatedTests(file, paths), uses };
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
