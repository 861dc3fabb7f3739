import { hasField, readToml, tomlElements, tomlField } from '../formats/checked-toml.ts';
import type { TomlValue } from '../formats/toml.ts';
import { type Toml, tomlEntry, tomlHeader, tomlText } from '../formats/toml.ts';
import type { ManifestScope } from '../questions/manifests.types.ts';
import {
  type Definition,
  facts,
  type Lock,
  type ManifestReader,
  type Pinned,
  type ReadingContext,
  type Wanted,
  wantedOf,
} from './manifest.ts';
import { isPublicRegistry, registryWords } from './public-registry.ts';

const TABLES: readonly (readonly [table: string, scope: ManifestScope])[] = [
  ['dependencies', 'runtime'],
  ['dev-dependencies', 'dev'],
  ['dev_dependencies', 'dev'],
  ['build-dependencies', 'build'],
  ['build_dependencies', 'build'],
];

/** Cargo.toml: dependencies of the package, also by platform. Source: The Cargo Book, "Specifying Dependencies". */
export const readCargoToml: ManifestReader = (text, context) => {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const wanted = TABLES.flatMap(([table, scope]) =>
    dependenciesIn(toml, table, null).map((dependency) => wantedOfCargo(dependency, scope, context)),
  );
  return facts({
    wanted,
    owner: tomlText(tomlEntry(toml, ['package'], 'name')?.value),
    hasWorkspaces: tomlHeader(toml, 'workspace') !== null,
  });
};

/** What a workspace lays down for its members, by the name that they call it. */
export function readCargoWorkspace(text: string): readonly Definition[] {
  const toml = readToml(text);
  if (typeof toml === 'string') return [];
  return dependenciesIn(toml, 'dependencies', 'workspace').map(({ key, value }) => ({
    name: key,
    requested: tomlField(value, 'version'),
    origin: originOf(value) ?? (tomlField(value, 'package') === null ? null : `package ${tomlField(value, 'package')}`),
  }));
}

interface CargoDependency {
  readonly key: string;
  readonly line: number;
  /** Always a table: a version alone is one with `version`. */
  readonly value: TomlValue & { readonly kind: 'table' };
}

/** Gathers the forms `a = "1"`, `a = {…}`, `a.version = "1"` and `[dependencies.a]` into one. */
function dependenciesIn(toml: Toml, table: string, above: string | null): readonly CargoDependency[] {
  const found = new Map<string, { key: string; line: number; entries: Map<string, TomlValue> }>();
  for (const { table: place, key, value, line } of toml.entries) {
    const below = namesBelow(place, table, above);
    if (below === null || below.length > 1) continue;
    const name = below[0] ?? key;
    const id = `${place.slice(0, place.length - below.length).join('\0')}\0${name}`;
    const dependency = found.get(id) ?? { key: name, line: headerLine(toml, place, below) ?? line, entries: new Map() };
    found.set(id, dependency);
    if (below.length === 1) dependency.entries.set(key, value);
    else if (value.kind === 'table') for (const [field, inner] of value.entries) dependency.entries.set(field, inner);
    else dependency.entries.set('version', value);
  }
  return [...found.values()].map(({ key, line, entries }) => ({ key, line, value: { kind: 'table', entries } }));
}

/** `[dependencies.a]` asks for it, not the first line below. */
function headerLine(toml: Toml, place: readonly string[], below: readonly string[]): number | null {
  return below.length === 1 ? tomlHeader(toml, ...place) : null;
}

/** What follows the table's name; null when the place is no such table. `[target.'cfg(unix)'.dependencies]` is one too. */
function namesBelow(place: readonly string[], table: string, above: string | null): readonly string[] | null {
  if (above !== null) return place[0] === above && place[1] === table ? place.slice(2) : null;
  if (place[0] === table) return place.slice(1);
  return place[0] === 'target' && place[2] === table ? place.slice(3) : null;
}

function wantedOfCargo({ key, line, value }: CargoDependency, scope: ManifestScope, context: ReadingContext): Wanted {
  const isInherited = value.entries.has('workspace');
  const defined = isInherited ? context.lookUp('workspace', key) : null;
  // The workspace's own entry may be an alias; its definition carries the real name in the place of an origin.
  const renamed = /^package (.*)$/.exec(defined?.origin ?? '')?.[1];
  const name = tomlField(value, 'package') ?? renamed ?? key;
  const optional = value.entries.get('optional');
  const isOptional = optional?.kind === 'raw' && optional.text === 'true';
  return wantedOf({
    ecosystem: 'cargo',
    name,
    alias: name === key ? null : key,
    requested: tomlField(value, 'version') ?? defined?.requested ?? null,
    isVersionKnown: !isInherited || defined !== null,
    scope: isOptional ? 'optional' : scope,
    line,
    origin: originOf(value) ?? (renamed === undefined ? (defined?.origin ?? null) : null),
  });
}

function originOf(value: TomlValue): string | null {
  if (hasField(value, 'path')) return 'folder of the project';
  if (hasField(value, 'git')) return 'git';
  const registry = tomlField(value, 'registry');
  if (registry !== null && registry !== 'crates-io') return `registry ${registry.slice(0, 60)}`;
  const index = tomlField(value, 'registry-index');
  return index === null || isPublicRegistry('cargo', index) ? null : registryWords(index);
}

/** Cargo.lock. Source: The Cargo Book, "Cargo.toml vs Cargo.lock". */
export const readCargoLock: ManifestReader = (text) => {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const pinned: Pinned[] = [];
  const dependenciesOf = new Map<string, readonly string[]>();
  for (const { line, fields } of tomlElements(toml, 'package')) {
    const [name, version] = [tomlText(fields.get('name')), tomlText(fields.get('version'))];
    if (name === null || version === null) continue;
    const source = tomlText(fields.get('source'));
    // Without a source it is a package of the project, which alone can be the one that asks.
    if (source === null) dependenciesOf.set(name, dependencyNames(fields.get('dependencies')));
    pinned.push({ ecosystem: 'cargo', name, version, line, origin: sourceWords(source) });
  }
  return facts({ lock: lockOf(pinned, dependenciesOf) });
};

function dependencyNames(value: TomlValue | undefined): readonly string[] {
  return value?.kind === 'array' ? value.items.flatMap((item) => (item.kind === 'string' ? [item.text] : [])) : [];
}

function sourceWords(source: string | null): string | null {
  if (source === null) return 'folder of the project';
  if (source.startsWith('git+')) return 'git';
  return /\bcrates\b/.test(source) ? null : registryWords(source);
}

/**
 * A name with several versions is told apart by the package that asks, whose own entry then says `name version`. A
 * version alone that none of its kind fits is not taken: it would be another package's.
 */
function lockOf(pinned: readonly Pinned[], dependenciesOf: ReadonlyMap<string, readonly string[]>): Lock {
  const byName = Map.groupBy(pinned, ({ name }) => name);
  return {
    pinned,
    find({ wanted, owner }) {
      const pins = byName.get(wanted.name) ?? [];
      if (pins.length === 1) return pins[0] ?? null;
      const named = dependenciesOf.get(owner ?? '')?.filter((text) => text.split(' ')[0] === wanted.name) ?? [];
      const version = named.length === 1 ? named[0]?.split(' ')[1] : undefined;
      return pins.find((pin) => pin.version === version) ?? null;
    },
  };
}
