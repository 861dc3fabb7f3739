import { BLANKS_MAX, endsAt, firstAfterBreaks, firstOf, isOpenerCode, stopsAt } from './extent.ts';
import type { Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

/** Characters outside of brackets that are looked at. What is looked at for one statement is not for another one. */
const STATEMENT_CHARACTERS_MAX = 16_000;

const TELLS = stopsAt('\n;,<()[]{}');
const NAME = /,?\s*([\w$\u0080-\uffff]+)\s*(?=[:=;,]|$)/my;

/**
 * The names behind the first one of a statement of TypeScript or JavaScript that declares several, as `b` of `var a = 1,
 * b = 2`, read from its keyword's end on; the first one, too, where its line ends with the keyword. Stops at what looks
 * like type arguments or JSX, whose commas cannot be told from those between names.
 */
export function furtherDeclarators({ mask, closeOf }: Structure, from: number, isTop: boolean): readonly Declarator[] {
  const found: Declarator[] = [];
  if (/^\s*\n/.test(mask.slice(from, from + BLANKS_MAX))) addName(found, mask, from, isTop);
  let at = found[0]?.nameAt ?? from;
  for (let left = STATEMENT_CHARACTERS_MAX; left > 0; left -= 1) {
    const next = firstOf(TELLS, mask, at, Math.min(mask.length, at + left));
    left -= next - at;
    at = next;
    const code = mask.charCodeAt(at);
    if (code === COMMA) addName(found, mask, at, isTop);
    else if (isOpenerCode(code)) at = closeOf(at);
    else if ((code === LESS && isBracket(mask, at)) || endsAt(mask, at, 'script')) break;
    // A run of blanks is looked at once, not once for each line.
    const after = Math.max(at + 1, firstAfterBreaks(mask, at));
    left -= after - at - 1;
    at = after;
  }
  return found;
}

const COMMA = 0x2c;
const LESS = 0x3c;

/** Whether `<` is written as a bracket is: without a blank on one side. */
function isBracket(mask: string, at: number): boolean {
  return /[\w>$]/.test(mask[at - 1] ?? '') || /[\w>$]/.test(mask[at + 1] ?? '');
}

function addName(found: Declarator[], mask: string, comma: number, isTop: boolean): void {
  NAME.lastIndex = comma;
  const name = NAME.exec(mask)?.[1];
  if (name !== undefined) found.push({ name, comma, nameAt: mask.indexOf(name, comma + 1), isTop });
}
