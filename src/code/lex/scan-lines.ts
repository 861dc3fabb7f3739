import { type AttributeHead, behindAttributes } from './attributes-before.ts';
import { isCarriedOn, mayEndBlocks } from './carried-lines.ts';
import { type Extent, extentOf, isOpenerCode } from './extent.ts';
import { type MovingView, makeLineView } from './line-view.ts';
import { modifiersFrom } from './modifiers-above.ts';
import { scalaExtent } from './scala-extent.ts';
import { listSymbol, type Open, type Scan } from './scan-state.ts';
import type { Structure } from './structure.ts';
import {
  type Declaration,
  type Declarator,
  type FindDeclaration,
  LINE_PROBE_CHARACTERS,
  type LineView,
} from './symbol.ts';

/** Lines that a statement of Python goes over at the most. */
const CARRIED_LINES_MAX = 5_000;
/** Symbols around one whose end is looked for by indentation: each such look may go over the whole text. */
const INDENTED_MAX = 8;

/** How the declarations of a language are found whose every declaration begins with its line. */
export interface LineLanguage {
  /** Tried, sticky, at the first character of a line: most lines declare nothing and need no closer look. */
  readonly firstWords: RegExp;
  /** Whether a line that begins otherwise may declare something: members have no word of their own in some languages. */
  readonly mayBeMember?: (scan: Scan, line: number, range: readonly [from: number, to: number]) => boolean;
  /** What may stand before the first word on its line; what follows is looked at as if it began the line. */
  readonly attribute?: AttributeHead;
  readonly find: FindDeclaration;
  /** Names behind the first one of the statement that begins with a line, and what each declares where it stands. */
  readonly further?: {
    readonly find: (structure: Structure, line: LineView, from: number) => readonly Declarator[];
    readonly read: (further: Declarator, nameAt: number, line: LineView) => Declaration | null;
  };
  /** The members that stand in a list of a declaration, such as the brace of an enum. */
  readonly members?: (structure: Structure, listed: Listed) => readonly Declarator[];
  /** How blocks end: with their brace, before a line that is not deeper, or with a word on a line that is not deeper. */
  readonly blocks: 'braces' | 'indent' | 'end';
}

/** A declaration whose members are looked for. Offsets are those of the text; `bodyOpen` is -1 when it has no brace. */
export interface Listed {
  readonly kind: Declaration['kind'];
  readonly nameAt: number;
  readonly bodyOpen: number;
  readonly end: number;
}

/** The declarations of a text whose lines begin them. */
export function scanLines(scan: Scan, language: LineLanguage, symbolsMax: number): void {
  const { structure } = scan;
  const { lineStarts } = structure;
  const state: Lines = { scan, language, view: makeLineView(scan, language.blocks), further: [], lastCodeLine: 0 };
  for (let line = 0; line < lineStarts.length && scan.symbols.length < symbolsMax; line += 1) {
    const start = lineStarts[line] ?? 0;
    scanLine(state, line, [start, (lineStarts[line + 1] ?? structure.mask.length + 1) - 1]);
  }
  if (language.blocks !== 'braces') closeBlocks(state, -1, lineStarts.length - 1);
}

interface Lines {
  readonly scan: Scan;
  readonly language: LineLanguage;
  readonly view: MovingView;
  /** Names that are still to come of statements that declare several, the next one last. */
  readonly further: Declarator[];
  /** The last line with code on it. */
  lastCodeLine: number;
}

/**
 * One line: blocks that are over leave first, so that what is found belongs to the right one. The offsets are walked
 * without cutting the line out, since most of them are passed over.
 */
function scanLine(state: Lines, line: number, [start, end]: readonly [number, number]): void {
  const { scan, language } = state;
  let code = start;
  while (code < end && isBlank(scan.structure.mask.charCodeAt(code))) code += 1;
  if (code >= end || code - start >= LINE_PROBE_CHARACTERS) return;
  if (language.blocks !== 'braces') beginIndentedLine(state, line, code - start);
  // What stands before the next name, such as the end of a value, may declare something, too.
  if (!(state.further.at(-1)?.nameAt === code || scan.structure.mask[code] === ','))
    findOnLine(state, line, code, [start, end]);
  addFurther(state, line, [start, end]);
}

