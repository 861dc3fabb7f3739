import { numberedLines } from '../../formats/lines.ts';
import { languageOf } from '../../lex/languages.ts';
import { maskCode, withoutComments } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import { lineStart, makeLineIndex } from '../../text/lines.ts';
import { findBlocks, type GradleScope, gradleScope, type ScriptBlocks, type ScriptPlace } from './gradle-scopes.ts';

/** What a build script of Gradle says in so many words. */
export interface GradleScript {
  readonly requests: readonly GradleRequest[];
  /** Of other projects of the build, in blocks that are about the script's own. */
  readonly projects: readonly GradleProjectRequest[];
  /** Addresses of `maven { url … }`, but for those that it publishes to. */
  readonly repositories: readonly string[];
}

/** What one line asks for: coordinates, or a name of the project's catalog of versions, as written behind `libs.`. */
export type GradleRequest = {
  readonly configuration: string;
  /** What it is for; undefined where the configuration is any plugin's own. */
  readonly scope: GradleScope | undefined;
  /** 1-based. */
  readonly line: number;
} & (
  | {
      /** `group:artifact`. */
      readonly name: string;
      /** Variables filled in; with a `$` where one is not known, null when none is written. */
      readonly version: string | null;
      readonly alias: null;
    }
  | { readonly name: null; readonly version: null; readonly alias: string }
);

/** What one line asks of another project, by its path (`:a:b`) or by its accessor, as written behind `projects.`. */
export interface GradleProjectRequest extends Pick<GradleRequest, 'configuration' | 'scope' | 'line'> {
  readonly path: string | null;
  readonly accessor: string | null;
}

/**
 * Reads a build.gradle(.kts). It is a program and is not run: a version in a variable is known when one line of the file
 * sets it to a text. Source: Gradle, "Declaring dependencies".
 */
export function readGradleScript(path: string, text: string): GradleScript {
  const { code, isInTests, isInOwnDependencies, isInDependencies, isForPublishing } = codeOf(path, text);
  const variables = variablesOf(code);
  const requests: GradleRequest[] = [];
  const projects: GradleProjectRequest[] = [];
  const scopeOf = (configuration: string, place: ScriptPlace): GradleScope | undefined => {
    const scope = gradleScope(configuration, isInTests(place));
    return scope === 'runtime' && OF_BUILD.test(path) ? 'build' : scope;
  };
  for (const { text: asked, ...place } of [...numberedLines(code)].flatMap(statementsOf)) {
    const { line } = place;
    const project = projectIn(asked);
    if (project !== null && isInOwnDependencies(place))
      projects.push({ ...project, scope: scopeOf(project.configuration, place), line });
    const found = askedBy(coordinateIn(asked), () => isInDependencies(place));
    const version = found?.version ? fill(found.version, variables) : null;
    const [, configuration, alias] = /^\s*(\w{1,60})[\s(]+libs\.([\w.]{1,100})[\s)]*$/.exec(asked) ?? [];
    if (found !== null) {
      requests.push({ ...found, version, scope: scopeOf(found.configuration, place), alias: null, line });
    } else if (configuration !== undefined && alias !== undefined) {
      const scope = scopeOf(configuration, place);
      requests.push({ configuration, scope, name: null, version: null, alias, line });
    }
  }
  return { requests, projects, repositories: repositoriesIn(code, isForPublishing) };
}

/** A task or an image may be written as a package is: outside of dependencies only the usual configurations ask. */
function askedBy(found: Coordinate | null, isInDependencies: () => boolean): Coordinate | null {
  if (found === null || gradleScope(found.configuration, false) !== undefined) return found;
  return isInDependencies() ? found : null;
}

/** A block of dependencies that ends on its line. */
const ONE_LINE = /\bdependencies[ \t]*\{([^{}]*)\}/;

/** What a line says: the statements of a block of dependencies that stands on it alone, else the line. */
function statementsOf([row, line]: readonly [string, number]): readonly (ScriptPlace & { readonly text: string })[] {
  const block = ONE_LINE.exec(row);
  if (block === null) return [{ text: row, line, column: 0 }];
  let next = block.index + block[0].indexOf('{') + 1;
  return (block[1] ?? '').split(';').map((text) => {
    const column = next;
    next += text.length + 1;
    return { text, line, column };
  });
}

/** Code of the build itself, by its folder or the custom of included builds. Source: Gradle, "Sharing Build Logic using buildSrc". */
export const OF_BUILD = /(?:^|\/)(?:buildSrc|build-(?:[a-z]+-)?[lL]ogic)\//;

interface ScriptCode extends ScriptBlocks {
  /** The script without its comments. */
  readonly code: string;
}

