import { hasField, readToml, tomlElements, tomlField } from '../../formats/checked-toml.ts';
import { normalName } from '../../formats/pep508.ts';
import { type PyprojectRequest, parsePyproject } from '../../formats/pyproject.ts';
import { type Toml, type TomlValue, tomlText } from '../../formats/toml.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** pyproject.toml: PEP 621, PEP 735, build requirements, Poetry, and the sources of uv and Poetry. */
export const readPyproject: ManifestReader = (text, { settings }) => {
  const pyproject = parsePyproject(text);
  if (typeof pyproject === 'string') return pyproject;
  const { name, requests, odd, hasUvWorkspace, toml } = pyproject;
  const sources = readSources(toml);
  const index = otherIndex(toml) ?? settings.registries.get('pypi') ?? null;
  const placed = requests.map(wantedOfPython).map((one) => {
    // What the requirement says itself goes first, then uv's place for the name, then an index for all.
    const origin = one.origin ?? sources.get(normalName(one.name)) ?? index;
    return { ...one, origin };
  });
  return facts({
    wanted: placed,
    owner: name,
    hasWorkspaces: hasUvWorkspace,
    gaps: odd === 0 ? [] : [`${odd} requirements were not understood`],
  });
};

function wantedOfPython(request: PyprojectRequest): Wanted {
  const { group: scope, line } = request;
  if (request.form === 'pep508') {
    const { name, requested, origin } = request.requirement;
    return wantedOf({ ecosystem: 'pypi', name, requested, scope, line, origin });
  }
  const { name, version, isChoice, source, place } = request;
  return wantedOf({
    ecosystem: 'pypi',
    name,
    requested: version === '*' ? null : version,
    // Which of several constraints holds is not known here.
    isVersionKnown: !isChoice,
    scope,
    line,
    origin: place ?? (source === null || source.toLowerCase() === 'pypi' ? null : `index ${source.slice(0, 60)}`),
  });
}

/** uv's own places for packages, by normal name. Source: uv, "Dependency sources". */
function readSources(toml: Toml): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { table, key, value } of toml.entries) {
    const place = table.join('.');
    if (place === 'tool.uv.sources') sources.set(normalName(key), sourceWords(value));
    else if (table.slice(0, 3).join('.') === 'tool.uv.sources' && table[3] !== undefined) {
      sources.set(normalName(table[3]), key);
    }
  }
  return sources;
}

function sourceWords(value: TomlValue): string {
  const one = value.kind === 'array' ? value.items[0] : value;
  if (one === undefined) return 'source of its own';
  const index = tomlField(one, 'index');
  return index === null
    ? (['git', 'workspace', 'path', 'url'].find((key) => hasField(one, key)) ?? 'source of its own')
    : `index ${index.slice(0, 60)}`;
}

/** An index that any name may come from: all but those that are for packages that name them. */
function otherIndex(toml: Toml): string | null {
  for (const fields of [...elementsOf(toml, 'uv', 'index'), ...elementsOf(toml, 'poetry', 'source')]) {
    const explicit = fields.get('explicit');
    const isExplicit =
      tomlText(fields.get('priority')) === 'explicit' || (explicit?.kind === 'raw' && explicit.text === 'true');
    const url = tomlText(fields.get('url'));
    if (url !== null && !isExplicit && !isPublicRegistry('pypi', url)) return registryWords(url);
  }
  const urls = [
    ...indexUrls(toml, ['tool', 'uv']),
    ...elementsOf(toml, 'pdm', 'source').map((fields) => tomlText(fields.get('url'))),
  ];
  return otherOf(urls);
}

/** Another index than the public one that a uv.toml names; null when it names none. Source: uv, "Configuration files". */
export function readUvSettings(text: string): string | null {
  const toml = readToml(text);
  // Its tables are those of `tool.uv`.
  if (typeof toml === 'string') return 'a registry that uv.toml may name, which was not understood';
  return otherIndex({
    headers: [],
    entries: toml.entries.map((entry) => ({ ...entry, table: ['tool', 'uv', ...entry.table] })),
  });
}

function otherOf(urls: readonly (string | null)[]): string | null {
  const other = urls.find((url) => url !== null && !isPublicRegistry('pypi', url)) ?? null;
  return other === null ? null : registryWords(other);
}

const INDEX_KEYS: ReadonlySet<string> = new Set(['index-url', 'extra-index-url', 'find-links']);

/** Indexes by their address alone, for uv and for its part that stands in for pip. Source: uv, "Settings". */
function indexUrls(toml: Toml, place: readonly string[]): readonly (string | null)[] {
  const tables = new Set([place.join('.'), [...place, 'pip'].join('.')]);
  return toml.entries
    .filter(({ table, key }) => INDEX_KEYS.has(key) && tables.has(table.join('.')))
    .flatMap(({ value }) => (value.kind === 'array' ? value.items.map(tomlText) : [tomlText(value)]));
}

/** The elements of `[[tool.uv.index]]`, which stand two tables down, or of `index = [{ … }]` in `[tool.uv]`. */
function elementsOf(toml: Toml, tool: string, name: string): readonly ReadonlyMap<string, TomlValue>[] {
  const ofTool = toml.entries.filter(({ table }) => table[0] === 'tool' && table[1] === tool);
  const entries = ofTool
    .filter(({ table }) => table[2] === name)
    .map((entry) => ({ ...entry, table: entry.table.slice(2) }));
  const inline = ofTool.flatMap(({ table, key, value }) =>
    table.length === 2 && key === name && value.kind === 'array' ? value.items : [],
  );
  return [
    ...tomlElements({ entries, headers: [] }, name).map(({ fields }) => fields),
    ...inline.flatMap((item) => (item.kind === 'table' ? [item.entries] : [])),
  ];
}
