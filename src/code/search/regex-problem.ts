import { translateRegex } from './regex-dialect.ts';
import { needsUnicode, type Readings, readingsOf } from './regex-readings.ts';
import { type RegexToken, tokenizeRegex } from './regex-tokens.ts';

/**
 * What is wrong with a pattern that V8 refuses, where, and what to do; null for a valid one. V8 gives a reason and no place,
 * so the place is looked for. `query` is what the pieces were made of.
 */
export function describeRegexProblem(query: string, tokens: readonly RegexToken[]): string | null {
  const problem = problemOf(tokens);
  if (problem === null) return null;
  const position = problemPosition(query, problem);
  const place =
    position === null ? '' : ` at character ${position + 1} (${JSON.stringify(query.slice(position, position + 20))})`;
  return `the regular expression is not valid: ${problem.toLowerCase()}${place}. Escape signs that stand for themselves with \\, or use mode=text to search for the query as it stands.`;
}

/** Tried without what goes around a pattern: brackets must not make an unbalanced one valid. */
function problemOf(tokens: readonly RegexToken[]): string | null {
  if (repeatsALook(tokens)) return 'Invalid quantifier';
  try {
    const narrow = tokens.map(({ source }) => source).join('');
    if (!needsUnicode(tokens)) new RegExp(narrow);
    if (needsUnicode(tokens) || MEANS_A_GROUP.test(narrow))
      compile(readingsOf(tokens, { isWord: false, ignoresCase: false }));
    return null;
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    return message.slice(message.lastIndexOf(': ') + 2);
  }
}

function compile(readings: Readings): void {
  new RegExp(readings.wide(), 'v');
}

/** V8 takes it without its flag for Unicode alone. */
function repeatsALook(tokens: readonly RegexToken[]): boolean {
  const open: boolean[] = [];
  for (const [at, { type, source }] of tokens.entries()) {
    if (type !== 'other') continue;
    if (source.startsWith('(')) open.push(/^\(\?<?[=!]/.test(source));
    if (source === ')' && open.pop() === true && tokens[at + 1]?.type === 'quantifier') return true;
  }
  return false;
}

/** Only with its flag for Unicode V8 says that there is no such group. */
const MEANS_A_GROUP = /\\[1-9k]/;

function problemPosition(query: string, problem: string): number | null {
  if (/unterminated group/i.test(problem)) return openGroups(query).at(-1) ?? null;
  // The first beginning of the pattern that is refused for the same reason ends at the place.
  for (let length = 1; length <= query.length; length++) {
    const part = translateRegex(query.slice(0, length));
    if (part.ok && problemOf(tokenizeRegex(part.value.pattern).map(cheap)) === problem) return length - 1;
  }
  return null;
}

/** What takes long to compile, a character in its stead: as often as a pattern is long it would take minutes. */
function cheap(token: RegexToken): RegexToken {
  const isCostly = /\\[pPbBwWdDsS]|[\u0080-\uffff]/.test(token.source);
  return isCostly ? { type: 'literal', source: 'x', character: 'x' } : token;
}

/** Places of the parentheses that are never closed; escaped ones and those in a class are none. */
function openGroups(pattern: string): readonly number[] {
  const open: number[] = [];
  let at = 0;
  for (const { source } of tokenizeRegex(pattern)) {
    if (source.startsWith('(')) open.push(at);
    if (source === ')') open.pop();
    at += source.length;
  }
  return open;
}
