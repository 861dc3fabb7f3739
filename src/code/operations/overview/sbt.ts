import { numberedLines } from '../../formats/lines.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import type { CommandFact, DependencyFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { byDepth, folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, kindOfName, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { findMain } from './mains.ts';
import { projectsOfFunctions, readProjects, type SbtProject } from './sbt-projects.ts';
import { literalValues, readVersion, type SbtRow, type SbtValues } from './sbt-values.ts';

// What is put together of values cannot be known without running the build, and is left out.
const DEPENDENCY =
  /"([\w.-]{1,100})"\s{0,20}%{1,3}\s{0,20}"([\w.-]{1,100})"\s{0,20}%\s{0,20}("[^"\n]{1,60}"|[\w.]{1,60})((?:\s{0,20}%\s{0,20}[\w"]{1,40})?)/g;
const PLUGIN = /\baddSbtPlugin\s*\($/;
const SCALA_VERSION = /(?:^|[\s/,(])scalaVersion\s*:=\s*("[^"\n]{1,40}"|[\w.]{1,60}),?$/;
const ALIAS = /^\s*addCommandAlias\(\s*"([\w:-]{1,60})"\s*,\s*"([^"\n]{1,300})"\s*\)/;

/** Files below `project/` of one build that are read; the definition of a large build has some dozens. */
const DEFINITION_FILES_MAX = 40;
/** Files with a name of a main that are looked into. */
const MAINS_READ_MAX = 40;
const RUNS_MAX = 5;

/** build.sbt and what defines the build beside it: commands, Scala, subprojects, plugins, dependencies. It is not run. */
export async function readSbt(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const builds = manifestsNamed(files, 'build.sbt');
  const leading = leadingManifest(builds);
  for (const file of builds) {
    sheet.manifests.push({ name: 'build.sbt', file, line: null });
    const texts = await readDefinition(files, file);
    const values = literalValues(texts.map(({ rows }) => rows));
    const own = texts.find((text) => text.file === file);
    const projects = own === undefined ? [] : readProjects(own.rows);
    sayUnread(files, file, own === undefined ? [] : projectsOfFunctions(own.rows));
    for (const text of texts) {
      addScala(sheet, text, values);
      addDependencies(sheet, text, values, text === own ? projects : []);
    }
    addLibraries(files, sheet, file, projects);
    if (file !== leading) continue;
    addCommands(files, sheet, file);
    for (const text of texts) addAliases(sheet, text, folderOf(file));
    await addRuns(files, sheet, file, projects);
  }
}

interface SbtText {
  readonly file: string;
  readonly rows: readonly SbtRow[];
}

/** Says that some projects may be libraries of which nothing is told. */
function sayUnread(files: ProjectFiles, file: string, made: ReturnType<typeof projectsOfFunctions>): void {
  const [first] = made;
  if (first === undefined) return;
  const count = made.length === 1 ? '1 project' : `${made.length} projects`;
  const where = `such as ${first.id} (line ${first.line})`;
  files.gap(`${file} makes ${count} by functions of its own, ${where}: which are libraries is not known`);
}

/** The build file, then the others of its folder, then what sbt takes from `project/`. Source: sbt, "Organizing the build". */
async function readDefinition(files: ProjectFiles, build: string): Promise<readonly SbtText[]> {
  const folder = folderOf(build);
  const definition = inFolder(folder, 'project');
  const paths = files.entries.map(({ path }) => path);
  const beside = paths.filter((path) => path !== build && path.endsWith('.sbt') && folderOf(path) === folder);
  const below = paths.filter((path) => /\.(?:sbt|scala)$/.test(path) && folderOf(path) === definition);
  const all = [build, ...[...beside, ...below].sort(byDepth)];
  if (all.length > DEFINITION_FILES_MAX) {
    files.gap(`${all.length} files define the build of ${build}; ${DEFINITION_FILES_MAX} were read`);
  }
  const texts: SbtText[] = [];
  for (const file of all.slice(0, DEFINITION_FILES_MAX)) {
    const text = (await files.text(file)) ?? '';
    const code = [...numberedLines(maskCode(text, LEX_RULES.scala))];
    const rows = [...numberedLines(text)].map(([row, line], at) => ({ text: row, code: code[at]?.[0] ?? '', line }));
    texts.push({ file, rows });
  }
  return texts;
}

function addDependencies(
  sheet: FactSheet,
  { file, rows }: SbtText,
  values: SbtValues,
  projects: readonly SbtProject[],
): void {
  // What the files of sbt there ask for is of the build itself.
  const isOfBuild = /(?:^|\/)project\/[^/]*\.sbt$/.test(file);
  for (const { text, code, line } of rows) {
    for (const found of text.matchAll(DEPENDENCY)) {
      // In a comment, and within a longer text, no quote is left.
      if (code[found.index] !== '"') continue;
      const [, owner, artifact, version = '', configuration = ''] = found;
      // How versions of a dependency are compared is no dependency.
      if (version.startsWith('VersionScheme.')) continue;
      const requirement = readVersion(version, values) ?? '';
      const isPlugin = isOfBuild || PLUGIN.test(text.slice(0, found.index).trimEnd());
      const scope = isPlugin ? 'build' : scopeOf(configuration, line, projects);
      sheet.dependencies.push({ ecosystem: 'maven', name: `${owner}:${artifact}`, requirement, scope, file, line });
    }
  }
}

function scopeOf(configuration: string, line: number, projects: readonly SbtProject[]): DependencyFact['scope'] {
  const isOfTests = projects.some((one) => one.isTried && one.line <= line && line <= one.endLine);
  if (isOfTests || /\b(?:Test|test|IntegrationTest)\b/.test(configuration)) return 'dev';
  return /\b(?:Provided|provided)\b/.test(configuration) ? 'build' : 'runtime';
}

/** Versions of Scala that are set; sbt itself adds the library of each. */
function addScala(sheet: FactSheet, { file, rows }: SbtText, values: SbtValues): void {
  for (const { text, code, line } of rows) {
    const written = code.includes('scalaVersion') ? SCALA_VERSION.exec(text.trimEnd())?.[1] : undefined;
    const requirement = written === undefined ? null : readVersion(written, values);
    if (requirement === null) continue;
    const name = `org.scala-lang:${requirement.startsWith('3') ? 'scala3-library' : 'scala-library'}`;
    sheet.dependencies.push({ ecosystem: 'maven', name, requirement, scope: 'runtime', file, line });
  }
}

/** Subprojects with sources, unless they say that they are not published, or rules are only tried on them. */
function addLibraries(files: ProjectFiles, sheet: FactSheet, file: string, projects: readonly SbtProject[]): void {
  for (const { id, name, folder, line, isPublished, isTried } of projects) {
    const target = inFolder(folderOf(file), folder);
    const prefix = target === '' ? 'src/main/' : `${target}/`;
    const isThere = files.entries.some(({ path }) => path.startsWith(prefix) && path.includes('src/main/'));
    if (!isPublished || isTried || !isThere) continue;
    const at = { file, line, target: prefix, isThere };
    sheet.entryPoints.push({ kind: 'library', name: name ?? id, ...at, basis: 'defined' });
  }
}

function addCommands(files: ProjectFiles, sheet: FactSheet, file: string): void {
  const directory = folderOf(file);
  const pinned = inFolder(directory, 'project/build.properties');
  sheet.managers.push({ name: 'sbt', file: files.has(pinned) ? pinned : file, line: null });
  const add = (kind: CommandFact['kind'], command: string): void => {
    sheet.commands.push({ kind, command, directory, file, line: null, basis: 'convention', detail: null });
  };
  add('build', 'sbt compile');
  add('test', 'sbt test');
}

/** Commands that the build gives a name of its own. */
function addAliases(sheet: FactSheet, { file, rows }: SbtText, directory: string): void {
  for (const { text, code, line } of rows) {
    const [, name = '', body = ''] = ALIAS.exec(text) ?? [];
    const kind = code.trim() === '' ? null : kindOfName(name);
    if (kind === null) continue;
    const detail = shortLine(body);
    sheet.commands.push({ kind, command: `sbt ${name}`, directory, file, line, basis: 'defined', detail });
  }
}

/** Whether a file's name says that a program begins in it; to read all sources for it would be too much. */
function isLikelyMain(path: string): boolean {
  return /src\/main\/scala[-/]/.test(path) && path.endsWith('.scala') && /Main|App|Server|Boot/.test(nameOf(path));
}

/** `run` of the projects that hold a main. */
async function addRuns(
  files: ProjectFiles,
  sheet: FactSheet,
  file: string,
  projects: readonly SbtProject[],
): Promise<void> {
  const directory = folderOf(file);
  const likely = files.entries.map(({ path }) => path).filter(isLikelyMain);
  const known = new Set<string>();
  for (const path of likely.sort(byDepth).slice(0, MAINS_READ_MAX)) {
    const task = taskOf(path, directory, projects);
    if (task === null || known.has(task) || known.size >= RUNS_MAX) continue;
    const main = findMain(path, (await files.text(path)) ?? '');
    if (main === null) continue;
    known.add(task);
    const { line } = main;
    const fact = { kind: 'run', directory, file: path, line, basis: 'convention', detail: null } as const;
    sheet.commands.push({ ...fact, command: `sbt ${task}` });
  }
}

/** The task that runs what lies there; null outside of the projects that are known to be one on one platform. */
function taskOf(path: string, directory: string, projects: readonly SbtProject[]): string | null {
  const isWithin = (folder: string): boolean => path.startsWith(inFolder(inFolder(directory, folder), 'src/main/'));
  const owner = projects.find(({ folder, isCross }) => folder !== '' && !isCross && isWithin(folder));
  if (owner !== undefined) return `${owner.id}/run`;
  return path.startsWith(inFolder(directory, 'src/main/')) ? 'run' : null;
}
