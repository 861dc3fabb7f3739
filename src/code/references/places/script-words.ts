import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { startsMember } from './script-members.ts';

/*
 * Words that scripts have a meaning for in one place and that are plain names everywhere else: `from`, `of`, `type`. Where
 * they are words of the language no name could stand, since two names never follow each other without a sign.
 */

/** What stands before what it says something of. Source: ECMAScript, TypeScript's handbook. */
const LEADING: ReadonlySet<string> = new Set(
  (
    'type get set static async readonly declare abstract namespace module accessor public private protected override keyof ' +
    'infer unique asserts implements interface let using'
  ).split(' '),
);
/** What stands between two operands. */
const JOINING: ReadonlySet<string> = new Set(['as', 'satisfies', 'is', 'of', 'from']);
/** Behind one of these the word before it is a name: `type in value`, `{ as as name }`. */
const JOINS = new Set([...JOINING, 'in', 'instanceof', 'extends']);
/** Words of the language behind which an operand or the name of a declaration begins, and so a name may stand. */
const OPENS = new Set([
  ...LEADING,
  ...(
    'as await case class const default delete do else enum export extends function if import in instanceof new of return ' +
    'satisfies throw typeof var void while yield'
  ).split(' '),
]);

/** Characters around a word that are looked at. */
const NEAR = 80;

/** Whether a name that stands alone is a word of the language where it stands: `import a from 'a'`, `a as B`, `type A =`. */
export function isScriptWord(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'script' || !(LEADING.has(name) || JOINING.has(name))) return false;
  const mask = file.mask();
  // A decorator has a name of its own.
  if (mask[at - 1] === '@') return false;
  const behind = mask.slice(at + name.length, at + name.length + NEAR);
  if (name === 'from' && /^\s*['"]/.test(behind)) return true;
  const next = /^[ \t]+(#?[\p{L}_$][\p{L}\p{N}_$]*)/u.exec(behind)?.[1];
  if (next !== undefined) return !JOINS.has(next) && !isNamedFrom(mask, at, behind);
  if (JOINING.has(name)) return isJoining(file, at, name, behind);
  if (name === 'type') return /^\s*[{*]/.test(behind) && /^(?:import|export)$/.test(wordBefore(mask, at));
  if (name === 'let') return /^\s*[{[]/.test(behind);
  return isBeforeComputed(file, at, name) || (name === 'async' && isOfArrow(file, at));
}

/** `import type from './a'` has the name. */
function isNamedFrom(mask: string, at: number, behind: string): boolean {
  return /^[ \t]+from\s*['"]/.test(behind) && /^(?:import|type)$/.test(wordBefore(mask, at));
}

/** `async [name]() {}`, `readonly [name in Names]: A` */
function isBeforeComputed(file: CodeFile, at: number, name: string): boolean {
  const end = at + name.length;
  const gap = /^[ \t]+\[/.exec(file.mask().slice(end, end + NEAR));
  if (gap === null || !startsMember(file, at)) return false;
  const close = file.structure().closeOf(end + gap[0].length - 1);
  return /^\s*(?:[(:?<!]|=(?!=))/.test(file.mask().slice(close + 1, close + NEAR));
}

/** Characters outside of brackets that the type before the `=>` of an arrow goes over. */
const TYPE_CHARACTERS_MAX = 300;

/** `async (a) => a`, `async (a): Promise<A> => a`; `b ? async(a) : c` calls. */
function isOfArrow(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const { closeOf } = file.structure();
  const open = after(mask, at + 'async'.length);
  if (mask[open] !== '(') return false;
  let next = after(mask, closeOf(open) + 1);
  if (mask[next] !== ':') return mask.startsWith('=>', next);
  if (/[?|&]/.test(mask[before(mask, at)] ?? '')) return false;
  for (let left = TYPE_CHARACTERS_MAX; left > 0 && next < mask.length && mask[next] !== ';'; left -= 1) {
    if (mask.startsWith('=>', next)) return true;
    next = ('([{'.includes(mask[next] ?? '') ? closeOf(next) : next) + 1;
  }
  return false;
}

/** Whether a word stands between two operands, of which the one behind it begins with a sign. */
function isJoining(file: CodeFile, at: number, name: string, behind: string): boolean {
  if (name === 'of') return isInLoopHead(file, at) && isBehindOperand(file, at, '');
  return isBehindOperand(file, at, behind);
}

/** Whether a bracket around a word is that of `for (…)`. */
function isInLoopHead(file: CodeFile, at: number): boolean {
  const open = file.structure().around(at);
  return /(?<![\w$.])for(?:\s+await)?\s*\($/.test(file.mask().slice(Math.max(0, open - NEAR), open + 1));
}

/** Whether an operand ends right before a word, so that no other one can begin with it; `if (a) of(b)` is a call. */
function isBehindOperand(file: CodeFile, at: number, behind: string): boolean {
  const mask = file.mask();
  const last = before(mask, at);
  const sign = mask[last] ?? '';
  if (!/[\p{L}\p{N}_$)\]}'"`*]/u.test(sign) || mask.slice(last + 1, at).includes('\n')) return false;
  if (/[\p{L}\p{N}_$]/u.test(sign)) return !OPENS.has(wordBefore(mask, at));
  return !(/[)}]/.test(sign) && behind.startsWith('('));
}
