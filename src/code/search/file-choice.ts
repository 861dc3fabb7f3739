import type { FindInput } from '../questions/find.types.ts';
import { plainPath } from '../source/path-bytes.ts';
import type { PathRole } from '../source/path-role.ts';
import { type PathGlob, parseGlob, partsOf, tooManyAlternatives } from './glob.ts';
import type { FileChoice } from './scope.ts';

/** Alternatives of all patterns of a question: each is tried on every path. */
const ALTERNATIVES_MAX = 256;

/** Which files the caller wants; a text when a pattern cannot be used. */
export function readFileChoice(input: FindInput): FileChoice | string {
  const globs = readGlobs(input);
  if (typeof globs === 'string') return globs;
  const { include, exclusions } = globs;
  const prefix = plainPath(input.prefix?.replace(/\/$/, '') ?? '');
  const usesPath = prefix !== '' || include.length + exclusions.length > 0;
  const depth = prefix === '' ? 0 : prefix.split('/').length;
  const { tests } = input;
  return {
    key: JSON.stringify([prefix, tests, input.include, input.exclude]),
    usesPath,
    accepts(path, role) {
      if (!acceptsRole(tests, role)) return false;
      if (!usesPath) return true;
      if (prefix !== '' && !`${plainPath(path)}/`.startsWith(`${prefix}/`)) return false;
      const parts = partsOf(path);
      // Patterns are meant below the folder, or as answers show paths, from the root of the project on.
      const below = depth === 0 ? null : parts.slice(depth);
      const fits = (glob: PathGlob): boolean =>
        glob.matchesParts(parts) || (below !== null && glob.matchesParts(below));
      if (include.length > 0 && !include.some(fits)) return false;
      // The last one that fits decides.
      return exclusions.findLast(({ glob }) => fits(glob))?.isTakenBack !== false;
    },
  };
}

/** An exclusion wins over an inclusion, whatever their order. Nothing included means that all is. */
interface Globs {
  readonly include: PathGlob[];
  readonly exclusions: { readonly glob: PathGlob; readonly isTakenBack: boolean }[];
}

function readGlobs(input: FindInput): Globs | string {
  const globs: Globs = { include: [], exclusions: [] };
  let alternatives = 0;
  const patterns = [
    ...input.include.map((pattern) => ({ pattern, isExcluding: false })),
    ...input.exclude.map((pattern) => ({ pattern, isExcluding: true })),
  ];
  for (const { pattern, isExcluding } of patterns) {
    // `!` turns a pattern round: what is not to be included, or an exclusion that is taken back, as in ignore files.
    const isTurned = pattern.startsWith('!');
    const glob = parseGlob(isTurned ? pattern.slice(1) : pattern);
    if (glob === null) return tooManyAlternatives(pattern);
    alternatives += glob.alternatives;
    if (alternatives > ALTERNATIVES_MAX)
      return `the patterns unfold to more than ${ALTERNATIVES_MAX} alternatives together: use fewer of them, or fewer braces.`;
    if (isExcluding && isTurned && globs.exclusions.length === 0) return nothingTakenBack(pattern);
    if (isExcluding || isTurned) globs.exclusions.push({ glob, isTakenBack: isExcluding && isTurned });
    else globs.include.push(glob);
  }
  return globs;
}

/** Refuses what would have no effect, and may be meant as an inclusion. */
function nothingTakenBack(pattern: string): string {
  const shown = JSON.stringify(pattern.slice(0, 100));
  return `${shown} in exclude takes back an exclusion, and none stands before it: name that first, or put the glob into include.`;
}

function acceptsRole(tests: FindInput['tests'], role: PathRole): boolean {
  if (tests === 'include') return true;
  return (role === 'test') === (tests === 'only');
}
