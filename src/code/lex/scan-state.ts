import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { withoutComments } from './mask.ts';
import { endMembers, markMemberEnds } from './script-breaks.ts';
import { type HeadExtent, scriptHeadExtent } from './script-signature.ts';
import type { Structure } from './structure.ts';
import { type FileSymbol, LINE_PROBE_CHARACTERS, type SymbolKind } from './symbol.ts';

/** Symbols inside of each other; what is deeper is local to something that was listed. */
const DEPTH_MAX = 8;
/** Longer signatures end in `…`. Part of what `FileSymbol.signature` promises. */
const SIGNATURE_CHARACTERS_MAX = 300;
/** Comment lines and attributes that are counted to a declaration: bounds the walk up from each of them. */
const LINES_ABOVE_MAX = 60;

/** A symbol while its end may still change: ends by indentation are known only when the block is over. */
export type Draft = { -readonly [Key in keyof FileSymbol]: FileSymbol[Key] };

/** A symbol whose extent the scan is in. */
export interface Open {
  readonly symbol: Draft;
  /** Offset of its last character; the text's end where indentation will tell. */
  readonly end: number;
  /** Offset of the brace of its body; -1 when it has none. */
  readonly bodyOpen: number;
  /** Columns before the head. */
  readonly indent: number;
  /** Names from the outside in, as the paths of what it encloses begin; empty for none. */
  readonly scope: string;
}

/** The state of one run. */
export interface Scan {
  readonly text: string;
  readonly structure: Structure;
  readonly language: ScannedLanguage;
  /** Whether signatures are made; otherwise they are empty. */
  readonly hasSignatures: boolean;
  readonly symbols: Draft[];
  /** The symbols around the present place, the innermost last. */
  readonly open: Open[];
  /** The symbol of an opening brace. */
  readonly byBody: Map<number, Open>;
  /** How often each path has been met. */
  readonly counts: Map<string, number>;
}

/** A declaration with all its places, as offsets. */
export interface Found {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Where attributes, if any, and the declaration itself begin: what stands above the line belongs to it, too. */
  readonly from: number;
  /** Where the signature begins. */
  readonly headFrom: number;
  readonly nameAt: number;
  readonly headEnd: number;
  /** Of its last character. */
  readonly end: number;
  /** What enclosed symbols carry as their outer name; the name itself when left out, nothing when empty. */
  readonly scope?: string | undefined;
  /** An outer name that the declaration itself tells. */
  readonly owner?: string | undefined;
  /** Whether others stand before it on its line: what is above that is not about it. */
  readonly isWithinLine?: boolean;
}

/**
 * Lists a declaration within the symbols that are open and answers what is to be opened for it; null when it is deeper
 * than the bound. A slash in a name (test titles have them) would make two of it in the path, so it becomes a space.
 */
export function listSymbol(scan: Scan, found: Found): { readonly symbol: Draft; readonly scope: string } | null {
  const { structure, open } = scan;
  if (open.length >= DEPTH_MAX) return null;
  const outer = within(open.at(-1)?.scope ?? '', found.owner ?? '');
  const own = found.name.includes('/') ? found.name.replaceAll('/', ' ') : found.name;
  const line = structure.lineAt(found.nameAt);
  const startLine = lineNear(structure, line, found.from);
  const symbol: Draft = {
    name: found.name,
    path: numbered(scan, within(outer, own)),
    kind: found.kind,
    startLine: (found.isWithinLine ? startLine : firstLineAbove(scan, startLine)) + 1,
    line: line + 1,
    endLine: Math.max(line, lineNear(structure, line, found.end)) + 1,
    column: found.nameAt - (structure.lineStarts[line] ?? 0) + 1,
    signature: scan.hasSignatures ? signatureOf(scan, found) : '',
    depth: open.length,
  };
  scan.symbols.push(symbol);
  return { symbol, scope: within(outer, found.scope ?? own) };
}

/** A name in a path; either may be empty. */
function within(outer: string, name: string): string {
  return outer === '' || name === '' ? outer + name : `${outer}/${name}`;
}

/** The line of an offset that is most likely on a given line. */
function lineNear({ lineStarts, lineAt }: Structure, line: number, offset: number): number {
  const isHere = offset >= (lineStarts[line] ?? 0) && offset < (lineStarts[line + 1] ?? 0);
  return isHere ? line : lineAt(offset);
}

/**
 * The first line of the comments, decorators and attributes that stand directly above a line: a caller who reads a
 * symbol wants them with it. Java's `@interface` declares a type and is no annotation.
 */
