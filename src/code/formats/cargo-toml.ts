import { hasField, readToml } from './checked-toml.ts';
import { type Toml, type TomlValue, tomlEntry, tomlHeader, tomlTable, tomlText } from './toml.ts';

/** What a Cargo.toml says. */
export interface CargoToml {
  /** Null in the manifest of a workspace alone. */
  readonly package: CargoTomlPackage | null;
  readonly library: { readonly name: string | null; readonly path: Located | null };
  /** Its `[[bin]]`, `[[test]]`, `[[bench]]` and `[[example]]`, in this order. */
  readonly targets: readonly CargoTarget[];
  /** By kinds, within one in the order of the file; also those for a target only, `[target.'cfg(unix)'.dependencies]`. */
  readonly dependencies: readonly CargoRequest[];
  /** Null when the file is not the root of a workspace. */
  readonly workspace: CargoWorkspace | null;
  /** What it puts in the place of packages, with the source that those come from. */
  readonly patches: readonly (CargoPlace & { readonly source: string })[];
}

/** Its `[package]`. */
export interface CargoTomlPackage {
  readonly name: Located;
  /** Null without one, which is that of 2015, and where the workspace says it. */
  readonly edition: string | null;
  readonly isEditionInherited: boolean;
  /** Path of the build script; null when none is written. */
  readonly build: string | null;
  /** Kinds of targets that cargo also finds by their places. */
  readonly found: ReadonlySet<CargoTarget['kind']>;
  /** Whether it may be published; `workspace` where that says it. Source: The Cargo Book, "The `publish` field". */
  readonly publish: boolean | 'workspace';
}

/** A text with its line. */
interface Located {
  readonly text: string;
  readonly line: number;
}

/** A file that is built beside the library. */
export interface CargoTarget {
  readonly kind: (typeof TARGETS)[number];
  readonly name: string | null;
  /** As written; null where its place says it. */
  readonly path: string | null;
  /** Of its first field. */
  readonly line: number;
}

/** Where a package is asked from, in whichever form it is written. */
export interface CargoPlace {
  /** As the table names it. */
  readonly key: string;
  /** As the registry names it, where that is another name. */
  readonly package: string | null;
  readonly version: string | null;
  readonly path: string | null;
  readonly git: string | null;
  readonly registry: string | null;
  readonly registryIndex: string | null;
  /** Whether the workspace says the rest. */
  readonly isInherited: boolean;
  readonly isOptional: boolean;
  /** Of the entry, or of the header of a table of its own; 1-based. */
  readonly line: number;
}

/** A dependency of the package. */
export interface CargoRequest extends CargoPlace {
  readonly kind: 'normal' | 'dev' | 'build';
}

/** What a workspace says for its members. */
export interface CargoWorkspace {
  /** Null when only tables below `[workspace]` have a header. */
  readonly line: number | null;
  readonly edition: string | null;
  /** Whether members may be published that take this from here. */
  readonly publish: boolean;
  readonly dependencies: readonly CargoPlace[];
}

const TARGETS = ['bin', 'test', 'bench', 'example'] as const;

const TABLES: readonly (readonly [kind: CargoRequest['kind'], names: readonly string[]])[] = [
  ['normal', ['dependencies']],
  ['dev', ['dev-dependencies', 'dev_dependencies']],
  ['build', ['build-dependencies', 'build_dependencies']],
];

/** Reads a Cargo.toml, or says why it is not TOML. Source: The Cargo Book, "The Manifest Format". */
export function parseCargoToml(text: string): CargoToml | string {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  return {
    package: packageOf(toml),
    library: { name: locatedAt(toml, ['lib'], 'name')?.text ?? null, path: locatedAt(toml, ['lib'], 'path') },
    targets: TARGETS.flatMap((kind) => targetsOf(toml, kind)),
    dependencies: TABLES.flatMap(([kind, names]) =>
      names.flatMap((name) => placesIn(toml, dependencyTable(name)).map((place) => ({ ...place, kind }))),
    ),
    workspace: workspaceOf(toml),
    patches: patchesOf(toml),
  };
}

function locatedAt(toml: Toml, table: readonly string[], key: string): Located | null {
  const entry = tomlEntry(toml, table, key);
  const text = tomlText(entry?.value);
  return entry === null || text === null ? null : { text, line: entry.line };
}

function packageOf(toml: Toml): CargoTomlPackage | null {
  const own = packageTable(toml);
  const name = locatedAt(toml, own, 'name');
  if (name === null) return null;
  const edition = locatedAt(toml, own, 'edition')?.text ?? null;
  const said = tomlEntry(toml, [...own, 'edition'], 'workspace') ?? tomlEntry(toml, own, 'edition');
  const isOld = edition === null ? said === null : edition === '2015';
  return {
    name,
    edition,
    isEditionInherited: edition === null && said !== null,
    build: locatedAt(toml, own, 'build')?.text ?? null,
    found: new Set(TARGETS.filter((kind) => isFound(toml, { own, kind, isOld }))),
    publish: isInherited(toml, [...own, 'publish']) ? 'workspace' : mayPublish(toml, own),
  };
}

/** `a.workspace = true` or `a = { workspace = true }`. */
function isInherited(toml: Toml, field: readonly string[]): boolean {
  const value = tomlEntry(toml, field.slice(0, -1), field.at(-1) ?? '')?.value;
  return tomlEntry(toml, field, 'workspace') !== null || (value !== undefined && hasField(value, 'workspace'));
}

