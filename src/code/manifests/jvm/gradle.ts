import { readToml, tomlField } from '../../formats/checked-toml.ts';
import { numberedLines } from '../../formats/lines.ts';
import { type Toml, type TomlEntry, tomlText } from '../../formats/toml.ts';
import { languageOf } from '../../lex/languages.ts';
import { maskCode, withoutComments } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** Configurations of the usual plugins; others are any plugin's own, and count as part of the build. */
const SCOPES: ReadonlyMap<string, ManifestScope> = new Map([
  ['implementation', 'runtime'],
  ['api', 'runtime'],
  ['compile', 'runtime'],
  ['runtimeOnly', 'runtime'],
  ['runtime', 'runtime'],
  ['compileOnly', 'build'],
  ['annotationProcessor', 'build'],
  ['kapt', 'build'],
  ['ksp', 'build'],
  ['classpath', 'build'],
  ['developmentOnly', 'dev'],
  ['testImplementation', 'dev'],
  ['testCompile', 'dev'],
  ['testRuntimeOnly', 'dev'],
  ['testCompileOnly', 'dev'],
  ['androidTestImplementation', 'dev'],
]);

/**
 * build.gradle(.kts): coordinates that are written out. It is a program and is not run: a version in a variable is known
 * when one line of the file sets it to a text. Source: Gradle, "Declaring dependencies".
 */
export const readGradle: ManifestReader = (text, { path }) => {
  const code = codeOf(path, text);
  const variables = variablesOf(code);
  const other = otherRepository(code);
  const wanted: Wanted[] = [];
  for (const [row, line] of numberedLines(code)) {
    const found = coordinateIn(row);
    if (found === null) continue;
    const version = found.version === null ? null : fill(found.version, variables);
    const isVersionKnown = version !== null && !version.includes('$');
    wanted.push(
      wantedOf({
        ecosystem: 'maven',
        name: found.name,
        requested: isVersionKnown ? version : null,
        isVersionKnown,
        scope: SCOPES.get(found.configuration) ?? 'build',
        line,
        origin: other,
      }),
    );
  }
  const open = wanted.filter(({ isVersionKnown }) => !isVersionKnown).length;
  const gaps = [
    `${path.endsWith('.kts') ? 'Kotlin' : 'Groovy'} is not run: only coordinates that are written out are listed`,
  ];
  if (open > 0) gaps.push(`the versions of ${open} of its ${wanted.length} packages are set by a platform or plugin`);
  return facts({ wanted, gaps });
};

function codeOf(path: string, text: string): string {
  const language = languageOf(path);
  return language === null ? text : withoutComments(text, maskCode(text, rulesOf(language)));
}

interface Coordinate {
  readonly configuration: string;
  readonly name: string;
  readonly version: string | null;
}

/** `implementation 'g:a:1'`, `api(platform("g:a:1"))` or `implementation group: 'g', name: 'a', version: '1'`. */
function coordinateIn(row: string): Coordinate | null {
  const short =
    /^\s*(\w{1,60})\s*\(?\s*(?:(?:platform|enforcedPlatform|kotlin|testFixtures)\s*\(?\s*)?["']([\w.-]+:[\w.-]+)(?::([^"'@:]{1,100}))?(?::[\w.-]+)?(?:@\w+)?["']/.exec(
      row,
    );
  if (short?.[1] !== undefined && short[2] !== undefined) {
    return NO_CONFIGURATION.has(short[1])
      ? null
      : { configuration: short[1], name: short[2], version: short[3] ?? null };
  }
  const long =
    /^\s*(\w{1,60})\s*\(?\s*group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']?([^"',)\s]{1,100})["']?)?/.exec(
      row,
    );
  if (long?.[1] === undefined) return null;
  // Without quotes it is a variable: the mark lets it be filled in as one.
  const version = long[4] === undefined || /^[\d$]/.test(long[4]) ? (long[4] ?? null) : `$${long[4]}`;
  return { configuration: long[1], name: `${long[2]}:${long[3]}`, version };
}