export function firstLineAbove({ structure, text }: Pick<Scan, 'structure' | 'text'>, line: number): number {
  let first = line;
  while (first > 0 && line - first < LINES_ABOVE_MAX) {
    const bracket = structure.openAtLine[first] ?? -1;
    const ownBracket = structure.openAtLine[line] ?? -1;
    let above = first - 1;
    // The last line of a decorator that goes over lines leads to its first.
    const inside = structure.openAtLine[above] ?? -1;
    const isEnd = inside !== -1 && inside !== ownBracket && bracket === ownBracket && endsMark(structure, above);
    if (isEnd) above = structure.lineAt(inside);
    const from = structure.lineStarts[above] ?? 0;
    const to = structure.lineStarts[above + 1];
    if (!belongsBelow(structure.mask, text, from, to) || (!isEnd && isDeclaration(structure, above))) break;
    first = above;
  }
  return first;
}

/** Whether a line ends as a decorator does that goes over lines, and no body. */
function endsMark(structure: Structure, line: number): boolean {
  const last = lastOnLine(structure, line);
  return last === ')' || last === ']';
}

/** Whether a line that begins with an attribute is a declaration itself: a member of a list, or one with a body. */
function isDeclaration(structure: Structure, line: number): boolean {
  const last = lastOnLine(structure, line);
  return last === ',' || last === '{' || DECLARED_BEHIND.test(lineFrom(structure, line));
}

/** A declaration behind its annotations on one line: `@main def run() = 1`, `@Inject lateinit var a: A`. */
const DECLARED_BEHIND =
  /^@[\w.:]{1,100}(?:\([^()\n]{0,200}\))?(?:[ \t]+@?[\w.:[\]]{1,100}(?:\([^()\n]{0,200}\))?){0,8}[ \t]+(?:def|va[lr]|fun|object|given|func)[ \t]/;

/** The beginning of a line's code. */
function lineFrom({ mask, lineStarts }: Structure, line: number): string {
  const start = lineStarts[line] ?? 0;
  return mask.slice(start, Math.min(start + LINE_PROBE_CHARACTERS, lineStarts[line + 1] ?? mask.length)).trimStart();
}

/** The last character of a line's code; empty for none. */
function lastOnLine({ mask, lineStarts }: Structure, line: number): string {
  const start = lineStarts[line] ?? 0;
  let at = (lineStarts[line + 1] ?? mask.length + 1) - 2;
  while (at >= start && mask.charCodeAt(at) <= 0x20) at -= 1;
  return at < start ? '' : (mask[at] ?? '');
}

/** Whether a line is a comment or an attribute. Most are blank or code, which the first looks decide. */
function belongsBelow(mask: string, text: string, from: number, to = text.length): boolean {
  const end = Math.min(to, from + LINE_PROBE_CHARACTERS);
  const code = firstCode(mask, from, end);
  if (code === -1) return firstCode(text, from, end) !== -1;
  const mark = mask.charCodeAt(code);
  if (!MARKS.has(mark) || (mark === HASH && isDirective(mask.charCodeAt(code + 1)))) return false;
  return /^(?:@(?!interface\b)\w|#!?\[|\[)(?:.*[^;}])?$/.test(mask.slice(code, end).trim());
}

/** What attributes and annotations begin with: `@`, `#`, `[`. */
const MARKS: ReadonlySet<number> = new Set([0x40, 0x23, 0x5b]);

const HASH = 0x23;

/** Whether a `#` with this behind it begins no attribute: lines of a preprocessor often stand above each other. */
function isDirective(next: number): boolean {
  return next !== 0x5b && next !== 0x21;
}

/** The first character of a range that is no blank; -1 for none. */
function firstCode(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x20 || (code < 0x09 && code !== 0)) return at;
  }
  return -1;
}

/** Overloads and repeated test titles keep a path of their own: the first as it is, then `[1]`, `[2]`. */
function numbered(scan: Scan, path: string): string {
  const earlier = scan.counts.get(path) ?? 0;
  scan.counts.set(path, earlier + 1);
  return earlier === 0 ? path : `${path}[${earlier}]`;
}

/**
 * The head on one line, without comments, other lines of a preprocessor and the brace or `=` that leads to the body. What
 * is cut off ends in `…`.
 */
function signatureOf(scan: Scan, found: Found): string {
  const { kind, headFrom, headEnd, end } = found;
  const extent = scan.language === 'script' ? scriptHeadExtent(scan.structure, { kind, headFrom, headEnd, end }) : null;
  if (extent === null) {
    const head = withNameBehind(scan, found, headText(scan, kind, headFrom, headEnd));
    return signatureLine(head, scan.language === 'ruby' ? LEADS_TO_BODY_OF_RUBY : LEADS_TO_BODY);
  }
  const text = headText(scan, kind, headFrom, extent.to);
  const whole = signatureLine(text);
  if (!extent.isCut && !text.isCut && whole.length <= WHOLE_CHARACTERS_MAX) return whole;
  return signatureLine(foldedText(scan, kind, headFrom, extent));
}

