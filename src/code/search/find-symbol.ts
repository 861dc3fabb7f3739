import { compareTexts } from '../../base/compare-texts.ts';
import type { IndexedSymbol } from '../index/symbols-format.ts';
import { findName, segmentSymbols } from '../index/symbols-reader.ts';
import { withoutCount } from '../lex/symbol-path.ts';
import { isBelowFolder } from '../questions/file-target.ts';
import type { SymbolCandidate, SymbolSearch } from '../questions/read.types.ts';
import { decodeBytes } from '../source/decode.ts';
import { limitText } from '../source/listing.ts';
import { roleOfPath } from '../source/path-role.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { Source } from '../source/source.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { withGoPackages } from './go-packages.ts';
import { NEAR_NAMES_MAX } from './limits.ts';
import { bestOf, readWanted, type WantedSymbol } from './match-symbols.ts';
import { findNearNames } from './near-names.ts';
import { openScope, type Scope } from './scope.ts';
import { type ContainerFit, FIT_NOTES, liesIn, OWN_FIT_MAX } from './symbol-container.ts';
import { compareDeclarations } from './symbol-hits.ts';
import { filesWithoutSymbols } from './symbol-lookup.ts';
import { isType, mayHaveSymbols, symbolsOf } from './symbols-of.ts';

const CANDIDATES_MAX = 20;
const BATCH_FILES = 32;

/** Until when to look, and below which folder; null or left out for the whole project. */
export type SymbolContext = Scope['context'] & { readonly below?: string | null };

interface Found {
  readonly symbol: SymbolCandidate;
  readonly level: number;
}

/**
 * Looks for the definitions of a name in all files: in the index, and until the operation's deadline in what the index
 * does not know. Only when there are none are names looked for that may have been meant; what is the same but for its
 * case is the answer.
 */
export async function findSymbol(source: Source, wanted: string, context: SymbolContext): Promise<SymbolSearch> {
  const query = readWanted(wanted);
  const search = await findDeclared(source, query, context);
  const others = search.total === 0 ? await ofOtherCounts(source, wanted, context) : [];
  if (others.length > 0) return { ...withoutFit(search), near: others };
  const owner = await ownerWithout(source, { query, search }, context);
  if (owner !== null) {
    const elsewhere = search.candidates.map(({ path }) => path).slice(0, NEAR_NAMES_MAX);
    const near = elsewhere.length > 0 ? elsewhere : search.near;
    return { ...withoutFit(search), total: 0, candidates: [], near, owner };
  }
  const cased = search.near.filter((name) => name.toLowerCase() === query.names[0]?.toLowerCase());
  const inCase: SymbolSearch[] = [];
  for (const name of cased)
    inCase.push(withoutFit(await findDeclared(source, readWanted(query.renamed(name)), context)));
  const candidates = inCase.flatMap((one) => one.candidates).toSorted(byUsefulness);
  if (candidates.length === 0) return withoutFit(search);
  const total = inCase.reduce((sum, one) => sum + one.total, 0);
  return { ...withoutFit(search), total, candidates: candidates.slice(0, CANDIDATES_MAX), near: [] };
}

/** Paths of what is called so without its count: of `Router/add[1]` the first, where there is no second. */
async function ofOtherCounts(source: Source, wanted: string, context: SymbolContext): Promise<readonly string[]> {
  const bare = withoutCount(wanted);
  if (bare === wanted) return [];
  const { candidates } = await findDeclared(source, readWanted(bare), context);
  return candidates.map(({ path }) => path).slice(0, NEAR_NAMES_MAX);
}

/** How a search went, and how near what it found lies to the names before the name. */
interface Fitted extends SymbolSearch {
  readonly fit: ContainerFit;
}

function withoutFit({ fit, ...search }: Fitted): SymbolSearch {
  const taken = fit > OWN_FIT_MAX ? FIT_NOTES[fit] : null;
  return taken === null ? search : { ...search, taken };
}

