import { fieldOf, type JsonNode, mapAt, parseJson, stringAt, stringsOf } from '../../formats/json.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { keepLastAsked } from '../last-asked.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { boundManifests, nearest } from '../manifests.ts';
import { pathFrom, writtenPath } from './config-dir.ts';
import { starOf } from './exports-field.ts';
import { extendedFile, type SettingsPlace } from './extended.ts';
import { type FileLists, fileListsFrom, isFor, readFileLists, type WrittenLists } from './tsconfig-files.ts';

/** What a compiler is told about names. */
interface Settings {
  /** Of the file that was read, whatever it inherits. */
  readonly folder: string;
  readonly baseUrl: string | null;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  readonly lists: FileLists;
}

/** The same for whoever extends it: `baseUrl` as `writtenPath` gives it, and targets of `paths` as they are written. */
interface Written extends Omit<Settings, 'lists'> {
  readonly lists: WrittenLists;
  /** Folder of the file whose `paths` they are. */
  readonly pathsFolder: string;
}

const NO_LISTS: WrittenLists = { files: null, include: null, exclude: null };

/** The settings in one folder, and those that they refer to. */
interface Project {
  readonly folder: string;
  readonly own: Settings;
  readonly referred: readonly Settings[];
}

/** What a name may mean by aliases. */
export interface Candidates {
  /** Paths without extension, the first that exists counts. */
  readonly targets: readonly string[];
  /** Whether a pattern is for this kind of name only, so that it is hardly a package's. */
  readonly isOwn: boolean;
}

/** Aliases for the files of a project. */
export interface Aliases {
  /** By the settings that are for the file, as the compiler takes them: the nearest that do not leave it out. */
  candidates(from: string, specifier: string): Candidates;
  /** By settings around it that leave it out: a bundler or a runner of tests may have its aliases from them still. */
  spare(from: string, specifier: string): Candidates;
  /** Whether the settings that are for one file are for another one too, so that each sees what the other declares. */
  isTogether(from: string, other: string): boolean;
}

const NOTHING: Candidates = { targets: [], isOwn: false };
/** Settings that one file extends, and projects that it refers to, which are looked at. */
const NAMED_MAX = 8;
/** Settings of one project: those that count by their names, tsconfig.json and jsconfig.json, and as many that these extend. */
const SETTINGS_MAX = 3 * IMPORT_LIMITS.manifestsMax;
/** Folders with settings that are asked for one file, from the nearest upwards. */
const ABOVE_MAX = 8;

/** Reads tsconfig.json and jsconfig.json with what they extend and refer to. */
export async function readAliases(place: SettingsPlace): Promise<Aliases> {
  const byFolder = new Map<string, Project>();
  for (const name of ['jsconfig.json', 'tsconfig.json']) {
    for (const path of boundManifests(place.project, name))
      byFolder.set(folderOf(path), await readProject(place, path));
  }
  const settle = keepLastAsked((from) => settleFor(byFolder, from));
  return {
    candidates(from, specifier) {
      const { held } = settle(from);
      return held === null ? NOTHING : candidatesOf(held, specifier);
    },
    spare(from, specifier) {
      const { around, above } = settle(from);
      const found = around.map((settings) => candidatesOf(settings, specifier));
      const further = found.some(({ isOwn }) => isOwn) ? null : firstOwn(above, specifier);
      return merge(further === null ? found : [...found, further]);
    },
    isTogether(from, other) {
      const { held } = settle(from);
      return held !== null && isFor(held.lists, held.folder, other);
    },
  };
}

/** What is known of the settings of one file. */
interface Settled {
  /** Those that are for it; null when all leave it out. */
  readonly held: Settings | null;
  /** The nearest ones that are not, and those further up. */
  readonly around: readonly Settings[];
  readonly above: readonly Settings[];
}

