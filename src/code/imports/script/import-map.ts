import { fieldOf, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { boundManifests, nearest } from '../manifests.ts';
import { type DenoSettings, type DenoWorkspace, memberFromJsr, readDenoWorkspaces } from './deno-workspaces.ts';

/** What Deno is told that a name means: a path of the project, or another name or address. */
export type Mapped = { readonly path: string } | { readonly specifier: string };

/** The meaning of a name in the map nearest to a file; null when that map has none. */
export type ImportMaps = (from: string, specifier: string) => Mapped | null;

interface ImportMap {
  readonly folder: string;
  readonly entries: ReadonlyMap<string, string>;
}

/** Reads the `imports` of deno.json, where there is none those of its variants, and of the map that it points to. Source: Deno documentation, "deno.json". */
export async function readImportMaps(project: ProjectFiles): Promise<ImportMaps> {
  const byFolder = new Map<string, ImportMap>();
  const settings = new Map<string, DenoSettings>();
  for (const name of ['deno.jsonc', 'deno.json']) {
    for (const path of boundManifests(project, name)) {
      const map = await readMap(project, path);
      const json = await readJson(project, path);
      if (map !== null) byFolder.set(folderOf(path), map);
      if (json !== null) settings.set(folderOf(path), { folder: folderOf(path), json });
    }
  }
  const workspaces = readDenoWorkspaces([...settings.values()]);
  for (const [folder, map] of await readVariants(project)) {
    if (!byFolder.has(folder)) byFolder.set(folder, map);
  }
  return (from, specifier) => {
    const map = nearest(byFolder, from);
    const own = map === null ? null : lookUp(map, specifier);
    const folder = nearest(settings, from)?.folder;
    const around = workspaces.find(({ members }) => folder !== undefined && members.has(folder));
    return around === undefined ? own : linked(around, own ?? lookUpAround(around, byFolder, specifier), specifier);
  };
}

/** What the root of a workspace says of a name, else the member that gives it out. */
function lookUpAround(
  { root, names }: DenoWorkspace,
  byFolder: ReadonlyMap<string, ImportMap>,
  specifier: string,
): Mapped | null {
  const map = byFolder.get(root);
  const said = map === undefined ? null : lookUp(map, specifier);
  const path = names.get(specifier);
  return said ?? (path === undefined ? null : { path });
}

/** What a map or the import itself asks JSR for is taken from the workspace that has it. */
function linked(around: DenoWorkspace, mapped: Mapped | null, specifier: string): Mapped | null {
  const asked = mapped ?? { specifier };
  const path = 'specifier' in asked ? memberFromJsr(around, asked.specifier) : null;
  return path === null ? mapped : { path };
}

/** `deno.react.json`, which is named when Deno is called. */
const VARIANT = /(?:^|\/)deno\.[\w.-]{1,60}\.jsonc?$/;

/** What all such files of a folder agree on: which of them holds is not written down. */
async function readVariants(project: ProjectFiles): Promise<ReadonlyMap<string, ImportMap>> {
  const paths = project.entries.map(({ path }) => path).filter((path) => VARIANT.test(path));
  const over = paths.length - IMPORT_LIMITS.manifestsMax;
  if (over > 0) project.gap(`${over} files deno.*.json were not read: more than ${IMPORT_LIMITS.manifestsMax}`);
  const byFolder = new Map<string, ImportMap>();
  for (const path of paths.slice(0, IMPORT_LIMITS.manifestsMax)) {
    const map = await readMap(project, path);
    const known = byFolder.get(folderOf(path));
    if (map !== null) byFolder.set(folderOf(path), known === undefined ? map : agreed(known, map));
  }
  return byFolder;
}

/** Without the names that two maps give two meanings. */
function agreed(one: ImportMap, other: ImportMap): ImportMap {
  if (one.folder !== other.folder) return one;
  const isSaid = ([key, value]: readonly [string, string]): boolean =>
    [one, other].every(({ entries }) => (entries.get(key) ?? value) === value);
  return { folder: one.folder, entries: new Map([...one.entries, ...other.entries].filter(isSaid)) };
}

async function readMap(project: ProjectFiles, path: string): Promise<ImportMap | null> {
  const settings = await readJson(project, path);
  if (settings === null) return null;
  const pointed = resolveTarget(folderOf(path), stringAt(settings, 'importMap')?.text ?? '');
  const isPointed = fieldOf(settings, 'imports') === undefined && pointed !== null && project.has(pointed);
  const json = isPointed ? await readJson(project, pointed) : settings;
  const entries = [...mapAt(json, 'imports')].flatMap(([key, { value }]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  return { folder: folderOf(isPointed ? pointed : path), entries: new Map(entries) };
}

async function readJson(project: ProjectFiles, path: string): Promise<ReturnType<typeof parseJson>> {
  const text = await project.text(path);
  return text === null ? null : parseJson(text);
}

/** The name itself, else its longest beginning up to a `/` for which the map has an entry. */
function lookUp({ folder, entries }: ImportMap, specifier: string): Mapped | null {
  const exact = entries.get(specifier);
  if (exact !== undefined) return mappedTo(folder, exact);
  for (let at = specifier.lastIndexOf('/'); at > 0; at = specifier.lastIndexOf('/', at - 1)) {
    const value = entries.get(specifier.slice(0, at + 1)) ?? bareOf(entries, specifier.slice(0, at));
    if (value !== undefined) return mappedTo(folder, value + specifier.slice(at + 1));
  }
  return null;
}

/** Deno takes the entry of a package for its sub-paths as well. */
function bareOf(entries: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = entries.get(name);
  return value !== undefined && /^(?:npm|jsr):/.test(value) ? `${value}/` : undefined;
}

function mappedTo(folder: string, value: string): Mapped | null {
  if (!value.startsWith('.')) return { specifier: value };
  const path = resolveTarget(folder, value);
  return path === null ? null : { path };
}
