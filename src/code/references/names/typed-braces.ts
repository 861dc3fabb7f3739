import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** The type that is written for what stands in braces, with what is before its dots, and whether that is a pattern, which takes a value apart. */
export interface TypedBraces {
  readonly type: string;
  readonly isPattern: boolean;
}

/** A type by its name, with what is before its dots, and its arguments. */
const TYPE = '((?:[\\w$]{1,80}\\.){0,8}[A-Z][\\w$]*)(?:<[^=;(){}]{0,80}>)?';
/** Characters before and behind braces that are looked at for a type. */
const NEAR_CHARACTERS = 240;

const OF_PATTERN = new RegExp(`^:[ \\t]*${TYPE}\\s*(?=[,)=])`);
const OF_VALUE = new RegExp(`([(,]|[\\w$]\\s)\\s*[\\w$]+[?!]?:[ \\t]*${TYPE}[ \\t]*=\\s*$`);
const ASSERTED = new RegExp(`^(?:as|satisfies)[ \\t]+${TYPE}(?![\\w$.<[]|\\s*[|&])`);

/**
 * The type of a script's object or pattern by the offset of its brace: `({ a }: Type)`, `const b: Type = { a }`,
 * `{ a } satisfies Type`. Null where none is written, or more than the name of one.
 */
export function typeOfBraces(file: CodeFile, open: number): TypedBraces | null {
  const mask = file.mask();
  if (file.family !== 'script' || mask[open] !== '{') return null;
  const next = after(mask, file.structure().closeOf(open) + 1);
  const behind = mask.slice(next, next + NEAR_CHARACTERS);
  if (behind.startsWith(':')) return isTakenApart(file, open) ? named(OF_PATTERN.exec(behind)?.[1], true) : null;
  const asserted = ASSERTED.exec(behind)?.[1];
  return asserted === undefined ? named(typeOfVariable(file, open), false) : named(asserted, false);
}

function named(type: string | undefined, isPattern: boolean): TypedBraces | null {
  return type === undefined ? null : { type, isPattern };
}

/** Whether braces with a colon behind them are a pattern among parameters, or of what is declared. */
function isTakenApart(file: CodeFile, open: number): boolean {
  const mask = file.mask();
  if (/[(,]/.test(mask[before(mask, open)] ?? '')) return mask[file.structure().around(open)] === '(';
  return /^(?:const|let|var)$/.test(wordBefore(mask, open));
}

/** The type of the variable, parameter or field that braces are given to. */
function typeOfVariable(file: CodeFile, open: number): string | undefined {
  const mask = file.mask();
  if (mask[before(mask, open)] !== '=') return undefined;
  const [, sign = '', type] = OF_VALUE.exec(mask.slice(Math.max(0, open - NEAR_CHARACTERS), open)) ?? [];
  // Within a pattern what follows a colon is what a value is called.
  return /[(,]/.test(sign) && mask[file.structure().around(open)] !== '(' ? undefined : type;
}
