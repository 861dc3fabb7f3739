import type { Bound } from './binding-places.ts';
import { type Governor, type GovernorRules, governorOf, type Spot } from './governors.ts';

const RULES: GovernorRules = {
  signs: new Set(['=>', '=', ':', '->']),
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
  const { next, previous, word, bracket } = spot;
  if (/^\p{Lu}/u.test(spot.name) || previous === '$' || previous === "'") return null;
  if (next.startsWith('@')) return { reach: 'inner' };
  if (/^(?:\.(?!\.)|[({?]|!(?!=)|::)/.test(next)) return null;
  if (/^(?:static|const|mod|type)$/.test(word)) return { reach: 'block' };
  if (bracket === '{' && /^:(?!:)/.test(next)) return null;
  const governor = governorOf(spot, RULES);
  return governor === null ? null : boundBy(spot, governor);
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
      return /\blet\s[^;=]*$/.test(ahead) ? { reach: 'block', from } : null;
    case 'in':
      return /\bfor\s[^;{}]*$/.test(ahead) ? { reach: 'block', from } : null;
    case ':':
      return isTyped(spot, governor) ? { reach: 'function' } : null;
    default:
      return null;
  }
}

/** `(name, b): (u8, u8)` of a parameter or a variable. */
function isTyped({ file, mask, at }: Spot, { at: signAt, from }: Governor): boolean {
  return from < at && mask.slice(file.structure().closeOf(from) + 1, signAt).trim() === '';
}

/** Whether a name stands in the pattern of an arm, and not in the condition behind it. */
function isArm({ mask, at, file }: Spot, { sign, from, at: signAt }: Governor): boolean {
  const open = file.structure().around(from);
  if (mask[open] !== '{' && mask[open] !== '(') return false;
  // A condition that ends in an arrow: the pattern of an arm stands before it.
  if (sign === 'if' && !/^if\b[^;]{0,300}?=>/.test(mask.slice(signAt, signAt + 310))) return false;
  const ahead = mask.slice(Math.max(open + 1, from - 300), at);
  return !/\bif\b(?:(?!=>)[^;])*$/.test(ahead);
}
