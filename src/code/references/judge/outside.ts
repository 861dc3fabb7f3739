import type { ImportedName } from '../names/import-names.ts';
import { bindsIn, scriptBindingFrom } from '../names/local-names.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Place } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** Whether all of some imports, of which there are any, bring in what is no part of the project. */
export function areOutside({ file, links }: Case, names: readonly ImportedName[]): boolean {
  if (names.length === 0 || (file.family !== 'script' && file.family !== 'python')) return false;
  const known = links.of(file.path);
  return known !== null && names.every(({ line }) => known.outside.has(line) && !known.byLine.has(line));
}

/** Whether what stands before the dot is no part of the project: imported from outside, or the language's own. */
export function isOfOthers(one: Case, { path, at }: Place): boolean {
  const { file } = one;
  const [first = ''] = path;
  if (path.length !== 1) return false;
  const names = one.names.named(first);
  const isOutside = names.length > 0 ? areOutside(one, names) : file.family === 'script' && STANDARD.has(first);
  if (!isOutside || file.symbols().some(({ name }) => name === first)) return false;
  return file.family === 'script'
    ? scriptBindingFrom(file, first, at) === -1
    : !functionsAround(file, at).some((symbol) => bindsIn(file, first, symbol));
}

/** Objects that every script has. Source: ECMAScript, "The Global Object". */
const STANDARD: ReadonlySet<string> = new Set(
  'JSON Math Object Array Number String Boolean Symbol BigInt Promise Reflect Date RegExp Intl Atomics console'.split(
    ' ',
  ),
);