function settleFor(byFolder: ReadonlyMap<string, Project>, from: string): Settled {
  const projects = projectsAbove(byFolder, from);
  const [first] = projects;
  if (first === undefined) return { held: null, around: [], above: [] };
  const all = projects.flatMap(({ own, referred }) => [own, ...referred]);
  const held = all.find(({ lists, folder }) => isFor(lists, folder, from)) ?? null;
  const close = [first.own, ...first.referred];
  const isNear = held !== null && close.includes(held);
  // Settings with names of their own need no others; some have none and leave those to what they refer to.
  if (isNear && hasNames(held)) return { held, around: [], above: [] };
  const around = close.filter((one) => one !== held && hasNames(one));
  const above = isNear ? [] : projects.slice(1).flatMap(({ own, referred }) => [own, ...referred]);
  return { held, around, above };
}

function hasNames({ paths, baseUrl }: Settings): boolean {
  return paths.length > 0 || baseUrl !== null;
}

/** Folders with settings around a file, the nearest first. */
function projectsAbove(byFolder: ReadonlyMap<string, Project>, from: string): readonly Project[] {
  const found: Project[] = [];
  let at = nearest(byFolder, from);
  while (at !== null && found.length <= ABOVE_MAX) {
    found.push(at);
    at = at.folder === '' ? null : nearest(byFolder, at.folder);
  }
  return found;
}

/** What the nearest settings say that have a pattern for this kind of name. */
function firstOwn(all: readonly Settings[], specifier: string): Candidates | null {
  for (const settings of all) {
    const found = candidatesOf({ ...settings, baseUrl: null }, specifier);
    if (found.isOwn) return found;
  }
  return null;
}

function merge(all: readonly Candidates[]): Candidates {
  return { targets: all.flatMap(({ targets }) => targets), isOwn: all.some(({ isOwn }) => isOwn) };
}

function candidatesOf({ baseUrl, paths }: Pick<Settings, 'baseUrl' | 'paths'>, specifier: string): Candidates {
  const byBase = baseUrl === null ? null : resolveTarget(baseUrl, specifier);
  const base = byBase === null ? [] : [byBase];
  const exact = paths.find(({ pattern }) => pattern === specifier);
  if (exact) return { targets: [...exact.targets, ...base], isOwn: true };
  let best: { pattern: string; star: string; targets: readonly string[] } | null = null;
  for (const { pattern, targets } of paths) {
    const star = starOf(pattern, specifier);
    if (star !== null && (best === null || pattern.indexOf('*') > best.pattern.indexOf('*'))) {
      best = { pattern, star, targets };
    }
  }
  if (best === null) return { targets: base, isOwn: false };
  const { star, pattern } = best;
  return {
    targets: [...best.targets.map((target) => target.replace('*', () => star)), ...base],
    isOwn: pattern !== '*',
  };
}

/** References are followed for one level, as the compiler's service does that looks for the settings of a file. */
async function readProject(place: SettingsPlace, path: string): Promise<Project> {
  const { project } = place;
  const own = settingsOf(await readSettings(place, path));
  const field = fieldOf(await readJson(project, path), 'references')?.value;
  const referred: Settings[] = [];
  for (const reference of Array.isArray(field) ? field.slice(0, NAMED_MAX) : []) {
    const target = resolveTarget(folderOf(path), stringAt(reference, 'path')?.text ?? '');
    // A reference to a folder means its tsconfig.json, which counts for the files there by itself.
    if (target !== null && project.has(target)) referred.push(settingsOf(await readSettings(place, target)));
  }
  return { folder: folderOf(path), own, referred };
}

/**
 * What settings mean where they are asked themselves, and nobody extends them. Targets of `paths` lie below the `baseUrl`
 * that counts in the end, whichever file sets it, and only without one beside their own file. Source: TypeScript, "Modules
 * Reference", "paths", "Relationship to baseUrl".
 */