/** Words before a text with a colon that ask for nothing. */
const NO_CONFIGURATION: ReadonlySet<string> = new Set([
  'exclude',
  'id',
  'url',
  'include',
  'substitute',
  'println',
  'mavenBom',
  'force',
]);

/** Texts that one line sets and no other changes. */
function variablesOf(code: string): ReadonlyMap<string, string> {
  const values = new Map<string, string | null>();
  for (const [row] of numberedLines(code)) {
    const found =
      /^\s*(?:(?:def|val|var|final)\s+|(?:project\.)?ext\.|extra\[")?([A-Za-z_]\w{0,80})(?:"\])?\s*=\s*["']([^"'$\\]{1,100})["']\s*,?\s*$/.exec(
        row,
      );
    if (found?.[1] === undefined) continue;
    // Set twice, its value depends on how Gradle runs through the file.
    values.set(found[1], values.has(found[1]) ? null : (found[2] ?? null));
  }
  return new Map([...values].flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

function fill(version: string, variables: ReadonlyMap<string, string>): string {
  return version.replace(
    /\$\{?(?:project\.|rootProject\.)?(?:ext\.)?(\w{1,80})\}?/g,
    (whole, name: string) => variables.get(name) ?? whole,
  );
}

/** `maven { url … }` may hold any name. */
function otherRepository(code: string): string | null {
  for (const found of code.matchAll(
    /\bmaven\s*(?:\(\s*["']|\{[^}]{0,200}?\burl\s*=?\s*(?:uri\s*\(\s*)?["'])([^"']{1,300})["']/g,
  )) {
    if (!isPublicRegistry('maven', found[1] ?? '')) return registryWords(found[1] ?? '');
  }
  return null;
}

/** libs.versions.toml: what builds of the project may use by name. Source: Gradle, "Version catalogs". */
export const readVersionCatalog: ManifestReader = (text) => {
  const toml = readToml(text);
  if (typeof toml === 'string') return toml;
  const wanted = catalogEntries(toml).map(({ name, version, line }) =>
    wantedOf({ ecosystem: 'maven', name, requested: version, isVersionKnown: version !== null, line }),
  );
  return facts({ wanted });
};

/** A library of a catalog. */
interface CatalogEntry {
  /** As scripts write it behind `libs.`. */
  readonly alias: string;
  readonly name: string;
  /** Null where a platform sets it. */
  readonly version: string | null;
  readonly line: number;
}

/** The libraries of a catalog, in their order. */
export function catalogEntries(toml: Toml): readonly CatalogEntry[] {
  const versions = catalogVersions(toml);
  const libraries = toml.entries.filter(({ table }) => table.join('.') === 'libraries');
  return libraries.flatMap((entry) => libraryOf(entry, versions));
}

function catalogVersions(toml: Toml): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const { table, key, value } of toml.entries) {
    if (table.join('.') !== 'versions') continue;
    const rich = ['strictly', 'require', 'prefer'].map((field) => tomlField(value, field));
    const version = tomlText(value) ?? rich.find((one) => one !== null) ?? null;
    if (version !== null) versions.set(key, version);
  }
  return versions;
}

/** `a = "g:n:1"`, `a = { module = "g:n", version.ref = "x" }` or with `group` and `name`. */
function libraryOf({ key, value, line }: TomlEntry, versions: ReadonlyMap<string, string>): readonly CatalogEntry[] {
  const short = /^([\w.-]+:[\w.-]+)(?::(.+))?$/.exec(tomlText(value) ?? '');
  const [group, own] = [tomlField(value, 'group'), tomlField(value, 'name')];
  const name = short?.[1] ?? tomlField(value, 'module') ?? (group === null || own === null ? null : `${group}:${own}`);
  if (name === null) return [];
  const reference = tomlField(value, 'version.ref');
  const version = reference === null ? (short?.[2] ?? tomlField(value, 'version')) : (versions.get(reference) ?? null);
  return [{ alias: key.replaceAll(/[-_]/g, '.'), name, version, line }];
}
