import { parseToml, type Toml, type TomlValue, tomlEntry, tomlTable, tomlText } from '../../formats/toml.ts';
import { folderOf, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { boundManifests } from '../manifests.ts';

/** What a crate is called by another one, and where it is. */
export interface CargoDependency {
  /** As code names it. */
  readonly name: string;
  /** As the registry names it. */
  readonly packageName: string;
  /** Folder of the project that holds it; null when it comes from elsewhere. */
  readonly folder: string | null;
}

/** A Cargo.toml with a package. */
export interface CargoPackage {
  readonly folder: string;
  readonly name: string;
  /** What code calls its library; also when it has none. */
  readonly libraryName: string;
  /** Root file of its library; null when it has none. */
  readonly library: string | null;
  /** Root files of its programs, tests, benchmarks, examples and its build script. */
  readonly otherRoots: readonly string[];
  /** Whether paths of `use` begin at the crate, as in the edition of 2015. */
  readonly isOldEdition: boolean;
  /** By the names that code uses. */
  readonly dependencies: ReadonlyMap<string, CargoDependency>;
}

/** Reads the packages of a project. Source: The Cargo Book, "The Manifest Format", "Package Layout". */
export async function readCargoPackages(project: ProjectFiles): Promise<readonly CargoPackage[]> {
  const manifests = new Map<string, Toml>();
  for (const path of boundManifests(project, 'Cargo.toml')) {
    const toml = parseToml((await project.text(path)) ?? '');
    if (toml) manifests.set(folderOf(path), toml);
    else project.gap(`${path} was not understood: its crates are not known`);
  }
  const layout = groupRoots(project);
  return [...manifests].flatMap(([folder, toml]) => readPackage({ project, manifests, layout }, folder, toml) ?? []);
}

interface Manifests {
  readonly project: ProjectFiles;
  readonly manifests: ReadonlyMap<string, Toml>;
  readonly layout: ReadonlyMap<string, readonly string[]>;
}

function readPackage(all: Manifests, folder: string, toml: Toml): CargoPackage | null {
  const { project, layout } = all;
  const name = textAt(toml, ['package'], 'name');
  if (name === null) return null;
  const libraryPath = resolveTarget(folder, textAt(toml, ['lib'], 'path') ?? 'src/lib.rs');
  const library = libraryPath !== null && project.has(libraryPath) ? libraryPath : null;
  const build = resolveTarget(folder, textAt(toml, ['package'], 'build') ?? 'build.rs');
  const named = ['bin', 'test', 'bench', 'example'].flatMap((table) =>
    tomlTable(toml, table).flatMap(({ key, value }) => {
      const path = key === 'path' ? resolveTarget(folder, tomlText(value) ?? '') : null;
      return path !== null && project.has(path) ? [path] : [];
    }),
  );
  const found = [...(build === null ? [] : [build]), ...named, ...(layout.get(folder) ?? [])];
  return {
    folder,
    name,
    libraryName: (textAt(toml, ['lib'], 'name') ?? name).replaceAll('-', '_'),
    library,
    otherRoots: [...new Set(found)].filter((path) => path !== library && project.has(path)),
    isOldEdition: isOldEdition(all, folder, toml),
    dependencies: readDependencies(all, folder, toml),
  };
}

function textAt(toml: Toml, table: readonly string[], key: string): string | null {
  return tomlText(tomlEntry(toml, table, key)?.value);
}

// Where Cargo looks for roots that no manifest names.
const ROOT = /^((?:.*\/)?)(?:src\/main\.rs|(?:src\/bin|tests|examples|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs))$/;

/** Root files by custom, by the folder of the package. */
function groupRoots(project: ProjectFiles): ReadonlyMap<string, readonly string[]> {
  const roots = project.entries.map(({ path }) => path).filter((path) => path.endsWith('.rs') && ROOT.test(path));
  return Map.groupBy(roots, (path) => ROOT.exec(path)?.[1]?.replace(/\/$/, '') ?? '');
}

/** Without an edition it is that of 2015; one of the workspace is looked up there. */
function isOldEdition(all: Manifests, folder: string, toml: Toml): boolean {
  const inherits = tomlEntry(toml, ['package', 'edition'], 'workspace') ?? tomlEntry(toml, ['package'], 'edition');
  const own = textAt(toml, ['package'], 'edition');
  if (own !== null || inherits === null) return (own ?? '2015') === '2015';
  return workspaceOf(all, folder, (root) => textAt(root, ['workspace', 'package'], 'edition')) === '2015';
}

/** The first answer of a workspace's manifest upwards. */
function workspaceOf<Value>(
  { manifests }: Manifests,
  from: string,
  read: (toml: Toml, folder: string) => Value | null,
): Value | null {
  for (let folder: string | null = from; folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const toml = manifests.get(folder);
    const value = toml ? read(toml, folder) : null;
    if (value !== null) return value;
  }
  return null;
}

/** All tables of dependencies, those for a target included: `[target.'cfg(unix)'.dependencies]`. */
function readDependencies(all: Manifests, folder: string, toml: Toml): CargoPackage['dependencies'] {
  const found = new Map<string, CargoDependency>();
  for (const [key, fields] of dependencyFields(toml, (table) => isDependencyTable(table))) {
    const place = fields.has('workspace')
      ? workspaceOf(all, folder, (root, at) => workspaceDependency(root, at, key))
      : placeOf(folder, key, fields);
    const name = key.replaceAll('-', '_');
    if (!place || found.has(name)) continue;
    const { packageName, source } = place;
    const patched = source === null ? null : workspaceOf(all, folder, (root, at) => patchOf(root, at, place));
    found.set(name, { name, packageName, folder: patched ?? place.folder });
  }
  return found;
}

/** Where a dependency comes from. */
interface Place extends Omit<CargoDependency, 'name'> {
  /** As the tables of patches name it: an address of git, or a registry; null for a path. */
  readonly source: string | null;
}

function workspaceDependency(toml: Toml, folder: string, key: string): Place | null {
  const fields = dependencyFields(toml, (table) => table.join('.') === 'workspace.dependencies').get(key);
  return fields ? placeOf(folder, key, fields) : null;
}

function placeOf(folder: string, key: string, fields: ReadonlyMap<string, TomlValue>): Place {
  const path = tomlText(fields.get('path'));
  return {
    packageName: tomlText(fields.get('package')) ?? key,
    folder: path === null ? null : resolveTarget(folder, path),
    source: path === null ? (tomlText(fields.get('git')) ?? tomlText(fields.get('registry')) ?? 'crates-io') : null,
  };
}

/** The folder that a workspace puts in the place of a package. Source: The Cargo Book, "The [patch] section". */
function patchOf(toml: Toml, folder: string, { packageName, source }: Place): string | null {
  const patches = dependencyFields(toml, (table) => table.length === 2 && table[0] === 'patch' && table[1] === source);
  for (const [key, fields] of patches) {
    const patch = placeOf(folder, key, fields);
    if (patch.packageName === packageName && patch.folder !== null) return patch.folder;
  }
  return null;
}

function isDependencyTable(table: readonly string[]): boolean {
  const own = table[0] === 'target' ? table.slice(2) : table;
  return own.length === 1 && /^(?:dev-|build-)?dependencies$/.test(own[0] ?? '');
}

/** Each dependency with its fields, whether it is written in a line, as a table or by dotted keys. */
function dependencyFields(
  toml: Toml,
  isTable: (table: readonly string[]) => boolean,
): ReadonlyMap<string, ReadonlyMap<string, TomlValue>> {
  const found = new Map<string, Map<string, TomlValue>>();
  const fieldsOf = (name: string): Map<string, TomlValue> => {
    const fields = found.get(name) ?? new Map<string, TomlValue>();
    found.set(name, fields);
    return fields;
  };
  for (const { table, key, value } of toml.entries) {
    if (isTable(table)) {
      const fields = fieldsOf(key);
      if (value.kind === 'table') for (const [field, inner] of value.entries) fields.set(field, inner);
    } else if (isTable(table.slice(0, -1))) fieldsOf(table.at(-1) ?? '').set(key, value);
  }
  return found;
}
