import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { blankBrackets } from './blank-brackets.ts';
import { infixBase } from './scala-infix.ts';

/** Lines that a head goes on for, where each of them says that it does. */
const HEAD_LINES_MAX = 20;

/**
 * The names of types that a type, an object or a `given` of Scala is written to derive from; what it only `derives` is a
 * value made for it. Source: Scala 3 Reference, "Syntax" (ClassDef, GivenDef), "Type Class Derivation".
 */
export function scalaSupers(
  file: CodeFile,
  symbol: FileSymbol,
): readonly { readonly name: string; readonly at: number }[] {
  const mask = file.mask();
  const line = startOfLine(file, symbol.line);
  const start = line + symbol.column - 1;
  const isGiven = /(?:^|\s)given(?:[\s([]|$)/.test(mask.slice(line, start));
  const isNamed = mask.startsWith(symbol.name, start);
  const from = isNamed ? start + symbol.name.length : start;
  const rest = blankBrackets(mask.slice(from, from + REFERENCE_LIMITS.headCharactersMax), '()[]');
  const head = rest.slice(0, headEnd(rest, isGiven)).replace(/\bderives\b[\s\S]*$/, '');
  return listAt(head, isGiven, isNamed).flatMap(([at, to]) => {
    const bracketed = infixIn(file, from + at, from + to);
    return bracketed === null ? namesIn(head.slice(at, to), from + at) : [bracketed];
  });
}

/** What a part of a head says that begins with a bracket: `extends (A Or B)`. */
function infixIn(file: CodeFile, from: number, to: number): { readonly name: string; readonly at: number } | null {
  const mask = file.mask();
  let at = from;
  while (at < to && (mask[at] ?? '').trim() === '') at += 1;
  return at < to && mask[at] === '(' ? infixBase(mask, at, file.structure().closeOf(at)) : null;
}

/** The parts of a head that each say one type, by their offsets. */
function listAt(head: string, isGiven: boolean, isNamed: boolean): readonly (readonly [number, number])[] {
  const clause = isGiven ? givenType(head, isNamed) : behind(head, /\bextends\b/);
  if (clause === -1) return [];
  const parts: (readonly [number, number])[] = [];
  let from = clause;
  for (const { 0: sign, index } of head.slice(clause).matchAll(/,|\bwith\b/g)) {
    parts.push([from, clause + index]);
    from = clause + index + sign.length;
  }
  return [...parts, [from, head.length]];
}

/** Where the type of a given begins: behind its name, and behind the conditions that it has before arrows. */
function givenType(head: string, isNamed: boolean): number {
  const colon = isNamed ? behind(head, /:/) : 0;
  const arrow = head.lastIndexOf('=>');
  return colon === -1 ? -1 : Math.max(colon, arrow + (arrow === -1 ? 1 : 2));
}

function behind(head: string, word: RegExp): number {
  const match = word.exec(head);
  return match === null ? -1 : match.index + match[0].length;
}

/** The last name of a path; none where a sign makes a type of two, as `A => B`. */
function namesIn(part: string, from: number): readonly { readonly name: string; readonly at: number }[] {
  const match = /^[\s]*((?:[\p{L}_$][\p{L}\p{N}_$]*\.)*)([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u.exec(part);
  const name = match?.[2];
  return name === undefined ? [] : [{ name, at: from + part.trimEnd().length - name.length }];
}

/** Where a head ends: before a brace, the colon or `with` that a body follows, or with a line that nothing carries on. */
function headEnd(head: string, isGiven: boolean): number {
  let lines = 0;
  for (const { 0: sign, index } of head.matchAll(/[{};\n]/g)) {
    if (sign !== '\n') return index;
    const before = head.slice(Math.max(0, index - 80), index).trimEnd();
    const opener = before.endsWith(':') ? ':' : isGiven && /\bwith$/.test(before) ? 'with' : null;
    if (opener !== null) return head.lastIndexOf(opener, index);
    lines += 1;
    if (lines > HEAD_LINES_MAX || !goesOn(before, head.slice(index, index + 400))) return index;
  }
  return head.length;
}

/** By the words at both sides of a line's end: those of a head begin no statement. */
function goesOn(before: string, next: string): boolean {
  return (
    /(?:,|=>|\b(?:extends|with|derives|private|protected))$/.test(before) ||
    /^\s*(?:(?:extends|with|derives)\b|,)/.test(next)
  );
}
