import { hasField, tomlField } from '../../formats/checked-toml.ts';
import { normalName } from '../../formats/pep508.ts';
import type { Pyproject, PyprojectRequest } from '../../formats/pyproject.ts';
import { type Toml, type TomlValue, tomlEntry, tomlTable, tomlText } from '../../formats/toml.ts';
import { memberTest } from '../../imports/script/workspaces.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** A pyproject.toml that was read. */
export interface PythonManifest {
  readonly path: string;
  readonly pyproject: Pyproject;
}

/** The manifest of the project that a package is asked for from; null where nothing says that it is one. */
export type PythonMemberFinder = (from: PythonManifest, asked: PyprojectRequest) => string | null;

/**
 * Leads what is asked for from the workspace to its member of that name, and what is asked for by a path to the manifest
 * there. What the root of a workspace says holds for its members, unless they say something themselves. Sources: uv,
 * "Workspaces", "Workspace sources"; Poetry, "Dependency specification", "path dependencies".
 */
export function makePythonMemberFinder(files: ProjectFiles, manifests: readonly PythonManifest[]): PythonMemberFinder {
  const roots = workspaceRoots(manifests);
  const rootOf = new Map(manifests.map(({ path }) => [path, rootAround(roots, folderOf(path))]));
  const placeOf = (root: string | null, name: string): string => `${root ?? ''}\0${normalName(name)}`;
  const members = Map.groupBy(
    manifests.filter(({ path }) => rootOf.get(path) !== null),
    ({ path, pyproject }) => placeOf(rootOf.get(path) ?? null, pyproject.name ?? ''),
  );
  const sources = new Map(manifests.map(({ path, pyproject }) => [path, sourcesOf(pyproject.toml)]));
  const sayerOf = (path: string, name: string): readonly [sayer: string, source: TomlValue] | null => {
    for (const sayer of [path, rootOf.get(path) ?? path]) {
      const source = sources.get(sayer)?.get(name);
      if (source !== undefined) return [sayer, source];
    }
    return null;
  };
  return ({ path }, asked) => {
    if (asked.form === 'poetry') return manifestAt(files, path, asked.path);
    const { name } = asked.requirement;
    const [sayer, source] = sayerOf(path, normalName(name)) ?? [];
    if (sayer === undefined || source === undefined) return null;
    const way = tomlField(source, 'path');
    const root = rootOf.get(path) ?? null;
    if (way !== null || root === null || !isOfWorkspace(source)) return manifestAt(files, sayer, way);
    const named = members.get(placeOf(root, name)) ?? [];
    return named.length === 1 ? (named[0]?.path ?? null) : null;
  };
}

/** The root of a workspace, and which folders below it are members. */
interface WorkspaceRoot {
  readonly path: string;
  isMember(folder: string): boolean;
}

/** Roots of workspaces, and patterns of one, that are read. */
const ROOTS_MAX = 16;
const PATTERNS_MAX = 100;

/** The roots of workspaces by their folders. Source: uv, "Workspaces", `members` and `exclude`. */
function workspaceRoots(manifests: readonly PythonManifest[]): ReadonlyMap<string, WorkspaceRoot> {
  const roots = manifests.filter(({ pyproject }) => pyproject.hasUvWorkspace).slice(0, ROOTS_MAX);
  return new Map(
    roots.map(({ path, pyproject: { toml } }) => {
      const textsOf = (key: string): readonly string[] => {
        const value = tomlEntry(toml, ['tool', 'uv', 'workspace'], key)?.value;
        const texts = value?.kind === 'array' ? value.items.map((item) => tomlText(item)) : [];
        return texts.filter((text) => text !== null).slice(0, PATTERNS_MAX);
      };
      const left = textsOf('exclude').map((pattern) => `!${pattern}`);
      return [folderOf(path), { path, isMember: memberTest(folderOf(path), [...textsOf('members'), ...left]) }];
    }),
  );
}

/** The root of the workspace that the package of a folder is of, which may be itself. */
function rootAround(roots: ReadonlyMap<string, WorkspaceRoot>, folder: string): string | null {
  for (let at = folder; ; at = folderOf(at)) {
    const root = roots.get(at);
    if (root !== undefined) return at === folder || root.isMember(folder) ? root.path : null;
    if (at === '') return null;
  }
}

/** Of what several sources share by conditions nothing is known. */
function isOfWorkspace(source: TomlValue): boolean {
  const said = source.kind === 'table' ? source.entries.get('workspace') : undefined;
  const isOther = ['git', 'url', 'index'].some((key) => hasField(source, key));
  return said?.kind === 'raw' && said.text === 'true' && !isOther;
}

function manifestAt(files: ProjectFiles, from: string, path: string | null): string | null {
  const folder = path === null || path.startsWith('/') ? null : resolveTarget(folderOf(from), path);
  const manifest = folder === null ? null : inFolder(folder, 'pyproject.toml');
  return manifest !== null && files.has(manifest) ? manifest : null;
}

/** Where packages are asked for from, by their names: in one table, or in a table each. Source: uv, "Dependency sources". */
function sourcesOf({ entries }: Toml): ReadonlyMap<string, TomlValue> {
  const found = new Map<string, TomlValue>();
  const tables = new Map<string, Map<string, TomlValue>>();
  for (const { table, key, value } of entries) {
    const [tool, uv, sources, one, ...deeper] = table;
    if (tool !== 'tool' || uv !== 'uv' || sources !== 'sources' || deeper.length > 0) continue;
    const name = normalName(one ?? key);
    if (one === undefined) found.set(name, value);
    else {
      const fields = tables.get(name) ?? new Map<string, TomlValue>();
      tables.set(name, fields.set(key, value));
      found.set(name, { kind: 'table', entries: fields });
    }
  }
  return found;
}

/** Where a build may tell what a package asks for, beside the manifest. Sources: setuptools, "Dynamic Metadata"; Hatch, `requirements_txt`. */
const TELLING = [
  ['tool', 'poetry', 'dependencies'],
  ['tool', 'setuptools', 'dynamic'],
  ['tool', 'hatch', 'metadata', 'hooks', 'requirements_txt'],
];

/** Notes what a package asks for at run time where only its build knows that. Source: PyPA specifications, "pyproject.toml", `dynamic`. */
export function noteDynamic(files: ProjectFiles, { path, pyproject: { toml } }: PythonManifest): void {
  const dynamic = tomlTable(toml, 'project').find(({ key }) => key === 'dynamic')?.value;
  const isLeft = dynamic?.kind === 'array' && dynamic.items.some((one) => 'text' in one && one.text === 'dependencies');
  // As a table, or inline in the one around it.
  const said = [...toml.headers.map(({ table }) => table), ...toml.entries.map(({ table, key }) => [...table, key])];
  const isTold =
    TELLING.some((table) => said.some((names) => table.every((name, i) => name === names[i]))) ||
    ['setup.py', 'setup.cfg'].some((name) => files.has(inFolder(folderOf(path), name)));
  if (isLeft && !isTold) files.gap(`${path} leaves its dependencies to its build (dynamic): those are not told`);
}
