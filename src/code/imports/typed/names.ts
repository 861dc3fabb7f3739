import { makeLineIndex } from '../../text/lines.ts';
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
  const hidden = facts.hidden === undefined ? {} : { hidden: facts.hidden.slice(0, max) };
  const facade = facts.facade === undefined ? {} : { facade: facts.facade };
  return {
    packages,
    bound: bound.slice(0, max),
    imports: imports.slice(0, max),
    declared: declared.slice(0, max),
    ...members,
    ...facade,
    ...hidden,
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
