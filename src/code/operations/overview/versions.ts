import { readToml } from '../../formats/checked-toml.ts';
import { parseDotnetProject } from '../../formats/dotnet-project.ts';
import { mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { numberedLines } from '../../formats/lines.ts';
import { type TomlEntry, tomlEntry, tomlText } from '../../formats/toml.ts';
import { descendants } from '../../formats/xml.ts';
import { OF_BUILD } from '../../manifests/jvm/gradle-script.ts';
import type { NamedFact } from '../../questions/overview.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { depthOf } from '../../text/paths.ts';
import { type Ecosystem, isForOthers, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { documentsAmong } from './frameworks.ts';

/** Manifests of one name that are asked for versions, nearest to the top first, and versions of one language that are told. */
const FILES_MAX = 40;
const VERSIONS_MAX = 3;

/**
 * Modules that test others by their names, or help to, whose own version says nothing of the project's: `test-jpms/`; and
 * what installs tools of PHP, each by a manifest of its own. Source: composer-bin-plugin, "How it works".
 */
const FOR_TESTS = /(?:^|\/)(?:tests?[-_][\w.-]+|vendor-bin)\//;

/** A version that one file asks for. */
interface Asked {
  /** Of the language or engine. */
  readonly of: string;
  readonly version: string;
  readonly line: number | null;
}

type ReadVersions = (text: string) => readonly Asked[];

/** Manifests that may say which version of a language or engine the project asks for. */
const MANIFESTS: readonly (readonly [name: string, read: ReadVersions])[] = [
  ['package.json', (text) => [...fieldsOf(text, 'engines').filter(isVersion), ...devEngines(text), ...voltaPins(text)]],
  ['composer.json', (text) => fieldsOf(text, 'require').filter(({ of }) => of === 'php')],
  [
    'global.json',
    (text) => fieldsOf(text, 'sdk').flatMap((row) => (row.of === 'version' ? [{ ...row, of: 'dotnet' }] : [])),
  ],
  ['go.mod', (text) => linesOf(text, /^(go)[ \t]+(\d[\w.]{0,30})/)],
  ['cargo.toml', readCargo],
  ['pyproject.toml', readPyproject],
  ['setup.cfg', (text) => linesOf(text, /^python_requires[ \t]*=[ \t]*(\S.{0,80})/, 'python')],
  ['setup.py', (text) => linesOf(text, /^[ \t]*python_requires[ \t]*=[ \t]*["']([^"']{1,80})["']/, 'python')],
  // The version of the tools, and of the language where nothing else is said of it.
  [
    'package.swift',
    (text) => linesOf(text, /^\/\/[ \t]*swift-tools-version[ \t]*:[ \t]*(\d[\d.]{0,20})/i, 'swift-tools'),
  ],
  [
    'pom.xml',
    (text) =>
      linesOf(text, /^[ \t]*<(?:java\.version|maven\.compiler\.release)>[ \t]*(\d[\d.]{0,10})[ \t]*<\//, 'java'),
  ],
  ['build.gradle', readToolchain],
  ['build.gradle.kts', readToolchain],
  ['mix.exs', (text) => linesOf(text, /^[ \t]*(?:elixir:|@elixir_requirement)[ \t]+"([^"]{1,80})"/, 'elixir')],
  [
    'gemfile',
    // Several requirements hold together. Source: Bundler, "gemfile(5)", "Ruby".
    (text) => linesOf(text, GEMFILE, 'ruby').map((row) => ({ ...row, version: row.version.replace(PARTING, ', ') })),
  ],
];

const GEMFILE = /^ruby[ \t(]{1,4}["']([^"']{1,80}(?:["'][ \t]{0,8},[ \t]{0,8}["'][^"']{1,80}){0,3})["']/;
const PARTING = /["'][ \t]{0,8},[ \t]{0,8}["']/g;

/** Files at the top that tell tools which version to take. */
const PINS: readonly (readonly [name: string, read: ReadVersions])[] = [
  [
    '.tool-versions',
    (text) =>
      linesOf(text, /^[ \t]{0,8}([\w-]{1,60})[ \t]+([^\s#][^#]{0,80})/).map((row) => ({
        ...row,
        of: NAMES_OF_TOOLS.get(row.of) ?? row.of,
      })),
  ],
  ['.nvmrc', (text) => linesOf(text, PIN, 'node')],
  ['.node-version', (text) => linesOf(text, PIN, 'node')],
  ['.python-version', (text) => linesOf(text, PIN, 'python')],
  ['.ruby-version', (text) => linesOf(text, PIN, 'ruby')],
  ['.java-version', (text) => linesOf(text, PIN, 'java')],
  ['.swift-version', (text) => linesOf(text, PIN, 'swift')],
  ['.go-version', (text) => linesOf(text, PIN, 'go')],
  ['rust-toolchain', (text) => linesOf(text, /^(?:channel[ \t]*=[ \t]*["'])?([\w.-]{1,60})["']?[ \t]*$/, 'rust')],
  ['rust-toolchain.toml', (text) => linesOf(text, /^channel[ \t]*=[ \t]*["']([^"']{1,60})["']/, 'rust')],
];
/** Languages that plugins of asdf call otherwise than manifests. */
const NAMES_OF_TOOLS: ReadonlyMap<string, string> = new Map([
  ['nodejs', 'node'],
  ['golang', 'go'],
]);
/** What rush.json says of Node. Source: Rush, "rush.json". */
const OF_RUSH = /^[ \t]*"nodeSupportedVersionRange"[ \t]*:[ \t]*"([^"]{1,200})"/;
/** A line of nothing but a version. */
const PIN = /^[ \t]{0,8}([\w.*/+-]{1,60})[ \t]*(?:#.*)?$/;

/**
 * Versions of languages and engines that manifests ask for, then those that tools take: each once, the nearest to the top
 * first, of one language few.
 */
export const readVersions: Ecosystem = async (files, sheet) => {
  const found: NamedFact[] = [];
  const isDocument = documentsAmong(sheet.dependencies, files.base);
  const look = async (file: string, read: ReadVersions): Promise<void> => {
    const text = await files.text(file);
    for (const { of, version, line } of text === null || isDocument(file) ? [] : read(text))
      found.push({ name: shortLine(`${of} ${version}`.trim()), file, line });
  };
  // What only tests are run with, or code of the build itself, is nothing that the project asks for.
  const isOwn = (file: string): boolean => {
    const path = file.slice(files.base.length);
    return roleOfPath(path) !== 'test' && !FOR_TESTS.test(path) && !OF_BUILD.test(path);
  };
  for (const [name, read] of MANIFESTS)
    for (const file of manifestsNamed(files, name).filter(isOwn).slice(0, FILES_MAX)) await look(file, read);
  // One below is what Rush writes for who begins with it.
  const rush = leadingManifest(manifestsNamed(files, 'rush.json'));
  if (rush !== null) await look(rush, (text) => linesOf(text, OF_RUSH, 'node'));
  for (const file of ofKind(files, /\.gemspec$/)) await look(file, readGemspec);
  for (const file of ofKind(files, DOTNET)) if (roleOfPath(file) === 'source') await look(file, readTargets);
  const base = files.base.replace(/\/$/, '');
  for (const [name, read] of PINS) {
    const file = inFolder(base, name);
    if (files.has(file)) await look(file, read);
  }
  sheet.versions.push(...fewOfEach(found));
};

/** By the word before the version; equal ones are told by the file nearest to the top. */
function fewOfEach(found: readonly NamedFact[]): readonly NamedFact[] {
  const near = found.toSorted((a, b) => depthOf(a.file) - depthOf(b.file));
  const known = new Set<string>();
  const counts = new Map<string, number>();
  return near.filter(({ name }) => {
    const [of = ''] = name.split(' ', 1);
    const count = counts.get(of) ?? 0;
    if (known.has(name) || count >= VERSIONS_MAX) return false;
    known.add(name);
    counts.set(of, count + 1);
    return true;
  });
}

/** Manifests that are told by their endings, nearest to the top first. */
function ofKind(files: ProjectFiles, kind: RegExp): readonly string[] {
  const found = files.entries.map(({ path }) => path).filter((path) => kind.test(path) && !isForOthers(files, path));
  return found.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, FILES_MAX);
}

/** Names of a field of JSON that have a text. */
function fieldsOf(text: string, field: string): readonly Asked[] {
  return [...mapAt(parseJson(text), field)].flatMap(([of, { value, line }]) =>
    typeof value === 'string' && value.trim() !== '' ? [{ of, version: value.trim(), line }] : [],
  );
}

/** A sentence is for who has the wrong manager: `"npm": "Please use pnpm"`, `"yarn": "please-use-pnpm"`. */
function isVersion({ version }: Asked): boolean {
  return !/[A-Za-z]{2,}[ ,][A-Za-z]{2,}/.test(version) && /\d|[*x]$|^(?:latest|lts|node|current|stable)/i.test(version);
}

/** Runtimes that are wanted to work on a package. Source: npm, "package.json", `devEngines`. */
function devEngines(text: string): readonly Asked[] {
  const runtime = mapAt(parseJson(text), 'devEngines').get('runtime');
  const given = Array.isArray(runtime?.value) ? runtime.value.slice(0, LINES_MAX) : [runtime];
  return given.flatMap((one) => {
    const [name, version] = [stringAt(one, 'name'), stringAt(one, 'version')];
    return name && version && version.text !== '' ? [{ of: name.text, version: version.text, line: version.line }] : [];
  });
}

/** What Volta takes to work on a package; `extends` names another manifest. Source: Volta, "Understanding Volta". */
function voltaPins(text: string): readonly Asked[] {
  return fieldsOf(text, 'volta').filter(({ of }) => of !== 'extends');
}

/** Lines that a pattern finds: the language and the version, or the version of a language that is known. */
function linesOf(text: string, pattern: RegExp, language: string | null = null): readonly Asked[] {
  const asked: Asked[] = [];
  for (const [row, line] of numberedLines(text)) {
    const [, first = '', second = ''] = pattern.exec(row) ?? [];
    if (first !== '')
      asked.push(
        language === null ? { of: first, version: second.trim(), line } : { of: language, version: first.trim(), line },
      );
    if (asked.length === LINES_MAX) break;
  }
  return asked;
}

/** Versions that one file asks for. */
const LINES_MAX = 20;

/** The version of Java that a module is built with; what one task takes is its own. Source: Gradle, "Toolchains for JVM projects". */
function readToolchain(text: string): readonly Asked[] {
  const [, version] =
    /^[ \t]*(?:java[ \t]*\{[ \t]*)?toolchain[ \t]*\{\s{0,80}languageVersion(?:[ \t]*=[ \t]*|\.set\()JavaLanguageVersion\.of\((\d{1,3})\)/m.exec(
      text,
    ) ??
    /^[ \t]*(?:kotlin[ \t]*\{[ \t]*)?jvmToolchain\((\d{1,3})\)/m.exec(text) ??
    [];
  if (version === undefined) return [];
  return linesOf(text, new RegExp(`(?:JavaLanguageVersion\\.of|jvmToolchain)\\((${version})\\)`), 'java').slice(0, 1);
}

function readCargo(text: string): readonly Asked[] {
  return tomlVersions(text, 'rust', [
    [['workspace', 'package'], 'rust-version'],
    [['package'], 'rust-version'],
  ]);
}

function readPyproject(text: string): readonly Asked[] {
  return tomlVersions(text, 'python', [
    [['project'], 'requires-python'],
    [['tool', 'poetry', 'dependencies'], 'python'],
  ]);
}

function tomlVersions(
  text: string,
  of: string,
  places: readonly (readonly [table: readonly string[], key: string])[],
): readonly Asked[] {
  const toml = readToml(text);
  if (typeof toml === 'string') return [];
  const told = ({ value, line }: TomlEntry): readonly Asked[] => {
    const version = tomlText(value);
    return version === null ? [] : [{ of, version, line }];
  };
  return places.flatMap(([table, key]) => {
    const entry = tomlEntry(toml, table, key);
    return entry === null ? [] : told(entry);
  });
}

/** Projects of .NET, and what is set for all below a folder. */
const DOTNET = /\.(?:[cf]s|vb)proj$|(?:^|\/)Directory\.Build\.props$/;
const TARGETS = ['TargetFramework', 'TargetFrameworks', 'TargetFrameworkVersion'];

/** What a project is built for, as written (`net8.0;net10.0`); what a property gives is not known. */
function readTargets(text: string): readonly Asked[] {
  const project = parseDotnetProject(text);
  if (typeof project === 'string') return [];
  const elements = TARGETS.flatMap((name) => descendants(project.root, name)).slice(0, LINES_MAX);
  return elements.flatMap(({ text, line }) => {
    const targets = text.split(';').map((one) => one.trim());
    const version = targets.filter((one) => /^[\w.-]{1,40}$/.test(one)).join(';');
    return version === '' ? [] : [{ of: 'dotnet', version, line }];
  });
}

function readGemspec(text: string): readonly Asked[] {
  const asked =
    /^[ \t]*\w{1,40}\.required_ruby_version[ \t]*=[ \t]*(?:Gem::Requirement\.new[ \t(]{1,3})?["']([^"']{1,80})["'](?![ \t]{0,8},)/;
  return linesOf(text, asked, 'ruby');
}
