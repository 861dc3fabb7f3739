import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { readBuildEntries } from './build-entries.ts';
import { type FoundFile, sourceOfBuilt } from './built.ts';
import { type Declared, readDeclared } from './declared.ts';
import { readSites, type SiteAlias } from './docusaurus.ts';
import { type Asker, findFile, isDeclaration, isTypedPath, programBeside, TYPED_PROGRAM } from './find-file.ts';
import { type Frameworks, readFrameworks } from './frameworks.ts';
import { type ImportMaps, readImportMaps } from './import-map.ts';
import { followLinks } from './links.ts';
import { findPackage, type NamedPackage, NO_CANDIDATES, settingsFor } from './named-package.ts';
import { namedPackage, outsideByItself, packageOf, type ScriptTarget, unresolved } from './outside.ts';
import { findImportAbove, findOwnImport } from './own-imports.ts';
import {
  fileAt,
  findInFolder,
  findPath,
  firstWanted,
  INSTALLED,
  NAME,
  type Places,
  resolveMember,
  whyNotAt,
} from './package-files.ts';
import { readPackages } from './packages.ts';
import { type FindUnlisted, makeFindUnlisted } from './search-path.ts';
import { type Aliases, type Candidates, readAliases } from './tsconfig.ts';

/** Leads the specifiers of a file to files of the project: to what runs, or to what a type checker reads. */
export type ScriptResolver = (asker: Asker, specifier: string) => ScriptTarget;

/** Files by the modules that they declare by name. */
export type Ambient = ReadonlyMap<string, ReadonlySet<string>>;

/** Files that declare one module and are compared; with more of them none is known to be meant. */
const AMBIENT_MAX = 50;

interface Names extends Places {
  readonly declared: Declared;
  readonly aliases: Aliases;
  readonly maps: ImportMaps;
  readonly sites: SiteAlias;
  readonly frameworks: Frameworks;
  readonly ambient: Ambient;
  readonly unlisted: FindUnlisted;
  /** Whether the folder `lib` of a package's folder holds a file. */
  readonly hasLib: (folder: string) => boolean;
}

/** Reads the manifests and settings that give names to files, and makes the resolver of the project. */
export async function makeScriptResolver(whole: ProjectFiles, ambient: Ambient): Promise<ScriptResolver> {
  const { project, links } = await followLinks(whole);
  const packages = await readPackages(project);
  const names: Names = {
    project,
    packages,
    links,
    builds: await readBuildEntries(project),
    declared: readDeclared(packages),
    aliases: await readAliases({ project, packages }),
    maps: await readImportMaps(project),
    sites: readSites(project),
    frameworks: await readFrameworks(project, packages),
    ambient,
    unlisted: makeFindUnlisted(project),
    hasLib: foldersWithLib(project),
  };
  return (asker, specifier) => {
    const target = resolve(names, asker, specifier);
    return target.kind === 'file' ? { ...target, path: links.real(target.path) ?? target.path } : target;
  };
}

function resolve(names: Names, asker: Asker, specifier: string): ScriptTarget {
  // What follows `?` is for a bundler: `./a.css?raw`.
  const name = specifier.replace(/(?<=.)\?.*$/s, '');
  if (/^\.\.?(?:\/|$)/.test(name)) return resolveRelative(names, asCompiler(asker), name);
  const declared = asker.wants === 'types' ? declaredFor(names, asker.from, name) : null;
  if (declared !== null) return fileAt({ path: declared, isByName: false });
  if (name.startsWith('#')) return resolveOwnImport(names, asker, name);
  return resolveName(names, asker, name);
}

