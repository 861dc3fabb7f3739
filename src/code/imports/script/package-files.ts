import { fieldOf, mapAt, stringAt } from '../../formats/json.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import type { BuildEntries } from './build-entries.ts';
import { type FoundFile, sourceOfBuilt } from './built.ts';
import { type AskingForm, type Target, targetsOf } from './exports-field.ts';
import { type Asker, candidatesFor, declarationBeside, findFile, isDeclaration, isTypedPath } from './find-file.ts';
import type { Links } from './links.ts';
import { type ScriptTarget, unresolved } from './outside.ts';
import type { NodePackage, NodePackages } from './packages.ts';

/** What files are looked for in. */
export interface Places {
  readonly project: ProjectFiles;
  readonly packages: NodePackages;
  readonly builds: BuildEntries;
  readonly links: Links;
}

/** Why a path leads to no file though something is there that the project may have: null when nothing is. */
export function whyNotAt({ links, packages }: Places, target: string, asker: Asker): string | null {
  const paths = [...candidatesFor(target, asker), ...candidatesFor(inFolder(target, 'index'), asker)];
  if (paths.some((path) => links.isLinked(path))) return 'a link, which is not followed';
  const own = packages.inFolder(target);
  return own !== null && stringAt(own.json, 'main') !== null ? 'what the package.json there names is not there' : null;
}

/** What a package manager installs, to the name of the innermost package. */
export const INSTALLED = /^(?:.*\/)?node_modules\//s;

/** The file, or the one that a folder's package.json or index means. */
export function findPath(places: Places, path: string, asker: Asker): FoundFile | null {
  const target = INSTALLED.test(path) ? throughLink(places, path.replace(INSTALLED, '')) : path;
  if (target === null) return null;
  return firstWanted(asker, [
    () => certain(target === '' ? null : findFile(places.project, target, asker)),
    () => findInFolder(places, target, asker),
  ]);
}

/** What a folder stands for. */
export function findInFolder(places: Places, folder: string, asker: Asker): FoundFile | null {
  const own = places.packages.inFolder(folder);
  return firstWanted(asker, [
    () => own && findMain(places, own, asker),
    () => certain(findFile(places.project, inFolder(folder, 'index'), asker)),
    () => own && findForBrowser(places, own, asker),
  ]);
}

/**
 * What `browser` puts in the place of a main file that is not there. Source: the `browser` field of package.json,
 * "Replace specific files".
 */
function findForBrowser({ project }: Places, { folder, json }: NodePackage, asker: Asker): FoundFile | null {
  const main = resolveTarget(folder, stringAt(json, 'main')?.text ?? 'index.js');
  const mapped = [...mapAt(json, 'browser')].flatMap(([from, { value }]) => {
    const isMain = resolveTarget(folder, from) === main || resolveTarget(folder, `${from}.js`) === main;
    return isMain && typeof value === 'string' ? [value] : [];
  });
  const [target] = [stringAt(json, 'browser')?.text, ...mapped].flatMap((one) => one ?? []);
  const path = target === undefined ? null : resolveTarget(folder, target);
  return path === null || path === folder ? null : certain(findFile(project, path, asker));
}

/** The first that is found; a declaration serves who wants a program only where no way leads to one. */
export function firstWanted({ wants }: Asker, ways: readonly (() => FoundFile | null)[]): FoundFile | null {
  let spare: FoundFile | null = null;
  for (const way of ways) {
    const found = way();
    if (found !== null && (wants === 'types' || !isDeclaration(found.path))) return found;
    spare ??= found;
  }
  return spare;
}

/** A file about which there is no doubt. */
function certain(path: string | null): FoundFile | null {
  return path === null ? null : { path, isByName: false };
}

/** A file as the end of an import. */
export function fileAt(found: FoundFile): ScriptTarget & { kind: 'file' } {
  return { kind: 'file', ...found };
}

/** A member of the workspaces is linked into `node_modules`; all else there is not the project's. */
function throughLink({ packages }: Places, installed: string): string | null {
  const [, name = '', rest = ''] = NAME.exec(installed) ?? [];
  const member = packages.member(name, null);
  return member && inFolder(member.folder, rest.slice(1)).replace(/\/$/, '');
}

/** The name of a package, and what follows it. */
export const NAME = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/s;

/** The file that a package's folder means, as `main` and, for a compiler, `types` say. */
function findMain(places: Places, { folder, json }: NodePackage, asker: Asker): FoundFile | null {
  const { project } = places;
  const targets = mainKeys(asker).flatMap((key) => {
    const target = resolveTarget(folder, stringAt(json, key)?.text ?? '');
    return target === null || target === folder ? [] : [target];
  });
  return firstWanted(asker, [
    ...targets.map(
      (target) => () =>
        certain(findFile(project, target, asker) ?? findFile(project, inFolder(target, 'index'), asker)),
    ),
    ...targets.map((target) => () => sourceOfBuilt(places, folder, target)),
  ]);
}

function mainKeys({ from, wants }: Asker): readonly string[] {
  if (wants === 'types') return ['types', 'typings', 'main'];
  return isTypedPath(from) ? ['main', 'types', 'typings'] : ['main'];
}

