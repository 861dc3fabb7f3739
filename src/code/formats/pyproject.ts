import { hasField, readToml, tomlField } from './checked-toml.ts';
import { type Requirement, readRequirement } from './pep508.ts';
import { type Toml, type TomlEntry, type TomlValue, tomlEntry, tomlHeader, tomlText } from './toml.ts';

/** What a pyproject.toml says. */
export interface Pyproject {
  /** Of PEP 621 or Poetry; null when neither says it. */
  readonly name: string | null;
  /** In the order of the file. */
  readonly requests: readonly PyprojectRequest[];
  /** Texts in lists of requirements that are none. */
  readonly odd: number;
  readonly hasUvWorkspace: boolean;
  /** For the tables of tools. */
  readonly toml: Toml;
}

/** One package that is asked for, in a list of requirements or in Poetry's own way; `line` is 1-based. */
export type PyprojectRequest =
  | {
      readonly form: 'pep508';
      readonly group: PyprojectGroup;
      readonly requirement: Requirement;
      readonly line: number;
    }
  | ({ readonly form: 'poetry' } & PoetryRequest);

/** PEP 621's dependencies and extras, PEP 518's build requirements, groups of PEP 735 and the like. */
export type PyprojectGroup = 'runtime' | 'optional' | 'build' | 'dev';

/** What Poetry is asked for; `python` is none of them. */
export interface PoetryRequest {
  readonly group: 'runtime' | 'optional' | 'dev';
  readonly name: string;
  /** As written, `*` too; null when there is none, or one by platform. */
  readonly version: string | null;
  /** Whether it has several constraints, by platform. */
  readonly isChoice: boolean;
  /** The name of another index. */
  readonly source: string | null;
  /** Where it is fetched from in place of an index. */
  readonly place: 'git' | 'path' | 'file' | 'url' | null;
  /** The folder or file that it is fetched from, as written. */
  readonly path: string | null;
  readonly line: number;
}

/** Reads a pyproject.toml, or says why it is not TOML. Source: PEP 518, 621 and 735; Poetry, "The pyproject.toml file". */
export function parsePyproject(text: string): Pyproject | string {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const requests: PyprojectRequest[] = [];
  const tables = poetryTables(toml);
  let odd = 0;
  for (const entry of toml.entries) {
    const listed = listedIn(entry);
    requests.push(...listed.filter((one) => one !== null), ...poetryEntry(entry, tables));
    odd += listed.filter((one) => one === null).length;
  }
  const names = [['project'], ['tool', 'poetry']].map((table) => tomlText(tomlEntry(toml, table, 'name')?.value));
  return {
    name: names.find((name) => name !== null) ?? null,
    requests,
    odd,
    hasUvWorkspace: tomlHeader(toml, 'tool', 'uv', 'workspace') !== null,
    toml,
  };
}

/** The requirements of a list; null for a text that is none. Tables in it take in another group, whose list is read. */
function listedIn({ table, key, value }: TomlEntry): readonly (PyprojectRequest | null)[] {
  const group = isHatchEnvironment(table, key) ? 'dev' : listGroup(table.join('.'), key);
  if (group === null || value.kind !== 'array') return [];
  return value.items.flatMap((item) => {
    if (item.kind !== 'string') return [];
    const requirement = readRequirement(item.text);
    return [requirement === null ? null : { form: 'pep508', group, requirement, line: item.line }];
  });
}

/** What an environment of Hatch installs beside the project. Source: Hatch, "Environment configuration". */
function isHatchEnvironment(table: readonly string[], key: string): boolean {
  const [tool, hatch, envs] = table;
  const isOne = table.length === 4 && tool === 'tool' && hatch === 'hatch' && envs === 'envs';
  return isOne && /^(?:extra-)?dependencies$/.test(key);
}

/** Sources: PEP 518, 621 and 735; uv and Rye, "dev-dependencies"; PDM, "Add development only dependencies". */
function listGroup(place: string, key: string): PyprojectGroup | null {
  if (place === 'project' && key === 'dependencies') return 'runtime';
  if (place === 'build-system' && key === 'requires') return 'build';
  if (place === 'project.optional-dependencies') return 'optional';
  if ((place === 'tool.uv' || place === 'tool.rye') && key === 'dev-dependencies') return 'dev';
  return place === 'dependency-groups' || place === 'tool.pdm.dev-dependencies' ? 'dev' : null;
}