function settingsOf({ folder, baseUrl, paths, pathsFolder, lists }: Written): Settings {
  const from = baseUrl ?? pathsFolder;
  const pathOf = (target: string): string | null => {
    const written = writtenPath(from, target);
    return written === null ? null : pathFrom(folder, written);
  };
  return {
    folder,
    baseUrl: baseUrl === null ? null : pathFrom(folder, baseUrl),
    paths: paths.map(({ pattern, targets }) => ({
      pattern,
      targets: targets.flatMap((target) => pathOf(target) ?? []),
    })),
    lists: fileListsFrom(folder, lists),
  };
}

/** Settings by their files; null while one is being read, so that a loop ends. */
const settingsRead = new WeakMap<ProjectFiles, Map<string, Written | null>>();

/**
 * The settings of a file, which is read once, however many extend it. A chain may be as long as it likes, as for the
 * compiler: what is remembered of a file must not hang on how far down the chain it was met first.
 */
async function readSettings(place: SettingsPlace, path: string): Promise<Written> {
  const { project } = place;
  const byPath = settingsRead.get(project) ?? new Map<string, Written | null>();
  settingsRead.set(project, byPath);
  const known = byPath.get(path);
  if (known !== undefined) return known ?? noSettings(path);
  if (byPath.size >= SETTINGS_MAX) {
    project.gap(`aliases are known in part only: more than ${SETTINGS_MAX} settings of TypeScript`);
    return noSettings(path);
  }
  byPath.set(path, null);
  const settings = await readOwn(place, path);
  byPath.set(path, settings);
  return settings;
}

function noSettings(path: string): Written {
  const folder = folderOf(path);
  return { folder, baseUrl: null, paths: [], pathsFolder: folder, lists: NO_LISTS };
}

/** Own settings before inherited ones; each is relative to the file that it stands in. */
async function readOwn(place: SettingsPlace, path: string): Promise<Written> {
  const json = await readJson(place.project, path);
  const inherited = await readInherited(place, path, json);
  const folder = folderOf(path);
  const lists = readFileLists(folder, json, inherited.lists);
  const options = fieldOf(json, 'compilerOptions');
  const baseUrlText = stringAt(options, 'baseUrl')?.text ?? null;
  const baseUrl = baseUrlText === null ? inherited.baseUrl : writtenPath(folder, baseUrlText);
  const { paths: inheritedPaths, pathsFolder } = inherited;
  if (fieldOf(options, 'paths') === undefined) return { folder, baseUrl, paths: inheritedPaths, pathsFolder, lists };
  const paths = [...mapAt(options, 'paths')].map(([pattern, node]) => ({ pattern, targets: stringsOf(node) }));
  return { folder, baseUrl, paths, pathsFolder: folder, lists };
}

/** What a file extends, the last one first. */
async function readInherited(place: SettingsPlace, path: string, json: JsonNode | null): Promise<Written> {
  let merged = noSettings(path);
  const field = fieldOf(json, 'extends');
  const names = typeof field?.value === 'string' ? [field.value] : stringsOf(field);
  for (const name of names.slice(0, NAMED_MAX)) {
    const file = extendedFile(place, path, name);
    if (file === null) continue;
    const settings = await readSettings(place, file);
    const { paths, pathsFolder } = settings.paths.length > 0 ? settings : merged;
    merged = {
      ...merged,
      baseUrl: settings.baseUrl ?? merged.baseUrl,
      ...{ paths, pathsFolder },
      lists: mergeLists(merged.lists, settings.lists),
    };
  }
  return merged;
}

function mergeLists(one: WrittenLists, later: WrittenLists): WrittenLists {
  return {
    files: later.files ?? one.files,
    include: later.include ?? one.include,
    exclude: later.exclude ?? one.exclude,
  };
}

async function readJson(project: ProjectFiles, path: string): Promise<JsonNode | null> {
  const text = await project.text(path);
  const json = text === null ? null : parseJson(text);
  if (text !== null && json === null) project.gap(`${path} was not understood: its aliases are not known`);
  return json;
}
