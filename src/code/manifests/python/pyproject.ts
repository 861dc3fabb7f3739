import { hasField, readToml, tomlElements, tomlField } from '../../formats/checked-toml.ts';
import { type Toml, type TomlEntry, type TomlValue, tomlEntry, tomlHeader, tomlText } from '../../formats/toml.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';
import { normalName, pypiOrigin, readRequirement } from './requirement.ts';

/** pyproject.toml: PEP 621, PEP 735, build requirements, Poetry, and the sources of uv and Poetry. */
export const readPyproject: ManifestReader = (text, { settings }) => {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const sources = readSources(toml);
  const index = otherIndex(toml) ?? pypiOrigin(settings);
  const { wanted, odd } = readEntries(toml);
  const placed = wanted.map((one) => {
    // What the requirement says itself goes first, then uv's place for the name, then an index for all.
    const origin = one.origin ?? sources.get(normalName(one.name)) ?? index;
    return { ...one, origin };
  });
  const owner = tomlEntry(toml, ['project'], 'name') ?? tomlEntry(toml, ['tool', 'poetry'], 'name');
  return facts({
    wanted: placed,
    owner: tomlText(owner?.value),
    hasWorkspaces: tomlHeader(toml, 'tool', 'uv', 'workspace') !== null,
    gaps: odd === 0 ? [] : [`${odd} requirements were not understood`],
  });
};

function readEntries(toml: Toml): { readonly wanted: readonly Wanted[]; readonly odd: number } {
  const wanted: Wanted[] = [];
  const tables = new Set<string>();
  let odd = 0;
  for (const entry of toml.entries) {
    const listed = requirementsIn(entry);
    odd += listed.filter((one) => one === null).length;
    wanted.push(...listed.filter((one) => one !== null));
    wanted.push(...poetryEntry(toml, entry, tables));
  }
  return { wanted, odd };
}

/** The requirements of a list; null for a text that is none. Tables in it take in another group, whose list is read. */
function requirementsIn({ table, key, value }: TomlEntry): readonly (Wanted | null)[] {
  const scope = listScope(table.join('.'), key);
  if (scope === null || value.kind !== 'array') return [];
  return value.items.flatMap((item) => {
    if (item.kind !== 'string') return [];
    const found = readRequirement(item.text);
    return [found === null ? null : wantedOf({ ecosystem: 'pypi', ...found, scope, line: item.line })];
  });
}

/** Poetry's forms: `a = "^1"`, `a = {…}` and a table `[….dependencies.a]`, which is taken once. */
function poetryEntry(toml: Toml, { table, key, value, line }: TomlEntry, taken: Set<string>): readonly Wanted[] {
  const place = poetryPlace(table);
  const name = place?.name ?? key;
  // Poetry keeps the language's own version among the dependencies.
  if (place === null || name === 'python') return [];
  if (place.name === null) return [wantedOfPoetry({ name, value, scope: place.scope, line })];
  const id = table.join('\0');
  if (taken.has(id)) return [];
  taken.add(id);
  const header = tomlHeader(toml, ...table) ?? line;
  return [wantedOfPoetry({ name, value: wholeTable(toml, table), scope: place.scope, line: header })];
}

function listScope(place: string, key: string): ManifestScope | null {
  if (place === 'project' && key === 'dependencies') return 'runtime';
  if (place === 'build-system' && key === 'requires') return 'build';
  if (place === 'project.optional-dependencies') return 'optional';
  if (place === 'tool.uv' && key === 'dev-dependencies') return 'dev';
  return place === 'dependency-groups' ? 'dev' : null;
}

/** Whether a table is one of Poetry's, and the dependency that it is all about when it is `[….dependencies.name]`. */
function poetryPlace(table: readonly string[]): { readonly scope: ManifestScope; readonly name: string | null } | null {
  const found = /^tool\0poetry\0(?:(dependencies)|dev-dependencies|group\0[^\0]+\0dependencies)(?:\0([^\0]+))?$/.exec(
    table.join('\0'),
  );
  if (!found) return null;
  return { scope: found[1] === undefined ? 'dev' : 'runtime', name: found[2] ?? null };
}

function wholeTable(toml: Toml, table: readonly string[]): TomlValue {
  const own = toml.entries.filter((entry) => entry.table.join('\0') === table.join('\0'));
  return { kind: 'table', entries: new Map(own.map(({ key, value }) => [key, value])) };
}

function wantedOfPoetry(given: { name: string; value: TomlValue; scope: ManifestScope; line: number }): Wanted {
  const { name, value, line } = given;
  // Several constraints by platform are an array; which one holds is not known here.
  const isChoice = value.kind === 'array';
  const optional = value.kind === 'table' ? value.entries.get('optional') : undefined;
  const isOptional = optional?.kind === 'raw' && optional.text === 'true';
  const requested = tomlText(value) ?? tomlField(value, 'version');
  const source = tomlField(value, 'source');
  const local = ['git', 'path', 'file', 'url'].find((key) => hasField(value, key)) ?? null;
  return wantedOf({
    ecosystem: 'pypi',
    name,
    requested: requested === '*' ? null : requested,
    isVersionKnown: !isChoice,
    scope: isOptional ? 'optional' : given.scope,
    line,
    origin: local ?? (source === null || source.toLowerCase() === 'pypi' ? null : `index ${source.slice(0, 60)}`),
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
  for (const { fields } of [...nested(toml, 'uv', 'index'), ...nested(toml, 'poetry', 'source')]) {
    const url = tomlText(fields.get('url'));
    const priority = tomlText(fields.get('priority'));
    const explicit = fields.get('explicit');
    const isExplicit = priority === 'explicit' || (explicit?.kind === 'raw' && explicit.text === 'true');
    if (url !== null && !isExplicit && !isPublicRegistry('pypi', url)) return registryWords(url);
  }
  return null;
}

/** Elements of `[[tool.uv.index]]`, which stand two tables down. */
function nested(toml: Toml, tool: string, name: string): ReturnType<typeof tomlElements> {
  const entries = toml.entries
    .filter(({ table }) => table[0] === 'tool' && table[1] === tool && table[2] === name)
    .map((entry) => ({ ...entry, table: entry.table.slice(2) }));
  return tomlElements({ entries, headers: [] }, name);
}
