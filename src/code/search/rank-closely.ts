import { segmentSymbols } from '../index/symbols-reader.ts';
import { endOfWordAt } from '../index/word-walk.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import { decodeText } from '../source/searched-text.ts';
import { stemOf, wordsIn } from '../text/words.ts';
import { escapeRegex } from './matcher.ts';
import type { NumberedFile } from './rank-contents.ts';
import type { RankQuery } from './rank-query.ts';
import { scanTexts } from './scan.ts';
import { makeGaps, type Scope } from './scope.ts';
import { isField, symbolsOf } from './symbols-of.ts';

/*
 * The second step of ranking, for the few files at the top: what only their contents tell. Terms that stand next to
 * each other as they do in the query, whole identifiers of it, and terms in the names of declarations.
 */

/** What neighbours add, in parts of the rarities of both, and what a whole identifier adds, in parts of those of its words. */
const PAIR_WEIGHT = 1;
const WHOLE_WEIGHT = 2;
/** What a term in names of declarations adds, in parts of its rarity. */
const SYMBOL_WEIGHT = 2;
/** Declarations of a file of the usual size, and how much more of them take away, from 0 to 1. */
const DECLARATIONS_USUAL = 30;
const DECLARATIONS_SHARE = 0.5;
/** A line that declares something named by a term is worth so many others. */
const DECLARING_LINE = 1.5;
/** And one that only names what it takes from elsewhere or gives out: whoever opens it finds nothing to read. */
const NAMING_LINE = 0.5;

type Declared = Pick<FileSymbol, 'name' | 'path' | 'kind' | 'depth' | 'startLine' | 'line' | 'endLine'>;

/** What a close look at a file tells. */
export interface CloseLook {
  /** What is to be added to the file's score before its prior. */
  readonly bonus: number;
  /** From 1: the line with the rarest terms; null when none has one. */
  readonly line: number | null;
  /** Declarations in the order of their lines. */
  readonly symbols: readonly Declared[];
}

/** What to look for. */
export interface CloseQuery {
  readonly query: RankQuery;
  /** For each term how rare it is. */
  readonly rarities: readonly number[];
  /** Files whose words were counted: nothing is rarer than one of them. */
  readonly texts: number;
}

/** Reads some files and looks at each; a file that cannot be read any more is left out. */
export async function lookClosely(
  scope: Scope,
  files: readonly NumberedFile[],
  wanted: CloseQuery,
): Promise<ReadonlyMap<number, CloseLook>> {
  const looks = new Map<number, CloseLook>();
  const pattern = patternOf(wanted.query);
  const { source, context } = scope;
  // What could not be read was told when words were counted.
  await scanTexts(
    { source, context, gaps: makeGaps(), files },
    (file, bytes, blobId) => {
      const symbols = symbolsIn(scope, file, () => symbolsOf({ path: file.path, blobId, text: decodeText(bytes) }));
      looks.set(file.number, lookAt({ bytes, symbols, pattern }, wanted));
    },
    { wantsIds: scope.indexed === null },
  );
  return looks;
}

/** From the index where it has them. */
function symbolsIn({ indexed }: Scope, file: NumberedFile, scan: () => readonly Declared[]): readonly Declared[] {
  const place = indexed?.index.place(file.number) ?? null;
  const segment = place === null ? undefined : indexed?.index.segments[place.segment]?.segment;
  const known = segment === undefined ? null : segmentSymbols(segment);
  return place === null || known === null ? scan() : known.ofDocument(place.document);
}

interface Looked {
  readonly bytes: Buffer;
  readonly symbols: readonly Declared[];
  readonly pattern: TermPattern;
}

function lookAt(looked: Looked, wanted: CloseQuery): CloseLook {
  const named = termsInNames(looked);
  const { line, pairs } = walkTerms(looked, wanted, named.lines);
  const bonus = bonusOfNames(named, wanted) + bonusOfPairs(pairs, wanted) + bonusOfWholes(looked.bytes, wanted);
  return { bonus, line, symbols: looked.symbols };
}

/** Terms in the names of declarations. */
interface NamedTerms {
  readonly counts: Uint32Array;
  /** Declarations, named by a term or not. */
  readonly declarations: number;
  /** Lines of the declarations with a term in their names. */
  readonly lines: ReadonlySet<number>;
}

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

