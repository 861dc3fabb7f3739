import type { Scan } from './scan-state.ts';
import { directiveEnd, isFirstOnLine } from './structure.ts';

/** Characters of a head outside of its brackets: what is longer is data and declares nothing. */
const HEAD_CHARACTERS_MAX = 4_000;
/** Groups that are noted of one head. */
const GROUPS_MAX = 40;
/** Characters within which angle brackets have to pair up. */
const ANGLES_MAX = 1_000;
/** Angle brackets of one head that turned out not to pair up. */
const OPERATORS_MAX = 8;

/** A pair of parentheses of a head. */
export interface Group {
  readonly open: number;
  readonly close: number;
  /** Where the text before it ends: before type arguments, when those stand between. */
  readonly nameEnd: number;
}

/** A statement up to its body or end. */
export interface Head {
  /** What ended it: `{`, `;` (or the end of the region), or the `:` of a label. */
  readonly kind: 'brace' | 'end' | 'label';
  /** Its first character. */
  readonly from: number;
  /** The same behind annotations and attributes. */
  readonly declarationFrom: number;
  /** Offset of what ended it. */
  readonly end: number;
  /** Parentheses outside of other brackets and of type arguments, in their order. */
  readonly groups: readonly Group[];
  /** The first `=` that gives a value or a body; -1 for none. */
  readonly assignAt: number;
  /** The first `:` that is no `::`, behind a group: what follows sets members up. -1 for none. */
  readonly colonAt: number;
  /** The text without what stands in brackets and type arguments, which are blanks, at most 2,000 characters. */
  readonly plain: string;
}

interface Style {
  readonly hasGenerics: boolean;
  readonly hasDirectives: boolean;
  readonly label: RegExp | null;
}

/** A head while it is read. */
interface Draft {
  readonly groups: Group[];
  assignAt: number;
  colonAt: number;
  declarationFrom: number;
  plain: string;
  /** From where on the text is not yet part of `plain`. */
  plainFrom: number;
  /** The last type arguments. */
  angles: readonly [from: number, to: number];
  /** How many `<` were no type arguments: after some no more are looked for. */
  operators: number;
}

/**
 * Reads a statement's head from its first character. Brackets are jumped over, so a step is a character outside of
 * them. A brace ends it, unless it opens a value: `= {…}`, `x{…}` of a set-up, an expression's.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one look at each character of every head, in one loop
export function readHead({ structure }: Scan, style: Style, from: number, to: number): Head {
  const { mask } = structure;
  const draft = beginHead(from);
  let at = from;
  const ended = (kind: Head['kind']): Head => {
    addPlain(draft, mask, at);
    const { groups, assignAt, colonAt, declarationFrom } = draft;
    const plain = draft.plain.trimStart();
    return { kind, from, declarationFrom, end: Math.min(at, to), groups, assignAt, colonAt, plain };
  };
  for (let steps = 0; at < to && steps < HEAD_CHARACTERS_MAX; steps += 1) {
    const code = mask.charCodeAt(at);
    if (code >= 0x61 && code <= 0x7a) at += 1;
    else if (code === 0x3b || code === 0x7d) return ended('end');
    else if (code === 0x7b) {
      if (isBody(draft, mask, at, structure.closeOf(at))) return ended('brace');
      at = jump(draft, mask, at, structure.closeOf(at));
    } else if (code === 0x28) at = group(draft, mask, at, structure.closeOf(at));
    else if (code === 0x5b) at = jumpSquare(draft, mask, at, structure.closeOf(at));
    else if (code === 0x3c && style.hasGenerics && draft.assignAt === -1) at = angles(draft, structure, at, to);
    else if (code === 0x3d) at = assign(draft, mask, at);
    else if (code === 0x3a) {
      if (mask.charCodeAt(at + 1) === 0x3a) at += 2;
      else if (style.label?.test(mask.slice(Math.max(from, at - 60), at))) return ended('label');
      else {
        if (draft.colonAt === -1 && draft.groups.length > 0) draft.colonAt = at;
        at += 1;
      }
    } else if (code === 0x23 && style.hasDirectives && isFirstOnLine(mask, at))
      at = jump(draft, mask, at, directiveEnd(mask, at) - 1);
    else if (code === 0x40 && at === draft.declarationFrom) at = annotation(draft, structure, at);
    else at += 1;
  }
  // A head of that length is data: what is left of the statement is passed over.
  while (at < to && mask[at] !== ';' && mask[at] !== '}')
    at = '([{'.includes(mask[at] ?? '') ? structure.closeOf(at) + 1 : at + 1;
  draft.groups.length = 0;
  return ended('end');
}

function beginHead(from: number): Draft {
  return {
    groups: [],
    assignAt: -1,
    colonAt: -1,
    declarationFrom: from,
    plain: '',
    plainFrom: from,
    angles: [-1, -1],
    operators: 0,
  };
}

/** Adds the text up to an offset, and a blank for what is jumped over. */
function addPlain(draft: Draft, mask: string, to: number): void {
  if (draft.plain.length < 2_000)
    draft.plain += `${mask.slice(draft.plainFrom, Math.min(to, draft.plainFrom + 2_000))} `;
}

