import { before, wordBefore } from '../../lex/code-text.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Bound } from './binding-places.ts';
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
export function bindsInPython(spot: Spot): Bound | null {
  const bound = boundBy(spot);
  // Outside of functions a name that is given another value is the same variable still.
  const isSame = bound?.reach === 'function' && functionsAround(spot.file, spot.at).length === 0 && isVariable(spot);
  return isSame ? null : bound;
}

function isVariable({ file, name }: Spot): boolean {
  return file.symbols().some((one) => one.name === name && one.kind === 'variable');
}

function boundBy(spot: Spot): Bound | null {
  const { next, word } = spot;
  if (/^(?:global|nonlocal|del)$/.test(word)) return { reach: 'function' };
  if (/^(?:[.([])/.test(next)) return null;
  // What an import renames has its meaning from there.
  if (isOfImport(spot)) return null;
  if (word === 'as' || isOfAs(spot)) return { reach: 'function' };
  return ofCase(spot) ?? ofGovernor(spot);
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

function ofCase(spot: Spot): Bound | null {
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

function ofGovernor(spot: Spot): Bound | null {
  const governor = governorOf(spot, RULES);
  if (governor === null) return null;
  const { sign, from } = governor;
  const { mask, at, file } = spot;
  if (sign === 'in') return ofLoop(spot, governor);
  if (sign === ':=') return { reach: 'function' };
  const open = file.structure().around(from);
  if (sign === ':') {
    const isLambda = /\blambda\b[^:\n]*$/.test(mask.slice(Math.max(0, at - 300), at)) && mask[before(mask, at)] !== '=';
    if (isLambda) return { reach: open === -1 ? 'block' : 'inner', from };
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
function ofAssignment({ mask }: Spot, { from }: Governor): Bound | null {
  const ahead = mask.slice(Math.max(0, from - 300), from);
  const line = ahead.slice(ahead.lastIndexOf('\n') + 1).replace(HEADER, '');
  return line.slice(line.lastIndexOf(';') + 1).includes(':') ? null : { reach: 'function' };
}

/** Between `for` and `in`. */
function ofLoop({ mask, at, file }: Spot, { from }: Governor): Bound | null {
  const ahead = mask.slice(Math.max(0, from - 300), at);
  if (!/\bfor\s(?:(?!\b(?:in|if)\b)[^:=])*$/.test(ahead)) return null;
  return { reach: file.structure().around(from) === -1 ? 'function' : 'inner', from };
}