function termsInNames({ symbols, pattern }: Looked): NamedTerms {
  const counts = new Uint32Array(pattern.terms.length);
  const lines = new Set<number>();
  let declarations = 0;
  for (const symbol of symbols) {
    const { name, line } = symbol;
    // Titles of tests are prose, and fields say less of a file than what is done with them; constants do not.
    if (symbol.kind === 'test' || (isField(symbol) && !CONSTANT.test(name))) continue;
    declarations += 1;
    visitTerms(Buffer.from(name), pattern, (term) => {
      counts[term] = (counts[term] ?? 0) + 1;
      lines.add(line);
    });
  }
  return { counts, declarations, lines };
}

function bonusOfNames({ counts, declarations }: NamedTerms, { rarities }: CloseQuery): number {
  const length = 1 - DECLARATIONS_SHARE + (DECLARATIONS_SHARE * declarations) / DECLARATIONS_USUAL;
  return rarities.reduce((sum, rarity, term) => sum + SYMBOL_WEIGHT * rarity * half((counts[term] ?? 0) / length), 0);
}

/** How much of its weight a thing has that is there so often: half when once. */
function half(count: number): number {
  return count / (1 + count);
}

/** One look for the terms in a content: how often each pair is there, and which line is best. */
function walkTerms({ bytes, pattern }: Looked, { query, rarities }: CloseQuery, declaring: ReadonlySet<number>) {
  const pairs = new Uint32Array(query.pairs.length);
  const lineOf = makeLineFinder(bytes);
  const best = makeBestLine(bytes, rarities, declaring);
  let before = -1;
  let endBefore = 0;
  visitTerms(bytes, pattern, (term, at, end) => {
    const pair = pairAt(query.pairs, before, term);
    if (pair >= 0 && areNeighbours(bytes, endBefore, at)) pairs[pair] = (pairs[pair] ?? 0) + 1;
    best.add(term, lineOf(at), at);
    before = term;
    endBefore = end;
  });
  return { line: best.line(), pairs };
}

/** How to find the terms of a query in a content. */
interface TermPattern {
  /** Any of the terms, the longest first, in any case; in bytes beyond ASCII each byte is a character. */
  readonly pattern: RegExp;
  /** The term of each word that was met, -1 for none; the same few words come all the time. */
  readonly termOf: Map<string, number>;
  readonly terms: readonly string[];
}

function patternOf({ terms }: RankQuery): TermPattern {
  const alternatives = terms.map((term) => escapeRegex(Buffer.from(term).toString('latin1')));
  return {
    pattern: new RegExp(alternatives.sort((a, b) => b.length - a.length).join('|'), 'gi'),
    termOf: new Map(),
    terms,
  };
}

/** Occurrences looked at in a file: what a file is about is plain by then. */
const OCCURRENCES_MAX = 2_000;

/**
 * Visits the terms in a content: words whose stem is one. Ten times as fast as to go over all words, since a stem is the
 * beginning of its word and the pattern passes over what has none.
 */
function visitTerms(
  bytes: Buffer,
  { pattern, termOf, terms }: TermPattern,
  visit: (term: number, at: number, end: number) => void,
): void {
  if (terms.length === 0) return;
  const text = bytes.toString('latin1');
  pattern.lastIndex = 0;
  for (let left = OCCURRENCES_MAX; left > 0; left--) {
    const at = pattern.exec(text)?.index;
    if (at === undefined) return;
    const end = endOfWordAt(bytes, at);
    const word = end < 0 ? '' : text.slice(at, end);
    let term = termOf.get(word);
    if (term === undefined) {
      term = terms.indexOf(stemOf(Buffer.from(word, 'latin1').toString().toLowerCase()));
      termOf.set(word, term);
    }
    if (term < 0) pattern.lastIndex = at + 1;
    else {
      visit(term, at, end);
      pattern.lastIndex = end;
    }
  }
}

/** Between neighbours there are no words but small ones, and not many. */
const BETWEEN_BYTES_MAX = 40;

function areNeighbours(bytes: Buffer, end: number, at: number): boolean {
  return at - end <= BETWEEN_BYTES_MAX && wordsIn(bytes.toString('utf8', end, at)).length === 0;
}