/** What the code that begins a line declares. */
function findOnLine(state: Lines, line: number, code: number, [start, end]: readonly [number, number]): void {
  const { scan, language } = state;
  const { structure } = scan;
  const word = firstWordOf(state, line, [code, end]);
  if (word === null) return;
  if (structure.startsInLiteral(line)) return;
  if (language.blocks === 'braces') leaveBlocks(scan, start);
  state.view.moveTo(line, start, Math.min(end, start + LINE_PROBE_CHARACTERS), word.at);
  const declaration = language.find(state.view);
  const further = language.further?.find(structure, state.view, start) ?? [];
  // What is a member of the first name comes before the next name.
  if (further.length > 0) state.further.push(...further.toReversed());
  const waiting = state.further.length;
  if (declaration)
    addSymbol(state, {
      ...word,
      line,
      start,
      indent: code - start,
      declaration,
      until: further[0]?.comma ?? undefined,
    });
  // What a declaration lists itself, as the cases of an enum, may stand before and behind others of its line.
  if (further.length > 0 && state.further.length > waiting) state.further.sort((a, b) => b.nameAt - a.nameAt);
}

/** Where what may declare something begins on a line, and its signature if not with the line; null for nowhere. */
function firstWordOf(
  { scan, language }: Lines,
  line: number,
  [code, end]: readonly [code: number, end: number],
): { readonly at: number; readonly headFrom?: number } | null {
  const { mask } = scan.structure;
  const { firstWords, attribute } = language;
  const at = attribute === undefined ? code : behindAttributes(scan.structure, attribute, code, end);
  firstWords.lastIndex = code;
  // The attributes of members are shown with them.
  if (firstWords.test(mask) || language.mayBeMember?.(scan, line, [code, end])) return { at };
  firstWords.lastIndex = at;
  return at > code && firstWords.test(mask) ? { at, headFrom: at } : null;
}

/** Lists what further names on a line declare. Those inside of a value come before the next. */
function addFurther(state: Lines, line: number, [start, end]: readonly [number, number]): void {
  const { scan, view, further } = state;
  for (let next = further.at(-1); next && next.nameAt < end; next = further.at(-1)) {
    further.pop();
    const nameAt = next.nameAt - start;
    if (nameAt < 0 || nameAt >= LINE_PROBE_CHARACTERS) continue;
    leaveBlocks(scan, next.nameAt);
    view.moveTo(line, start, Math.min(end, start + LINE_PROBE_CHARACTERS));
    const declaration = readFurther(state, next, nameAt);
    if (declaration)
      addSymbol(state, {
        line,
        start,
        indent: nameAt,
        declaration,
        until: next.until ?? further.at(-1)?.comma ?? undefined,
        headFrom: next.headFrom ?? next.nameAt,
        statement: next.statement,
        isWithinLine: next.kind !== undefined && isWithinLine(scan, next, line),
      });
  }
}

function readFurther({ language, view }: Lines, next: Declarator, nameAt: number): Declaration | null {
  const { name, kind, isOfOuter = false, owner = '', statement } = next;
  if (kind !== undefined)
    return { name, kind, nameAt, body: 'statement', isOfOuter, owner, isLeaf: statement !== undefined };
  return language.further?.read(next, nameAt, view) ?? null;
}

/** Whether a member has others before it on its line, or what it is a member of: what stands above is not about it. */
function isWithinLine({ open, structure }: Scan, { comma }: Declarator, line: number): boolean {
  return (comma !== null && comma >= (structure.lineStarts[line] ?? 0)) || open.at(-1)?.symbol.line === line + 1;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}

/** Takes the symbols off that end before an offset. */
function leaveBlocks(scan: Scan, at: number): void {
  for (let top = scan.open.at(-1); top && top.end < at; top = scan.open.at(-1)) scan.open.pop();
}

/** A block by indentation ends before the first line of code that is not deeper than its head. */
function beginIndentedLine(state: Lines, line: number, indent: number): void {
  const { scan, language } = state;
  const isOver = language.blocks === 'end' ? mayEndBlocks(scan, line, indent) : !isCarriedOn(scan.structure, line);
  if (isOver) closeBlocks(state, indent, line);
  state.lastCodeLine = line;
}

/** Words at the depth of a block's head that belong to the block. */
const GOES_ON = /(?:rescue|ensure|else|elsif|when|in|private|protected|public|module_function)\b/y;
const ENDS = /end\b|\}/y;

/**
 * Ends the blocks that are not less indented than a line. They end with the last line of code before it, so that blank
 * lines and comments between two functions belong to neither; Ruby's `end` belongs to the one that it ends.
 */
function closeBlocks(state: Lines, indent: number, line: number): void {
  const { scan } = state;
  const from = (scan.structure.lineStarts[line] ?? 0) + indent;
  for (let top = scan.open.at(-1); top && top.indent >= indent; top = scan.open.at(-1)) {
    let last = state.lastCodeLine;
    if (state.language.blocks === 'end' && indent >= 0 && top.indent === indent) {
      GOES_ON.lastIndex = from;
      ENDS.lastIndex = from;
      if (GOES_ON.test(scan.structure.mask)) return;
      if (ENDS.test(scan.structure.mask)) last = line;
    }
    top.symbol.endLine = Math.max(top.symbol.line, last + 1);
    scan.open.pop();
    if (last === line) return;
  }
}

