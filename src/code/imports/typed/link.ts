import { roleOfPath } from '../../source/path-role.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { Evidence, GraphSink, LinkInput } from '../import-language.ts';
import { type TypeFacts, type TypeImport, takenNames } from './facts.ts';
import { inPackage } from './names.ts';
import { findIn, findNamed, findOwn, type Resolving, starPackage, type TypedFile, type UsedName } from './resolve.ts';
import type { TypedRules } from './rules.ts';
import { findSplitPackages } from './split-packages.ts';
import { indexTypes } from './types.ts';

interface Linking extends Resolving {
  readonly sink: GraphSink;
  /** Whether a package may be another's, to which the project only adds. */
  readonly isSplit: (name: string, from: TypeFacts) => boolean;
}

/** The same for one file. */
interface FileLinking extends Linking {
  /** Names that the file calls as functions. */
  readonly called: ReadonlySet<string>;
  /** Names that its imports give to something, which no star brings. */
  readonly taken: ReadonlySet<string>;
  /** Those among the called ones that a star brings in, by the package that it stands for. */
  readonly starred: ReadonlyMap<string, readonly string[]>;
  /** Packages of stars that may bring in one of the called ones, be it among others. */
  readonly bringing: ReadonlySet<string>;
}

/** Files that may declare one name as functions, or as one type with a part for each platform; more say nothing. */
const TOGETHER_MAX = 10;

/** Stars of one file that are looked through for a name. */
const STARS_MAX = 200;

/** Leads the types that files name to the files that declare them. */
export function linkTypes(input: LinkInput<TypeFacts>, rules: TypedRules): void {
  const { project, files, sink } = input;
  for (const file of files) declare(sink, project, file);
  const isSplit = rules.hasSplitPackages === true ? findSplitPackages(files) : () => false;
  const linking = { sink, rules, types: indexTypes(files, rules), isSplit };
  for (const file of files) {
    if (!input.hasTime()) return;
    linkFile(linking, file);
  }
}

function declare(sink: GraphSink, project: ProjectFiles, { path, language, lines, facts }: TypedFile): void {
  sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
  if (facts.isCut) project.gap(`${path} names more types than are read; the rest was left out`);
}

function linkFile(all: Linking, file: TypedFile): void {
  const { facts, path } = file;
  // A type that is imported by its name is that one, whatever the package has.
  const taken = takenNames(facts);
  const called = new Set(facts.members?.called.map(({ name }) => name));
  const free = [...called].filter((name) => !taken.has(name) && findOwn(all, file, { name }).length === 0);
  const linking: FileLinking = { ...all, called, taken, ...findStarred(all, file, free) };
  for (const one of facts.imports) linkImport(linking, file, one);
  for (const used of facts.used) {
    const { name, line } = used;
    if (taken.has(name)) continue;
    const own = findOwn(linking, file, used);
    for (const list of [own, alsoCalled(linking, file, inPackage(name, facts.packages[0] ?? ''), own)]) {
      const found = list.filter((to) => isReachable(linking, file, { name, to }));
      addEdges(linking, { path, name, found }, { file: path, line, kind: 'same_package' });
    }
  }
  for (const { name, line } of facts.qualified) {
    addEdges(
      linking,
      { path, name, found: findNamed(linking, file, { path: name, written: 'name' }) },
      { file: path, line, kind: 'import' },
    );
  }
}

/**
 * Functions by the packages that stars bring them from. One that several bring may be any of theirs, and is left out; all of
 * these packages may be used.
 */
function findStarred(
  linking: Linking,
  file: TypedFile,
  names: readonly string[],
): Pick<FileLinking, 'starred' | 'bringing'> {
  if (names.length === 0) return { starred: new Map(), bringing: new Set() };
  const stars = file.facts.imports.flatMap(({ isStar, isStatic, path }) =>
    isStar && !isStatic ? (starPackage(linking, file, path) ?? []) : [],
  );
  const given = names.map((name) => ({
    name,
    givers: [...new Set(stars)].filter((one) => linking.types.findFunctions(one, name, file.path).length > 0),
  }));
  const sure = given.flatMap(({ name, givers: [giver, ...others] }) =>
    giver !== undefined && others.length === 0 ? [{ name, giver }] : [],
  );
  return {
    starred: new Map(
      [...Map.groupBy(sure, ({ giver }) => giver)].map(([giver, all]) => [giver, all.map(({ name }) => name)]),
    ),
    bringing: new Set(given.flatMap(({ givers }) => givers)),
  };
}

/** A name of a file, and the files that declare it. */
interface Named {
  readonly path: string;
  readonly name: string;
  readonly found: readonly string[];
}

/** Edges to all parts of what is named; of more parts than a name may have to those that are known to be meant. */
function addEdges(linking: Linking, { path, name, found }: Named, evidence: Evidence): void {
  const meant = isTooMuch(linking, name, found) ? (linking.rules.someOf?.(path, name, found) ?? []) : found;
  for (const to of meant) linking.sink.edge(path, to, evidence);
}

/** Whether more files declare a name, or one of a path of names, than can be meant together. */
function isTooMuch({ types, rules }: Linking, name: string, found: readonly string[]): boolean {
  if (found.length <= 1) return false;
  const isTogether = name.split('.').some((part) => types.areTogether(found, part));
  return found.length > (isTogether ? TOGETHER_MAX : rules.partsMax(name));
}

/**
 * The functions that a name, in its package, means beside what was found for it. A type and functions that make one
 * often share a name, and nearly all who name it mean the type: a function is meant only where it is called, and there
 * nothing tells which of the two makes the value.
 */
