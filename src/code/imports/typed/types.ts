import { roleOfPath } from '../../source/path-role.ts';
import type { ReadFile } from '../import-language.ts';
import type { MemberFacts, TypeFacts } from './facts.ts';
import { inPackage } from './names.ts';

/** The types of a project by their packages. */
export interface ProjectTypes {
  hasPackage(name: string): boolean;
  /** Whether it is a package of the project, or one that holds some. */
  holdsPackage(name: string): boolean;
  /**
   * The files that declare a type, seen from another file: of several those of the same sources, then of the same
   * module. More than one where equally near ones are left; none where the project does not declare it. A name that no
   * type has is in files of other languages that of a facade, in those of the same one that of functions or values, which
   * the others reach by the facade alone.
   */
  find(packageName: string, name: string, from: string): readonly string[];
  /** The same for what can be nothing but a type. */
  findTypes(packageName: string, name: string, from: string): readonly string[];
  /**
   * The files that declare a function that a bare name may call, found in the same way. Where a type of the project has
   * a function of the name, nothing tells it from one that is declared for a receiver alone, which is then not given.
   */
  findFunctions(packageName: string, name: string, from: string): readonly string[];
  /** Whether a package has what is used without a sign that is read: a value, or a function behind a dot. */
  isUsedUnseen(packageName: string): boolean;
  /** Whether each of some files declares a name that others may declare with it: functions, or parts for platforms. */
  areTogether(paths: readonly string[], name: string): boolean;
}

/** Where a path lies: in which sources, and in which module. */
export interface Places {
  sourcesOf(path: string): string;
  moduleOf(path: string): string;
  /** The one platform, or the few, that a path is for; null for all, or where that is not known. */
  platformOf?(path: string): string | null;
  /** Whether no code for the one platform can see what is there for the other. */
  areApart?(platform: string, other: string): boolean;
  /** Whether it stands for several platforms, each of which sees what is there beside its own. */
  isShared?(platform: string): boolean;
  /** What the facade of a file is called that gives it no name, in a language that has some. */
  facadeNameOf?(path: string): string;
}

/** Files that one type is looked for in; more declare it only in a tree of copies. */
const FILES_MAX = 200;

/** Indexes what files declare. */
export function indexTypes(files: readonly ReadFile<TypeFacts>[], places: Places): ProjectTypes {
  const { sourcesOf, moduleOf } = places;
  const platforms = new Map(files.map(({ path }) => [path, places.platformOf?.(path) ?? null]));
  const known: Platforms = { ...places, platforms };
  const { packages, together, inner, behind } = indexFiles(files, places);
  const outer = outerPackages(packages);
  const near = (paths: readonly string[], from: string): readonly string[] => {
    const close = paths.length <= 1 ? null : (nearest(paths, from, sourcesOf) ?? nearest(paths, from, moduleOf));
    return fitting(close ?? paths, platforms.get(from) ?? null, known);
  };
  return {
    hasPackage: (name) => packages.has(name),
    holdsPackage: (name) => packages.has(name) || outer.has(name),
    find(packageName, name, from) {
      const { types, facades, members } = packages.get(packageName)?.get(name) ?? NONE;
      // The language that has facades cannot name them, and the others what is in them.
      return near(types.length > 0 ? types : behind.has(from) ? members : facades, from);
    },
    findTypes: (packageName, name, from) => near((packages.get(packageName)?.get(name) ?? NONE).types, from),
    findFunctions(packageName, name, from) {
      const { functions, extensions } = packages.get(packageName)?.get(name) ?? NONE;
      return near(inner.has(name) ? functions : [...new Set([...functions, ...extensions])], from);
    },
    isUsedUnseen: (packageName) => [...(packages.get(packageName)?.values() ?? [])].some(hasMoreThanFunctions),
    areTogether: (paths, name) => paths.every((path) => together.has(`${path}\0${name}`)),
  };
}

function hasMoreThanFunctions({ members, functions }: Declared): boolean {
  return members.some((path) => !functions.includes(path));
}

/** Parts of a name of a package: deeper ones hold no others that somebody wrote. */
const PARTS_MAX = 30;