/** The declared type that stands right before the name and has nothing of it; null when there is none. */
async function ownerWithout(
  source: Source,
  { query, search }: { readonly query: WantedSymbol; readonly search: Fitted },
  context: SymbolContext,
): Promise<SymbolCandidate | null> {
  const { outer } = query;
  if (outer === null || (search.total > 0 && search.fit <= OWN_FIT_MAX)) return null;
  if (search.candidates.some((found) => liesIn(found, outer))) return null;
  const { candidates } = await findDeclared(source, readWanted(outer), context);
  return candidates.find(isType) ?? null;
}

async function findDeclared(source: Source, wanted: WantedSymbol, context: SymbolContext): Promise<Fitted> {
  const search = await findOnce(source, wanted, context);
  const inPackages = await withGoPackages({ source, context }, wanted.query, search.total === 0 ? null : search.fit);
  return inPackages === null ? search : await findOnce(source, wanted.within(inPackages), context);
}

async function findOnce(source: Source, query: WantedSymbol, context: SymbolContext): Promise<Fitted> {
  const { index } = source;
  const listing = index === null ? await source.list(context.signal) : null;
  const isBelow = belowCheck(context);
  const found = index === null ? [] : lookUp(index, query, isBelow);
  const paths = listing?.entries.filter(({ kind, path }) => kind === 'file' && isBelow(path)).map(({ path }) => path);
  const files = index === null ? listedPaths(paths ?? []) : unindexedPaths(index, isBelow);
  const scan = await scanFiles({ source, files, context }, query);
  const all = withoutTests([...found, ...scan.found], query);
  const candidates = bestOf(all).toSorted(byUsefulness);
  const limit = index === null ? (listing?.limit ?? null) : index.limit;
  const filesLeft = files.length - scan.read;
  // Whatever an index knows: in a text that no scanner knows nothing is declared.
  const texts =
    index === null ? (paths ?? []).filter((path) => !isSecretPath(path)).length : countTexts(index, context);
  return {
    total: candidates.length,
    candidates: candidates.slice(0, CANDIDATES_MAX),
    files: Math.max(0, texts - filesLeft),
    filesLeft,
    near: candidates.length > 0 ? [] : await nearNames(source, query, context),
    listingLimit: limit === null ? null : limitText(limit),
    fit: query.fitAt(leastLevel(all)),
  };
}

/**
 * A test is often called like what it tests, and a group of tests like its module: they are meant where nothing else is, or
 * where what else is called so only lies in a folder or file of the name before it (`tests/parse`).
 */
function withoutTests(found: readonly Found[], query: WantedSymbol): readonly Found[] {
  const declared = found.filter(({ symbol }) => symbol.kind !== 'test');
  const nearest = (of: readonly Found[]): number => query.fitAt(leastLevel(of));
  const isMeant = declared.length > 0 && (nearest(declared) <= OWN_FIT_MAX || nearest(declared) <= nearest(found));
  return isMeant ? declared : found;
}

function leastLevel(found: readonly Found[]): number {
  return found.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
}

/** Whether a file may be told. */
type BelowCheck = (path: string) => boolean;

function belowCheck({ below }: SymbolContext): BelowCheck {
  return below === null || below === undefined ? () => true : (path) => isBelowFolder(below, path);
}

function countTexts(index: SourceIndex, context: SymbolContext): number {
  const { below } = context;
  if (below === null || below === undefined) return index.progress.texts;
  const isBelow = (file: number): boolean =>
    index.files.exclusion(file) === null && isBelowFolder(below, index.files.path(file));
  let count = 0;
  for (let file = 0; file < index.files.count; file++)
    if (index.files.kind(file) === 'file' && isBelow(file)) count += 1;
  return count;
}

/** No content is read: name, path and lines are in the index. */
function lookUp(index: SourceIndex, query: WantedSymbol, isBelow: BelowCheck): readonly Found[] {
  const found: Found[] = [];
  for (const view of index.segments) {
    const symbols = segmentSymbols(view.segment);
    for (const wanted of symbols === null ? [] : query.names) {
      const name = symbols === null ? null : findName(symbols, wanted);
      if (symbols === null || name === null) continue;
      symbols.uses(name, (document, { number }) => {
        const files = view
          .files(document)
          .filter((file) => index.files.exclusion(file) === null && isBelow(index.files.path(file)));
        const symbol = files.length === 0 ? null : symbols.symbol(document, number);
        for (const file of files) found.push(...foundIn(index.files.path(file), symbol, query));
      });
    }
  }
  return found;
}

