import {
  findGoDeclaration,
  findJavaDeclaration,
  findPythonDeclaration,
  findRustDeclaration,
} from './declarations-other.ts';
import { findScriptDeclaration } from './declarations-script.ts';
import { extentOf } from './extent.ts';
import type { Language } from './languages.ts';
import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { type Structure, structureOf } from './structure.ts';
import {
  type Declaration,
  type FileSymbol,
  type FindDeclaration,
  LINE_PROBE_CHARACTERS,
  type LineView,
} from './symbol.ts';

/** Symbols of one file; more are not listed. */
const SYMBOLS_MAX = 20_000;
/** Longer texts are not scanned. */
const SCAN_CHARACTERS_MAX = 4 * 1_024 * 1_024;
/** Symbols inside of each other; what is deeper is local to something that was listed. */
const DEPTH_MAX = 8;
/** Longer signatures end in `…`. Part of what `FileSymbol.signature` promises. */
const SIGNATURE_CHARACTERS_MAX = 300;
/** Comment lines and attributes that are counted to a declaration: bounds the walk up from each of them. */
const LINES_ABOVE_MAX = 60;

const FINDERS: Readonly<Record<ScannedLanguage, FindDeclaration>> = {
  script: findScriptDeclaration,
  python: findPythonDeclaration,
  go: findGoDeclaration,
  rust: findRustDeclaration,
  java: findJavaDeclaration,
};

/**
 * The declarations of a text in the order of its lines, found by patterns on the masked text, never by running or
 * parsing it. Empty for a language without a scanner. Takes time linear in the text and never throws.
 */
export function scanSymbols(language: Language, text: string): readonly FileSymbol[] {
  if (language.scanner === null || text.length > SCAN_CHARACTERS_MAX) return [];
  const structure = structureOf(maskCode(text, LEX_RULES[language.scanner]));
  const scan: Scan = {
    text,
    structure,
    language: language.scanner,
    symbols: [],
    open: [],
    byBody: new Map(),
    counts: new Map(),
  };
  const lines = structure.lineStarts.length;
  for (let line = 0; line < lines && scan.symbols.length < SYMBOLS_MAX; line += 1) scanLine(scan, line);
  closeBlocks(scan, -1, lines - 1);
  return scan.symbols;
}

/** A symbol while its end may still change: Python's ends are known only when the block is over. */
type Draft = { -readonly [Key in keyof FileSymbol]: FileSymbol[Key] };

/** A symbol whose extent the scan is in. */
interface Open {
  readonly symbol: Draft;
  readonly scope: string;
  /** Offset of its last character; in Python unknown, so the text's end. */
  readonly end: number;
  /** Python: columns before the head. */
  readonly indent: number;
  /** Names from the outside in. */
  readonly names: readonly string[];
}

/**
 * The state of one run. `open` are the symbols around the present line, the innermost last; `byBody` finds the symbol
 * of an opening brace; `counts` numbers paths that occur again.
 */
interface Scan {
  readonly text: string;
  readonly structure: Structure;
  readonly language: ScannedLanguage;
  readonly symbols: Draft[];
  readonly open: Open[];
  readonly byBody: Map<number, Open>;
  readonly counts: Map<string, number>;
  /** Python: the last line with code on it. */
  lastCodeLine?: number;
}

/**
 * One line: blocks that are over leave first, so that what is found belongs to the right one. A declaration deeper than
 * the bound is not listed.
 */
function scanLine(scan: Scan, line: number): void {
  const { structure } = scan;
  const start = structure.lineStarts[line] ?? 0;
  const next = structure.lineStarts[line + 1];
  const end = next === undefined ? structure.mask.length : next - 1;
  const masked = structure.mask.slice(start, Math.min(end, start + LINE_PROBE_CHARACTERS));
  const indent = masked.search(/\S/);
  if (indent === -1) return;
  if (scan.language === 'python') beginPythonLine(scan, line, indent);
  if (!mayDeclare(scan, line, masked) || structure.startsInLiteral(line)) return;
  while (scan.language !== 'python' && (scan.open.at(-1)?.end ?? Number.POSITIVE_INFINITY) < start) scan.open.pop();
  const view = viewLine(scan, line, masked);
  const declaration = FINDERS[scan.language](view);
  if (declaration && scan.open.length < DEPTH_MAX) addSymbol(scan, { line, start, indent, declaration });
}

