import { firstOf, isOpenerCode, stopsAt } from './extent.ts';
import type { Listed } from './scan-lines.ts';
import { afterArguments } from './script-methods.ts';
import type { Structure } from './structure.ts';
import { type Declarator, LINE_PROBE_CHARACTERS } from './symbol.ts';

/** Methods of one line that are listed; a line with more is data. */
const METHODS_MAX = 50;
const HEAD =
  /[ \t]*(?:(?:public|private|protected|static|abstract|override|readonly|async|get|set|declare)[ \t]+)*(?:\*[ \t]*)?(#?[\w$\u0080-\uffff]+)(?:[ \t]*\?)?[ \t]*(?=[(<])/y;
const NO_NAMES: ReadonlySet<string> = new Set(['new', 'super', 'if', 'for', 'while', 'switch', 'return', 'function']);
const TELLS = stopsAt(';\n([{');

/**
 * The methods that stand on the line of the brace of their class or interface: `interface Closer { close(): void }`. All
 * others begin a line.
 */
export function methodsOfLine(structure: Structure, { kind, bodyOpen, end }: Listed): readonly Declarator[] {
  if (bodyOpen === -1 || (kind !== 'class' && kind !== 'interface')) return [];
  const { mask } = structure;
  const found: Declarator[] = [];
  const to = Math.min(end, bodyOpen + LINE_PROBE_CHARACTERS);
  for (let at = bodyOpen + 1; at < to && found.length < METHODS_MAX; ) {
    const nameAt = nameOfMethod(mask, at);
    const until = endOfMember(structure, at, to);
    if (nameAt !== null)
      found.push({ ...nameAt, comma: null, isTop: true, kind: 'method', headFrom: nameAt.nameAt, until });
    if (mask[until] === '\n') break;
    at = until + 1;
  }
  return found;
}

/** The name of a method that begins at an offset. */
function nameOfMethod(mask: string, at: number): Pick<Declarator, 'name' | 'nameAt'> | null {
  HEAD.lastIndex = at;
  const match = HEAD.exec(mask);
  const name = match?.[1];
  if (match == null || name === undefined || NO_NAMES.has(name)) return null;
  const behind = at + match[0].length;
  const isCalled = mask[behind] === '(' || afterArguments(mask.slice(behind, behind + LINE_PROBE_CHARACTERS), 0) !== -1;
  return isCalled ? { name, nameAt: at + match[0].lastIndexOf(name) } : null;
}

/** Where a member is over: at a semicolon, a brace that nothing but another member follows, or the end of the line. */
function endOfMember({ mask, closeOf }: Structure, from: number, to: number): number {
  let at = from;
  while (at < to) {
    at = firstOf(TELLS, mask, at, to);
    const code = mask.charCodeAt(at);
    if (at >= to || !isOpenerCode(code)) break;
    const isBrace = mask[at] === '{';
    at = closeOf(at);
    // A type in braces has more of the type behind it, the body of the method, or what ends the member.
    if (isBrace && !/^[ \t]*[{;=|&[,.)]/.test(mask.slice(at + 1, at + 20))) break;
    at += 1;
  }
  return Math.min(at, to);
}