/** A list is of the registries that it may go to. */
function mayPublish(toml: Toml, table: readonly string[]): boolean {
  const value = tomlEntry(toml, table, 'publish')?.value;
  return !isRaw(value, 'false') && !(value?.kind === 'array' && value.items.length === 0);
}

const AUTO: Readonly<Record<CargoTarget['kind'], string>> = {
  bin: 'autobins',
  test: 'autotests',
  bench: 'autobenches',
  example: 'autoexamples',
};

/**
 * Where nothing is said of it, cargo looks for targets of a kind; in the edition of 2015 only while none of the kind is
 * written out. Source: The Cargo Book, "Cargo Targets", "Target auto-discovery".
 */
function isFound(
  toml: Toml,
  { own, kind, isOld }: { own: readonly string[]; kind: CargoTarget['kind']; isOld: boolean },
): boolean {
  const said = tomlEntry(toml, own, AUTO[kind])?.value;
  if (isRaw(said, 'true') || isRaw(said, 'false')) return isRaw(said, 'true');
  return !isOld || tomlTable(toml, kind).length === 0;
}

/**
 * The table of the package: up to the edition of 2021 Cargo also takes `[project]`, its name of the first years, for it.
 * Source: The Cargo Book, "Unstable Features", "Edition 2024".
 */
export function packageTable(toml: Toml): readonly [string] {
  return tomlEntry(toml, ['package'], 'name') === null && tomlEntry(toml, ['project'], 'name') !== null
    ? ['project']
    : ['package'];
}

function isRaw(value: TomlValue | undefined, text: string): boolean {
  return value?.kind === 'raw' && value.text === text;
}

function targetsOf(toml: Toml, kind: CargoTarget['kind']): readonly CargoTarget[] {
  const elements = Map.groupBy(tomlTable(toml, kind), ({ element }) => element);
  return [...elements.values()].map((entries) => {
    const field = (name: string): string | null => tomlText(entries.findLast(({ key }) => key === name)?.value);
    return { kind, name: field('name'), path: field('path'), line: entries[0]?.line ?? 1 };
  });
}

function workspaceOf(toml: Toml): CargoWorkspace | null {
  const line = tomlHeader(toml, 'workspace');
  if (line === null && !toml.entries.some(({ table }) => table[0] === 'workspace')) return null;
  return {
    line,
    edition: locatedAt(toml, ['workspace', 'package'], 'edition')?.text ?? null,
    publish: mayPublish(toml, ['workspace', 'package']),
    dependencies: placesIn(toml, (table) => behind(table, ['workspace', 'dependencies'])),
  };
}

function patchesOf(toml: Toml): CargoToml['patches'] {
  // Each source by itself, with what is said of it alone.
  const entries = Map.groupBy(toml.entries, ({ table }) => (table[0] === 'patch' ? table[1] : undefined));
  const headers = Map.groupBy(toml.headers, ({ table }) => (table[0] === 'patch' ? table[1] : undefined));
  return [...entries].flatMap(([source, own]) => {
    if (source === undefined) return [];
    const said = { entries: own, headers: headers.get(source) ?? [] };
    return placesIn(said, (table) => behind(table, ['patch', source])).map((place) => ({ ...place, source }));
  });
}

/** What of a table's name follows that of a table of dependencies; null when it is none. */
type Behind = (table: readonly string[]) => readonly string[] | null;

function behind(table: readonly string[], names: readonly string[]): readonly string[] | null {
  return names.every((name, at) => table[at] === name) ? table.slice(names.length) : null;
}

function dependencyTable(name: string): Behind {
  return (table) => behind(table[0] === 'target' ? table.slice(2) : table, [name]);
}

/** Gathers the forms `a = "1"`, `a = {…}`, `a.version = "1"` and `[dependencies.a]`, each table of a target apart. */
function placesIn(toml: Toml, behindOf: Behind): readonly CargoPlace[] {
  const found = new Map<string, { key: string; line: number; fields: Map<string, TomlValue> }>();
  const headers = new Map(toml.headers.toReversed().map(({ table, line }) => [table.join('\0'), line]));
  for (const { table, key, value, line } of toml.entries) {
    const below = behindOf(table);
    if (below === null || below.length > 1) continue;
    const name = below[0] ?? key;
    const id = [...table.slice(0, table.length - below.length), name].join('\0');
    // `[dependencies.a]` asks for it, not the first line below.
    const header = below.length === 1 ? headers.get(id) : undefined;
    const place = found.get(id) ?? { key: name, line: header ?? line, fields: new Map() };
    found.set(id, place);
    if (below.length === 1) place.fields.set(key, value);
    else addFields(place.fields, value);
  }
  return [...found.values()].map(placeOf);
}

/** What is no table is a version alone. */
function addFields(fields: Map<string, TomlValue>, value: TomlValue): void {
  if (value.kind === 'table') for (const [field, inner] of value.entries) fields.set(field, inner);
  else fields.set('version', value);
}

function placeOf({ key, line, fields }: { key: string; line: number; fields: Map<string, TomlValue> }): CargoPlace {
  const field = (name: string): string | null => tomlText(fields.get(name));
  return {
    key,
    package: field('package'),
    version: field('version'),
    path: field('path'),
    git: field('git'),
    registry: field('registry'),
    registryIndex: field('registry-index'),
    isInherited: fields.has('workspace'),
    isOptional: isRaw(fields.get('optional'), 'true'),
    line,
  };
}