// A first look that costs little: most lines declare nothing and need no view. Inside of types nearly any may.
const FIRST_WORDS: Readonly<Record<ScannedLanguage, RegExp>> = {
  script:
    /^\s*(?:(?:export|default|declare|async|function|abstract|class|interface|type|const|let|var|enum|namespace|module|describe|it|test|suite|context|bench)\b|[\w$\u0080-\uffff]+\.[\w$.\u0080-\uffff]+\s*=(?!=))/,
  python: /^\s*(?:async|def|class)\b|^[^\s"'#)\]}]/,
  go: /^(?:func|type|const|var)\b/,
  rust: /^\s*(?:pub|default|const|async|unsafe|safe|extern|fn|struct|enum|union|trait|mod|type|static|impl|auto|macro_rules)\b/,
  java: /\b(?:class|interface|enum|record)\b/,
};

/**
 * Whether a line is worth a view. Python's and Rust's declarations all begin with a word; members in the others are
 * told by the bracket that they stand in, and by a sign that every one of them has.
 */
function mayDeclare(scan: Scan, line: number, masked: string): boolean {
  if (FIRST_WORDS[scan.language].test(masked)) return true;
  if (scan.language === 'python' || scan.language === 'rust') return false;
  const bracket = scan.structure.openAtLine[line] ?? -1;
  if (scan.language === 'go') return bracket !== -1 && scan.structure.mask[bracket] === '(';
  return scan.byBody.has(bracket) && /[(=<]/.test(masked);
}

/** A Python block ends before the first line of code that is not deeper than its head. */
function beginPythonLine(scan: Scan, line: number, indent: number): void {
  if (!isCarriedOn(scan.structure, line)) closeBlocks(scan, indent, scan.lastCodeLine ?? line);
  scan.lastCodeLine = line;
}

/**
 * Ends the Python blocks that are not less indented than a line. They end with the last line of code before it, so that
 * blank lines and comments between two functions belong to neither.
 */
function closeBlocks(scan: Scan, indent: number, lastLine: number): void {
  if (scan.language !== 'python') return;
  for (let top = scan.open.at(-1); top && top.indent >= indent; top = scan.open.at(-1)) {
    top.symbol.endLine = Math.max(top.symbol.line, Math.min(lastLine, scan.lastCodeLine ?? lastLine) + 1);
    scan.open.pop();
  }
}

function viewLine(scan: Scan, line: number, masked: string): LineView {
  const { structure, text } = scan;
  const start = structure.lineStarts[line] ?? 0;
  const bracket = structure.openAtLine[line] ?? -1;
  const body = scan.language === 'python' ? scan.open.at(-1) : scan.byBody.get(bracket);
  return {
    masked,
    original: text.slice(start, start + masked.length),
    ahead: structure.mask.slice(start, start + 2 * LINE_PROBE_CHARACTERS),
    aheadOriginal: text.slice(start, start + 2 * LINE_PROBE_CHARACTERS),
    inside: bracket === -1 ? '' : (structure.mask[bracket] as LineView['inside']),
    insideOf: body?.symbol.kind ?? null,
    insideName: body?.symbol.name ?? '',
    insideHead: bracket === -1 ? '' : structure.mask.slice(Math.max(0, bracket - 40), bracket),
    get above() {
      return text.slice(structure.lineStarts[firstLineAbove(scan, line)] ?? start, start);
    },
  };
}

/**
 * The first line of the comments, decorators and attributes that stand directly above a line: a caller who reads a
 * symbol wants them with it. Java's `@interface` declares a type and is no annotation.
 */
function firstLineAbove(scan: Scan, line: number): number {
  const { structure, text } = scan;
  let first = line;
  while (first > 0 && line - first < LINES_ABOVE_MAX) {
    const bracket = structure.openAtLine[first] ?? -1;
    const ownBracket = structure.openAtLine[line] ?? -1;
    let above = first - 1;
    // The last line of a decorator that goes over lines leads to its first.
    const inside = structure.openAtLine[above] ?? -1;
    if (inside !== -1 && inside !== ownBracket && bracket === ownBracket) above = structure.lineAt(inside);
    const from = structure.lineStarts[above] ?? 0;
    const to = structure.lineStarts[above + 1] ?? text.length;
    const masked = structure.mask.slice(from, Math.min(to, from + LINE_PROBE_CHARACTERS)).trim();
    const isComment = masked === '' && text.slice(from, to).trim() !== '';
    if (!isComment && !/^(?:@(?!interface\b)\w|#!?\[)(?:.*[^;}])?$/.test(masked)) break;
    first = above;
  }
  return first;
}

interface FoundLine {
  readonly line: number;
  readonly start: number;
  readonly indent: number;
  readonly declaration: Declaration;
}

/**
 * Lists a declaration and opens its block. A slash in a name (test titles have them) would make two of it in the path,
 * so it becomes a space there. Python's statements open no block; other ends are known at once.
 */
function addSymbol(scan: Scan, found: FoundLine): void {
  const { line, start, indent, declaration } = found;
  const { structure } = scan;
  const parent = scan.open.at(-1);
  const from = start + (declaration.kind === 'test' && declaration.body === 'statement' ? indent : declaration.nameAt);
  const extent =
    scan.language === 'python'
      ? pythonExtent(structure, line, from)
      : extentOf(structure, from, declaration, scan.language);
  const names = [...(parent?.names ?? []), ...(declaration.owner ? [declaration.owner] : [])];
  const symbol: Draft = {
    name: declaration.name,
    path: numbered(scan, [...names, declaration.name.replaceAll('/', ' ')].join('/')),
    kind: declaration.kind,
    startLine: firstLineAbove(scan, line) + 1,
    line: line + 1,
    endLine: structure.lineAt(extent.end) + 1,
    column: declaration.nameAt + 1,
    signature: signatureOf(scan.text.slice(start, extent.headEnd)),
    depth: scan.open.length,
  };
  scan.symbols.push(symbol);
  if (scan.language === 'python' && declaration.body === 'statement') return;
  const scope = (declaration.scope ?? declaration.name).replaceAll('/', ' ');
  const end = scan.language === 'python' ? structure.mask.length : extent.end;
  const open: Open = { symbol, scope, end, indent, names: [...names, scope] };
  scan.open.push(open);
  if (extent.bodyOpen !== -1) scan.byBody.set(extent.bodyOpen, open);
}

/** A Python head ends at its colon, a statement at the last line that a bracket or literal carries it on to. */
function pythonExtent(
  structure: Structure,
  line: number,
  from: number,
): { headEnd: number; end: number; bodyOpen: number } {
  const { mask } = structure;
  let at = from;
  for (
    let steps = 0;
    steps < LINE_PROBE_CHARACTERS && at < mask.length && mask[at] !== ':' && mask[at] !== '\n';
    steps += 1
  ) {
    at = '([{'.includes(mask[at] ?? '') ? structure.closeOf(at) + 1 : at + 1;
  }
  let last = Math.max(line, structure.lineAt(Math.min(at, mask.length - 1)));
  while (last + 1 < structure.lineStarts.length && last - line < 5_000 && isCarriedOn(structure, last + 1)) last += 1;
  return { headEnd: Math.min(at, mask.length), end: structure.lineStarts[last] ?? from, bodyOpen: -1 };
}

/** Whether a line goes on with the one before: inside of brackets or a literal, or after a backslash. */
function isCarriedOn(structure: Structure, line: number): boolean {
  if ((structure.openAtLine[line] ?? -1) !== -1 || structure.startsInLiteral(line)) return true;
  const start = structure.lineStarts[line] ?? 0;
  return /\\\r?\n$/.test(structure.mask.slice(Math.max(0, start - 3), start));
}

/** Overloads and repeated test titles keep a path of their own: the first as it is, then `[1]`, `[2]`. */
function numbered(scan: Scan, path: string): string {
  const earlier = scan.counts.get(path) ?? 0;
  scan.counts.set(path, earlier + 1);
  return earlier === 0 ? path : `${path}[${earlier}]`;
}

/**
 * The head on one line, without the brace or `=` that leads to the body. Cut before the spaces go, so that a head of
 * megabytes costs no more than a short one.
 */
function signatureOf(head: string): string {
  const line = head
    .slice(0, 2 * SIGNATURE_CHARACTERS_MAX)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\s*[={]$/, '');
  return line.length > SIGNATURE_CHARACTERS_MAX ? `${line.slice(0, SIGNATURE_CHARACTERS_MAX - 1)}…` : line;
}
