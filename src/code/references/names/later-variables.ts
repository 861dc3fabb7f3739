import { before, wordBefore } from '../../lex/code-text.ts';
import { startBefore } from './c-bindings.ts';
import type { Spot } from './governors.ts';

/** What a statement of variables begins with: the type, the name of the first one and what stands behind that. */
const FIRST =
  /^\s*(?:(?:final|const|ref|readonly)\s+){0,3}[\w.]+(?:<[^;{}()]*>)?(?:\[[\],]*\])*\??\s+@?[\w$]+\s*(?:=(?![=>])|,|\[)/;
/** Words of statements that begin with no type. */
const NO_TYPE = /^\s*(?:return|throw|yield|await|case|new|else|goto|assert|using|import|package|enum)\b/;

/**
 * Whether a name is a later one of several variables of one type: `int a = 1, name = 2`. Source: JLS §14.4; C# language
 * specification, "Local variable declarations".
 */
export function isLaterVariable({ mask, at, next, previous }: Spot): boolean {
  if (previous !== ',' || !/^(?:=(?![=>])|[,;[]|:(?!:)|in\b)/.test(next)) return false;
  const from = startBefore(mask, before(mask, at));
  if (from === null) return false;
  const open = mask[from - 1] ?? '';
  if (open === '[' || (open === '(' && !/^(?:for|try|using|fixed)$/.test(wordBefore(mask, from - 1)))) return false;
  const code = mask.slice(from, at);
  return FIRST.test(code) && !NO_TYPE.test(code);
}
