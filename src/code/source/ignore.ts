import { nameOf } from '../text/paths.ts';
import { mayEndIn, type NamePattern, readNamePattern } from './ignore-pattern.ts';
import { matchesName } from './wildcards.ts';

/*
 * `.gitignore` for folders that are no repository. Followed: comments, `!`, a trailing `/`, a leading or inner `/`
 * that anchors, `*`, `?`, `**`, `[a-z]`, backslash escapes, and the order of rules, also across nested files. A `?` is a
 * character here and a byte for git. In a git repository git itself decides, by its full rules.
 */

/** One line of an ignore file. */
export interface IgnoreRule {
  /** The folder of the ignore file, `/`-terminated, empty at the root. */
  readonly base: string;
  readonly segments: readonly NamePattern[];
  readonly isNegated: boolean;
  readonly isDirectoryOnly: boolean;
}

const RULES_MAX = 500;
const RULE_CHARACTERS_MAX = 500;

/** The rules of an ignore file that lies in `base`; at most 500 of them count. A byte order mark is none of them, as for git. */
export function parseIgnoreFile(text: string, base: string): readonly IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.replace(/^\ufeff/, '').split('\n', 10 * RULES_MAX)) {
    if (rules.length >= RULES_MAX) break;
    const rule = parseRule(trimLine(line), base);
    if (rule) rules.push(rule);
  }
  return rules;
}

/** Blanks at the end count where a backslash stands before the first of them. A line that is too long comes to nothing. */
function trimLine(line: string): string {
  const trimmed = line.trimEnd();
  if (trimmed.length > RULE_CHARACTERS_MAX) return '';
  // Counted from the end: a pattern would begin anew at every backslash of the line.
  let escapes = 0;
  while (trimmed.at(-1 - escapes) === '\\') escapes += 1;
  return escapes % 2 === 1 ? line.slice(0, trimmed.length + 1) : trimmed;
}

function parseRule(line: string, base: string): IgnoreRule | null {
  if (line === '' || line.startsWith('#') || line.length > RULE_CHARACTERS_MAX) return null;
  const isNegated = line.startsWith('!');
  const pattern = isNegated ? line.slice(1) : line;
  const isDirectoryOnly = pattern.endsWith('/');
  const body = isDirectoryOnly ? pattern.slice(0, -1) : pattern;
  if (body === '' || body === '/') return null;
  const segments: NamePattern[] = [];
  for (const text of (body.startsWith('/') ? body.slice(1) : body).split('/')) {
    const pattern = readNamePattern(text);
    if (pattern === null) return null;
    segments.push(pattern);
  }
  const isAnchored = body.includes('/');
  return { base, segments: isAnchored ? segments : ['**', ...segments], isNegated, isDirectoryOnly };
}

/**
 * Whether a path is ignored. The last rule that fits decides; parents must be asked before their children. A list of
 * rules that was asked must not change any more: what is known of it is kept.
 */
export function isIgnored(rules: readonly IgnoreRule[], path: string, isDirectory: boolean): boolean {
  if (rules.length === 0) return false;
  const name = nameOf(path);
  const fitting = rulesByEnd(rules, name.slice(-1));
  for (let at = fitting.length - 1; at >= 0; at -= 1) {
    const rule = fitting[at];
    if (!rule || (rule.isDirectoryOnly && !isDirectory) || !path.startsWith(rule.base)) continue;
    if (matchesRule(rule, path, name)) return !rule.isNegated;
  }
  return false;
}

/** Rules in their order by the last sign of the names that they may fit; a list of rules is that of many folders. */
const KNOWN_BY_END = new WeakMap<readonly IgnoreRule[], (readonly IgnoreRule[] | undefined)[]>();

/** Ends of names that are told apart: of other scripts there may be too many to keep a list for each. */
const ENDS = 0x80;

/** Of a hundred rules some five end as a name does. */
function rulesByEnd(rules: readonly IgnoreRule[], last: string): readonly IgnoreRule[] {
  const end = last.charCodeAt(0);
  if (!(end < ENDS)) return rules;
  let known = KNOWN_BY_END.get(rules);
  if (known === undefined) {
    known = Array.from({ length: ENDS });
    KNOWN_BY_END.set(rules, known);
  }
  const fitting = known[end] ?? rules.filter(({ segments }) => mayEndIn(segments.at(-1) ?? '', last));
  known[end] = fitting;
  return fitting;
}

/** Most rules are about a name alone, wherever it is: to take the path apart for them would take most of a listing. */
function matchesRule({ segments, base }: IgnoreRule, path: string, name: string): boolean {
  const [first, wanted] = segments;
  if (segments.length === 2 && first === '**' && wanted !== undefined && wanted !== '**')
    return matchesName(wanted, name);
  return matchesSegments(segments, path.slice(base.length).split('/'));
}

/** Greedy matching with one point of return: it never takes more than pattern times path steps. */
function matchesSegments(pattern: readonly NamePattern[], path: readonly string[]): boolean {
  let p = 0;
  let s = 0;
  let retryPattern = -1;
  let retryPath = 0;
  while (s < path.length) {
    const wanted = pattern[p];
    if (wanted === '**') {
      retryPattern = ++p;
      retryPath = s;
      // A closing `**` stands for everything inside, so for at least one name.
      if (p === pattern.length) return true;
    } else if (wanted !== undefined && matchesName(wanted, path[s] ?? '')) {
      p += 1;
      s += 1;
    } else if (retryPattern !== -1) {
      p = retryPattern;
      s = ++retryPath;
    } else return false;
  }
  return p === pattern.length;
}