function jump(draft: Draft, mask: string, at: number, close: number): number {
  addPlain(draft, mask, at);
  draft.plainFrom = close + 1;
  return close + 1;
}

/** Square brackets that a declaration begins with are attributes: it begins behind them. */
function jumpSquare(draft: Draft, mask: string, at: number, close: number): number {
  const isAttribute = at === draft.declarationFrom;
  const next = jump(draft, mask, at, close);
  if (isAttribute) draft.declarationFrom = draft.plainFrom = afterSpaces(mask, next);
  return next;
}

function group(draft: Draft, mask: string, at: number, close: number): number {
  const nameEnd = draft.angles[1] === at ? draft.angles[0] : at;
  if (draft.groups.length < GROUPS_MAX && draft.assignAt === -1) draft.groups.push({ open: at, close, nameEnd });
  return jump(draft, mask, at, close);
}

/** `=` gives a value, unless it is part of another operator or of an operator's name. */
function assign(draft: Draft, mask: string, at: number): number {
  const next = mask[at + 1];
  if (next === '=') return at + 2;
  if (/\boperator\s*[-+*/%^&|~!=<>]*$/.test(mask.slice(Math.max(0, at - 16), at)) || /[!<>]/.test(mask[at - 1] ?? ''))
    return at + 1;
  if (draft.assignAt === -1) draft.assignAt = at;
  return at + 1;
}

/** A brace opens a body when nothing was assigned; behind `a(…) : b` it may also give `b` its value. */
function isBody(draft: Draft, mask: string, at: number, close: number): boolean {
  if (draft.assignAt !== -1) return false;
  if (draft.colonAt === -1) return true;
  const isBehindName = /[\w>]/.test(mask[at - 1] ?? '');
  return !isBehindName || !/[,{]/.test(mask[afterSpaces(mask, close + 1)] ?? '');
}

/** Jumps over type arguments, when there are any: `<` behind a name or at the beginning, closed before anything ends. */
function angles(draft: Draft, structure: Scan['structure'], at: number, to: number): number {
  const { mask } = structure;
  if (draft.operators >= OPERATORS_MAX || /\boperator\s*<?$/.test(mask.slice(Math.max(0, at - 12), at))) return at + 1;
  draft.operators += 1;
  if (angleDepth(mask, at) === 0) return at + 1;
  let depth = 0;
  for (let index = at; index < to && index - at < ANGLES_MAX; index += 1) {
    const character = mask[index] ?? '';
    depth += angleDepth(mask, index);
    if ('([{'.includes(character)) index = structure.closeOf(index);
    else if (character === ';' || character === '}') return at + 1;
    if (depth === 0) {
      draft.operators -= 1;
      draft.angles = [at, afterSpaces(mask, index + 1)];
      return jump(draft, mask, at, index);
    }
  }
  return at + 1;
}

/** What a character does to the depth of angle brackets: those of `->`, `>=`, `<=` and `<<` are none. */
export function angleDepth(mask: string, at: number): number {
  const character = mask[at];
  if (character === '<') return mask[at + 1] === '=' || mask[at + 1] === '<' || mask[at - 1] === '<' ? 0 : 1;
  return character === '>' && mask[at - 1] !== '-' && mask[at + 1] !== '=' ? -1 : 0;
}

const ANNOTATION = /@(?!interface\b)\s*[\w.]+[ \t]*/y;

/** An annotation at the beginning: the declaration begins behind it. */
function annotation(draft: Draft, structure: Scan['structure'], at: number): number {
  const { mask } = structure;
  ANNOTATION.lastIndex = at;
  const match = ANNOTATION.exec(mask);
  if (match === null) return at + 1;
  const end = at + match[0].length;
  const next = afterSpaces(mask, mask[end] === '(' ? structure.closeOf(end) + 1 : end);
  draft.declarationFrom = draft.plainFrom = next;
  return next;
}

/** The first offset from an offset on that is no blank. */
export function afterSpaces(mask: string, from: number): number {
  let at = from;
  while (mask.charCodeAt(at) <= 0x20) at += 1;
  return at;
}