const NO_BLOCKS: ScriptBlocks = {
  isInTests: () => false,
  isInOwnDependencies: () => false,
  isInDependencies: () => false,
  isForPublishing: () => false,
};

function codeOf(path: string, text: string): ScriptCode {
  const language = languageOf(path);
  if (language === null) return { code: text, ...NO_BLOCKS };
  const rules = rulesOf(language);
  const mask = maskCode(text, rules);
  const code = withoutComments(text, mask);
  return { code, ...findBlocks(text, mask, rules) };
}

/**
 * `api(project(":a"))`, `testImplementation project(path: ':a', configuration: 'b')`, `"ownApi"(projects.someLib)`. Source:
 * Gradle, "Declaring dependencies", "Project dependencies".
 */
function projectIn(row: string): Pick<GradleProjectRequest, 'configuration' | 'path' | 'accessor'> | null {
  const [, configuration, path, accessor] =
    /^\s*["']?(\w{1,60})["']?[\s(]+(?:(?:platform|enforcedPlatform|testFixtures)[\s(]*)?(?:project[ \t]*(?:\([ \t]*)?(?:path[ \t]*[:=][ \t]*)?["'](:[\w:.-]{0,200})["'][^)\n]{0,200}\)|projects\.([\w.]{1,200}))[\s)]*(?:\{|$)/.exec(
      row,
    ) ?? [];
  if (configuration === undefined || NO_CONFIGURATION.has(configuration)) return null;
  return { configuration, path: path ?? null, accessor: accessor ?? null };
}

interface Coordinate {
  readonly configuration: string;
  readonly name: string;
  readonly version: string | null;
}

/** `implementation 'g:a:1'`, `api(platform("g:a:1"))` or `implementation group: 'g', name: 'a', version: '1'`. */
function coordinateIn(row: string): Coordinate | null {
  const kotlin = kotlinIn(row);
  if (kotlin !== null) return kotlin;
  const short =
    /^\s*(\w{1,60})[\s(]*(?:(?:platform|enforcedPlatform|kotlin|testFixtures)[\s(]*)?["']([\w.-]+:[\w.-]+)(?::([^"'@:]{1,100}))?(?::[\w.-]+)?(?:@\w+)?["']/.exec(
      row,
    );
  if (short?.[1] !== undefined && short[2] !== undefined) {
    return NO_CONFIGURATION.has(short[1])
      ? null
      : { configuration: short[1], name: short[2], version: short[3] ?? null };
  }
  const long =
    /^\s*(\w{1,60})[\s(]*group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']?([^"',)\s]{1,100})["']?)?/.exec(
      row,
    );
  if (long?.[1] === undefined) return null;
  // Without quotes it is a variable: the mark lets it be filled in as one.
  const version = long[4] === undefined || /^[\d$]/.test(long[4]) ? (long[4] ?? null) : `$${long[4]}`;
  return { configuration: long[1], name: `${long[2]}:${long[3]}`, version };
}

/** `classpath(kotlin("gradle-plugin", version = v))`. Source: Gradle Kotlin DSL, `DependencyHandler.kotlin`. */
function kotlinIn(row: string): Coordinate | null {
  const [, configuration, module, version, variable] =
    /^\s*(\w{1,60})\(\s*kotlin\(\s*"([\w-]{1,80})"(?:\s*,\s*(?:version\s*=\s*)?(?:"([^"]{1,100})"|([A-Za-z_]\w{0,80})))?\s*\)/.exec(
      row,
    ) ?? [];
  if (configuration === undefined || module === undefined) return null;
  const asked = version ?? (variable === undefined ? null : `$${variable}`);
  return { configuration, name: `org.jetbrains.kotlin:kotlin-${module}`, version: asked };
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
      /^\s*(?:(?:def|val|var|final)\s+|(?:project\.)?ext\.|extra\[")?([A-Za-z_]\w{0,80})(?:"\])?\s*=\s*["']([^"'$\\]{1,100})["'][\s,]*$/.exec(
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

function repositoriesIn(code: string, isForPublishing: ScriptBlocks['isForPublishing']): readonly string[] {
  const lines = makeLineIndex(code);
  let last = { line: 0, start: 0 };
  const found = code.matchAll(
    /\bmaven\s*(?:\(\s*(?:url\s*=\s*)?(?:uri\(\s*)?["']|\{[^}]{0,200}?\b(?:url|setUrl)(?:\.set)?[\s=(]*(?:uri[\s(]*)?["'])([^"']{1,300})["']/g,
  );
  return [...found].flatMap(({ index, 1: address = '' }) => {
    const line = lines.lineAt(index);
    // Once for each line: to look back from every place of a long one would take the square of its length.
    if (line !== last.line) last = { line, start: lineStart(code, index) };
    return isForPublishing({ line, column: index - last.start }) ? [] : [address];
  });
}
