import type { PackageJson } from '../../formats/package-json.ts';
import { withoutPrinted } from './fact-sheet.ts';

/** Patterns of names that one script gives, and the scripts among which a pattern finds some. */
const PATTERNS_MAX = 8;
const SCRIPTS_MAX = 100;

const BY_MANAGER = /\b(?:npm|pnpm|pn|yarn|bun)\s+(?:run\s+)?([\w:.-]{1,80})/g;
/** What a pattern leaves out again, as `npm:lint:*(!fix)`, is not looked at: it is no name then. */
const SHORT = /\b(?:npm|pnpm|yarn|bun|node):([\w:.-]{1,80}\*?)(?![\w:.*(-])/g;
const ONE_AFTER_ANOTHER = /\b(?:run-[sp]|npm-run-all2?)[ \t]([^;&|\n]*)/g;

/**
 * What the scripts of the same manifest say that one calls: by its manager, by the short form of concurrently (`npm:lint:js`,
 * `npm:lint:*`), or as a word of npm-run-all, whose star stops at a colon. Sources: concurrently, "Shortcuts"; npm-run-all,
 * "Glob-like pattern matching".
 */
export function calledScripts(line: string, scripts: PackageJson['scripts']): readonly string[] {
  const text = withoutPrinted(line);
  // Each once: a line may call the same a thousand times.
  const names = new Set([...text.matchAll(BY_MANAGER)].map(([, name = '']) => name));
  const short = new Set([...text.matchAll(SHORT)].map(([, word = '']) => word.replace('*', '**')));
  const words = [...text.matchAll(ONE_AFTER_ANOTHER)].flatMap(([, rest = '']) => rest.split(/[\s"'\\]+/));
  const patterns = [...short, ...new Set(words)].filter(isPattern);
  for (const pattern of patterns) names.add(pattern);
  const starred = patterns.filter((one) => one.endsWith('*')).slice(0, PATTERNS_MAX);
  for (const name of starred.length === 0 ? [] : firstNames(scripts))
    if (starred.some((pattern) => isMeant(name, pattern))) names.add(name);
  return [...names].flatMap((name) => scripts.get(name)?.text ?? []);
}

function firstNames(scripts: PackageJson['scripts']): readonly string[] {
  const names: string[] = [];
  for (const name of scripts.keys()) {
    if (names.length === SCRIPTS_MAX) break;
    names.push(name);
  }
  return names;
}

/** A name, be it with a star at its end. */
function isPattern(word: string): boolean {
  return /^\w[\w:.-]{0,80}\*{0,2}$/.test(word);
}

/** Whether a pattern with a star at its end means a script. */
function isMeant(name: string, pattern: string): boolean {
  const start = pattern.slice(0, pattern.indexOf('*'));
  return name.startsWith(start) && (pattern.endsWith('**') || !name.slice(start.length).includes(':'));
}
