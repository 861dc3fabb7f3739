import { fieldOf, stringAt } from '../../formats/json.ts';
import { folderOf, inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { type BuildEntries, readBuildEntries } from './build-entries.ts';
import { type FoundFile, sourceOfBuilt } from './built.ts';
import { type Declared, readDeclared } from './declared.ts';
import { readSites, type SiteAlias } from './docusaurus.ts';
import { targetsOf } from './exports-field.ts';
import { findFile, isTypedPath } from './find-file.ts';
import { type ImportMaps, readImportMaps } from './import-map.ts';
import { namedPackage, outsideByItself, packageOf, type ScriptTarget, unresolved } from './outside.ts';
import { type NodePackage, type NodePackages, readPackages } from './packages.ts';
import { type Aliases, readAliases } from './tsconfig.ts';

/** Leads the specifiers of a file to files of the project. */
export type ScriptResolver = (from: string, specifier: string) => ScriptTarget;

interface Names {
  readonly project: ProjectFiles;
  readonly packages: NodePackages;
  readonly builds: BuildEntries;
  readonly declared: Declared;
  readonly aliases: Aliases;
  readonly maps: ImportMaps;
  readonly sites: SiteAlias;
}

/** Reads the manifests and settings that give names to files, and makes the resolver of the project. */
export async function makeScriptResolver(project: ProjectFiles): Promise<ScriptResolver> {
  const packages = await readPackages(project);
  const names: Names = {
    project,
    packages,
    builds: await readBuildEntries(project),
    declared: readDeclared(packages),
    aliases: await readAliases(project),
    maps: await readImportMaps(project),
    sites: readSites(project),
  };
  return (from, specifier) => {
    // What follows `?` is for a bundler: `./a.css?raw`.
    const name = specifier.replace(/(?<=.)\?.*$/s, '');
    if (/^\.\.?(?:\/|$)/.test(name)) return resolveRelative(names, from, name);
    if (name.startsWith('#')) return resolveOwnImport(names, from, name);
    return resolveName(names, from, name);
  };
}

function resolveRelative(names: Names, from: string, specifier: string): ScriptTarget {
  const target = resolveTarget(folderOf(from), specifier);
  if (target === null) return unresolved('it leads out of the project');
  // `..` and `./lib/` mean the folder, whatever file has its name.
  const found = /(?:^|\/)\.{0,2}$/.test(specifier) ? findInFolder(names, target, from) : findPath(names, target, from);
  if (found === null && INSTALLED.test(target)) return packageOf(target.replace(INSTALLED, ''));
  if (found !== null) return fileAt(found);
  const built = ownBuilt(names, from, target);
  return built === null ? unresolved('no such file') : fileAt(built);
}

/** Tests and wrappers import what their own package is built to: `../dist/a.js`. Other folders are told apart by no name. */
function ownBuilt(names: Names, from: string, target: string): FoundFile | null {
  const own = names.packages.around(from);
  const inner = own === null ? '' : target.slice(inFolder(own.folder, '').length);
  const isOwn = own !== null && names.packages.around(target) === own && /^(?:dist|build|out)\//.test(inner);
  return isOwn ? sourceOfBuilt(names, own.folder, target) : null;
}

/** What a package manager installs, to the name of the innermost package. */
const INSTALLED = /^(?:.*\/)?node_modules\//s;

/** The file, or the one that a folder's package.json or index means. */
function findPath(names: Names, path: string, from: string): FoundFile | null {
  const target = INSTALLED.test(path) ? throughLink(names, path.replace(INSTALLED, '')) : path;
  if (target === null) return null;
  const file = target === '' ? null : findFile(names.project, target, from);
  return certain(file) ?? findInFolder(names, target, from);
}

function findInFolder(names: Names, folder: string, from: string): FoundFile | null {
  const own = names.packages.inFolder(folder);
  return (own && findMain(names, own, from)) ?? certain(findFile(names.project, inFolder(folder, 'index'), from));
}

function certain(path: string | null): FoundFile | null {
  return path === null ? null : { path, isByName: false };
}

function fileAt(found: FoundFile): ScriptTarget {
  return { kind: 'file', ...found };
}

/** A member of the workspaces is linked into `node_modules`; all else there is not the project's. */
function throughLink({ packages }: Names, installed: string): string | null {
  const [, name = '', rest = ''] = NAME.exec(installed) ?? [];
  const member = packages.member(name);
  return member && inFolder(member.folder, rest.slice(1)).replace(/\/$/, '');
}

const NAME = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/s;

/** The file that a package's folder means, as `main` and, for a compiler, `types` say. */
function findMain(names: Names, { folder, json }: NodePackage, from: string): FoundFile | null {
  const { project } = names;
  let built: FoundFile | null = null;
  for (const key of isTypedPath(from) ? ['types', 'typings', 'main'] : ['main']) {
    const target = resolveTarget(folder, stringAt(json, key)?.text ?? '');
    if (target === null || target === folder) continue;
    const path = findFile(project, target, from) ?? findFile(project, inFolder(target, 'index'), from);
    if (path !== null) return certain(path);
    built ??= sourceOfBuilt(names, folder, target);
  }
  return built;
}

/** `#x`, by the `imports` of the package that the file belongs to. */
function resolveOwnImport(names: Names, from: string, specifier: string): ScriptTarget {
  const own = names.packages.around(from);
  const field = fieldOf(own?.json, 'imports');
  const targets = field ? targetsOf(field, specifier) : null;
  if (!own || !targets) return resolveAlias(names, from, specifier) ?? unresolved('no package.json above imports it');
  const found = firstFile(names, own, { targets, from });
  if (found !== null) return fileAt(found);
  const packaged = targets.find((target) => !target.startsWith('.'));
  return packaged === undefined
    ? unresolved('what package.json imports is not there')
    : (findNamed(names, from, packaged) ?? outsideByItself(packaged) ?? packageOf(packaged));
}

/** A name: something of the project, else something outside. */
function resolveName(names: Names, from: string, specifier: string): ScriptTarget {
  const mapped = names.maps(from, specifier);
  if (mapped !== null && 'path' in mapped) {
    const found = findPath(names, mapped.path, from);
    return found === null ? unresolved('imports of deno.json lead to no file') : fileAt(found);
  }
  // What deno.json says that a name means needs no other manifest.
  if (mapped !== null) return outsideByItself(mapped.specifier) ?? packageOf(mapped.specifier);
  return findNamed(names, from, specifier) ?? outsideByItself(specifier) ?? resolvePackage(names, from, specifier);
}

function resolvePackage({ declared, packages }: Names, from: string, specifier: string): ScriptTarget {
  const name = nameIn(specifier);
  return namedPackage(specifier, declared.naming(from, name), packages.hasName(name));
}

/** An alias, a member of the workspaces, or the package itself; null when the name is none of the project's. */
function findNamed(names: Names, from: string, specifier: string): ScriptTarget | null {
  const site = names.sites(from, specifier);
  const found = site === null ? null : findPath(names, site, from);
  if (found !== null) return fileAt(found);
  if (site !== null) return unresolved('@site of Docusaurus leads to no file');
  const aliased = resolveAlias(names, from, specifier);
  if (aliased?.kind === 'file') return aliased;
  const [, name = '', subpath = ''] = NAME.exec(specifier) ?? [];
  const own = names.packages.around(from);
  const declared = names.declared.above(from, name);
  const linked = declared && linkedPackage(names, declared);
  const member = linked ?? names.packages.member(name) ?? (own && isSelf(own, name) ? own : null);
  if (member) return resolveMember(names, member, { subpath, from });
  return aliased && own && !declared ? aliased : null;
}

/** The name of the package in a specifier. */
function nameIn(specifier: string): string {
  return NAME.exec(specifier)?.[1] ?? '';
}

/** By the aliases of tsconfig.json; null when none is for this name. */
function resolveAlias(names: Names, from: string, specifier: string): ScriptTarget | null {
  const { targets, isOwn } = names.aliases.candidates(from, specifier);
  for (const target of targets) {
    const found = findPath(names, target, from);
    // Settings that stand for a package there are for the compiler alone: what runs is the package.
    const isSettings = found?.path.endsWith('.json') === true && !specifier.endsWith('.json');
    if (found !== null && !isSettings) return fileAt(found);
  }
  return isOwn ? unresolved('paths of tsconfig.json lead to no file') : null;
}

/** A package may import itself by its name when it says what it exports. */
function isSelf({ name, json }: NodePackage, wanted: string): boolean {
  return name === wanted && fieldOf(json, 'exports') !== undefined;
}

/** `link:./a` and its like take a package from a folder of the project. */
function linkedPackage(
  { packages }: Names,
  { folder, wanted }: NonNullable<ReturnType<Declared['above']>>,
): NodePackage | null {
  const place = /^(?:link|file|portal):(.+)$/s.exec(wanted)?.[1];
  const target = place === undefined ? null : resolveTarget(folder, place);
  return target === null ? null : packages.inFolder(target);
}

/** A file of another package of the project, as its manifest gives it out. */
function resolveMember(
  names: Names,
  member: NodePackage,
  { subpath, from }: { readonly subpath: string; readonly from: string },
): ScriptTarget {
  const field = fieldOf(member.json, 'exports');
  const targets = field ? targetsOf(field, `.${subpath}`) : null;
  if (field && !targets) return unresolved(`the package in ${member.folder || '.'} does not export it`, member.folder);
  const found = targets
    ? firstFile(names, member, { targets, from })
    : subpath === ''
      ? (findInFolder(names, member.folder, from) ?? firstFile(names, member, { targets: mainsOf(member), from }))
      : findPath(names, inFolder(member.folder, subpath.slice(1)), from);
  if (found !== null) return fileAt(found);
  return unresolved(`what the package in ${member.folder || '.'} gives out is not in the project`, member.folder);
}

function mainsOf({ json }: NodePackage): readonly string[] {
  return ['main', 'module', 'types', 'typings'].flatMap((key) => stringAt(json, key)?.text ?? []);
}

/** The first of the targets that is in the project, else the source that the first of them is built of. */
function firstFile(
  names: Names,
  { folder }: NodePackage,
  { targets, from }: { readonly targets: readonly string[]; readonly from: string },
): FoundFile | null {
  const paths = targets.flatMap((target) => (/^[#@]/.test(target) ? [] : (resolveTarget(folder, target) ?? [])));
  const exact = paths.find((path) => names.project.has(path));
  if (exact !== undefined) return certain(exact);
  for (const path of paths) {
    const found = certain(findFile(names.project, path, from)) ?? sourceOfBuilt(names, folder, path);
    if (found !== null) return found;
  }
  return null;
}