/** Poetry's forms: `a = "^1"`, `a = {…}` and a table `[….dependencies.a]`, which is taken once. */
function poetryEntry(
  { table, key, value, line }: TomlEntry,
  tables: Map<string, PoetryTable>,
): readonly PyprojectRequest[] {
  const place = poetryPlace(table);
  const name = place?.name ?? key;
  // Poetry keeps the language's own version among the dependencies.
  if (place === null || name === 'python') return [];
  if (place.name === null) return [poetryRequest({ name, value, group: place.group, line })];
  const id = table.join('\0');
  const whole = tables.get(id);
  if (whole === undefined) return [];
  tables.delete(id);
  const request = { name, value: { kind: 'table', entries: whole.entries }, group: place.group } as const;
  return [poetryRequest({ ...request, line: whole.header ?? line })];
}

/** A table that is about one dependency; without a header, dotted keys name it. */
interface PoetryTable {
  readonly entries: Map<string, TomlValue>;
  readonly header: number | null;
}

/** The tables of dependencies by their names, gathered once: a file may have as many as it has lines. */
function poetryTables({ entries, headers }: Toml): Map<string, PoetryTable> {
  const lines = new Map(headers.toReversed().map(({ table, line }) => [table.join('\0'), line]));
  const tables = new Map<string, PoetryTable>();
  for (const { table, key, value } of entries) {
    if ((poetryPlace(table)?.name ?? null) === null) continue;
    const id = table.join('\0');
    const known = tables.get(id) ?? { entries: new Map(), header: lines.get(id) ?? null };
    tables.set(id, known);
    known.entries.set(key, value);
  }
  return tables;
}

/** Whether a table is one of Poetry's, and the dependency that it is all about when it is `[….dependencies.name]`. */
function poetryPlace(
  table: readonly string[],
): { readonly group: 'runtime' | 'dev'; readonly name: string | null } | null {
  const found = /^tool\0poetry\0(?:(dependencies)|dev-dependencies|group\0[^\0]+\0dependencies)(?:\0([^\0]+))?$/.exec(
    table.join('\0'),
  );
  if (!found) return null;
  return { group: found[1] === undefined ? 'dev' : 'runtime', name: found[2] ?? null };
}

function poetryRequest(given: {
  readonly name: string;
  readonly value: TomlValue;
  readonly group: 'runtime' | 'dev';
  readonly line: number;
}): PyprojectRequest {
  const { name, value, group, line } = given;
  const optional = value.kind === 'table' ? value.entries.get('optional') : undefined;
  const isOptional = optional?.kind === 'raw' && optional.text === 'true';
  return {
    form: 'poetry',
    group: isOptional ? 'optional' : group,
    name,
    version: tomlText(value) ?? tomlField(value, 'version'),
    isChoice: value.kind === 'array',
    source: tomlField(value, 'source'),
    place: (['git', 'path', 'file', 'url'] as const).find((field) => hasField(value, field)) ?? null,
    path: tomlField(value, 'path'),
    line,
  };
}

/**
 * Whether a manifest says that what lies beside it is no package; to uv, which `isLockedByUv` tells, one that says nothing of
 * a build is none. Source: uv, "Settings", `package`; Poetry, "The pyproject.toml file", `package-mode`.
 */
export function isNoPackage(toml: Toml, isLockedByUv: boolean): boolean {
  const [ofUv, ofPoetry] = [
    tomlEntry(toml, ['tool', 'uv'], 'package'),
    tomlEntry(toml, ['tool', 'poetry'], 'package-mode'),
  ];
  const told = [ofUv, ofPoetry].flatMap((entry) => (entry?.value.kind === 'raw' ? [entry.value.text] : []));
  if (told.length > 0 || !isLockedByUv) return told.includes('false');
  return !toml.headers.some(({ table }) => isOfBuild(table));
}

/**
 * Whether a table says how a package is built. Without `build-system` that is done by setuptools, be it told what to take or
 * not. Source: Python Packaging User Guide, "Writing your pyproject.toml".
 */
export function isOfBuild([first, second, third]: readonly string[]): boolean {
  if (first !== 'tool') return first === 'build-system';
  return second === 'setuptools' || (second === 'hatch' && third === 'build');
}