/** Tells the lines of ascending offsets, from 1. */
function makeLineFinder(bytes: Buffer): (at: number) => number {
  let line = 1;
  let from = 0;
  // Lines are short: a call for each costs more than to look at their bytes.
  return (at) => {
    for (; from < at; from++) if (bytes[from] === 0x0a) line += 1;
    return line;
  };
}

/** Finds the first line with the rarest different terms; terms come in the order of their lines. */
function makeBestLine(bytes: Buffer, rarities: readonly number[], declaring: ReadonlySet<number>) {
  const seenAt = new Int32Array(rarities.length);
  const best = { line: null as number | null, sum: 0 };
  let line = 0;
  let sum = 0;
  return {
    add(term: number, at: number, offset: number): void {
      if (at !== line) sum = 0;
      line = at;
      if (seenAt[term] === line) return;
      seenAt[term] = line;
      sum += (rarities[term] ?? 0) * (declaring.has(line) ? DECLARING_LINE : 1);
      if (sum <= best.sum) return;
      const worth = onlyNames(bytes, offset) ? sum * NAMING_LINE : sum;
      if (worth > best.sum) Object.assign(best, { line, sum: worth });
    },
    line: () => best.line,
  };
}

/** An import or what is like it, and a line of its list: `import { a } from 'b'`, `use a::b;`, `  a as b,`. */
const NAMES =
  /^[ \t]*(?:(?:import|using|require\w*|package|#[ \t]*include|from[ \t]+[\w.]+[ \t]+import)\b|use[ \t]+[\w\\:]*[;:{\\]|export[ \t]*[*{]|\}[ \t]*from\b|(?:type[ \t]+)?[\w$]+(?:[ \t]+as[ \t]+[\w$]+)?[ \t]*,?[ \t\r]*$)/;
/** Longer lines say more than a name. */
const NAMING_BYTES_MAX = 300;

/** Whether the line around an offset only names something. */
function onlyNames(bytes: Buffer, offset: number): boolean {
  const from = offset === 0 ? 0 : bytes.lastIndexOf(0x0a, offset - 1) + 1;
  const to = bytes.indexOf(0x0a, offset);
  const end = to < 0 ? bytes.length : to;
  return end - from <= NAMING_BYTES_MAX && NAMES.test(bytes.toString('latin1', from, end));
}

/** The place of a pair; -1 when the query has it not. */
function pairAt(pairs: RankQuery['pairs'], first: number, second: number): number {
  for (let at = 0; at < pairs.length; at++) if (pairs[at]?.[0] === first && pairs[at]?.[1] === second) return at;
  return -1;
}

function bonusOfPairs(counts: Uint32Array, wanted: CloseQuery): number {
  return wanted.query.pairs.reduce(
    (sum, pair, at) => sum + PAIR_WEIGHT * rarityOf(pair, wanted) * half(counts[at] ?? 0),
    0,
  );
}

/** How rare several terms together are taken to be: as all of them, as far as anything can be. */
function rarityOf(terms: readonly number[], { rarities, texts }: CloseQuery): number {
  const sum = [...new Set(terms)].reduce((all, term) => all + (rarities[term] ?? 0), 0);
  return Math.min(sum, Math.log(texts + 1));
}

function bonusOfWholes(bytes: Buffer, wanted: CloseQuery): number {
  return wanted.query.wholes.reduce(
    (sum, { text, terms }) => sum + WHOLE_WEIGHT * rarityOf(terms, wanted) * half(countWhole(bytes, text)),
    0,
  );
}

/** Occurrences beyond which more say nothing. */
const WHOLE_COUNT_MAX = 100;

function countWhole(bytes: Buffer, text: string): number {
  const sought = Buffer.from(text);
  let count = 0;
  for (let at = bytes.indexOf(sought); at >= 0 && count < WHOLE_COUNT_MAX; at = bytes.indexOf(sought, at + 1)) {
    if (!isOfName(bytes[at - 1]) && !isOfName(bytes[at + sought.length])) count += 1;
  }
  return count;
}

/** Whether a byte goes on with an identifier; beyond ASCII it is taken to. */
function isOfName(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[A-Za-z0-9_$]/.test(String.fromCharCode(byte)));
}
