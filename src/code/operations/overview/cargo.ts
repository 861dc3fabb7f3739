import {
  parseToml,
  type Toml,
  type TomlValue,
  tomlEntry,
  tomlHeader,
  tomlTable,
  tomlText,
} from '../../formats/toml.ts';
import type { CommandFact, DependencyFact, Evidence } from '../../questions/overview.types.ts';
import { folderOf, inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { addAliases } from './cargo-aliases.ts';
import { type Ecosystem, type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** One Cargo.toml that was understood. */
interface Manifest {
  readonly path: string;
  readonly toml: Toml;
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
  const shared = new Map<string, string>();
  for (const path of paths) {
    const text = await files.text(path);
    const toml = text === null ? null : parseToml(text);
    if (text !== null && toml === null) files.gap(`${path} was not understood as TOML`);
    if (toml === null) continue;
    const workspace = tomlHeader(toml, 'workspace');
    const name = workspace === null ? 'Cargo.toml' : 'Cargo.toml (workspace)';
    sheet.manifests.push({ name, file: path, line: workspace });
    addTargets(files, sheet, { path, toml, usual });
    if (path === leading) {
      addCommands(files, sheet, path);
      await addAliases(files, sheet, folderOf(path));
    }
    addShared(shared, toml);
    addDependencies(sheet, { path, toml, shared });
  }
};

/** What members take with `workspace = true`; the workspace's own manifest lies nearer to the top, so it comes first. */
function addShared(shared: Map<string, string>, toml: Toml): void {
  const wholes = makeWholes(toml);
  for (const { table, key, value } of toml.entries) {
    if (table[0] !== 'workspace' || table[1] !== 'dependencies') continue;
    const [, , name = key] = table;
    const requirement = requirementOf(table.length === 2 ? value : wholes(table));
    if (requirement !== '' && !shared.has(name)) shared.set(name, requirement);
  }
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

function addTargets(
  files: ProjectFiles,
  sheet: FactSheet,
  { usual, ...manifest }: Manifest & { readonly usual: ReadonlyMap<string, readonly UsualBin[]> },
): void {
  const declared = addDeclaredBins(files, sheet, manifest);
  const { path, toml } = manifest;
  const name = tomlText(tomlEntry(toml, ['package'], 'name')?.value);
  if (name === null) return;
  addLibrary(files, sheet, { ...manifest, name });
  const main = inFolder(folderOf(path), 'src/main.rs');
  const isAuto = tomlEntry(toml, ['package'], 'autobins')?.value;
  const isOff = isAuto?.kind === 'raw' && isAuto.text === 'false';
  if (isOff) return;
  const bins = usual.get(folderOf(path)) ?? [];
  for (const bin of [...(files.has(main) ? [{ name, file: main }] : []), ...bins]) {
    if (declared.has(bin.file)) continue;
    const at = { name: bin.name, file: bin.file, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'bin', ...at, basis: 'convention' });
  }
}

/** Every `[[bin]]`; gives the files that they name. */
function addDeclaredBins(files: ProjectFiles, sheet: FactSheet, { path, toml }: Manifest): ReadonlySet<string> {
  const bins = new Map<number, { name: string | null; target: string | null; line: number }>();
  for (const { element, key, value, line } of tomlTable(toml, 'bin')) {
    const bin = bins.get(element) ?? { name: null, target: null, line };
    if (key === 'name') bin.name = tomlText(value);
    if (key === 'path') bin.target = tomlText(value);
    bins.set(element, bin);
  }
  const declared = new Set<string>();
  for (const { name, target, line } of bins.values()) {
    const folder = folderOf(path);
    const place = target === null ? usualPlace(files, folder, name) : resolveTarget(folder, target);
    if (place !== null) declared.add(place);
    const at = { file: path, line, target: place, isThere: place === null ? null : files.has(place) };
    sheet.entryPoints.push({ kind: 'bin', name: name ?? 'unnamed', ...at, basis: 'defined' });
  }
  return declared;
}

/** Where cargo looks for a binary that names no path; null when nothing is there. */
function usualPlace(files: ProjectFiles, folder: string, name: string | null): string | null {
  const places = [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`, 'src/main.rs'];
  return places.map((place) => inFolder(folder, place)).find((place) => files.has(place)) ?? null;
}

function addLibrary(files: ProjectFiles, sheet: FactSheet, { path, toml, name }: Manifest & { name: string }): void {
  const folder = folderOf(path);
  const given = tomlEntry(toml, ['lib'], 'path');
  const text = tomlText(given?.value);
  const library = tomlText(tomlEntry(toml, ['lib'], 'name')?.value) ?? name;
  const place = text === null ? inFolder(folder, 'src/lib.rs') : resolveTarget(folder, text);
  if (place === null || !files.has(place)) return;
  const evidence: Evidence & { target: string | null; isThere: boolean | null } =
    given === null || text === null
      ? { file: place, line: null, target: null, isThere: null }
      : { file: path, line: given.line, target: place, isThere: true };
  const basis = text === null ? 'convention' : 'defined';
  sheet.entryPoints.push({ kind: 'library', name: library, ...evidence, basis });
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

const TABLES: readonly (readonly [table: string, scope: DependencyFact['scope']])[] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'dev'],
  ['build-dependencies', 'build'],
];

function addDependencies(
  sheet: FactSheet,
  { path, toml, shared }: Manifest & { readonly shared: ReadonlyMap<string, string> },
): void {
  const wholes = makeWholes(toml);
  for (const [table, scope] of TABLES) {
    const seen = new Set<string>();
    for (const { table: place, key, value, line } of toml.entries) {
      const below = namesBelow(place, table);
      const name = below?.[0] ?? key;
      if (below === null || below.length > 1 || seen.has(name)) continue;
      seen.add(name);
      const requirement = withShared(requirementOf(below.length === 0 ? value : wholes(place)), shared.get(name));
      const own = scope === 'runtime' && isOptional(toml, place, { below, name, value }) ? 'optional' : scope;
      sheet.dependencies.push({ ecosystem: 'cargo', name, requirement, scope: own, file: path, line });
    }
  }
}

/** Answers all that a table says: `[dependencies.serde]` names the version in any of its lines. */
function makeWholes(toml: Toml): (table: readonly string[]) => TomlValue {
  const byTable = Map.groupBy(toml.entries, ({ table }) => table.join('\0'));
  return (table) => {
    const own = byTable.get(table.join('\0')) ?? [];
    return { kind: 'table', entries: new Map(own.map(({ key, value }) => [key, value])) };
  };
}

/** `optional = true` in `serde = { … }`, or in a table of the dependency's own. */
function isOptional(
  toml: Toml,
  place: readonly string[],
  { below, name, value }: { readonly below: readonly string[]; readonly name: string; readonly value: TomlValue },
): boolean {
  const own = below.length === 0 ? place : place.slice(0, -1);
  const given =
    below.length === 0 && value.kind === 'table'
      ? value.entries.get('optional')
      : tomlEntry(toml, [...own, name], 'optional')?.value;
  return given?.kind === 'raw' && given.text === 'true';
}

/** `workspace` is told with what the workspace asks for, where it says so. */
function withShared(own: string, shared: string | undefined): string {
  return own === 'workspace' && shared !== undefined ? `${shared} (workspace)` : own;
}

/**
 * What follows a dependency table's name: nothing for `serde = "1"`, the dependency for `[dependencies.serde]` and for
 * `serde.workspace = true`. Null when the place is no such table. Also `[target.'cfg(unix)'.dependencies]` is one.
 */
function namesBelow(place: readonly string[], table: string): readonly string[] | null {
  if (place[0] === table) return place.slice(1);
  return place[0] === 'target' && place[2] === table ? place.slice(3) : null;
}

function requirementOf(value: TomlValue): string {
  if (value.kind === 'string') return value.text;
  if (value.kind !== 'table') return '';
  const version = tomlText(value.entries.get('version'));
  if (version !== null) return version;
  return ['workspace', 'path', 'git'].find((key) => value.entries.has(key)) ?? '';
}
