import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { folderOf, inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { boundManifests, nearest } from '../manifests.ts';
import { starOf } from './exports-field.ts';
import { stringsOf } from './packages.ts';
import { type FileLists, isFor, readFileLists } from './tsconfig-files.ts';

/** What a compiler is told about names. */
interface Settings {
  /** Of the file that was read, whatever it inherits. */
  readonly folder: string;
  readonly baseUrl: string | null;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  readonly lists: FileLists;
}

const NO_LISTS: FileLists = { files: null, include: null, exclude: null };

/** Aliases for the files of a project. */
export interface Aliases {
  /**
   * Paths without extension that a name may mean to the file, the first that exists counts; `isOwn` when a pattern is
   * for this kind of name only, so that it is hardly a package's.
   */
  candidates(from: string, specifier: string): { readonly targets: readonly string[]; readonly isOwn: boolean };
}

/** Settings that one file extends, and projects that it refers to, which are looked at. */
const NAMED_MAX = 8;
/** Settings of one project: those that count by their names, tsconfig.json and jsconfig.json, and as many that these extend. */
const SETTINGS_MAX = 3 * IMPORT_LIMITS.manifestsMax;
/** Settings above the nearest ones that are asked for a file that those leave out. */
const ABOVE_MAX = 8;

/** Reads tsconfig.json and jsconfig.json with what they extend, and, where they have no paths, what they refer to. */
export async function readAliases(project: ProjectFiles): Promise<Aliases> {
  const byFolder = new Map<string, Settings>();
  for (const name of ['jsconfig.json', 'tsconfig.json']) {
    for (const path of boundManifests(project, name)) byFolder.set(folderOf(path), await readProject(project, path));
  }
  const isForFile = remembered((settings: Settings, from) => isFor(settings.lists, from));
  return {
    candidates(from, specifier) {
      const settings = nearest(byFolder, from);
      if (settings === null) return { targets: [], isOwn: false };
      const own = candidatesOf(settings, specifier);
      const above = own.isOwn ? null : candidatesAbove(byFolder, settings, specifier);
      // Tests are often left out by the settings beside them, and have their names from those above.
      return above === null || isForFile(settings, from)
        ? own
        : { targets: [...own.targets, ...above.targets], isOwn: true };
    },
  };
}

/** A file asks once for each of its imports, one after the other. */
function remembered<Key>(ask: (key: Key, path: string) => boolean): (key: Key, path: string) => boolean {
  let last: { readonly key: Key; readonly path: string; readonly answer: boolean } | null = null;
  return (key, path) => {
    if (last === null || last.key !== key || last.path !== path) last = { key, path, answer: ask(key, path) };
    return last.answer;
  };
}

/** What the nearest settings further up say that have a pattern for this kind of name. */
function candidatesAbove(
  byFolder: ReadonlyMap<string, Settings>,
  { folder }: Settings,
  specifier: string,
): ReturnType<Aliases['candidates']> | null {
  let at = folder;
  for (let count = 0; count < ABOVE_MAX && at !== ''; count++) {
    const settings = nearest(byFolder, at);
    if (settings === null) return null;
    const found = candidatesOf({ ...settings, baseUrl: null }, specifier);
    if (found.isOwn) return found;
    at = settings.folder;
  }
  return null;
}

function candidatesOf(
  { baseUrl, paths }: Pick<Settings, 'baseUrl' | 'paths'>,
  specifier: string,
): ReturnType<Aliases['candidates']> {
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

async function readProject(project: ProjectFiles, path: string): Promise<Settings> {
  const read = await readSettings(project, path);
  const field = fieldOf(await readJson(project, path), 'references')?.value;
  const references = Array.isArray(field) ? field.slice(0, NAMED_MAX) : [];
  // What it leaves out may be for those that it refers to.
  const own = references.length > 0 ? { ...read, lists: NO_LISTS } : read;
  if (own.paths.length > 0 || own.baseUrl !== null) return own;
  for (const reference of references) {
    const target = resolveTarget(folderOf(path), stringAt(reference, 'path')?.text ?? '');
    // A reference to a folder means its tsconfig.json, which counts for the files there by itself.
    if (target === null || !project.has(target)) continue;
    const settings = await readSettings(project, target);
    if (settings.paths.length > 0 || settings.baseUrl !== null)
      return { ...settings, folder: own.folder, lists: NO_LISTS };
  }
  return own;
}

/** Settings by their files; null while one is being read, so that a loop ends. */
const settingsRead = new WeakMap<ProjectFiles, Map<string, Settings | null>>();

/**
 * The settings of a file, which is read once, however many extend it. A chain may be as long as it likes, as for the
 * compiler: what is remembered of a file must not hang on how far down the chain it was met first.
 */
async function readSettings(project: ProjectFiles, path: string): Promise<Settings> {
  const byPath = settingsRead.get(project) ?? new Map<string, Settings | null>();
  settingsRead.set(project, byPath);
  const known = byPath.get(path);
  if (known !== undefined) return known ?? noSettings(path);
  if (byPath.size >= SETTINGS_MAX) {
    project.gap(`aliases are known in part only: more than ${SETTINGS_MAX} settings of TypeScript`);
    return noSettings(path);
  }
  byPath.set(path, null);
  const settings = await readOwn(project, path);
  byPath.set(path, settings);
  return settings;
}

function noSettings(path: string): Settings {
  return { folder: folderOf(path), baseUrl: null, paths: [], lists: NO_LISTS };
}

/** Own settings before inherited ones; each is relative to the file that it stands in. */
async function readOwn(project: ProjectFiles, path: string): Promise<Settings> {
  const json = await readJson(project, path);
  const inherited = await readInherited(project, path, json);
  const folder = folderOf(path);
  const lists = readFileLists(folder, json, inherited.lists);
  const options = fieldOf(json, 'compilerOptions');
  const baseUrlText = stringAt(options, 'baseUrl')?.text ?? null;
  const baseUrl = baseUrlText === null ? inherited.baseUrl : resolveTarget(folder, baseUrlText);
  if (fieldOf(options, 'paths') === undefined) return { folder, baseUrl, paths: inherited.paths, lists };
  const from = baseUrlText === null ? (inherited.baseUrl ?? folder) : (baseUrl ?? folder);
  const paths = [...mapAt(options, 'paths')].map(([pattern, node]) => ({
    pattern,
    targets: stringsOf(node).flatMap((target) => resolveTarget(from, target) ?? []),
  }));
  return { folder, baseUrl, paths, lists };
}

/** What a file extends, the last one first; settings of packages are not in the project. */
async function readInherited(project: ProjectFiles, path: string, json: JsonNode | null): Promise<Settings> {
  let merged = noSettings(path);
  const field = fieldOf(json, 'extends');
  const names = typeof field?.value === 'string' ? [field.value] : stringsOf(field);
  for (const name of names.slice(0, NAMED_MAX)) {
    const target = name.startsWith('.') ? resolveTarget(folderOf(path), name) : null;
    const file = [target ?? '', `${target}.json`, inFolder(target ?? '', 'tsconfig.json')].find((one) =>
      project.has(one),
    );
    if (target === null || file === undefined) continue;
    const settings = await readSettings(project, file);
    const paths = settings.paths.length > 0 ? settings.paths : merged.paths;
    merged = {
      ...merged,
      baseUrl: settings.baseUrl ?? merged.baseUrl,
      paths,
      lists: mergeLists(merged.lists, settings.lists),
    };
  }
  return merged;
}

function mergeLists(one: FileLists, later: FileLists): FileLists {
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
