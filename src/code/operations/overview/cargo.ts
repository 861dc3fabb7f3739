import { type CargoPlace, type CargoRequest, type CargoToml, parseCargoToml } from '../../formats/cargo-toml.ts';
import type { CommandFact, DependencyFact, EntryPoint, Evidence } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { addAliases } from './cargo-aliases.ts';
import { addAsked, type Ecosystem, type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** One Cargo.toml that was understood. */
interface Manifest {
  readonly path: string;
  readonly cargo: CargoToml;
}

/** Cargo.toml files: targets, dependencies, cargo's own commands. */
export const readCargo: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'cargo.toml');
  const leading = leadingManifest(paths);
  const [first] = paths;
  if (first !== undefined) {
    const lock = inFolder(folderOf(first), 'Cargo.lock');
    sheet.managers.push({ name: 'cargo', file: files.has(lock) ? lock : first, line: null });
  }
  const usual = usualBins(files);
  const workspaces = new Map<string, Workspace>();
  for (const path of paths) {
    const text = await files.text(path);
    if (text === null) continue;
    const cargo = parseCargoToml(text);
    if (typeof cargo === 'string') {
      files.gap(`${path} was not understood as TOML`);
      continue;
    }
    const workspace = cargo.workspace?.line ?? null;
    const name = workspace === null ? 'Cargo.toml' : 'Cargo.toml (workspace)';
    sheet.manifests.push({ name, file: path, line: workspace });
    const around = workspaceAround(workspaces, { path, cargo });
    addTargets(files, sheet, { path, cargo, usual, kept: keptBack(cargo, around) });
    if (path === leading) {
      addCommands(files, sheet, path);
      await addAliases(files, sheet, folderOf(path));
    }
    addDependencies(files, sheet, { path, cargo, shared: around?.shared ?? new Map() });
  }
};

/** What members take with `workspace = true`: dependencies by their keys, and whether they may be published. */
interface Workspace {
  readonly shared: Shared;
  readonly publish: boolean;
}

type Shared = ReadonlyMap<string, SharedPlace>;

/** What is said of a package that may not be published. */
type Kept = Pick<EntryPoint, 'unpublished'>;

function keptBack({ package: own }: CargoToml, around: Workspace | null): Kept {
  const said = own?.publish ?? true;
  const may = said === 'workspace' ? (around?.publish ?? true) : said;
  return may ? {} : { unpublished: 'publish = false' };
}

function sharedOf({ path, cargo }: Manifest): Shared {
  const shared = new Map<string, SharedPlace>();
  for (const place of cargo.workspace?.dependencies ?? []) {
    if (requirementOf(place) !== '' && !shared.has(place.key)) shared.set(place.key, { ...place, owner: path });
  }
  return shared;
}

/** The workspace that a manifest is in, which may be its own. */
function workspaceAround(workspaces: Map<string, Workspace>, manifest: Manifest): Workspace | null {
  const { path, cargo } = manifest;
  if (cargo.workspace !== null)
    workspaces.set(folderOf(path), { shared: sharedOf(manifest), publish: cargo.workspace.publish });
  return nearestOf(workspaces, path);
}

/**
 * What the workspace of a manifest says: the nearest folder's upwards, whose own manifest lies nearer to the top and so
 * has been read. Source: Cargo, "Workspaces", "The workspace section".
 */
function nearestOf(workspaces: ReadonlyMap<string, Workspace>, path: string): Workspace | null {
  for (let at: string | null = folderOf(path); at !== null; at = at === '' ? null : folderOf(at)) {
    const found = workspaces.get(at);
    if (found !== undefined) return found;
  }
  return null;
}

/** A place with the manifest of the workspace that says it, from whose folder its path is told. */
interface SharedPlace extends CargoPlace {
  readonly owner: string;
}

/** A binary that cargo finds by its place. */
interface UsualBin {
  readonly name: string;
  readonly file: string;
}

/** Files from which cargo makes a binary each without being told, by the folder of their package. */
function usualBins(files: ProjectFiles): ReadonlyMap<string, readonly UsualBin[]> {
  const found = files.entries.flatMap(({ path }) => {
    const at = path.lastIndexOf('src/bin/');
    const isFolder = at === 0 || path[at - 1] === '/';
    const name =
      at < 0 || !isFolder ? undefined : /^([^/]+)(?:\.rs|\/main\.rs)$/.exec(path.slice(at + 'src/bin/'.length))?.[1];
    return name === undefined ? [] : [{ folder: path.slice(0, Math.max(0, at - 1)), name, file: path }];
  });
  return Map.groupBy(found, ({ folder }) => folder);
}

/** A manifest whose targets are told. */
interface Targets extends Manifest {
  readonly kept: Kept;
}

function addTargets(
  files: ProjectFiles,
  sheet: FactSheet,
  { usual, ...manifest }: Targets & { readonly usual: ReadonlyMap<string, readonly UsualBin[]> },
): void {
  const declared = addDeclaredBins(files, sheet, manifest);
  const { path, cargo, kept } = manifest;
  if (cargo.package === null) return;
  const name = cargo.package.name.text;
  addLibrary(files, sheet, { ...manifest, name });
  const main = inFolder(folderOf(path), 'src/main.rs');
  if (!cargo.package.found.has('bin')) return;
  const bins = usual.get(folderOf(path)) ?? [];
  for (const bin of [...(files.has(main) ? [{ name, file: main }] : []), ...bins]) {
    if (declared.has(bin.file)) continue;
    const at = { name: bin.name, file: bin.file, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'bin', ...at, basis: 'convention', ...kept });
  }
}

