import type { LinkInput, ReadFile } from '../import-language.ts';
import { type TypeName, takenNames } from '../typed/facts.ts';
import { inPackage } from '../typed/names.ts';
import { indexTypes, type Places, type ProjectTypes } from '../typed/types.ts';
import type { ProjectOf, ProjectUsings } from './global-usings.ts';
import { makeLinkExtensions } from './link-extensions.ts';
import type { CsharpFacts } from './mentions.ts';
import type { CsProjects } from './projects.ts';

type CsFile = ReadFile<CsharpFacts>;

/** What the linking beyond a file's own usings needs to know. */
export interface ProjectRules extends Places {
  readonly projectOf: ProjectOf;
  /** The global usings of projects. */
  readonly usings: ReadonlyMap<string, ProjectUsings>;
  /** Whether the project of a file refers to that of another one, or compiles it. */
  readonly knows: (from: string, to: string) => boolean;
  /** How many files may declare one type together. */
  readonly partsMax: number;
  /** Which of more files are meant. */
  readonly someOf: (from: string, name: string, found: readonly string[]) => readonly string[];
  /** Extends a name that a file uses: `[Foo]` is `FooAttribute`. */
  readonly suffixes: readonly string[];
}

interface Linking {
  readonly input: LinkInput<CsharpFacts>;
  readonly rules: ProjectRules;
  readonly types: ProjectTypes;
  readonly knows: ProjectRules['knows'];
}

/**
 * Leads names to files by what a project says for all of its files: its global usings, and the projects that it refers
 * to, whose types of the same namespace need no `using`. What a file says for itself goes before, as in the language.
 */
export function linkByProject(input: LinkInput<CsharpFacts>, rules: ProjectRules): void {
  const { projectOf, usings } = rules;
  const types = indexTypes(input.files, rules);
  const linking: Linking = { input, rules, types, knows: rules.knows };
  const findGlobals = new Map([...usings].map(([place, own]) => [place, makeFindGlobal(linking, own)]));
  const extensions = makeLinkExtensions(input, linking.knows);
  for (const file of input.files) {
    if (!input.hasTime()) return;
    const place = projectOf(file.path);
    linkFile(linking, file, place === null ? undefined : findGlobals.get(place));
    extensions(file, spacesOf(linking, file), place === null ? [] : (usings.get(place)?.stars ?? []));
  }
}

/**
 * The folder of a file's project. A repository without any project file is one project as a rule, as those are whose
 * project files are made by an editor; but a file beside projects, above which there is none, is taken into one of them
 * by a path that is not looked at here, and which is not known.
 */
export function makeProjectOf(projects: CsProjects, { moduleOf }: Pick<Places, 'moduleOf'>): ProjectOf {
  return (path) => {
    const folder = moduleOf(path);
    return projects.size === 0 || projects.has(folder) ? folder : null;
  };
}

/** Whether the project of a file refers to that of another one, by way of others, too, or compiles that file itself. */
export function makeKnows(projects: CsProjects, { moduleOf }: Pick<Places, 'moduleOf'>): ProjectRules['knows'] {
  const folders = [...projects.keys()];
  const numbers = new Map(folders.map((folder, number) => [folder, number]));
  const known = new Map<number, Uint8Array>();
  // A byte for each pair: sets of names would take a hundred times as much for projects that all refer to each other.
  const reached = (first: number): Uint8Array => {
    const all = new Uint8Array(folders.length);
    const waiting = [first];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (all[one] === 1) continue;
      all[one] = 1;
      for (const next of projects.get(folders[one] ?? '')?.references ?? []) {
        const number = numbers.get(next);
        if (number !== undefined && all[number] === 0) waiting.push(number);
      }
    }
    return all;
  };
  return (from, to) => {
    const [folder, other] = [moduleOf(from), moduleOf(to)];
    const [first, second] = [numbers.get(folder), numbers.get(other)];
    if (folder !== other && projects.get(folder)?.compiles(to) === true) return true;
    if (first === undefined || second === undefined) return folder === other;
    const all = known.get(first) ?? reached(first);
    known.set(first, all);
    return all[second] === 1;
  };
}

/** The files that a name means by the global usings of a project, seen from one of its files. */
type FindGlobal = (name: string, from: string) => readonly string[];

type Spaces = Pick<ProjectUsings, 'stars' | 'implied'>;

/** Each name is looked for once for a project: its files see the same. */
function makeFindGlobal(linking: Linking, { stars, implied, aliases }: ProjectUsings): FindGlobal {
  const hasSpace = (name: string): boolean => linking.types.hasPackage(name);
  const spaces = { stars: stars.filter(hasSpace), implied: implied.filter(hasSpace) };
  const known = new Map<string, readonly string[]>();
  return (name, from) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const path = aliases.get(name);
    const found = path === undefined ? findInOne(linking, spaces, name, from) : findPath(linking, path, from);
    known.set(name, found);
    return found;
  };
}

