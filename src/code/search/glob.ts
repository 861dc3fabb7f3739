// Globs of callers are matched by greedy walks with one point of return, never by regular expressions: a hostile
// pattern costs pattern times path steps and no more.

/** A path pattern, ready to match. */
export interface Glob {
  matches(path: string): boolean;
}

/** Alternatives that the braces of one pattern may unfold to. */
const GLOB_ALTERNATIVES_MAX = 64;

/**
 * Reads `**`, `*`, `?` and `{a,b}`; all else, brackets too, stands for itself, because paths contain it. A pattern
 * without a slash matches at any depth, and one that names a folder matches all in it. Null when the braces unfold to
 * more than 64 alternatives.
 */
export function parseGlob(pattern: string): Glob | null {
  const bare = pattern.replace(/^(?:\.\/|\/)+/, '').replace(/\/+$/, '');
  const alternatives = unfoldBraces(bare);
  if (alternatives === null) return null;
  const patterns = alternatives.map((text) => {
    const segments = text.split('/').filter((segment) => segment !== '');
    return text.includes('/') ? segments : ['**', ...segments];
  });
  return {
    matches(path) {
      const segments = path.split('/');
      return patterns.some((wanted) => matchesFileOrFolder(wanted, segments));
    },
  };
}

/**
 * All patterns that the braces stand for, innermost first, so that nested ones need no parser. Braces multiply: the
 * bound is checked at every step, before the next multiplication, and refuses rather than searching for a part.
 */
function unfoldBraces(pattern: string): readonly string[] | null {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const braces = innermostBraces(next);
    if (braces === null) {
      done.push(next);
    } else {
      const { start, end } = braces;
      const choices = next.slice(start + 1, end).split(',');
      for (const choice of choices) waiting.push(next.slice(0, start) + choice + next.slice(end + 1));
    }
    if (done.length + waiting.length > GLOB_ALTERNATIVES_MAX) return null;
  }
  return done;
}

/** Braces with a comma and no other braces in them. */
function innermostBraces(text: string): { readonly start: number; readonly end: number } | null {
  let start = -1;
  let hasComma = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') {
      start = at;
      hasComma = false;
    } else if (character === ',') hasComma = true;
    else if (character === '}' && start >= 0) {
      if (hasComma) return { start, end: at };
      start = -1;
    }
  }
  return null;
}

/**
 * The pattern must use up the path, or some of its leading folders. A later `**` replaces the point of return of an
 * earlier one: what the earlier could still match, the later one can too, so one is enough and nothing is tried twice.
 */
function matchesFileOrFolder(pattern: readonly string[], path: readonly string[]): boolean {
  let p = 0;
  let s = 0;
  let retryPattern = -1;
  let retryPath = 0;
  while (p < pattern.length) {
    const wanted = pattern[p] ?? '';
    const name = path[s];
    if (wanted === '**') {
      retryPattern = ++p;
      retryPath = s;
    } else if (name !== undefined && matchesName(wanted, name)) {
      p += 1;
      s += 1;
    } else if (retryPattern >= 0 && retryPath < path.length) {
      p = retryPattern;
      s = ++retryPath;
    } else return false;
  }
  // A pattern that is used up has named the file or a folder around it; `src/**` wants something in the folder.
  return pattern.at(-1) !== '**' || s < path.length;
}

/** `*` and `?` within one name, by the same walk: of several stars only the last is returned to. */
function matchesName(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      n = ++retry;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
