import { type CargoPlace, type CargoTarget, type CargoToml, parseCargoToml } from '../../formats/cargo-toml.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
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
  /** Files where roots usually are, but cargo does not look for them: roots where no module takes them in. */
  readonly unclaimedRoots: readonly string[];
  /** Whether paths of `use` begin at the crate, as in the edition of 2015. */
  readonly isOldEdition: boolean;
  /** By the names that code uses. */
  readonly dependencies: ReadonlyMap<string, CargoDependency>;
}

/** Reads the packages of a project. Source: The Cargo Book, "The Manifest Format", "Package Layout". */
export async function readCargoPackages(project: ProjectFiles): Promise<readonly CargoPackage[]> {
  const manifests = new Map<string, CargoToml>();
  for (const path of boundManifests(project, 'Cargo.toml')) {
    const manifest = parseCargoToml((await project.text(path)) ?? '');
    if (typeof manifest !== 'string') manifests.set(folderOf(path), manifest);
    else project.gap(`${path} was not understood: its crates are not known`);
  }
  const layout = groupRoots(project);
  return [...manifests].flatMap(
    ([folder, manifest]) => readPackage({ project, manifests, layout }, folder, manifest) ?? [],
  );
}

interface Manifests {
  readonly project: ProjectFiles;
  readonly manifests: ReadonlyMap<string, CargoToml>;
  readonly layout: ReadonlyMap<string, readonly string[]>;
}

function readPackage(all: Manifests, folder: string, manifest: CargoToml): CargoPackage | null {
  const { project, layout } = all;
  if (manifest.package === null) return null;
  const name = manifest.package.name.text;
  const libraryPath = resolveTarget(folder, manifest.library.path?.text ?? 'src/lib.rs');
  const library = libraryPath !== null && project.has(libraryPath) ? libraryPath : null;
  const build = resolveTarget(folder, manifest.package.build ?? 'build.rs');
  const named = manifest.targets.flatMap((target) => placesOf(folder, target));
  const { found: kinds } = manifest.package;
  const usual = layout.get(folder) ?? [];
  const isFound = (path: string): boolean => kinds.has(kindOfPlace(path.slice(folder === '' ? 0 : folder.length + 1)));
  const found = [build, ...named, ...usual.filter(isFound)].filter((path) => path !== null);
  return {
    folder,
    name,
    libraryName: (manifest.library.name ?? name).replaceAll('-', '_'),
    library,
    otherRoots: [...new Set(found)].filter((path) => path !== library && project.has(path)),
    unclaimedRoots: usual.filter((path) => !isFound(path) && path !== library && !found.includes(path)),
    isOldEdition: isOldEdition(all, folder, manifest.package),
    dependencies: readDependencies(all, folder, manifest),
  };
}

// Where Cargo looks for roots that no manifest names.
const ROOT = /^((?:.*\/)?)(?:src\/main\.rs|(?:src\/bin|tests|examples|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs))$/;

const FOLDERS: readonly (readonly [kind: CargoTarget['kind'], folder: string])[] = [
  ['bin', 'src/bin'],
  ['test', 'tests'],
  ['bench', 'benches'],
  ['example', 'examples'],
];

/** What a root is for, by its place in the package. */
function kindOfPlace(path: string): CargoTarget['kind'] {
  return FOLDERS.find(([, folder]) => path.startsWith(`${folder}/`))?.[0] ?? 'bin';
}

/** Where a target may be that a manifest names, with its path or without. */
function placesOf(folder: string, { kind, name, path }: CargoTarget): readonly (string | null)[] {
  if (path !== null) return [resolveTarget(folder, path)];
  const home = FOLDERS.find(([one]) => one === kind)?.[1] ?? '';
  const places = [`${home}/${name}.rs`, `${home}/${name}/main.rs`, ...(kind === 'bin' ? ['src/main.rs'] : [])];
  return places.map((place) => resolveTarget(folder, place));
}

