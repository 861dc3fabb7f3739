import { tomlField } from '../../formats/checked-toml.ts';
import { normalName } from '../../formats/pep508.ts';
import type { Pyproject } from '../../formats/pyproject.ts';
import { type Toml, type TomlValue, tomlHeader, tomlTable } from '../../formats/toml.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** A pyproject.toml that was read. */
export interface PythonManifest {
  readonly path: string;
  readonly pyproject: Pyproject;
}

/** The manifest of the project that a package is asked for from; null where nothing says that it is one. */
export type PythonMemberFinder = (from: PythonManifest, name: string) => string | null;

/**
 * Leads what is asked for from the workspace to its member of that name, and what is asked for by a path to the manifest
 * there. What the root of a workspace says holds for its members, unless they say something themselves. Sources: uv,
 * "Workspaces", "Workspace sources"; Poetry, "Dependency specification", "path dependencies".
 */
export function makePythonMemberFinder(files: ProjectFiles, manifests: readonly PythonManifest[]): PythonMemberFinder {
  const byName = Map.groupBy(manifests, ({ pyproject }) => normalName(pyproject.name ?? ''));
  const sources = new Map(manifests.map(({ path, pyproject }) => [path, sourcesOf(pyproject.toml)]));
  const roots = new Map(
    manifests.filter(({ pyproject }) => pyproject.hasUvWorkspace).map((one) => [folderOf(one.path), one.path]),
  );
  return ({ path }, asked) => {
    const name = normalName(asked);
    const root = rootAround(roots, folderOf(path));
    const sayer = [path, root].find((one) => one !== null && sources.get(one)?.has(name) === true) ?? null;
    const source = sayer === null ? undefined : sources.get(sayer)?.get(name);
    if (sayer === null || source === undefined) return null;
    const way = tomlField(source, 'path');
    if (way !== null) return manifestAt(files, sayer, way);
    if (root === null || !isOfWorkspace(source)) return null;
    const [found, ...others] = (byName.get(name) ?? []).filter((one) => rootAround(roots, folderOf(one.path)) === root);
    return others.length === 0 ? (found?.path ?? null) : null;
  };
}

/** The root of the workspace that a folder lies in, which may be itself. */
function rootAround(roots: ReadonlyMap<string, string>, folder: string): string | null {
  for (let at = folder; ; at = folderOf(at)) {
    const root = roots.get(at);
    if (root !== undefined || at === '') return root ?? null;
  }
}

function isOfWorkspace(source: TomlValue): boolean {
  const said = source.kind === 'table' ? source.entries.get('workspace') : undefined;
  return said?.kind === 'raw' && said.text === 'true';
}

function manifestAt(files: ProjectFiles, from: string, path: string): string | null {
  const folder = path.startsWith('/') ? null : resolveTarget(folderOf(from), path);
  const manifest = folder === null ? null : inFolder(folder, 'pyproject.toml');
  return manifest !== null && files.has(manifest) ? manifest : null;
}

const POETRY = /^tool\0poetry\0(?:dependencies|dev-dependencies|group\0[^\0]+\0dependencies)$/;

/** Where packages are asked for from, by their names. */
function sourcesOf(toml: Toml): ReadonlyMap<string, TomlValue> {
  const ofPoetry = toml.entries.filter(({ table, value }) => value.kind === 'table' && POETRY.test(table.join('\0')));
  const ofUv = tomlTable(toml, 'tool', 'uv', 'sources');
  return new Map([...ofPoetry, ...ofUv].map(({ key, value }) => [normalName(key), value]));
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
  const isTold =
    TELLING.some((table) => tomlHeader(toml, ...table) !== null || tomlTable(toml, ...table).length > 0) ||
    ['setup.py', 'setup.cfg'].some((name) => files.has(inFolder(folderOf(path), name)));
  if (isLeft && !isTold) files.gap(`${path} leaves its dependencies to its build (dynamic): those are not told`);
}