/**
 * A name that several of the namespaces have means none of them, unless the project refers to one of those alone. What
 * another project declares in a namespace of the platform stands in for it there, as a rule for that project alone.
 */
function findInOne(linking: Linking, spaces: Spaces, name: string, from: string): readonly string[] {
  const { moduleOf } = linking.rules;
  const isOwn = (to: string): boolean => moduleOf(to) === moduleOf(from);
  const written = spaces.stars.map((space) => findIn(linking, space, name, from));
  const implied = spaces.implied.map((space) => findIn(linking, space, name, from).filter(isOwn));
  const all = [...written, ...implied].filter((found) => found.length > 0);
  const known =
    all.length === 1
      ? all
      : all.map((found) => found.filter((to) => linking.knows(from, to))).filter((found) => found.length > 0);
  return known.length === 1 ? atMost(linking, known[0] ?? [], from) : [];
}

/** `A.B.C` is the type C of the namespace A.B, or B of A. */
function findPath(linking: Linking, path: string, from: string): readonly string[] {
  const parts = path.split('.');
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const found = linking.types.find(parts.slice(0, at).join('.'), parts[at] ?? '', from);
    if (found.length > 0) return atMost(linking, found, from);
  }
  return [];
}

function findIn({ types, rules }: Linking, space: string, name: string, from: string): readonly string[] {
  for (const suffix of ['', ...rules.suffixes]) {
    const found = types.find(space, `${name}${suffix}`, from);
    if (found.length > 0) return found;
  }
  return [];
}

/** Of the files of several projects those that are referred to; nothing where more than one is. */
function atMost({ rules, knows }: Linking, all: readonly string[], from: string): readonly string[] {
  const projectsOf = (paths: readonly string[]): number => new Set(paths.map(rules.moduleOf)).size;
  const found = projectsOf(all) > 1 ? all.filter((to) => knows(from, to)) : all;
  return projectsOf(found) <= 1 ? found : [];
}

/** Of more files than are parts of one type those that are meant. */
function meantOf({ rules }: Linking, name: string, { from, found }: Found): readonly string[] {
  return found.length <= rules.partsMax ? found : rules.someOf(from, name, found);
}

interface Found {
  readonly from: string;
  readonly found: readonly string[];
}

/** A file with what is the same for all of its names. */
interface Seen {
  readonly file: CsFile;
  /** Namespaces of the project that the file itself uses. */
  readonly spaces: readonly string[];
  readonly findGlobal: FindGlobal | undefined;
}

function linkFile(linking: Linking, file: CsFile, findGlobal: FindGlobal | undefined): void {
  const { facts } = file;
  const taken = takenNames(facts);
  const seen: Seen = { file, findGlobal, spaces: spacesOf(linking, file) };
  for (const used of facts.used) if (!taken.has(used.name)) linkName(linking, seen, used);
}

/** A namespace may be written as seen from one of the file's own. */
function spacesOf({ types }: Linking, { facts }: CsFile): readonly string[] {
  const stars = facts.imports.filter(({ isStar }) => isStar);
  const spaces = stars.flatMap(({ path }) => {
    const names = [path, ...facts.packages.map((own) => inPackage(path, own))];
    return names.find((name) => types.hasPackage(name)) ?? [];
  });
  return [...new Set(spaces)];
}

/** A type of the own namespace goes before those of a `using`, and those before the global ones. */
function linkName(linking: Linking, { file, spaces, findGlobal }: Seen, { name, line }: TypeName): void {
  const { sink } = linking.input;
  const own = findOwn(linking, file, name);
  for (const to of meantOf(linking, name, { from: file.path, found: own ?? [] }))
    sink.edge(file.path, to, { file: file.path, line, kind: 'same_package' });
  if (own !== null) return;
  const written = spaces.flatMap((space) => findIn(linking, space, name, file.path));
  const global = written.some((to) => linking.knows(file.path, to)) ? [] : (findGlobal?.(name, file.path) ?? []);
  // What the file's usings have in projects that its own is not known to refer to may be meant, or hidden by the global ones.
  const found = global.filter((to) => written.length === 0 || linking.knows(file.path, to));
  for (const to of meantOf(linking, name, { from: file.path, found }))
    sink.edge(file.path, to, { file: file.path, line, kind: 'import' });
}

/**
 * The files of other projects that have a name in a namespace of the file; null where none has it. Empty where a file of
 * its own project has it, or where the file uses no other namespace: then it is led there without this.
 */
function findOwn(linking: Linking, { path, facts }: CsFile, name: string): readonly string[] | null {
  const { rules, knows } = linking;
  const place = rules.moduleOf(path);
  for (const space of facts.packages) {
    const found = findIn(linking, space, name, path);
    if (found.length === 0) continue;
    if (!facts.imports.some(({ isStar }) => isStar) || found.some((to) => rules.moduleOf(to) === place)) return [];
    const known = atMost(
      linking,
      found.filter((to) => knows(path, to)),
      path,
    );
    if (known.length > 0) return known;
  }
  return null;
}
