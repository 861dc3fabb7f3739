import type { ReadFile } from '../import-language.ts';
import type { TypeFacts, TypeName } from './facts.ts';
import { inPackage } from './names.ts';
import type { TypedRules } from './rules.ts';
import type { ProjectTypes } from './types.ts';

/** What names of a file are led by. */
export interface Resolving {
  readonly types: ProjectTypes;
  readonly rules: TypedRules;
}

/** A file with what it says of types and of what it imports. */
export type TypedFile = ReadFile<TypeFacts>;

/** A name that stands alone in a file. */
export type UsedName = Pick<TypeName, 'name' | 'isType'>;

/** The files of a type that needs no import, by the innermost package that has it. */
export function findOwn(resolving: Resolving, { path, facts }: TypedFile, used: UsedName): readonly string[] {
  for (const packageName of facts.packages) {
    const found = findIn(resolving, packageName, used, path);
    if (found.length > 0) return found;
  }
  return [];
}

/** The files of a package that declare a name of a file, or the name with one of the endings that the language adds. */
export function findIn(
  { types, rules }: Resolving,
  packageName: string,
  { name, isType }: UsedName,
  from: string,
): readonly string[] {
  const find = isType === true ? types.findTypes : types.find;
  for (const suffix of ['', ...rules.suffixes]) {
    const found = find(packageName, `${name}${suffix}`, from);
    if (found.length > 0) return found;
  }
  return [];
}

/** The package that a star means: as it is written, or within one of the file's own. */
export function starPackage({ types, rules }: Resolving, { facts, language }: TypedFile, path: string): string | null {
  const around = rules.isWhole?.(language, 'import') === true ? [] : facts.packages;
  const names = [path, ...around.map((own) => inPackage(path, own))];
  return names.find((name) => types.hasPackage(name)) ?? null;
}

/** A path of names, and where it stands. */
export interface NamedPath {
  readonly path: string;
  readonly written: 'import' | 'name';
}

/** The files of a path of names: as it is written, or else within one of the file's own packages. */
export function findNamed(linking: Resolving, file: TypedFile, { path, written: where }: NamedPath): readonly string[] {
  const least = linking.rules.isUnnamedByFolder ? 1 : 0;
  const whole = findType(linking, path, { from: file.path, least });
  if (whole.length === 0 && where === 'import') {
    const unnamed = findUnnamed(linking, file, path);
    if (unnamed.length === 1) return unnamed;
  }
  if (whole.length > 0 || linking.rules.isWhole?.(file.language, where) === true) return whole;
  for (const own of file.facts.packages) {
    if (own === '') continue;
    // The name has to begin in that package: else what is named like the package itself would be found.
    const found = findType(linking, inPackage(path, own), { from: file.path, least: own.split('.').length });
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The files of a type of the unnamed package that an import begins with, the file itself before all others; of several
 * others none can be told.
 */
function findUnnamed(
  { types, rules }: Resolving,
  { path: from, language, facts }: TypedFile,
  path: string,
): readonly string[] {
  const [first = '', ...members] = path.split('.');
  if (members.length === 0 || rules.isUnnamedImported?.(language) !== true) return [];
  return facts.declared.includes(first) ? [from] : types.findTypes('', first, from);
}

/** `a.b.C.D` is D in the package `a.b.C`, or a member of C in `a.b`: the longest package that has it. */
function findType(
  { types, rules }: Resolving,
  path: string,
  { from, least }: { readonly from: string; readonly least: number },
): readonly string[] {
  const parts = path.split('.');
  const end = rules.hasInnerTypes === false ? Math.max(least, parts.length - 1) : least;
  for (let at = parts.length - 1; at >= end; at -= 1) {
    const found = types.find(parts.slice(0, at).join('.'), parts[at] ?? '', from);
    if (found.length > 0) return found;
  }
  return [];
}