/** The packages around those that files declare. */
function outerPackages(packages: Packages): ReadonlySet<string> {
  const outer = new Set<string>();
  for (const name of packages.keys()) {
    const parts = name.split('.').slice(0, PARTS_MAX);
    for (let length = 1; length < parts.length; length += 1) outer.add(parts.slice(0, length).join('.'));
  }
  return outer;
}

interface Index {
  readonly packages: Packages;
  /** Paths with names that they declare together with others. */
  readonly together: Set<string>;
  /** Functions of types. */
  readonly inner: Set<string>;
  /** Paths in a language that has facades. */
  readonly behind: Set<string>;
}

function indexFiles(files: readonly ReadFile<TypeFacts>[], places: Places): Index {
  const index: Index = { packages: new Map(), together: new Set(), inner: new Set(), behind: new Set() };
  for (const file of files) {
    const { path, facts } = file;
    indexFacade(index, file, places);
    for (const name of facts.packages) if (!index.packages.has(name)) index.packages.set(name, new Map());
    for (const full of facts.declared) addName(index.packages, full, path, 'types');
    if (facts.members !== undefined) indexMembers(index, path, facts.members);
  }
  return index;
}

function indexFacade(
  { packages, together, behind }: Index,
  { path, facts }: ReadFile<TypeFacts>,
  places: Places,
): void {
  const { facade, members } = facts;
  if (facade === undefined) return;
  behind.add(path);
  const name = facade.name ?? places.facadeNameOf?.(path);
  if (name === undefined || members === undefined || members.declared.length === 0) return;
  addName(packages, inPackage(name, facts.packages[0] ?? ''), path, 'facades');
  if (facade.isShared) together.add(`${path}\0${name}`);
}

function indexMembers({ packages, together, inner }: Index, path: string, members: MemberFacts): void {
  for (const full of members.declared) addName(packages, full, path, 'members');
  for (const full of members.functions) addName(packages, full, path, 'functions');
  for (const full of members.extensions) addName(packages, full, path, 'extensions');
  for (const full of [...members.declared, ...members.parts]) together.add(`${path}\0${lastOf(full)}`);
  // What a test declares for itself is nobody else's receiver.
  if (roleOfPath(path) !== 'test') for (const name of members.inner) inner.add(name);
}

/** The files that declare a name in a package, by what they declare. */
interface Declared {
  readonly types: string[];
  readonly facades: string[];
  readonly members: string[];
  readonly functions: string[];
  readonly extensions: string[];
}

type Packages = Map<string, Map<string, Declared>>;

const NONE: Declared = { types: [], facades: [], members: [], functions: [], extensions: [] };

function lastOf(full: string): string {
  return full.slice(full.lastIndexOf('.') + 1);
}

function addName(packages: Packages, full: string, path: string, kind: keyof Declared): void {
  const dot = full.lastIndexOf('.');
  const packageName = dot === -1 ? '' : full.slice(0, dot);
  const names = packages.get(packageName) ?? new Map<string, Declared>();
  packages.set(packageName, names);
  const name = full.slice(dot + 1);
  const declared = names.get(name) ?? { types: [], facades: [], members: [], functions: [], extensions: [] };
  names.set(name, declared);
  const paths = declared[kind];
  if (paths.length < FILES_MAX && !paths.includes(path)) paths.push(path);
}

/** The paths in the same place; null when there are none. */
function nearest(paths: readonly string[], from: string, placeOf: (path: string) => string): readonly string[] | null {
  const place = placeOf(from);
  const same = paths.filter((path) => placeOf(path) === place);
  return same.length === 0 ? null : same;
}

interface Platforms extends Pick<Places, 'areApart' | 'isShared'> {
  /** Those of the files, by their paths. */
  readonly platforms: ReadonlyMap<string, string | null>;
}

/** Without those for other platforms where the own one has some, else without those that it can never see. */
function fitting(
  paths: readonly string[],
  own: string | null,
  { platforms, areApart, isShared }: Platforms,
): readonly string[] {
  if (own === null || paths.length === 0) return paths;
  const hasOwn = paths.some((path) => platforms.get(path) === own);
  return paths.filter((path) => {
    const one = platforms.get(path) ?? null;
    if (one === null || one === own) return true;
    return (!hasOwn || isShared?.(one) === true) && areApart?.(own, one) !== true;
  });
}
