import { hasField, readToml, tomlElements, tomlField } from '../../formats/checked-toml.ts';
import { fieldOf, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { normalName } from '../../formats/pep508.ts';
import { type Toml, type TomlEntry, tomlText } from '../../formats/toml.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, lockByName, type ManifestReader, type Pinned, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** poetry.lock: a source is only written where it is not the public index. */
export const readPoetryLock: ManifestReader = (text) =>
  readTomlLock(text, (fields) => {
    const source = fields.get('source');
    if (source === undefined) return null;
    const url = tomlField(source, 'url');
    const type = tomlField(source, 'type') ?? 'source of its own';
    return type === 'legacy' && url !== null ? (isPublicRegistry('pypi', url) ? null : registryWords(url)) : type;
  });

/** uv.lock: every package has a source. */
export const readUvLock: ManifestReader = (text) =>
  readTomlLock(text, (fields) => {
    const source = fields.get('source');
    if (source === undefined) return null;
    const registry = tomlField(source, 'registry');
    if (registry !== null) return isPublicRegistry('pypi', registry) ? null : registryWords(registry);
    const kinds = ['git', 'editable', 'virtual', 'directory', 'path', 'url'];
    return kinds.find((kind) => hasField(source, kind)) ?? 'source of its own';
  });

type Fields = ReturnType<typeof tomlElements>[number]['fields'];

function readTomlLock(text: string, originOf: (fields: Fields) => string | null): ReturnType<ManifestReader> {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const pinned = tomlElements(toml, 'package').flatMap(({ line, fields }): readonly Pinned[] => {
    const [name, version] = [tomlText(fields.get('name')), tomlText(fields.get('version'))];
    if (name === null) return [];
    return [{ ecosystem: 'pypi', name, version: version ?? '', line, origin: originOf(fields) }];
  });
  return facts({ lock: lockByName(pinned, normalName) });
}

/** Pipfile.lock. Source: Pipenv, "Pipfile & Pipfile.lock". */
export const readPipfileLock: ManifestReader = (text) => {
  const json = parseJson(text);
  if (json === null || !(json.value instanceof Map)) return 'not a JSON object of a bounded depth';
  const meta = fieldOf(json, '_meta');
  const sources = fieldOf(meta, 'sources')?.value;
  const other = Array.isArray(sources)
    ? sources.map((source) => stringAt(source, 'url')?.text ?? '').find((url) => !isPublicRegistry('pypi', url))
    : undefined;
  const pinned: Pinned[] = [];
  for (const group of ['default', 'develop']) {
    for (const [name, node] of mapAt(json, group)) {
      const version = stringAt(node, 'version')?.text.replace(/^==/, '');
      const local = ['git', 'path', 'file', 'editable'].find((key) => fieldOf(node, key) !== undefined);
      const origin = local ?? (other === undefined ? null : registryWords(other));
      pinned.push({ ecosystem: 'pypi', name, version: version ?? '', line: node.line, origin });
    }
  }
  return facts({ lock: lockByName(dedupe(pinned), normalName) });
};

/** A package that is in both groups with one version is one. */
function dedupe(pinned: readonly Pinned[]): readonly Pinned[] {
  return [...new Map(pinned.map((pin) => [`${normalName(pin.name)}@${pin.version}`, pin])).values()];
}

const PIPFILE_SCOPES = [
  ['packages', 'runtime'],
  ['dev-packages', 'dev'],
] as const;

/** Pipfile. */
export const readPipfile: ManifestReader = (text) => {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const urls = tomlElements(toml, 'source').map(({ fields }) => tomlText(fields.get('url')) ?? '');
  const other = urls.find((url) => !isPublicRegistry('pypi', url));
  const origin = other === undefined ? null : registryWords(other);
  return facts({ wanted: pipfileRequests(toml).map(({ entry, scope }) => wantedOfPipfile(entry, scope, origin)) });
};

/** The entries of a Pipfile that ask for a package each. */
export function pipfileRequests(
  toml: Toml,
): readonly { readonly entry: TomlEntry; readonly scope: 'runtime' | 'dev' }[] {
  return PIPFILE_SCOPES.flatMap(([table, scope]) => {
    const own = toml.entries.filter(({ table: place }) => place[0] === table);
    const entries = [...own.filter(({ table: place }) => place.length === 1), ...tablesBelow(own)];
    return entries.sort((a, b) => a.line - b.line).map((entry) => ({ entry, scope }));
  });
}

/** `[packages.requests]` asks as an inline table does; told by the line of its first entry. */
function tablesBelow(entries: readonly TomlEntry[]): readonly TomlEntry[] {
  const below = Map.groupBy(
    entries.filter(({ table }) => table.length === 2),
    ({ table }) => table[1] ?? '',
  );
  return [...below].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return [];
    const fields = new Map([first, ...others].map((one) => [one.key, one.value]));
    return [{ ...first, table: first.table.slice(0, 1), key, value: { kind: 'table', entries: fields } } as const];
  });
}

function wantedOfPipfile({ key, value, line }: TomlEntry, scope: ManifestScope, other: string | null): Wanted {
  const version = tomlText(value) ?? tomlField(value, 'version');
  const origin = ['git', 'path', 'file', 'editable'].find((field) => hasField(value, field)) ?? other;
  return wantedOf({ ecosystem: 'pypi', name: key, requested: version === '*' ? null : version, scope, line, origin });
}
