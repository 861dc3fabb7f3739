import { firstOf, isOpenerCode, stopsAt } from './extent.ts';
import type { Listed } from './scan-lines.ts';
import { afterArguments } from './script-methods.ts';
import { valueKind } from './script-value.ts';
import type { Structure } from './structure.ts';
import { type Declarator, LINE_PROBE_CHARACTERS } from './symbol.ts';

/** Members of one line that are listed; a line with more is data. */
const MEMBERS_MAX = 50;
const NAME = '(#?[\\w$\\u0080-\\uffff]+)';
const MODIFIERS =
  '[ \\t]*(?:(?:public|private|protected|static|abstract|override|readonly|async|get|set|declare|accessor)[ \\t]+)*';
const METHOD = new RegExp(`${MODIFIERS}(?:\\*[ \\t]*)?${NAME}(?:[ \\t]*\\?)?[ \\t]*(?=[(<])`, 'y');
const PROPERTY = new RegExp(`${MODIFIERS}${NAME}[ \\t]*(?:[?!][ \\t]*)?(?=:|=(?![=>]))`, 'y');
/** A comma between members; those between the arguments of a type have neither colon nor parameters behind the next name. */
const NEXT_MEMBER = new RegExp(`,(?=[ \\t]*(?:readonly[ \\t]+)?${NAME}[ \\t]*(?:\\?[ \\t]*)?[:(])`, 'y');
const NO_NAMES: ReadonlySet<string> = new Set(['new', 'super', 'if', 'for', 'while', 'switch', 'return', 'function']);
const TELLS = stopsAt(';\n([{,');

/**
 * The members that stand on the line of the brace of their class or interface: `interface Closer { close(): void }`. All
 * others begin a line.
 */
export function membersOfLine(structure: Structure, { kind, bodyOpen, end }: Listed): readonly Declarator[] {
  if (bodyOpen === -1 || (kind !== 'class' && kind !== 'interface')) return [];
  const { mask } = structure;
  const found: Declarator[] = [];
  const to = Math.min(end, bodyOpen + LINE_PROBE_CHARACTERS);
  for (let at = bodyOpen + 1; at < to && found.length < MEMBERS_MAX; ) {
    const member = methodAt(mask, at) ?? propertyAt(mask, at);
    const until = endOfMember(structure, at, to);
    if (member !== null) found.push({ ...member, comma: null, isTop: true, headFrom: member.nameAt, until });
    if (mask[until] === '\n') break;
    at = until + 1;
  }
  return found;
}

type Member = Required<Pick<Declarator, 'name' | 'nameAt' | 'kind'>>;

/** The method that begins at an offset. */
function methodAt(mask: string, at: number): Member | null {
  METHOD.lastIndex = at;
  const match = METHOD.exec(mask);
  const name = match?.[1];
  if (match == null || name === undefined || NO_NAMES.has(name)) return null;
  const behind = at + match[0].length;
  const isCalled = mask[behind] === '(' || afterArguments(mask.slice(behind, behind + LINE_PROBE_CHARACTERS), 0) !== -1;
  return isCalled ? { name, nameAt: at + match[0].lastIndexOf(name), kind: 'method' } : null;
}

/** The property that begins at an offset; one that is given a function is a method, as on a line of its own. */
function propertyAt(mask: string, at: number): Member | null {
  PROPERTY.lastIndex = at;
  const match = PROPERTY.exec(mask);
  const name = match?.[1];
  if (match == null || name === undefined) return null;
  const behind = at + match[0].length;
  const isFunction =
    mask[behind] === '=' && valueKind(mask.slice(behind, behind + 2 * LINE_PROBE_CHARACTERS)) === 'function';
  return { name, nameAt: at + match[0].lastIndexOf(name), kind: isFunction ? 'method' : 'variable' };
}

/** Where a member is over: at a semicolon, the comma before a member, a brace that nothing but another member follows, or the end of the line. */
function endOfMember({ mask, closeOf }: Structure, from: number, to: number): number {
  let at = from;
  while (at < to) {
    at = firstOf(TELLS, mask, at, to);
    if (at < to && mask[at] === ',') {
      NEXT_MEMBER.lastIndex = at;
      if (NEXT_MEMBER.test(mask)) break;
      at += 1;
      continue;
    }
    if (at >= to || !isOpenerCode(mask.charCodeAt(at))) break;
    const isBrace = mask[at] === '{';
    at = closeOf(at);
    // A type in braces has more of the type behind it, the body of the method, or what ends the member.
    if (isBrace && !/^[ \t]*[{;=|&[,.)]/.test(mask.slice(at + 1, at + 20))) break;
    at += 1;
  }
  return Math.min(at, to);
}