/** A file of another package of the project, as its manifest gives it out. */
export function resolveMember(
  places: Places,
  member: NodePackage,
  { subpath, asker }: { readonly subpath: string; readonly asker: Asker },
): ScriptTarget {
  const field = fieldOf(member.json, 'exports');
  const targets = field ? targetsOf(field, `.${subpath}`) : null;
  if (field && !targets) return unresolved(`the package in ${member.folder || '.'} does not export it`, member.folder);
  const given = targets
    ? firstFile(places, member, { targets, asker })
    : subpath === ''
      ? firstWanted(asker, [
          () => findInFolder(places, member.folder, asker),
          () => firstFile(places, member, { targets: mainsOf(member), asker }),
        ])
      : findWithin(places, member, { path: inFolder(member.folder, subpath.slice(1)), asker });
  const found = given ?? (subpath === '' ? namedSource(places, member) : null);
  // Without a list of what it gives out any path leads into a package.
  if (found !== null) return { ...fileAt(found), isGivenOut: targets !== null || subpath === '' };
  const paths = (targets ?? (subpath === '' ? mainsOf(member) : [])).map(({ path }) => path);
  const isLinked = [...paths, `.${subpath}`].some((path) => {
    const target = resolveTarget(member.folder, path);
    return target !== null && places.links.isLinked(target);
  });
  const why = isLinked ? 'is a link, which is not followed' : 'is not in the project';
  return unresolved(`what the package in ${member.folder || '.'} gives out ${why}`, member.folder);
}

/** What a package is built of, as its manifest says. Source: Microbundle, "Specifying builds in package.json"; Parcel, `source`. */
function namedSource({ project }: Places, { folder, json }: NodePackage): FoundFile | null {
  const path = resolveTarget(folder, stringAt(json, 'source')?.text ?? '');
  return certain(path !== null && project.has(path) ? path : null);
}

/** Without a list of what it gives out any path leads into a package, also one to what only its build makes. */
function findWithin(
  places: Places,
  { folder }: NodePackage,
  { path, asker }: { readonly path: string; readonly asker: Asker },
): FoundFile | null {
  const found = findPath(places, path, asker);
  // A style or a picture is built of no code.
  const isCode = /(?:^|\/)[^./]+(?:(?:\.d)?\.[cm]?[jt]sx?)?$/.test(path);
  return found ?? (isCode ? sourceOfBuilt(places, folder, path) : null);
}

function mainsOf({ json }: NodePackage): readonly Target[] {
  return ['main', 'module', 'types', 'typings'].flatMap((key) => {
    const path = stringAt(json, key)?.text;
    if (path === undefined) return [];
    return [{ path, isForTypes: key.startsWith('typ'), isElsewhere: false, isOfMode: false, form: null }];
  });
}

/**
 * The first of the targets that is in the project, else the source that the first of them is built of. Who wants a
 * program takes what is kept for types last, who wants types what is not typed. What is kept for a mode comes behind what
 * is given in any, unless that is told by a name alone. What is kept for who asks in another form serves nobody else, as far
 * as anything is there, and what only another runtime is given comes last.
 * Source: Node.js documentation, "Modules: Packages", "Conditional exports".
 */
export function firstFile(
  places: Places,
  { folder }: NodePackage,
  { targets, asker }: { readonly targets: readonly Target[]; readonly asker: Asker },
): FoundFile | null {
  const { project } = places;
  const isLast = ({ path, isForTypes }: Target): boolean =>
    asker.wants === 'types' ? !isForTypes && !isTypedPath(path) : isForTypes;
  const form = formOf(asker);
  const isServed = (target: Target): boolean => (target.form ?? form) === form;
  const sorted = targets.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
  const pathsOf = (isMeant: (target: Target) => boolean): readonly string[] =>
    sorted.filter(isMeant).flatMap(({ path }) => (/^[#@]/.test(path) ? [] : (resolveTarget(folder, path) ?? [])));
  const exact = (path: string): string | null => {
    const declaration = asker.wants === 'types' ? declarationBeside(project, path) : null;
    return project.has(path) ? (declaration ?? path) : null;
  };
  const source = (path: string): FoundFile | null =>
    certain(findFile(project, path, asker)) ?? sourceOfBuilt(places, folder, path);
  // Of several built files one may say surely what another tells by its name alone.
  const sure = (found: FoundFile | null): FoundFile | null => (found?.isByName === true ? null : found);
  type Ways = readonly (() => FoundFile | null)[];
  const surely = (paths: readonly string[]): Ways => [
    ...paths.map((path) => () => certain(exact(path))),
    ...paths.map((path) => () => sure(source(path))),
  ];
  const ways = (isMeant: (target: Target) => boolean): Ways => {
    const paths = [false, true].map((isMode) => pathsOf((target) => target.isOfMode === isMode && isMeant(target)));
    return [...paths.flatMap(surely), ...paths.flat().map((path) => () => source(path))];
  };
  return firstWanted(asker, [
    ...ways((target) => !target.isElsewhere && isServed(target)),
    ...ways((target) => !target.isElsewhere && !isServed(target)),
    ...ways(({ isElsewhere }) => isElsewhere),
  ]);
}

/** How a file asks: what a compiler makes of a `.cts` requires. */
function formOf({ from, isRequired }: Asker): AskingForm {
  return isRequired === true || /\.c[jt]s$/.test(from) ? 'require' : 'import';
}
