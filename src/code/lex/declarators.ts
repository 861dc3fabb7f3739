import { firstOf, isOpenerCode, stopsAt } from './extent.ts';
import type { ScannedLanguage } from './lex-rules.ts';
import { endsAt, firstAfterBreaks } from './line-ends.ts';
import { patternNames } from './script-patterns.ts';
import type { Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

/** Characters outside of brackets that are looked at. What is looked at for one statement is not for another one. */
const STATEMENT_CHARACTERS_MAX = 16_000;

const TELLS = stopsAt('\n;,<()[]{}');
const NAME = /([\w$\u0080-\uffff]+)[ \t\r\n]*(?=[:=;,]|$)/my;

/** Where a statement that declares names stands. */
export interface DeclaringStatement {
  /** Of its line. */
  readonly from: number;
  /** Where its keyword ends. */
  readonly behindKeyword: number;
  /** Whether it stands where plain values are listed. */
  readonly isTop: boolean;
}

/**
 * The names behind the first one of a statement of TypeScript or JavaScript that declares several, as `b` of `var a = 1,
 * b = 2`; the first one, too, where its line ends with the keyword, and those that patterns bind at the top. Stops at what
 * looks like type arguments or JSX, whose commas cannot be told from those between names.
 */
export function furtherDeclarators(structure: Structure, statement: DeclaringStatement): readonly Declarator[] {
  const { mask } = structure;
  const { from, behindKeyword, isTop } = statement;
  const first = firstAfterBreaks(mask, behindKeyword);
  const commas = commasOf(structure, first, 'script', STATEMENT_CHARACTERS_MAX);
  return [null, ...commas].flatMap((comma, at) => {
    const nameAt = comma === null ? first : firstAfterBreaks(mask, comma + 1);
    if (mask[nameAt] === '{' || mask[nameAt] === '[')
      return isTop ? patternNames(structure, { from, open: nameAt, comma, until: commas[at] }) : [];
    // A first name on the line of its keyword is read with that.
    return comma === null && !mask.slice(behindKeyword, first).includes('\n')
      ? []
      : namesAt(mask, { nameAt, comma, isTop });
  });
}

/**
 * The commas between the declarators of a statement from an offset of it on, as far as so many characters outside of brackets.
 * Behind what looks like type arguments none is told; the block of a property of PHP ends its statement.
 */
export function commasOf(
  { mask, closeOf }: Structure,
  from: number,
  language: ScannedLanguage,
  charactersMax: number,
): readonly number[] {
  const commas: number[] = [];
  let at = from;
  for (let left = charactersMax; left > 0; left -= 1) {
    const next = firstOf(TELLS, mask, at, Math.min(mask.length, at + left));
    left -= next - at;
    at = next;
    const code = mask.charCodeAt(at);
    if (code === COMMA) commas.push(at);
    else if (code === BRACE && language === 'php') break;
    else if (isOpenerCode(code)) at = closeOf(at);
    else if ((code === LESS && language !== 'php' && isBracket(mask, at)) || endsAt(mask, at, language)) break;
    // A run of blanks is looked at once, not once for each line.
    const after = Math.max(at + 1, firstAfterBreaks(mask, at));
    left -= after - at - 1;
    at = after;
  }
  return commas;
}

const COMMA = 0x2c;
const LESS = 0x3c;
const BRACE = 0x7b;

/** What stands before `<` that has no left side: a value begins there, as `<T>(a: T) => a` on however many lines. */
const BEGINS_VALUE = /(?:[=(,:?&|!]|=>|\basync)\s*$/;

/** Whether `<` is written as a bracket is, without a blank on one side, or stands where nothing could be compared. */
function isBracket(mask: string, at: number): boolean {
  if (/[\w>$]/.test(mask[at - 1] ?? '') || /[\w>$]/.test(mask[at + 1] ?? '')) return true;
  return BEGINS_VALUE.test(mask.slice(Math.max(0, at - 40), at));
}

function namesAt(mask: string, place: Pick<Declarator, 'nameAt' | 'comma' | 'isTop'>): readonly Declarator[] {
  NAME.lastIndex = place.nameAt;
  const name = NAME.exec(mask)?.[1];
  return name === undefined ? [] : [{ name, ...place }];
}