/** Folders that hold `lib/` with a file in it, found at the first question. */
function foldersWithLib({ entries }: ProjectFiles): (folder: string) => boolean {
  let known: ReadonlySet<string> | null = null;
  return (folder) => {
    known ??= new Set(
      entries.flatMap(({ path }) => [...path.matchAll(/(?<![^/])lib\//g)].map(({ index }) => path.slice(0, index))),
    );
    return known.has(inFolder(folder, ''));
  };
}

/**
 * By a path TypeScript means the file that its compiler reads, be it a declaration beside the program: a name that it
 * imports without `type` may be a type all the same, of which nothing runs.
 */
function asCompiler(asker: Asker): Asker {
  return isTypedPath(asker.from) ? { ...asker, wants: 'types' } : asker;
}

/** What declares a module by its name counts for types before any file: the text itself, else one that it is read with. */
function declaredFor({ ambient, aliases }: Names, from: string, name: string): string | null {
  const files = ambient.get(name) ?? new Set<string>();
  if (files.has(from)) return from;
  if (files.size > AMBIENT_MAX) return null;
  const [only, ...others] = [...files].filter((path) => aliases.isTogether(from, path));
  return only !== undefined && others.length === 0 ? only : null;
}

function resolveRelative(names: Names, asker: Asker, specifier: string): ScriptTarget {
  const written = resolveTarget(folderOf(asker.from), specifier);
  if (written === null) return unresolved('it leads out of the project');
  const target = names.links.real(written) ?? written;
  // `..` and `./lib/` mean the folder, whatever file has its name.
  const found = /(?:^|\/)\.{0,2}$/.test(specifier)
    ? findInFolder(names, target, asker)
    : findPath(names, target, asker);
  if (found === null && INSTALLED.test(target)) return installedAt(names, target.replace(INSTALLED, ''));
  if (found !== null) return fileAt(found);
  return fileOr(ownBuilt(names, asker.from, target), whyNotAt(names, written, asker) ?? 'no such file');
}

/** A path into what is installed: of a member of the workspaces what its build makes, else a package of others. */
function installedAt(names: Names, installed: string): ScriptTarget {
  const name = nameIn(installed);
  const member = names.packages.member(name, null);
  if (member === null) return packageOf(installed);
  const source = sourceOfBuilt(names, member.folder, inFolder(member.folder, installed.slice(name.length + 1)));
  return source === null ? unresolved('no such file', member.folder) : fileAt({ ...source, isByName: true });
}

/**
 * Tests and wrappers import what their own package is built to: `../dist/a.js`. Other folders are told apart by no name,
 * but by holding nothing: `../lib/a.js` of a package without a `lib` is made by a build.
 */
function ownBuilt(names: Names, from: string, target: string): FoundFile | null {
  const own = names.packages.around(from);
  const inner = own === null ? '' : target.slice(inFolder(own.folder, '').length);
  if (own === null || names.packages.around(target) !== own) return null;
  const [folder] = /^(?:dist|build|out|lib)(?=\/|$)/.exec(inner) ?? [];
  const isBuilt = folder !== undefined && (folder !== 'lib' || !names.hasLib(own.folder));
  return isBuilt ? sourceOfBuilt(names, own.folder, target) : null;
}

/** `#x`, by `imports` of package.json; what a package above says comes behind what settings say. */
function resolveOwnImport(names: Names, asker: Asker, specifier: string): ScriptTarget {
  const own = findOwnImport(names, asker, specifier);
  const named = own === null ? findNamed(names, asker, specifier) : null;
  if (named !== null) return named;
  const meant = own ?? findImportAbove(names, asker, specifier);
  if (meant === null) return unresolved('no package.json above imports it');
  if ('file' in meant) return fileAt(meant.file);
  const { name } = meant;
  return name === null
    ? unresolved('what package.json imports is not there')
    : (findNamed(names, asker, name) ?? outsideByItself(name) ?? packageOf(name));
}

/** A name: something of the project, else something outside. */
function resolveName(names: Names, asker: Asker, specifier: string): ScriptTarget {
  const mapped = names.maps(asker.from, specifier);
  // What deno.json says that a name means needs no other manifest. One that asks for the name as well has it for all who
  // do not run Deno, and as it is written: of a package for both registries the code says `hono`, and not `jsr:@hono/hono`.
  const isAskedFor = names.declared.above(asker.from, nameIn(specifier)) !== null;
  if (mapped !== null && 'path' in mapped) {
    const found = findPath(names, mapped.path, asker);
    // A path that only a build makes says nothing against who else has the name.
    const other = found === null ? findNamed(names, asker, specifier) : null;
    if (other !== null) return other;
    if (found !== null || !isAskedFor) return fileOr(found, 'imports of deno.json lead to no file');
  } else if (mapped !== null && !isAskedFor) return outsideByItself(mapped.specifier) ?? packageOf(mapped.specifier);
  return (
    findNamed(names, asker, specifier) ??
    findByFramework(names, asker, specifier) ??
    outsideByItself(specifier) ??
    resolvePackage(names, asker, specifier)
  );
}

/** What a framework makes of a name that nothing else explains; null where none does. */
function findByFramework(names: Names, asker: Asker, specifier: string): ScriptTarget | null {
  const named = names.frameworks(asker.from, specifier);
  const ways = named?.paths.map((path) => () => findPath(names, path, asker)) ?? [];
  return named && fileOr(firstWanted(asker, ways), named.otherwise);
}

function fileOr(found: FoundFile | null, why: string): ScriptTarget {
  return found === null ? unresolved(why) : fileAt(found);
}

function resolvePackage({ declared, packages, unlisted }: Names, asker: Asker, specifier: string): ScriptTarget {
  const name = nameIn(specifier);
  const naming = declared.naming(asker.from, name);
  const own = naming === 'unknown' ? unlisted(asker, specifier) : null;
  return own ?? namedPackage(specifier, naming, packages.hasName(name));
}

/** An alias, a member of the workspaces, or the package itself; null when the name is none of the project's. */
function findNamed(names: Names, asker: Asker, specifier: string): ScriptTarget | null {
  const site = names.sites(asker.from, specifier);
  if (site !== null) return fileOr(findPath(names, site, asker), '@site of Docusaurus leads to no file');
  const named = findPackage(names, asker.from, nameIn(specifier));
  // Settings of a compiler mean its own files; what runs of others is the package that is installed for them.
  const isInstalled = named.isApart && !isTypedPath(asker.from);
  const candidates = isInstalled
    ? NO_CANDIDATES
    : settingsFor(asker, named, names.aliases.candidates(asker.from, specifier));
  const aliased = leadBy(names, asker, specifier, candidates);
  if (aliased !== null && isWanted(asker, aliased)) return aliased;
  const packaged = leadByPackage(names, asker, specifier, named);
  if (packaged !== null && isServed(asker, packaged)) return packaged;
  // Types of another's package that the project has written itself: what runs is the package.
  if (aliased?.kind === 'file') return named.isOfOthers ? null : describedBy(names, specifier, aliased);
  const spare = resolveSpare(names, asker, specifier, named);
  return orSpare(asker, packaged, spare) ?? packaged ?? (named.mayBeAlias ? (aliased ?? spare) : null);
}

/** By a package of the project. */
function leadByPackage(
  names: Names,
  asker: Asker,
  specifier: string,
  { member, isByName }: NamedPackage,
): ScriptTarget | null {
  const subpath = specifier.slice(nameIn(specifier).length);
  const target = member && resolveMember(names, member, { subpath, asker });
  return target?.kind === 'file' && isByName ? { ...target, isByName } : target;
}

/** Whether a target is what was asked for. */
function isWanted({ wants }: Asker, target: ScriptTarget): boolean {
  return target.kind === 'file' && (wants === 'types' || !isDeclaration(target.path));
}

/** The same of a package's target; of types a program without any is a stand-in for declarations that a build makes. */
function isServed(asker: Asker, target: ScriptTarget): boolean {
  return isWanted(asker, target) && !isUntyped(asker, target);
}

function isUntyped({ wants }: Asker, target: ScriptTarget): boolean {
  return wants === 'types' && target.kind === 'file' && !isTypedPath(target.path);
}

/** A package's file, else that of aliases, which goes before one without the types that are asked for. */
function orSpare(asker: Asker, packaged: ScriptTarget | null, spare: ScriptTarget | null): ScriptTarget | null {
  const isSpare = spare?.kind === 'file';
  if (packaged?.kind === 'file' && !(isSpare && isUntyped(asker, packaged))) return packaged;
  return isSpare ? spare : null;
}

/**
 * What a declaration is about that `paths` lead to: the program beside it, else, where its folder has the name that is
 * imported, the index of that. Itself when there is neither.
 */
function describedBy({ project }: Names, specifier: string, target: ScriptTarget & { kind: 'file' }): ScriptTarget {
  const beside = programBeside(project, target.path);
  if (beside !== null) return fileAt({ path: beside, isByName: false });
  const folder = folderOf(target.path);
  const inner = specifier.slice(specifier.indexOf('/') + 1);
  const index = folder.endsWith(`/${inner}`) ? findFile(project, inFolder(folder, 'index'), TYPED_PROGRAM) : null;
  return index === null || isDeclaration(index) ? target : fileAt({ path: index, isByName: true });
}

/** The name of the package in a specifier. */
function nameIn(specifier: string): string {
  return NAME.exec(specifier)?.[1] ?? '';
}

/**
 * Tests are often left out by the settings around them, and have their names from these all the same. An example may
 * have the package that it asks for by a version from a registry: then they show no more than what the name is there.
 */
function resolveSpare(names: Names, asker: Asker, specifier: string, named: NamedPackage): ScriptTarget | null {
  if (named.isApart) return null;
  const { isByName } = named;
  const spare = settingsFor(asker, named, names.aliases.spare(asker.from, specifier));
  const found = leadBy(names, asker, specifier, spare);
  if (found?.kind !== 'file') return found;
  const meant = isWanted(asker, found) ? found : describedBy(names, specifier, found);
  return isByName && meant.kind === 'file' ? { ...meant, isByName } : meant;
}

/** By some aliases; null when none is for this name. */
function leadBy(names: Names, asker: Asker, specifier: string, { targets, isOwn }: Candidates): ScriptTarget | null {
  const found = firstWanted(
    asker,
    targets.map((target) => () => {
      const one = findPath(names, target, asker);
      // Settings that stand for a package there are for the compiler alone: what runs is the package.
      return one?.path.endsWith('.json') === true && !specifier.endsWith('.json') ? null : one;
    }),
  );
  if (found !== null) return fileAt(found);
  return isOwn ? unresolved('paths of tsconfig.json lead to no file') : null;
}
