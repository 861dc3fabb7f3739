import { readToml, tomlField } from './checked-toml.ts';
import { type Toml, type TomlEntry, type TomlValue, tomlText } from './toml.ts';

/** A library of a catalog of Gradle. */
export interface CatalogEntry {
  /** As scripts write it behind `libs.`. */
  readonly alias: string;
  /** `group:artifact`. */
  readonly name: string;
  /** Null where a platform sets it. */
  readonly version: string | null;
  /** 1-based. */
  readonly line: number;
}

/** Where the catalog that every build takes lies, from the folder of its settings on. Source: Gradle, "Version catalogs". */
export const GRADLE_CATALOG = 'gradle/libs.versions.toml';

/** The libraries of a libs.versions.toml in their order, or why it is not TOML. Source: Gradle, "Version catalogs". */
export function parseVersionCatalog(text: string): readonly CatalogEntry[] | string {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const versions = catalogVersions(toml);
  const libraries = toml.entries.filter(({ table }) => table.join('.') === 'libraries');
  return libraries.flatMap((entry) => libraryOf(entry, versions));
}

function catalogVersions(toml: Toml): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const { table, key, value } of toml.entries) {
    if (table.join('.') !== 'versions') continue;
    const version = versionOf(value);
    if (version !== null) versions.set(key, version);
  }
  return versions;
}

/** A version as a text, or of a rich one what it says first. */
function versionOf(value: TomlValue): string | null {
  const rich = RICH.map((field) => tomlField(value, field));
  return tomlText(value) ?? rich.find((one) => one !== null) ?? null;
}

/** Source: Gradle, "Declaring Versions and Ranges", rich versions. */
const RICH = ['strictly', 'require', 'prefer'];

/** `a = "g:n:1"`, `a = { module = "g:n", version.ref = "x" }` or with `group` and `name`, the version as a table, too. */
function libraryOf({ key, value, line }: TomlEntry, versions: ReadonlyMap<string, string>): readonly CatalogEntry[] {
  const short = /^([\w.-]+:[\w.-]+)(?::(.+))?$/.exec(tomlText(value) ?? '');
  const [group, own] = [tomlField(value, 'group'), tomlField(value, 'name')];
  const name = short?.[1] ?? tomlField(value, 'module') ?? (group === null || own === null ? null : `${group}:${own}`);
  if (name === null) return [];
  const written = versionField(value);
  const reference = tomlField(value, 'version.ref') ?? (written === null ? null : tomlField(written, 'ref'));
  const version =
    reference === null ? (short?.[2] ?? (written && versionOf(written))) : (versions.get(reference) ?? null);
  return [{ alias: key.replaceAll(/[-_]/g, '.'), name, version, line }];
}

/** What stands at `version`, or at dotted keys below it, in a table. */
function versionField(value: TomlValue): TomlValue | null {
  if (value.kind !== 'table') return null;
  const dotted = RICH.find((field) => value.entries.has(`version.${field}`));
  return value.entries.get(dotted === undefined ? 'version' : `version.${dotted}`) ?? null;
}
