import { makeLru } from '../../base/lru.ts';
import type { Language } from '../lex/languages.ts';
import { LEX_RULES } from '../lex/lex-rules.ts';
import { maskCode, withoutComments } from '../lex/mask.ts';
import { languageIn } from '../lex/shebang.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import { hasGrammar } from './grammars.ts';
import type { Extent } from './parse-messages.ts';
import { makeSyntaxParser, type ParseInput, type ParseOutcome, type SyntaxParser } from './parser.ts';
import { parserPort } from './parser-port.ts';
import { askPort } from './port.ts';

/** A text whose symbols a scanner has found. */
export interface ScannedText {
  readonly path: string;
  /** Null when it is not known: then nothing is remembered. */
  readonly blobId: string | null;
  readonly text: string;
  readonly symbols: readonly FileSymbol[];
}

/** Symbols with the extents that a parser gives them, where it does. */
export interface ExactSymbols {
  readonly symbols: readonly FileSymbol[];
  /** Whether a parser has seen the text; else all extents are the scanner's. */
  readonly isParsed: boolean;
}

/** Longer texts are not parsed: it would take half a second and more. */
const TEXT_CHARACTERS_MAX = 500_000;
/** A grammar that takes seconds for files that others take a tenth of one for. */
const SLOW_CHARACTERS_MAX: Readonly<Record<string, number>> = { swift: 20_000 };
/** Symbols of one text that are asked for. */
const MARKS_MAX = 5_000;
/** An answer does not wait longer for exactness; the parse goes on, and the next answer has it. */
const WAIT_MS_MAX = 1_000;

/**
 * The symbols of a text with their exact first and last lines and their heads as signatures. Names, paths and kinds stay
 * the scanner's, so that a symbol is called the same everywhere. Without a parser, or where the tree is unsound, the
 * scanner's extents stay. Never throws.
 */
export async function exactSymbols(scanned: ScannedText): Promise<ExactSymbols> {
  const asScanned = { symbols: scanned.symbols, isParsed: false };
  const read = languageIn(scanned.path, scanned.text);
  const language = read?.id ?? '';
  const { length } = scanned.symbols;
  const charactersMax = SLOW_CHARACTERS_MAX[language] ?? TEXT_CHARACTERS_MAX;
  if (!hasGrammar(language) || length === 0 || length > MARKS_MAX || scanned.text.length > charactersMax)
    return asScanned;
  const key = scanned.blobId === null ? null : `${language} ${scanned.blobId}`;
  const begin = (): Parse => ({ outcome: ask(language, scanned), startedMs: performance.now() });
  const extents = await withinTime(key === null ? begin() : remembered(key, begin));
  if (extents === null || extents === 'busy') return asScanned;
  return {
    symbols: scanned.symbols.map((symbol, at) => refine(symbol, extents[at] ?? null, { ...scanned, language: read })),
    isParsed: true,
  };
}

function ask(language: string, { text, symbols }: ScannedText): Promise<ParseOutcome> {
  const marks = symbols.map(({ line, column, kind }) => ({
    row: line - 1,
    column: column - 1,
    // In C and C++ the body of a test stands behind the call that names it.
    isCall: kind === 'test' && language !== 'c' && language !== 'cpp',
  }));
  return parser().parse({ language, text, marks });
}

/** The parser of this thread: the engine's one where there is a way to it, so that all threads share a process. */
let own: Pick<SyntaxParser, 'parse'> | null = null;

function parser(): Pick<SyntaxParser, 'parse'> {
  const port = parserPort();
  own ??= port === null ? makeSyntaxParser() : { parse: askPort<ParseInput, ParseOutcome>(port) };
  return own;
}

/** Texts that a thread remembers the extents of, some 10 MB. */
const REMEMBERED_MAX = 500;

/** A parse that was begun, on the clock of `performance.now()`. */
interface Parse {
  readonly outcome: Promise<ParseOutcome>;
  readonly startedMs: number;
}

/** What failed is remembered too: a text that ends a parser must not be tried at each call. */
const known = makeLru<string, Parse>(REMEMBERED_MAX);

function remembered(key: string, begin: () => Parse): Parse {
  const asked = known.get(key) ?? begin();
  known.set(key, asked);
  void asked.outcome.then((outcome) => {
    if (outcome === 'busy' && known.get(key) === asked) known.delete(key);
  });
  return asked;
}

/** Of one parse only the first second is waited for, however many ask: who comes later has the scanner's at once. */
async function withinTime({ outcome, startedMs }: Parse): Promise<ParseOutcome> {
  const leftMs = Math.max(0, startedMs + WAIT_MS_MAX - performance.now());
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'busy'>((resolve) => {
    timer = setTimeout(() => resolve('busy'), leftMs);
  });
  const first = await Promise.race([outcome, late]);
  clearTimeout(timer);
  return first;
}

/** Longer signatures end in `…`, as the scanner's do. */
const SIGNATURE_CHARACTERS_MAX = 300;

/** A short type is its own best head; of a longer one the scanner's beginning is enough. */
const TYPE_CHARACTERS_MAX = 120;

/** A text with the language that it is in, by its path or its first line. */
interface ReadText extends ScannedText {
  readonly language: Language | null;
}

/** An extent must hold the name and what the scanner says lies above it; another one is a misunderstanding. */
function refine(symbol: FileSymbol, extent: Extent | null, scanned: ReadText): FileSymbol {
  if (extent === null || extent.startLine > symbol.line || extent.endLine < symbol.line) return symbol;
  const startLine = Math.min(symbol.startLine, extent.startLine);
  return { ...symbol, startLine, endLine: extent.endLine, signature: signatureOf(symbol, extent, scanned) };
}

/**
 * The head; but what the scanner has cut off behind it, such as a value or the fields of a type, stays away, and so does
 * what it has folded.
 */
function signatureOf(
  { kind, signature }: FileSymbol,
  { headFrom, headTo }: Extent,
  { text, language }: ReadText,
): string {
  if (kind === 'test' || headTo - headFrom > HEAD_READ_MAX) return signature;
  const head = withoutItsComments(language, text.slice(headFrom, headTo))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s*(?:(?<!=)[={:;]|;)$/, '');
  const isLong = head.length > TYPE_CHARACTERS_MAX;
  const isCut = head.startsWith(signature) && (kind !== 'type' || isLong);
  if (head === '' || isCut || (isLong && signature.includes(FOLDED))) return signature;
  return head.length > SIGNATURE_CHARACTERS_MAX ? `${head.slice(0, SIGNATURE_CHARACTERS_MAX - 1)}…` : head;
}

/** Characters of a head that is read; of a longer one the scanner's beginning is enough. */
const HEAD_READ_MAX = 2_000;
/** What the scanner writes for an object in a long head. */
const FOLDED = '{…}';

/** A head begins with code, so what are comments in it can be told without the text before. */
function withoutItsComments(language: Language | null, head: string): string {
  const scanner = /[/#]/.test(head) ? (language?.scanner ?? null) : null;
  return scanner === null ? head : withoutComments(head, maskCode(head, LEX_RULES[scanner]));
}