function alsoCalled(
  { types, called }: FileLinking,
  { path }: TypedFile,
  full: string,
  found: readonly string[],
): readonly string[] {
  const dot = full.lastIndexOf('.');
  const name = full.slice(dot + 1);
  if (!called.has(name)) return [];
  return types.findFunctions(full.slice(0, Math.max(0, dot)), name, path).filter((to) => !found.includes(to));
}

/**
 * Whether a type of the same package is the one that a name means. A module need not know another one, so that a star
 * may have brought in the name from outside.
 */
function isReachable(
  { rules }: Linking,
  { path, facts }: TypedFile,
  { name, to }: { readonly name: string; readonly to: string },
): boolean {
  if (rules.isUnnamedByFolder && facts.packages[0] === '') return folderOf(path) === folderOf(to);
  if (rules.moduleOf(path) === rules.moduleOf(to)) return true;
  if (rules.builtIns.has(name)) return false;
  return !facts.imports.some(({ isStar, isStatic }) => isStar && !isStatic);
}

function linkImport(linking: FileLinking, file: TypedFile, one: TypeImport): void {
  const { sink, types, rules } = linking;
  const evidence = { file: file.path, line: one.line, kind: 'import' } as const;
  const packageName = one.isStar && !one.isStatic ? starPackage(linking, file, one.path) : null;
  if (packageName !== null) {
    const isUsed = linkStar(linking, file, { packageName, line: one.line });
    const isOther = !isUsed && linking.isSplit(packageName, file.facts) && !types.isUsedUnseen(packageName);
    if (isOther) linkOutside(linking, file, one);
    return;
  }
  const whole = findNamed(linking, file, { path: one.path, written: 'import' });
  // What is no type may be in the object of the package, as Scala has it.
  const found = whole.length > 0 ? whole : types.find(rules.packageOf(one), 'package', file.path);
  if (isTooMuch(linking, one.path, found)) {
    sink.unresolved(written(rules, one), 'several files of the project declare it', evidence);
  } else if (found.length > 0) {
    for (const to of found) sink.edge(file.path, to, evidence);
    const made = alsoCalled(linking, file, one.path, found);
    addEdges(linking, { path: file.path, name: one.path, found: made }, evidence);
  } else if (!one.isLocal && !isHidden(file, one)) linkOutside(linking, file, one);
}

/** Whether it is a member of what the file declares for itself alone. */
function isHidden({ facts }: TypedFile, { path }: TypeImport): boolean {
  return facts.hidden?.some((full) => path === full || path.startsWith(`${full}.`)) === true;
}

/** An import that leads to no file: of a package of the project it should. */
function linkOutside(linking: Linking, { path, language, facts }: TypedFile, one: TypeImport): void {
  const { sink, types, rules } = linking;
  const evidence = { file: path, line: one.line, kind: 'import' } as const;
  // A package is imported for what is named within it.
  if (!one.isStar && types.holdsPackage(one.path)) return;
  const external = rules.external(one, path);
  const name = rules.packageOf(one);
  const isOwn = types.hasPackage(name) || rules.isMade?.(one, path, types) === true;
  if (external?.isStandard !== true && isOwn && !linking.isSplit(name, facts)) {
    sink.unresolved(written(rules, one), `no ${language} file of its package in the project declares it`, evidence);
  } else if (external !== null) sink.external(external.name, external.isStandard, evidence);
}

function written({ written: write }: TypedRules, { path }: TypeImport): string {
  return write?.(path) ?? path;
}

/** All of a package: the types of it that the file names, and the functions that it calls; false where it uses none. */
function linkStar(
  linking: FileLinking,
  file: TypedFile,
  { packageName, line }: { readonly packageName: string; readonly line: number },
): boolean {
  const { types, starred, bringing, taken } = linking;
  const { path } = file;
  const evidence = { file: path, line, kind: 'import' } as const;
  const named = new Set<string>();
  for (const used of file.facts.used) {
    const { name } = used;
    // What is imported by its name and the file's own package go before a star.
    if (taken.has(name) || findOwn(linking, file, used).length > 0) continue;
    const found = findSeen(linking, file, { packageName, used });
    addEdges(linking, { path, name, found }, evidence);
    for (const to of found) named.add(`${name}\0${to}`);
  }
  const functions = starred.get(packageName) ?? [];
  for (const name of functions) {
    const found = types.findFunctions(packageName, name, path).filter((to) => !named.has(`${name}\0${to}`));
    addEdges(linking, { path, name, found }, evidence);
  }
  return named.size > 0 || bringing.has(packageName);
}

/**
 * The files of a package that a name means. Of those that the file is not known to see none is meant where another star has
 * the name in what it sees: a compiler takes no name that two stars bring. Source: C#, "Namespace and type names".
 */
function findSeen(
  linking: FileLinking,
  file: TypedFile,
  { packageName, used }: { readonly packageName: string; readonly used: UsedName },
): readonly string[] {
  const { rules } = linking;
  const found = findIn(linking, packageName, used, file.path);
  const seen = found.filter((to) => rules.knows?.(file.path, to) !== false);
  if (seen.length === found.length) return found;
  const imported = file.facts.imports.filter(({ isStar, isStatic }) => isStar && !isStatic).map(({ path }) => path);
  const stars = [...imported.slice(0, STARS_MAX), ...(rules.starsBeside?.(file.path) ?? [])];
  const isElsewhere = stars.some((star) => {
    const name = starPackage(linking, file, star);
    const others = name === null || name === packageName ? [] : findIn(linking, name, used, file.path);
    return others.some((to) => rules.knows?.(file.path, to) === true);
  });
  return isElsewhere ? seen : found;
}