/** Root files by custom, by the folder of the package. */
function groupRoots(project: ProjectFiles): ReadonlyMap<string, readonly string[]> {
  const roots = project.entries.map(({ path }) => path).filter((path) => path.endsWith('.rs') && ROOT.test(path));
  return Map.groupBy(roots, (path) => ROOT.exec(path)?.[1]?.replace(/\/$/, '') ?? '');
}

/** Without an edition it is that of 2015; one of the workspace is looked up there. */
function isOldEdition(all: Manifests, folder: string, own: NonNullable<CargoToml['package']>): boolean {
  if (!own.isEditionInherited) return (own.edition ?? '2015') === '2015';
  return workspaceOf(all, folder, ({ workspace }) => workspace?.edition ?? null) === '2015';
}

/** The first answer of a workspace's manifest upwards. */
function workspaceOf<Value>(
  { manifests }: Manifests,
  from: string,
  read: (manifest: CargoToml, folder: string) => Value | null,
): Value | null {
  for (let folder: string | null = from; folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const manifest = manifests.get(folder);
    const value = manifest ? read(manifest, folder) : null;
    if (value !== null) return value;
  }
  return null;
}

/** By the names that code uses; of several with one name the first that leads to a folder, else the first. */
function readDependencies(all: Manifests, folder: string, manifest: CargoToml): CargoPackage['dependencies'] {
  const found = new Map<string, CargoDependency>();
  for (const request of manifest.dependencies) {
    const place = request.isInherited
      ? workspaceOf(all, folder, (root, at) => workspaceDependency(root, at, request.key))
      : placeOf(folder, request);
    const name = request.key.replaceAll('-', '_');
    if (!place || (found.get(name)?.folder ?? null) !== null) continue;
    const { packageName, source } = place;
    const patched = source === null ? null : workspaceOf(all, folder, (root, at) => patchOf(root, at, place));
    const dependency = { name, packageName, folder: patched ?? place.folder };
    if (dependency.folder !== null || !found.has(name)) found.set(name, dependency);
  }
  return found;
}

/** Where a dependency comes from. */
interface Place extends Omit<CargoDependency, 'name'> {
  /** As the tables of patches name it: an address of git, or a registry; null for a path. */
  readonly source: string | null;
}

function workspaceDependency({ workspace }: CargoToml, folder: string, key: string): Place | null {
  const shared = workspace?.dependencies.find((one) => one.key === key);
  return shared ? placeOf(folder, shared) : null;
}

function placeOf(folder: string, { key, package: name, path, git, registry }: CargoPlace): Place {
  return {
    packageName: name ?? key,
    folder: path === null ? null : resolveTarget(folder, path),
    source: path === null ? (git ?? registry ?? 'crates-io') : null,
  };
}

/** The folder that a workspace puts in the place of a package. Source: The Cargo Book, "The [patch] section". */
function patchOf({ patches }: CargoToml, folder: string, { packageName, source }: Place): string | null {
  for (const one of patches) {
    const patch = one.source === source ? placeOf(folder, one) : null;
    if (patch?.packageName === packageName && patch.folder !== null) return patch.folder;
  }
  return null;
}

/**
 * By the folder of a package, those of its dependencies whose library is called otherwise than they are: `[lib] name = "b"`
 * in the package `a` makes code say `b`, unless the dependency was renamed.
 */
export function renamedLibraries(
  packages: readonly CargoPackage[],
): ReadonlyMap<string, ReadonlyMap<string, CargoDependency>> {
  const names = new Map(packages.map(({ folder, libraryName }) => [folder, libraryName]));
  return new Map(
    packages.map(({ folder, dependencies }) => {
      const own = [...dependencies.values()].flatMap((one) => {
        const libraryName = one.folder === null ? undefined : names.get(one.folder);
        const isOwnName = one.packageName.replaceAll('-', '_') === one.name;
        return libraryName !== undefined && isOwnName ? [[libraryName, one] as const] : [];
      });
      return [folder, new Map(own)];
    }),
  );
}
