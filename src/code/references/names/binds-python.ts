import { wordBefore } from '../../lex/code-text.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Reached } from './binding-places.ts';
import { type Governor, type GovernorRules, governorOf, isBehindValue, type Spot } from './governors.ts';

const RULES: GovernorRules = {
  signs: new Set(['=', ':', ':=', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=']),
  words: new Set(['in', 'if', 'else', 'for', 'and', 'or', 'not', 'is', 'lambda', 'await', 'async']),
  hasLines: true,
  hasBraces: true,
  leavesCalls: false,
};
const OF_CASE: GovernorRules = { ...RULES, signs: new Set([':']), leavesCalls: true };

/**
 * What binds a name in Python, also where no function is around: targets of assignments, loops and comprehensions, parameters
 * of `lambda`, captures of `case`. Source: The Python Language Reference, "Naming and binding", "Patterns".
 */
export function bindsInPython(spot: Spot): Reached | null {
  const bound = boundBy(spot);
  // Outside of functions a name that is given another value is the same variable still.
  const isSame = bound?.reach === 'function' && functionsAround(spot.file, spot.at).length === 0 && isVariable(spot);
  return isSame ? null : bound;
}

function isVariable({ file, name }: Spot): boolean {
  return file.symbols().some((one) => one.name === name && one.kind === 'variable');
}

function boundBy(spot: Spot): Reached | null {
  const { next, word } = spot;
  if (/^(?:global|nonlocal|del)$/.test(word)) return { reach: 'function' };
  if (isParameter(spot)) return { reach: 'head' };
  if (/^(?:[.([])/.test(next)) return null;
  // What an import renames has its meaning from there.
  if (isOfImport(spot)) return null;
  if (word === 'as' || isOfAs(spot)) return { reach: 'function' };
  return ofLambda(spot) ?? ofCase(spot) ?? ofGovernor(spot);
}

/** What stands before the parameters of a function, and before those for types of whatever has such. */
const HEAD = /\bdef\s+\w+\s*(?:\[[^\]]*\]\s*)?$/;
const TYPED_HEAD = /\b(?:def|class|type)\s+\w+\s*$/;

/** `def f(a, *name: int = 1)`, `def f[name: int]`, `class A[*name]` */
function isParameter({ mask, at, next, previous, bracket, open }: Spot): boolean {
  if (!/[(,*[]/.test(previous) || !/^[,:=)\]]/.test(next)) return false;
  const isFirst = previous !== '*' || /[(,[]\s*\*{1,2}\s*$/.test(mask.slice(Math.max(0, at - 40), at));
  const head = mask.slice(Math.max(0, open - 400), open);
  return isFirst && ((bracket === '(' && HEAD.test(head)) || (bracket === '[' && TYPED_HEAD.test(head)));
}

function isOfImport({ mask, at }: Spot): boolean {
  return /\bimport\b(?:[^\n;]*|[ \t]*\([^()]*)$/.test(mask.slice(Math.max(0, at - 2_000), at));
}

/** Brackets in brackets that are gone through. */
const BRACKETS_MAX = 8;

/** `with a as (b, name):` */
function isOfAs({ file, mask, open }: Spot): boolean {
  let around = open;
  for (let left = BRACKETS_MAX; left > 0 && around !== -1; left -= 1) {
    if (isBehindValue(mask, around)) return false;
    if (wordBefore(mask, around) === 'as') return true;
    around = file.structure().around(around);
  }
  return false;
}

/** What stands between the word of a lambda and one of its parameters: others, with their defaults. */
const PARAMETERS = /\blambda\b(?:[^:\n()[\]{}]|\([^()\n]*\)|\[[^[\]\n]*\])*$/;

/** `lambda a, *name, b=1: name` */
function ofLambda({ mask, at, next, previous, word, open }: Spot): Reached | null {
  if ((word !== 'lambda' && !/[,*]/.test(previous)) || !/^[,:=]/.test(next)) return null;
  if (!PARAMETERS.test(mask.slice(Math.max(0, at - 300), at))) return null;
  return { reach: open === -1 ? 'block' : 'inner' };
}

function ofCase(spot: Spot): Reached | null {
  const { mask, at, next } = spot;
  if (/^=(?!=)/.test(next)) return null;
  const governor = governorOf(spot, OF_CASE);
  if (governor === null || !/^(?:[:]|if)$/.test(governor.sign)) return null;
  const ahead = mask.slice(Math.max(0, governor.from - 300), governor.from);
  const between = mask.slice(governor.from, at);
  return /\n[ \t]*case[ \t]+[^\n]*$/.test(ahead) && !/\bif\b/.test(ahead.slice(ahead.lastIndexOf('\n')) + between)
    ? { reach: 'function' }
    : null;
}

function ofGovernor(spot: Spot): Reached | null {
  const governor = governorOf(spot, RULES);
  if (governor === null) return null;
  const { sign, from } = governor;
  const { mask, at, file } = spot;
  if (sign === 'in') return ofLoop(spot, governor);
  if (sign === ':=') return { reach: 'function' };
  const open = file.structure().around(from);
  if (sign === ':') {
    return open === -1 && from === at && isFirst(mask, at) ? { reach: 'function' } : null;
  }
  // What is given a value within brackets is a parameter, or a default.
  if (!sign.endsWith('=') || open !== -1) return null;
  return ofAssignment(spot, governor);
}

/** Whether a name begins a statement. */
function isFirst(mask: string, at: number): boolean {
  return /(?:^|[\n;:])[ \t]*$/.test(mask.slice(Math.max(0, at - 200), at));
}

/** What stands before the colon of a block that goes on in its line. */
const HEADER = /^[ \t]*(?:async|case|class|def|elif|else|except|finally|for|if|try|while|with)\b.*:/;

/** `a, (b, name) = c`: no colon of a type stands before it. */
function ofAssignment({ mask }: Spot, { from }: Governor): Reached | null {
  const ahead = mask.slice(Math.max(0, from - 300), from);
  const line = ahead.slice(ahead.lastIndexOf('\n') + 1).replace(HEADER, '');
  return line.slice(line.lastIndexOf(';') + 1).includes(':') ? null : { reach: 'function' };
}

/** Between `for` and `in`. */
function ofLoop({ mask, at, file }: Spot, { from }: Governor): Reached | null {
  const ahead = mask.slice(Math.max(0, from - 300), at);
  if (!/\bfor\s(?:(?!\b(?:in|if)\b)[^:=])*$/.test(ahead)) return null;
  return { reach: file.structure().around(from) === -1 ? 'function' : 'inner', from };
}
