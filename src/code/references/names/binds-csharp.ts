import { before, wordBefore } from '../../lex/code-text.ts';
import { typeAround } from '../types/type-heads.ts';
import type { Bound } from './binding-places.ts';
import { isArgumentsEnd } from './binds-jvm.ts';
import { type GovernorRules, governorOf, type Spot } from './governors.ts';
import { isLaterVariable } from './later-variables.ts';
import { isTypeParameter } from './listed-types.ts';

/** Words of C# behind which a name is used, or is that of a type. */
const NO_TYPES: ReadonlySet<string> = new Set(
  (
    'abstract and as ascending async await base break by case catch class const continue default delegate descending do ' +
    'else enum equals event explicit extern file finally fixed get global goto group if implicit in init interface ' +
    'internal is join namespace new not on operator or orderby out override params partial private protected public ' +
    'readonly record ref required return scoped sealed select set stackalloc static struct switch this throw try unsafe ' +
    'using virtual volatile when where while with yield checked unchecked lock nameof typeof sizeof foreach for'
  ).split(' '),
);
const RULES: GovernorRules = {
  signs: new Set(['=>', '=']),
  words: new Set(['in']),
  hasLines: false,
  hasBraces: false,
  leavesCalls: false,
};

/**
 * What binds a name in C#. Two words side by side declare the second one, in patterns too. Source: C# language specification,
 * "Patterns", "Query expressions", "Anonymous function expressions", "Deconstruction".
 */
export function bindsInCSharp(spot: Spot): Bound | null {
  const { word, next } = spot;
  if (word === 'goto') return { reach: 'self' };
  if (/^(?:[.(]|::|\?\.)/.test(next)) return null;
  if (isKey(spot) || isOfInitializer(spot)) return { reach: 'self' };
  if (/^(?:from|let|into|join)$/.test(word)) return { reach: 'block' };
  if (isTypeParameter(spot)) return { reach: 'head' };
  if (isBehindType(spot) || isLaterVariable(spot)) return { reach: 'head' };
  return ofList(spot);
}

/** `f(name: 1)`, `is { name: 1 }` and `name: f();`, which name a parameter, a member of something else and a label. */
function isKey({ previous, next, bracket }: Spot): boolean {
  return /^:(?!:)/.test(next) && /[({]/.test(bracket) && /[({},;]/.test(previous);
}

/** `new B { name = 1 }` and `b with { name = 1 }` give a value to a member of what is made, unless that is the type around. */
function isOfInitializer({ file, mask, at, open, bracket, previous, next }: Spot): boolean {
  if (bracket !== '{' || !/[{,]/.test(previous) || !/^=(?![=>])/.test(next)) return false;
  const head = mask.slice(Math.max(0, open - 200), open);
  const [, type] = /\bnew\s+([\w.]*)[^;{}]*$/.exec(head) ?? [];
  return type === undefined ? /(?:\bwith|\bnew\s*\(\s*\)|=)\s*$/.test(head) : typeAround(file, at)?.name !== type;
}

/** Whether a type or a pattern stands before a name, and the name is no type itself. */
function isBehindType(spot: Spot): boolean {
  const { mask, at, next, word } = spot;
  const isType = word !== '' ? !NO_TYPES.has(word) && !/^\d/.test(word) : isBehindSign(spot);
  if (!isType || mask[before(mask, at) - word.length] === '@') return false;
  if (word !== '' && /^\?(?![.[?])/.test(next)) return true;
  return !/^[\w$<@[?*{]/.test(next) || /^(?:when|and|or|in|is|as)\b/.test(next);
}

function isBehindSign({ file, mask, at, previous, next }: Spot): boolean {
  const end = before(mask, at);
  // A pointer has no blank before its sign: `byte* name`.
  if (previous === '*') return end < at - 1 && /\w\*$/.test(mask.slice(Math.max(0, end - 1), end + 1));
  if (/[>\]?]/.test(previous))
    return isArgumentsEnd(mask, at) || (previous === ']' && /[[,\]]/.test(mask[end - 1] ?? ''));
  if (previous === '}') return !mask.slice(end, at).includes('\n') && !/^=(?!>)/.test(next);
  if (previous !== ')') return false;
  // `is (1, 2) name`, `(int, int) name`; a condition stands behind a word.
  const open = file.structure().openOf(end);
  return /[;{}(,]/.test(mask[before(mask, open)] ?? '') || /^(?:is|case|and|or|not)$/.test(wordBefore(mask, open));
}

/** `var (a, name) =` and the parameters of a function value. */
function ofList(spot: Spot): Bound | null {
  const { at, previous } = spot;
  if (/^[\w@<[?]/.test(spot.next)) return null;
  if (!/[(,=>]/.test(previous) && !/^(?:async|static|return)$/.test(spot.word)) return null;
  const governor = governorOf(spot, RULES);
  const from = governor?.from ?? at;
  if (isOfVar(spot)) return { reach: 'block' };
  const isArm = from === at && spot.bracket === '{' && previous === ',';
  return governor?.sign !== '=>' || isArm ? null : { reach: 'inner', from };
}

/** Lists in lists that are gone through. */
const LISTS_MAX = 8;

function isOfVar({ mask, open, bracket, file: { structure } }: Spot): boolean {
  let around = bracket === '(' ? open : -1;
  for (let left = LISTS_MAX; left > 0 && mask[around] === '('; left -= 1) {
    if (wordBefore(mask, around) === 'var') return true;
    around = structure().around(around);
  }
  return false;
}