/** With what only stands behind the body: the name of `typedef enum { A } Name;`. */
function withNameBehind({ structure }: Scan, { name, nameAt, headEnd }: Found, head: HeadText): HeadText {
  const { mask, closeOf } = structure;
  if (mask[headEnd] !== '{' || nameAt <= closeOf(headEnd)) return head;
  const marks = /[\s*&]*$/.exec(mask.slice(Math.max(headEnd, nameAt - 20), nameAt))?.[0].replace(/\s+/g, '') ?? '';
  return { ...head, code: `${head.code.trimEnd()} {…} ${marks}${name}` };
}

/** The head with `{…}` for its braces, as far as a signature goes. */
function foldedText(scan: Scan, kind: SymbolKind, headFrom: number, { to, braces, isCut }: HeadExtent): HeadText {
  let code = '';
  let from = headFrom;
  for (const brace of braces) {
    const text = headText(scan, kind, from, brace);
    code += text.code;
    if (text.isCut || code.length > 2 * SIGNATURE_CHARACTERS_MAX) return { code, isCut: true };
    code += '{…}';
    from = Math.min(to, scan.structure.closeOf(brace) + 1);
  }
  const last = headText(scan, kind, from, to);
  return { code: code + last.code, isCut: isCut || last.isCut };
}

/** A longer head has `{…}` for the braces in it. */
const WHOLE_CHARACTERS_MAX = 120;

interface HeadText {
  readonly code: string;
  /** Whether more of the head follows. */
  readonly isCut: boolean;
}

function headText({ text, structure, language }: Scan, kind: SymbolKind, from: number, end: number): HeadText {
  const to = Math.min(end, from + HEAD_READ_MAX);
  const mask = structure.mask.slice(from, to);
  // Values and cases of tests hold code, whose lines need no signs between them.
  const hasTypes = language === 'script' && (kind === 'type' || kind === 'function' || kind === 'method');
  const code = hasTypes
    ? endMembers(withoutComments(markMemberEnds(structure, text, from, to), mask))
    : withoutComments(text.slice(from, to), mask);
  return {
    code: LEX_RULES[language].hasDirectives && kind !== 'macro' ? ofFirstBranches(code).replace(LONE_MACROS, '') : code,
    isCut: to < end,
  };
}

const LEADS_TO_BODY = / ?[={;,]$/;
/** Of Ruby also names end in `=`: `alias eql? ==`. */
const LEADS_TO_BODY_OF_RUBY = / =$| ?[{;,]$/;

/** Cut before the spaces go, so that a head of megabytes costs no more than a short one. */
function signatureLine({ code, isCut }: HeadText, leadsToBody = LEADS_TO_BODY): string {
  const line = oneLine(code.slice(0, 2 * SIGNATURE_CHARACTERS_MAX)).replace(leadsToBody, '');
  if (line.length > SIGNATURE_CHARACTERS_MAX) return `${line.slice(0, SIGNATURE_CHARACTERS_MAX - 1)}…`;
  const isLonger = isCut || /\S/.test(code.slice(2 * SIGNATURE_CHARACTERS_MAX));
  return isLonger ? `${line.slice(0, SIGNATURE_CHARACTERS_MAX - 1)}…` : line;
}

/** Characters of a head that its signature is made of: comments in it may be long. */
const HEAD_READ_MAX = 2_000;
const DIRECTIVE = /^[ \t]*#[^\n\\]*(?:\\(?:\r\n|[\s\S])[^\n\\]*)*/gm;
/** Of `#if A` `f(a)` `#else` `f(b)` `#endif` the first branch is read, as with brackets. */
const OTHER_BRANCH = /^[ \t]*#[ \t]*el(?:se|if)\b[\s\S]*?^[ \t]*#[ \t]*endif/gm;

function ofFirstBranches(code: string): string {
  return code.includes('#') ? code.replace(OTHER_BRANCH, '#endif').replace(DIRECTIVE, '') : code;
}

/** Macros on lines of their own that open a namespace before what a keyword begins; else one may be a type. */
const LONE_MACROS =
  /^(?:\s*[A-Z][A-Z0-9_]{3,}[ \t\r]*\n)+(?=\s*(?:template|class|struct|enum|union|namespace|static|inline|constexpr|extern|typedef|using)\b)/;

/** Most heads stand on one line and have single blanks: these need no work. */
function oneLine(head: string): string {
  const trimmed = head.trim();
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}
