import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { separatorBefore } from '../places/path-before.ts';

/** Characters before a dot that are looked at. */
const VALUE_MAX = 200;
/** A type with its package. */
const TYPE = '((?:\\w{1,80}\\.)?[A-Za-z_]\\w{0,80})';
/** `T` before the brace of a value, `pkg.T[int]` as well; a list or a map of it has brackets before it. */
const OF_LITERAL = new RegExp(`(?<![\\w.\\])*])${TYPE}(?:\\[[\\w.,* ]{1,80}\\])?$`);
/** `*T` in brackets. */
const ASSERTED = new RegExp(`^\\s*\\*?${TYPE}(?:\\[[\\w.,* ]{1,80}\\])?\\s*$`);
/** Words that may stand before a brace and are no type. */
const NO_TYPE = /^(?:struct|interface|else|select|for|switch|func|range)$/;

/**
 * The type, with its package, that Go writes right before the dot of a name: `T{}.name`, `(&T{}).name`, `x.(*T).name`,
 * `new(T).name`. Null when none is. Source: The Go Programming Language Specification, "Composite literals", "Type assertions".
 */
export function typeOfGoValue(file: CodeFile, at: number): string | null {
  if (file.family !== 'go') return null;
  const mask = file.mask();
  const dot = separatorBefore(file, at);
  const last = dot === -1 ? -1 : before(mask, dot);
  if (mask[last] === '}') return typeOfLiteral(file, last);
  if (mask[last] !== ')') return null;
  const open = file.structure().openOf(last);
  if (open === -1) return null;
  const ahead = mask.slice(Math.max(0, open - VALUE_MAX), open);
  if (/(?:\.|(?<![\w.])new)$/.test(ahead)) return typeIn(mask.slice(open + 1, last));
  const end = before(mask, last);
  // Behind a name brackets hold what is given to a call.
  if (/[\w)\]}]$/.test(ahead) || mask[end] !== '}') return null;
  const within = mask.slice(open + 1, file.structure().openOf(end));
  return /^\s*(?:&\s*)?[\w.]+(?:\[[^\]]*\])?$/.test(within) ? typeOfLiteral(file, end) : null;
}

/** The type before the brace that a brace closes. */
function typeOfLiteral(file: CodeFile, close: number): string | null {
  const open = file.structure().openOf(close);
  if (open === -1) return null;
  const type = OF_LITERAL.exec(file.mask().slice(Math.max(0, open - VALUE_MAX), open))?.[1] ?? null;
  return type === null || NO_TYPE.test(type) ? null : type;
}

function typeIn(within: string): string | null {
  return within.length > VALUE_MAX ? null : (ASSERTED.exec(within)?.[1] ?? null);
}
