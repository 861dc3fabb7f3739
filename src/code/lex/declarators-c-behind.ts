import { holdsValues } from './candidates.ts';
import { isOpenerCode } from './extent.ts';
import { isNameCode } from './masking.ts';
import { afterSpaces, angleDepth } from './statement-head.ts';
import type { Item } from './statement-language.ts';
import type { Structure } from './structure.ts';

/** Names of one statement that are listed; a statement with more is data. */
export const NAMES_MAX = 100;
/** Characters outside of brackets that are looked at for the names of one statement, and within angle brackets. */
const CHARACTERS_MAX = 16_000;
const ANGLES_MAX = 1_000;

/** A declarator up to its name; in parentheses stands that of a pointer to a function or to an array. */
const DECLARATOR =
  /(?:[*&^]\s*|(?:const|volatile|restrict|__restrict)\s+){0,20}(?:\(\s*(?:\w+\s*::\s*)?[*^&]+\s*(?:const\s+)?([A-Za-z_]\w*)\s*(?:\[[^\]]{0,60}\]\s*)?\)|((?:[A-Za-z_]\w*\s*::\s*){0,8})([A-Za-z_]\w*))/y;

/**
 * What a statement of C or C++ names behind the commas of a range: `b` and `c` of `int a = 1, *b, c[2];`. The range begins
 * behind its first name. One that stands on a later line than that is told by itself, not by the whole statement.
 */
export function namesBehindCommas(
  structure: Structure,
  [from, to]: readonly [number, number],
  kind: 'type' | 'variable',
): readonly Item[] {
  const { mask } = structure;
  const commas = commasOf(structure, from, to);
  const line = structure.lineAt(from);
  return commas.flatMap((comma, index) => {
    const start = afterSpaces(mask, comma + 1);
    DECLARATOR.lastIndex = start;
    const match = DECLARATOR.exec(mask);
    if (match === null || DECLARATOR.lastIndex > to) return [];
    const [whole, pointer, outer = '', plain = ''] = match;
    const name = pointer ?? plain;
    if (pointer === undefined && !endsName(structure, DECLARATOR.lastIndex, to, kind)) return [];
    const nameAt = start + whole.lastIndexOf(name);
    const end = (commas[index + 1] ?? to) - 1;
    const owner = outer
      .replace(/\s*::\s*$/, '')
      .split(/\s*::\s*/)
      .join('/');
    return [
      {
        name,
        kind,
        nameAt,
        end,
        ...(owner === '' ? {} : { owner }),
        ...(structure.lineAt(start) > line ? { from: start } : {}),
      },
    ];
  });
}

/** Whether a name is over as that of a variable is. Between parentheses stands its value, else it is a function. */
function endsName({ mask, closeOf }: Structure, nameEnd: number, to: number, kind: 'type' | 'variable'): boolean {
  const at = afterSpaces(mask, nameEnd);
  if (at >= to || ',=[{'.includes(mask[at] ?? '') || mask.startsWith('__', at)) return true;
  return mask[at] === '(' && (kind === 'type' || holdsValues(mask.slice(at + 1, Math.min(closeOf(at), at + 200))));
}

/** The commas between declarators. Behind angle brackets that do not pair up nothing is told. */
export function commasOf({ mask, closeOf }: Structure, from: number, to: number): readonly number[] {
  const commas: number[] = [];
  let at = from;
  for (let left = CHARACTERS_MAX; at < to && left > 0 && commas.length < NAMES_MAX; left -= 1) {
    const code = mask.charCodeAt(at);
    if (code === COMMA) commas.push(at);
    if (isOpenerCode(code)) at = closeOf(at);
    else if (code === LESS && isNameCode(mask.charCodeAt(at - 1)) && angleDepth(mask, at) > 0) {
      at = anglesEnd(mask, at, to);
      if (at === -1) break;
    }
    at += 1;
  }
  return commas;
}

/** The semicolon that ends a statement, or what it stands in. */
export function statementEnd({ mask, closeOf }: Structure, from: number): number {
  let at = from;
  for (let left = CHARACTERS_MAX; at < mask.length && left > 0 && !';})'.includes(mask[at] ?? ';'); left -= 1)
    at = isOpenerCode(mask.charCodeAt(at)) ? closeOf(at) + 1 : at + 1;
  return at;
}

const COMMA = 0x2c;
const LESS = 0x3c;

/** The bracket that closes type arguments; -1 where none does. */
function anglesEnd(mask: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(to, from + ANGLES_MAX); at += 1) {
    depth += angleDepth(mask, at);
    if (depth === 0) return at;
  }
  return -1;
}