/** Every `[[bin]]`; gives the files that they name. */
function addDeclaredBins(files: ProjectFiles, sheet: FactSheet, { path, cargo, kept }: Targets): ReadonlySet<string> {
  const declared = new Set<string>();
  for (const { kind, name, path: target, line } of cargo.targets) {
    if (kind !== 'bin') continue;
    const folder = folderOf(path);
    const place = target === null ? usualPlace(files, folder, name) : resolveTarget(folder, target);
    if (place !== null) declared.add(place);
    const at = { file: path, line, target: place, isThere: place === null ? null : files.has(place) };
    sheet.entryPoints.push({ kind: 'bin', name: name ?? 'unnamed', ...at, basis: 'defined', ...kept });
  }
  return declared;
}

/** Where cargo looks for a binary that names no path; null when nothing is there. */
function usualPlace(files: ProjectFiles, folder: string, name: string | null): string | null {
  const places = [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`, 'src/main.rs'];
  return places.map((place) => inFolder(folder, place)).find((place) => files.has(place)) ?? null;
}

function addLibrary(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, cargo, name, kept }: Targets & { name: string },
): void {
  const folder = folderOf(path);
  const { name: library, path: given } = cargo.library;
  const place = given === null ? inFolder(folder, 'src/lib.rs') : resolveTarget(folder, given.text);
  if (place === null || !files.has(place)) return;
  const evidence: Evidence & { target: string | null; isThere: boolean | null } =
    given === null
      ? { file: place, line: null, target: null, isThere: null }
      : { file: path, line: given.line, target: place, isThere: true };
  const basis = given === null ? 'convention' : 'defined';
  sheet.entryPoints.push({ kind: 'library', name: library ?? name, ...evidence, basis, ...kept });
}

function addCommands(files: ProjectFiles, sheet: FactSheet, path: string): void {
  const directory = folderOf(path);
  const add = (kind: CommandFact['kind'], command: string, file: string): void => {
    sheet.commands.push({ kind, command, directory, file, line: null, basis: 'convention', detail: null });
  };
  const addIfThere = (kind: CommandFact['kind'], command: string, ...names: string[]): void => {
    const file = names.map((name) => inFolder(directory, name)).find((place) => files.has(place));
    if (file !== undefined) add(kind, command, file);
  };
  add('build', 'cargo build', path);
  add('test', 'cargo test', path);
  // With several binaries `cargo run` asks which one is meant.
  const main = inFolder(directory, 'src/main.rs');
  const isOwn = (file: string): boolean =>
    file === path || file === main || file.startsWith(inFolder(directory, 'src/bin/'));
  const bins = sheet.entryPoints.filter(({ kind, file }) => kind === 'bin' && isOwn(file));
  if (bins.length === 1) add('run', 'cargo run', path);
  addIfThere('lint', 'cargo clippy', 'clippy.toml', '.clippy.toml');
  addIfThere('format', 'cargo fmt', 'rustfmt.toml', '.rustfmt.toml');
}

const SCOPES: Readonly<Record<CargoRequest['kind'], DependencyFact['scope']>> = {
  normal: 'runtime',
  dev: 'dev',
  build: 'build',
};

/** Each package once of a kind, though tables of several targets ask for it. */
function addDependencies(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, cargo, shared }: Manifest & { readonly shared: Shared },
): void {
  const seen = new Set<string>();
  for (const request of cargo.dependencies) {
    const { kind, key, line } = request;
    if (seen.has(`${kind} ${key}`)) continue;
    seen.add(`${kind} ${key}`);
    const common = request.isInherited ? shared.get(key) : undefined;
    const name = request.package ?? common?.package ?? key;
    const requirement = withShared(requirementOf(request), common);
    const scope = kind === 'normal' && request.isOptional ? 'optional' : SCOPES[kind];
    const to = leadTo(files, path, request) ?? leadTo(files, common?.owner ?? path, common);
    addAsked(files, sheet, { ecosystem: 'cargo', name, requirement, scope, file: path, line }, to);
  }
}

/** The manifest of the project that a path leads to; null where it leads to none. Source: Cargo, "Specifying path dependencies". */
function leadTo(files: ProjectFiles, from: string, place: CargoPlace | undefined): string | null {
  const path = place?.path ?? null;
  const folder = path === null ? null : resolveTarget(folderOf(from), path);
  const manifest = folder === null ? null : inFolder(folder, 'Cargo.toml');
  return manifest !== null && files.has(manifest) ? manifest : null;
}

/** `workspace` is told with what the workspace asks for, where it says so. */
function withShared(own: string, shared: CargoPlace | undefined): string {
  return own === 'workspace' && shared !== undefined ? `${requirementOf(shared)} (workspace)` : own;
}

function requirementOf({ version, isInherited, path, git }: CargoPlace): string {
  if (version !== null) return version;
  if (isInherited) return 'workspace';
  if (path !== null) return 'path';
  return git === null ? '' : 'git';
}
