import { plainPath } from '../source/path-bytes.ts';
import { matchesName, type Piece } from '../source/wildcards.ts';

// Globs of callers are matched by greedy walks with one point of return, never by regular expressions: a hostile
// pattern costs pattern times path steps and no more.

/** A path pattern, ready to match. */
export interface Glob {
  matches(path: string): boolean;
}

/** A pattern as it was read. */
export interface PathGlob extends Glob {
  /** The same of what `partsOf` gives: who tries several globs on a path parts it once. */
  matchesParts(parts: readonly string[]): boolean;
  /** How many patterns its braces stand for. */
  readonly alternatives: number;
}

/** The names that a path is made of, as globs take it. */
export function partsOf(path: string): readonly string[] {
  return plainPath(path).split('/');
}

/** Alternatives that the braces of one pattern may unfold to. */
const GLOB_ALTERNATIVES_MAX = 64;

/** Refuses a pattern with more of them. */
export function tooManyAlternatives(pattern: string): string {
  return `the pattern ${JSON.stringify(pattern.slice(0, 100))} unfolds to too many alternatives: use fewer braces.`;
}

const BEYOND_16_BITS = /[\ud800-\udfff]/;

/** A name of a pattern, as it stands and, where it has brackets that may be a class, with that. */
interface Segment {
  readonly text: string;
  readonly withClasses: readonly Piece[] | null;
}

/**
 * Reads `**`, `*`, `?`, `{a,b}` and classes such as `[a-c]` and `[!a-c]`; all else stands for itself. So do brackets, because
 * paths contain them (`[id].ts`): a path is meant when either reading fits. A pattern without a slash, but at its end,
 * matches at any depth (`./` or `/` before it holds it to the root), and one that names a folder matches all in it. A path
 * that is shown in quotes is matched by the name that it stands for, and so it may be written as a pattern. Null
 * when the braces unfold to more than 64 alternatives. Source: gitignore(5), "Pattern format".
 */
export function parseGlob(written: string): PathGlob | null {
  const pattern = plainPath(written);
  const start = /^(?:\.\/|\/)+/.exec(pattern)?.[0] ?? '';
  const bare = pattern.slice(start.length).replace(/\/+$/, '');
  const alternatives = unfoldBraces(bare);
  if (alternatives === null) return null;
  const patterns = alternatives.map((text) => {
    const segments = text.split('/').filter((segment) => segment !== '');
    const isHeld = start !== '' || text.includes('/');
    return (isHeld ? segments : ['**', ...segments]).map(readSegment);
  });
  const matchesParts: PathGlob['matchesParts'] = (parts) =>
    patterns.some((wanted) => matchesFileOrFolder(wanted, parts));
  return {
    alternatives: patterns.length,
    matchesParts,
    matches: (path) => matchesParts(partsOf(path)),
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
function matchesFileOrFolder(pattern: readonly Segment[], path: readonly string[]): boolean {
  let p = 0;
  let s = 0;
  let retryPattern = -1;
  let retryPath = 0;
  while (p < pattern.length) {
    const wanted = pattern[p];
    const name = path[s];
    if (wanted?.text === '**') {
      retryPattern = ++p;
      retryPath = s;
    } else if (wanted !== undefined && name !== undefined && matchesSegment(wanted, name)) {
      p += 1;
      s += 1;
    } else if (retryPattern >= 0 && retryPath < path.length) {
      p = retryPattern;
      s = ++retryPath;
    } else return false;
  }
  // A pattern that is used up has named the file or a folder around it; `src/**` wants something in the folder.
  return pattern.at(-1)?.text !== '**' || s < path.length;
}

function matchesSegment({ text, withClasses }: Segment, written: string): boolean {
  // `?` is one character, also where UTF-16 has two units for it.
  const name = BEYOND_16_BITS.test(written) ? [...written] : written;
  return (
    matchesName(typeof name === 'string' ? text : [...text], name) ||
    (withClasses !== null && matchesName(withClasses, name))
  );
}

/** A class: a `]` that comes first stands for itself. */
const CLASS = /\[([!^]?)(\]?[^\]]*)\]/y;

function readSegment(text: string): Segment {
  if (!text.includes('[')) return { text, withClasses: null };
  const wanted: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    CLASS.lastIndex = at;
    const [whole, turned, inner = ''] = CLASS.exec(text) ?? [];
    const ranges = readRanges(inner);
    const isClass = whole !== undefined && ranges !== null;
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    wanted.push(isClass ? { isTurned: turned !== '', ranges } : character);
    at += isClass ? whole.length : character.length;
  }
  return { text, withClasses: wanted.every((one) => typeof one === 'string') ? null : wanted };
}

/** Null for what is no class: nothing in it, or a range that goes down. */
function readRanges(inner: string): readonly (readonly [string, string])[] | null {
  const ranges = [...inner.matchAll(/([\s\S])-([\s\S])|[\s\S]/gu)].map(
    ([one, from = one, to = one]) => [from, to] as const,
  );
  return ranges.length > 0 && ranges.every(([from, to]) => from <= to) ? ranges : null;
}
