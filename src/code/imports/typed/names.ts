import type { Structure } from '../../lex/structure.ts';
import { makeLineIndex } from '../../search/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { MemberFacts, TypeFacts, TypeName } from './facts.ts';

/** Tells whether the name at an offset means a type. */
export type IsUse = (from: number, to: number) => boolean;

/** Each name that a pattern finds from an offset on, once, at its first place that counts. */
export function findNames(mask: string, pattern: RegExp, from: number, isUse: IsUse = () => true): readonly TypeName[] {
  const found = new Map<string, TypeName>();
  const lines = makeLineIndex(mask);
  const names = new RegExp(pattern);
  names.lastIndex = from;
  for (let match = names.exec(mask); match; match = names.exec(mask)) {
    const [name] = match;
    if (found.has(name) || !isUse(match.index, match.index + name.length)) continue;
    found.set(name, { name, line: lines.lineAt(match.index) });
    if (found.size > IMPORT_LIMITS.mentionsPerFileMax) break;
  }
  return [...found.values()];
}

/** Facts of which each list holds what there is room for. */
export function boundFacts(facts: Omit<TypeFacts, 'isCut'>): TypeFacts {
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  const { packages, bound } = facts;
  const { imports, declared, used, qualified } = facts;
  const members = facts.members === undefined ? {} : { members: boundMembers(facts.members) };
  return {
    packages,
    bound: bound.slice(0, max),
    imports: imports.slice(0, max),
    declared: declared.slice(0, max),
    ...members,
    used: used.slice(0, max),
    qualified: qualified.slice(0, max),
    isCut: [imports, declared, used, qualified, ...Object.values(facts.members ?? {})].some(
      (list) => list.length > max,
    ),
  };
}

function boundMembers({ declared, functions, extensions, parts, inner, called }: MemberFacts): MemberFacts {
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  return {
    declared: declared.slice(0, max),
    functions: functions.slice(0, max),
    extensions: extensions.slice(0, max),
    parts: parts.slice(0, max),
    inner: inner.slice(0, max),
    called: called.slice(0, max),
  };
}

/** A name in a package; the unnamed one has no dot. */
export function inPackage(name: string, packageName: string): string {
  return packageName === '' ? name : `${packageName}.${name}`;
}

/** How far back on a line brackets are looked for: a longer one is no code that somebody wrote. */
const LOOK_BACK = 2_000;

/** Offset of the innermost bracket that is open at an offset; -1 for none, null where the line is too long to tell. */
export function openBracketAt(structure: Structure, offset: number): number | null {
  const line = structure.lineAt(offset);
  const start = structure.lineStarts[line] ?? 0;
  if (offset - start > LOOK_BACK) return null;
  const before = structure.mask.slice(start, offset);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const sign = before[at] ?? '';
    // What opens on this line and closes behind the offset is around it.
    if ('{(['.includes(sign) && structure.closeOf(start + at) >= offset) return start + at;
  }
  const around = structure.openAtLine[line] ?? -1;
  if (around === -1 || structure.closeOf(around) >= offset) return around;
  // It is closed before the offset on the same line: what is around that cannot be told without another walk.
  return null;
}