interface FoundLine {
  readonly line: number;
  readonly start: number;
  readonly indent: number;
  readonly declaration: Declaration;
  /** The comma before the next name of the same statement: this one is over there. */
  readonly until?: number | undefined;
  /** Where the signature begins, when not with the line. */
  readonly headFrom?: number;
  readonly isWithinLine?: boolean;
  /** The statement that it is told by, where that is known. */
  readonly statement?: Declarator['statement'];
}

/** Lists a declaration and opens its block. What is indented ends later; other ends are known at once. */
function addSymbol({ scan, language, further }: Lines, found: FoundLine): void {
  const { start, indent, declaration, isWithinLine = false } = found;
  const { structure } = scan;
  const headFrom = found.headFrom ?? modifiersFrom(structure, found.line, scan.language);
  const { name, kind, scope, owner, isOfOuter, isLeaf, tellsFrom = declaration.nameAt } = declaration;
  const isIndented = language.blocks !== 'braces';
  const isTestCall = kind === 'test' && declaration.body === 'statement';
  const nameAt = start + declaration.nameAt;
  const extent = extentOfFound({ scan, language }, found, start + (isTestCall ? indent : tellsFrom));
  const inner = isOfOuter ? scan.open.pop() : undefined;
  const from = Math.min(extent.from, headFrom);
  const listed = listSymbol(scan, { name, kind, scope, owner, headFrom, nameAt, isWithinLine, ...extent, from });
  if (inner !== undefined) scan.open.push(inner);
  const endsHere =
    isOfOuter ||
    isLeaf ||
    declaration.body === 'line' ||
    (isIndented && declaration.body === 'statement' && !isTestCall);
  if (listed === null || endsHere) return;
  const end = isIndented ? structure.mask.length : extent.end;
  const open: Open = { ...listed, end, bodyOpen: extent.bodyOpen, indent };
  scan.open.push(open);
  const { bodyOpen } = extent;
  // What lost its own brace may have taken another's, whose members are listed once.
  const isTaken = bodyOpen !== -1 && scan.byBody.has(bodyOpen);
  if (bodyOpen !== -1) scan.byBody.set(bodyOpen, open);
  const members = isTaken ? [] : (language.members?.(structure, { kind, nameAt, bodyOpen, end: extent.end }) ?? []);
  if (members.length > 0) further.push(...members.toReversed());
}

/** Where a declaration ends, by what its language's blocks end with or the statement that it is told by. */
function extentOfFound(
  { scan, language }: Pick<Lines, 'scan' | 'language'>,
  found: FoundLine,
  from: number,
): Extent & { readonly from: number } {
  const { line, start, declaration, until, statement } = found;
  if (statement !== undefined) return { ...statement, bodyOpen: -1 };
  const isStatement = declaration.body === 'statement';
  if (language.blocks !== 'braces')
    return { from: start, ...indentedExtent(scan.structure, { line, from, isStatement }, language.blocks) };
  if (scan.language !== 'scala')
    return { from: start, ...extentOf(scan.structure, from, declaration, { language: scan.language, until }) };
  const mayBeLong = scan.open.length < INDENTED_MAX;
  return { from: start, ...scalaExtent(scan.structure, { line, from, declaration, until, mayBeLong }) };
}

/**
 * A head ends at its colon or line, a statement at the last line that a bracket or literal carries it on to. Where blocks
 * end with a word, a colon is a part of a name and a semicolon ends the head.
 */
function indentedExtent(
  structure: Structure,
  { line, from, isStatement }: { readonly line: number; readonly from: number; readonly isStatement: boolean },
  blocks: LineLanguage['blocks'],
): { headEnd: number; end: number; bodyOpen: number } {
  const { mask } = structure;
  const headMark = blocks === 'end' || isStatement ? 0x3b : 0x3a;
  let at = from;
  for (let steps = 0; steps < LINE_PROBE_CHARACTERS && at < mask.length; steps += 1) {
    const code = mask.charCodeAt(at);
    if (code === headMark || code === 0x0a) break;
    at = isOpenerCode(code) ? structure.closeOf(at) + 1 : at + 1;
  }
  let last = Math.max(line, structure.lineAt(Math.min(at, mask.length - 1)));
  while (
    last + 1 < structure.lineStarts.length &&
    last - line < CARRIED_LINES_MAX &&
    isCarriedOn(structure, last + 1)
  ) {
    last += 1;
  }
  return { headEnd: Math.min(at, mask.length), end: structure.lineStarts[last] ?? from, bodyOpen: -1 };
}
