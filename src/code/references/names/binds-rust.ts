import { after } from '../../lex/code-text.ts';
import { lineAt, startOfLine } from '../code-file.ts';
import type { Bound } from './binding-places.ts';
import { type Governor, type GovernorRules, governorOf, type Spot } from './governors.ts';
import type { Range } from './scopes.ts';

const RULES: GovernorRules = {
  signs: new Set(['=>', '=', '->']),
  words: new Set(['in', 'if', 'else', 'match', 'as', 'where']),
  hasLines: false,
  hasBraces: true,
  leavesCalls: true,
};

/**
 * What binds a name in a pattern of Rust, whose names begin with a small letter, or those of a constant warn. Source: The
 * Rust Reference, "Patterns", "Closure expressions", "Functions".
 */
export function bindsInRust(spot: Spot): Bound | null {
  const { next, previous, bracket } = spot;
  if (isTypeParameter(spot)) return ownerFrom(spot);
  if (isItem(spot)) return { reach: 'block' };
  // `format!("{name}", name = 1)`
  if (bracket === '(' && /^=(?![=>])/.test(next) && /[(,]/.test(previous)) return { reach: 'self' };
  if (/^\p{Lu}/u.test(spot.name) || previous === '$' || previous === "'") return null;
  if (/^(?:\.(?!\.)|[({?]|!(?!=)|::)/.test(next)) return null;
  if (isDeclared(spot)) return { reach: 'rest' };
  if (bracket === '(' && /^:(?!:)/.test(next) && /[(,\w]/.test(previous)) return { reach: 'head' };
  const bound = ofClosure(spot) ?? ofMacro(spot) ?? ofTyped(spot) ?? ofGovernor(spot);
  // What names a whole pattern is bound wherever that may stand.
  return bound ?? (next.startsWith('@') ? { reach: 'function' } : null);
}

/** `impl<T, const NAME: usize>` */
function isTypeParameter({ mask, at }: Spot): boolean {
  return /[<,]\s*const\s+$/.test(mask.slice(Math.max(0, at - 40), at));
}

/** From a parameter for a constant to the end of what takes it; an `impl` has its own name behind its parameters. */
function ownerFrom({ file, at }: Spot): Range | null {
  const line = lineAt(file, at);
  const owner = file.symbols().findLast(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return owner === undefined ? null : { from: at, to: startOfLine(file, owner.endLine + 1) };
}

/** `static mut NAME`; what stands behind the name of a life time is a type. */
function isItem({ mask, at }: Spot): boolean {
  return /(?<![\w'*])(?:static(?:\s+mut)?|const|mod|type)\s+$/.test(mask.slice(Math.max(0, at - 40), at));
}

/** `let name` and `let mut name`, with a type or without. */
function isDeclared({ mask, at, word }: Spot): boolean {
  return /^(?:let|mut)$/.test(word) && /\blet\s+(?:mut\s+)?$/.test(mask.slice(Math.max(0, at - 40), at));
}

/** Patterns in patterns that are gone out of. */
const PATTERNS_MAX = 6;
/** What stands before the parameters of a closure, and no value, and the parameters up to a name. */
const PARAMETERS =
  /(?:^|[(,={;[&>:]|\b(?:move|return|async|else|static|mut|in|if|match|while|break|unsafe))\s*\|(?!\|)([^|;]*)$/;

/** `|a, name| …`, `|&(ref name, b)| …`, `|Point { name, .. }| …` */
function ofClosure({ file, mask, at, name, open }: Spot): Bound | null {
  const { around, closeOf } = file.structure();
  let walk = { from: at, to: at + name.length, open };
  for (let left = PATTERNS_MAX; left > 0; left -= 1) {
    const ahead = mask.slice(Math.max(walk.open + 1, walk.from - 300), walk.from);
    const [, before] = PARAMETERS.exec(ahead) ?? [];
    if (before !== undefined) {
      const isPattern = !/:(?!:)[^,]*$/.test(before) && /^[^|;]{0,300}\|/.test(mask.slice(walk.to, walk.to + 302));
      return isPattern ? { reach: 'inner', from: walk.from } : null;
    }
    if (walk.open === -1) return null;
    walk = { from: walk.open, to: closeOf(walk.open) + 1, open: around(walk.open) };
  }
  return null;
}

/** `(name, b): (u8, u8)` of a parameter or a variable. */
function ofTyped({ file, mask, at, open }: Spot): Bound | null {
  let list = open;
  for (let left = PATTERNS_MAX; left > 0 && list !== -1; left -= 1) {
    const behind = after(mask, file.structure().closeOf(list) + 1);
    if (mask[behind] === ':' && mask[behind + 1] !== ':') {
      const isOfLet = /\blet\s[^;=]*$/.test(mask.slice(Math.max(0, list - 300), at));
      return { reach: isOfLet ? 'rest' : 'function', from: list };
    }
    list = file.structure().around(list);
  }
  return null;
}

/** `matches!(a, Some(name) if name > 1)` */
function ofMacro({ file, mask, at, open }: Spot): Bound | null {
  let [list, from] = [open, at];
  for (let left = PATTERNS_MAX; left > 0 && list !== -1; left -= 1) {
    if (/\bmatches!\s*$/.test(mask.slice(Math.max(0, list - 20), list))) {
      const pattern = behindComma(file, list);
      const isPattern = pattern !== -1 && pattern <= from && !/\bif\b/.test(mask.slice(pattern, at));
      return isPattern ? { reach: 'inner', from } : null;
    }
    [list, from] = [file.structure().around(list), list];
  }
  return null;
}

/** Characters of the first item of a list, outside of brackets, that are looked at. */
const ITEM_MAX = 500;

/** Offset behind the first comma of a list; -1 where it has none. */
function behindComma(file: Spot['file'], open: number): number {
  const mask = file.mask();
  let at = open + 1;
  for (let left = ITEM_MAX; left > 0 && at < mask.length && !')]}'.includes(mask[at] ?? ''); left -= 1) {
    if (mask[at] === ',') return at + 1;
    at = '([{'.includes(mask[at] ?? ' ') ? file.structure().closeOf(at) + 1 : at + 1;
  }
  return -1;
}

function ofGovernor(spot: Spot): Bound | null {
  const governor = governorOf(spot, RULES);
  return governor === null || (spot.bracket === '{' && /^:(?!:)/.test(spot.next)) ? null : boundBy(spot, governor);
}

function boundBy(spot: Spot, governor: Governor): Bound | null {
  const { mask, at } = spot;
  const { sign, from } = governor;
  const ahead = mask.slice(Math.max(0, from - 300), at);
  switch (sign) {
    case '=>':
    case 'if':
      return isArm(spot, governor) ? { reach: 'inner', from } : null;
    case '=':
      return /\blet\s[^;=]*$/.test(ahead) ? { reach: 'rest', from } : null;
    case 'in':
      if (/\bfn\s+\w+\s*\([^;{}]*$/.test(ahead)) return { reach: 'head' };
      return /\bfor\s[^;{}]*$/.test(ahead) ? { reach: 'rest', from } : null;
    default:
      return null;
  }
}

/** Whether a name stands in the pattern of an arm, and not in the condition behind it. */
function isArm({ mask, at, file }: Spot, { sign, from, at: signAt }: Governor): boolean {
  const open = file.structure().around(from);
  if (mask[open] !== '{' && mask[open] !== '(') return false;
  // A condition that ends in an arrow: the pattern of an arm stands before it.
  if (sign === 'if' && !/^if\b[^;]{0,300}?=>/.test(mask.slice(signAt, signAt + 310))) return false;
  const ahead = mask.slice(Math.max(open + 1, from - 300), at);
  return !/\bif\b(?:(?!=>)[^;}])*$/.test(ahead);
}
