import { type CargoPlace, type CargoRequest, parseCargoToml } from '../formats/cargo-toml.ts';
import { readToml, tomlElements } from '../formats/checked-toml.ts';
import { type TomlValue, tomlText } from '../formats/toml.ts';
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

const SCOPES: Readonly<Record<CargoRequest['kind'], ManifestScope>> = { normal: 'runtime', dev: 'dev', build: 'build' };

/** Cargo.toml: dependencies of the package, also by platform. Source: The Cargo Book, "Specifying Dependencies". */
export const readCargoToml: ManifestReader = (text, context) => {
  const manifest = parseCargoToml(text);
  if (typeof manifest === 'string') return manifest;
  return facts({
    wanted: manifest.dependencies.map((dependency) => wantedOfCargo(dependency, context)),
    owner: manifest.package?.name.text ?? null,
    hasWorkspaces: (manifest.workspace?.line ?? null) !== null,
  });
};

/** What a workspace lays down for its members, by the name that they call it. */
export function readCargoWorkspace(text: string): readonly Definition[] {
  const manifest = parseCargoToml(text);
  if (typeof manifest === 'string') return [];
  return (manifest.workspace?.dependencies ?? []).map((place) => ({
    name: place.key,
    requested: place.version,
    origin: originOf(place) ?? (place.package === null ? null : `package ${place.package}`),
  }));
}

function wantedOfCargo(place: CargoRequest, context: ReadingContext): Wanted {
  const { key, isInherited, line } = place;
  const defined = isInherited ? context.lookUp('workspace', key) : null;
  // The workspace's own entry may be an alias; its definition carries the real name in the place of an origin.
  const renamed = /^package (.*)$/.exec(defined?.origin ?? '')?.[1];
  const name = place.package ?? renamed ?? key;
  return wantedOf({
    ecosystem: 'cargo',
    name,
    alias: name === key ? null : key,
    requested: place.version ?? defined?.requested ?? null,
    isVersionKnown: !isInherited || defined !== null,
    scope: place.isOptional ? 'optional' : SCOPES[place.kind],
    line,
    origin: originOf(place) ?? (renamed === undefined ? (defined?.origin ?? null) : null),
  });
}

function originOf({ path, git, registry, registryIndex }: CargoPlace): string | null {
  if (path !== null) return 'folder of the project';
  if (git !== null) return 'git';
  if (registry !== null && registry !== 'crates-io') return `registry ${registry.slice(0, 60)}`;
  return registryIndex === null || isCratesIo(registryIndex) ? null : registryWords(registryIndex);
}

/** Its index lies at GitHub, too. Source: The Cargo Book, "Registry Index". */
function isCratesIo(index: string): boolean {
  return (
    isPublicRegistry('cargo', index) ||
    /^(?:registry\+)?https:\/\/github\.com\/rust-lang\/crates\.io-index(?:\.git)?\/?$/.test(index)
  );
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
  return isCratesIo(source) ? null : registryWords(source);
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