function foundIn(file: string, symbol: IndexedSymbol | null, query: WantedSymbol): readonly Found[] {
  const level = symbol === null ? null : query.levelOf(symbol, file);
  return symbol === null || level === null ? [] : [{ symbol: { ...symbol, file }, level }];
}

/** Paths that are made as they are asked for: of a million there is time for a part. */
interface Paths {
  readonly length: number;
  at(index: number): string | undefined;
}

function listedPaths(paths: readonly string[]): Paths {
  const searched = paths.filter(isSearched);
  return { length: searched.length, at: (place) => searched[place] };
}

function unindexedPaths(index: SourceIndex, isBelow: BelowCheck): Paths {
  const isWanted = (path: string): boolean => isSearched(path) && isBelow(path);
  const files = filesWithoutSymbols(index, (file) => isWanted(index.files.path(file)));
  return {
    length: files.length,
    at(place) {
      const file = files[place];
      return file === undefined ? undefined : index.files.path(file);
    },
  };
}

function isSearched(path: string): boolean {
  return mayHaveSymbols(path) && !isSecretPath(path);
}

interface Scan {
  readonly source: Source;
  readonly files: Paths;
  readonly context: SymbolContext;
}

/** Reads contents that hold the name; `read` counts the files that were looked into. */
async function scanFiles({ source, files, context }: Scan, query: WantedSymbol) {
  const found: Found[] = [];
  let read = 0;
  for (let at = 0; at < files.length && performance.now() < context.deadlineAtMs; at += BATCH_FILES) {
    context.signal.throwIfAborted();
    // Between two batches the deadline and a cancelled call are seen; a larger batch would see them later.
    const batch = Array.from(
      { length: Math.min(BATCH_FILES, files.length - at) },
      (_, next) => files.at(at + next) ?? '',
    );
    const candidates = await Promise.all(batch.map((file) => candidatesIn(source, file, query)));
    for (const list of candidates) {
      if (list === null) continue;
      read += 1;
      found.push(...list);
    }
  }
  return { found, read };
}

/** Null for a file that was not looked into. */
async function candidatesIn(source: Source, file: string, query: WantedSymbol): Promise<readonly Found[] | null> {
  const content = await source.read(file, FILE_BYTES_MAX);
  if (!content.ok) return null;
  if (!mayHold(content.bytes, query.names)) return [];
  const decoded = decodeBytes(content.bytes);
  if (decoded.kind !== 'text' || !query.names.some((name) => decoded.text.includes(name))) return [];
  const symbols = symbolsOf({ path: file, blobId: content.blobId, text: decoded.text });
  return symbols.flatMap((symbol) => foundIn(file, symbol, query));
}

/** A look at the bytes, which costs less than to decode them; only ASCII has the same bytes in all encodings but UTF-16. */
function mayHold(bytes: Uint8Array, parts: readonly string[]): boolean {
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (isWide || !parts.every((part) => /^[\x00-\x7f]*$/.test(part))) return true;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return parts.some((part) => buffer.includes(part));
}

/** Names like the last one, in all files. */
async function nearNames(source: Source, query: WantedSymbol, context: SymbolContext): Promise<readonly string[]> {
  const isBelow = belowCheck(context);
  const choice = { accepts: isBelow, key: JSON.stringify(['all', context.below]), usesPath: context.below != null };
  const scope = await openScope(source, choice, context);
  return await findNearNames({ scope }, query.names[0] ?? '');
}

function byUsefulness(a: SymbolCandidate, b: SymbolCandidate): number {
  return (
    compareDeclarations({ ...a, role: roleOfPath(a.file) }, { ...b, role: roleOfPath(b.file) }) ||
    compareTexts(a.file, b.file) ||
    a.line - b.line
  );
}
