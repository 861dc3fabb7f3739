import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { type Range, scopeOf } from '../names/scopes.ts';

/** A type with its package, which a group gives. */
const TYPE = '((?:\\w+\\.)?[A-Za-z]\\w*)';
/** What a type is made with. */
const MADE_WITH = '(?:\\[[\\w.,* ]{1,80}\\])?';

/**
 * What may stand around the name of a type when Go gives it to a variable: where that is declared, in what it is given
 * (`&T{`, `new(T)`), and in what is asserted of that (`one, ok := any.(*T)`).
 */
export function goTypePatterns(name: string): readonly RegExp[] {
  const given = `(?<![\\w.])${name}\\s*:?=\\s*`;
  return [
    new RegExp(`(?:[(,]|\\bvar)\\s*(?:\\w+\\s*,\\s*){0,20}${name}\\s+\\*?${TYPE}\\s*(?=[,)=\\n{]|$)`, 'g'),
    // A brace right behind a name is that of a value: before a block stands a space, and no name alone.
    new RegExp(`${given}&?(?!(?:struct|interface|func)\\b)${TYPE}${MADE_WITH}\\{`, 'g'),
    new RegExp(`${given}new\\(${TYPE}${MADE_WITH}\\)`, 'g'),
    new RegExp(
      `(?<![\\w.])${name}\\s*(?:,\\s*\\w+\\s*)?:=\\s*(?:\\w{1,80}\\.){1,8}\\((?!type\\b)\\*?${TYPE}${MADE_WITH}\\)\\s*(?=[;\\n}]|$)`,
      'g',
    ),
  ];
}

/** What may stand on a line before what a statement declares for itself and what is behind it. */
const STATEMENT_HEAD = /^[ \t]*(?:\}[ \t]*else[ \t]+)?(?:if|for|switch)[ \t][^{}]*$/;
const GIVEN = /\w+\s*=/y;
/** Blocks of one statement that are followed. */
const BLOCKS_MAX = 50;

/**
 * Where holds what Go declares at an offset: in the head of a statement up to the end of that, with what is done else. Null
 * where nothing is declared: what a name is given later may be of a type that has all which the name's own asks for.
 * Source: The Go Programming Language Specification, "Declarations and scope", "If statements", "Assignability".
 */
export function goScopeOf(file: CodeFile, at: number): Range | null {
  const from = startOfLine(file, lineAt(file, at));
  const mask = file.mask();
  if (isGivenLater(file, at)) return null;
  if (!STATEMENT_HEAD.test(mask.slice(from, at))) return scopeOf(file, at);
  let to = at;
  for (let count = 0; count < BLOCKS_MAX; count += 1) {
    const open = braceBehind(file, to);
    if (open === -1) break;
    to = file.structure().closeOf(open);
    if (!/^\}\s*else(?!\w)/.test(mask.slice(to, to + 80))) break;
    to += 1;
  }
  return { from, to };
}

/** Whether a name stands before a `=` that no `var` is before. */
function isGivenLater(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  GIVEN.lastIndex = at;
  return GIVEN.test(mask) && !/\bvar\s+$/.test(mask.slice(Math.max(0, at - 20), at));
}

/** Characters of a head that are read. */
const HEAD_MAX = 1_000;

/** The brace of the block that follows, past what stands in brackets. */
function braceBehind(file: CodeFile, from: number): number {
  const mask = file.mask();
  for (let at = from; at < mask.length && at < from + HEAD_MAX; at += 1) {
    if (mask[at] === '{') return at;
    if (mask[at] === '(' || mask[at] === '[') at = Math.max(at, file.structure().closeOf(at));
  }
  return -1;
}
