import { asciiClass } from './regex-characters.ts';
import { innerForSets } from './regex-readings.ts';
import { classEnd } from './regex-tokens.ts';

// Bracket expressions as ripgrep reads them: they may hold one another, and signs say what two of them have in common or
// not. V8 takes that under its flag `v` alone, so only where it is needed one is written for that flag.

/** A translation, or why there is none. */
export type Translation = { readonly source: string } | { readonly problem: string };

/** What the pieces of a class mean that are no classes themselves. */
export interface ClassReader {
  /** The piece of a pattern that begins at a place. */
  pieceAt(text: string, at: number): string;
  /** An escape, or a character that stands for itself. */
  translate(piece: string): Translation;
}

const POSIX = /^\[:(\^?)([a-z]+):\]/;
const DEPTH_MAX = 20;

/** Writes a bracket expression for V8: without flags where it can, else with another class first in it. */
export function translateClass(source: string, reader: ClassReader): Translation {
  const parsed = parseClass(source, reader, 0);
  return 'problem' in parsed ? parsed : { source: plainClass(parsed) ?? classOfSets(parsed) };
}

/** A bracket expression: the union of its items, or what is left of several by the signs between them. */
interface ClassNode {
  readonly isTurned: boolean;
  readonly operands: readonly (readonly ClassItem[])[];
  readonly operators: readonly string[];
}

type ClassItem = ClassPart | ClassNode;

interface ClassPart {
  readonly source: string;
  readonly isHyphen: boolean;
  /** Whether it stands for several characters, so that no range begins or ends with it. */
  readonly isSet: boolean;
}

function parseClass(source: string, reader: ClassReader, depth: number): ClassNode | { readonly problem: string } {
  if (depth > DEPTH_MAX) return { problem: `classes are taken ${DEPTH_MAX} deep` };
  const head = source.startsWith('[^') ? '[^' : '[';
  const inner = source.slice(head.length, -1);
  // Hyphens that come first, or a bracket, stand for themselves and begin no range.
  const first = /^(?:-+|\])/.exec(inner)?.[0] ?? '';
  for (const sign of first) reader.translate(sign);
  const operands: ClassItem[][] = [[...first].map((sign) => ({ source: `\\${sign}`, isHyphen: false, isSet: true }))];
  const operators: string[] = [];
  for (let at = first.length; at < inner.length; ) {
    const operator = /^(?:&&|--|~~)/.exec(inner.slice(at, at + 2))?.[0];
    const piece = operator ?? itemPieceAt(inner, at, reader);
    at += piece.length;
    if (operator === undefined) {
      const item = readItem(piece, reader, depth);
      if ('problem' in item) return item;
      operands.at(-1)?.push(item);
    } else {
      operators.push(operator);
      operands.push([]);
    }
  }
  if (operands.some((items) => items.length === 0)) return { problem: 'a sign of two classes has none on one side' };
  if (operators.includes('~~')) return { problem: 'write what only one of two classes has as [[a--b][b--a]]' };
  return { isTurned: head === '[^', operands, operators };
}

function itemPieceAt(inner: string, at: number, reader: ClassReader): string {
  if (inner.charAt(at) !== '[') return reader.pieceAt(inner, at);
  return POSIX.exec(inner.slice(at))?.[0] ?? inner.slice(at, classEnd(inner, at) ?? at + 1);
}

function readItem(piece: string, reader: ClassReader, depth: number): ClassItem | { readonly problem: string } {
  const [posix, turn, name = ''] = POSIX.exec(piece) ?? [];
  if (posix !== undefined) {
    const named = asciiClass(name);
    if (named === null) return { problem: `${posix} is no class` };
    const part = { source: named, isHyphen: false, isSet: true };
    return turn === '^' ? { isTurned: true, operands: [[part]], operators: [] } : part;
  }
  if (piece.length > 1 && piece.startsWith('[')) return parseClass(piece, reader, depth + 1);
  const translation = reader.translate(piece);
  return 'problem' in translation
    ? translation
    : { source: translation.source, isHyphen: piece === '-', isSet: /^\\[dDwWsSpP]/.test(piece) };
}

/** Without flags: where it holds no other class, or only such as add to it, or is nothing but another one. */
function plainClass(node: ClassNode): string | null {
  if (node.operators.length > 0) return null;
  const items = node.operands[0] ?? [];
  const [only] = items;
  if (items.length === 1 && only !== undefined && 'operands' in only)
    return plainClass({ ...only, isTurned: only.isTurned !== node.isTurned });
  const parts = plainParts(items);
  return parts === null ? null : `${headOf(node)}${joinParts(parts)}]`;
}

function plainParts(items: readonly ClassItem[]): readonly ClassPart[] | null {
  const parts: ClassPart[] = [];
  for (const item of items) {
    if (!('operands' in item)) {
      parts.push(item);
      continue;
    }
    const inner = item.isTurned || item.operators.length > 0 ? null : plainParts(item.operands[0] ?? []);
    if (inner === null) return null;
    // Written out at once: a hyphen beside it makes no range of it.
    parts.push({ source: joinParts(inner), isHyphen: false, isSet: true });
  }
  return parts;
}

/** For the flag `v`. Each sign joins what stands before it, whatever that is made of. */
function classOfSets(node: ClassNode): string {
  const [first = '', ...more] = node.operands.map(setOf);
  const joined = more.reduce((before, next, at) => `[${before}${node.operators[at]}${next}]`, first);
  return node.isTurned || !joined.startsWith('[[') ? `${headOf(node)}${joined}]` : joined;
}

function setOf(items: readonly ClassItem[]): string {
  const sources: string[] = [];
  let parts: ClassPart[] = [];
  const flush = (): void => {
    if (parts.length > 0) sources.push(`[${innerForSets(joinParts(parts))}]`);
    parts = [];
  };
  for (const item of items) {
    if (!('operands' in item)) parts.push(item);
    else {
      flush();
      sources.push(classOfSets(item));
    }
  }
  flush();
  return sources.length === 1 ? (sources[0] ?? '') : `[${sources.join('')}]`;
}

function headOf({ isTurned }: ClassNode): string {
  return isTurned ? '[^' : '[';
}

/** A hyphen that makes no range is written as an escape: whatever is put behind it later on makes none either. */
function joinParts(parts: readonly ClassPart[]): string {
  let mayBegin = false;
  let isEnd = false;
  return parts
    .map(({ source, isHyphen, isSet }, at) => {
      const next = parts[at + 1];
      const isRange = isHyphen && mayBegin && next !== undefined && !next.isSet;
      mayBegin = !isRange && !isEnd && !isSet;
      isEnd = isRange;
      return isHyphen && !isRange ? '\\-' : source;
    })
    .join('');
}
