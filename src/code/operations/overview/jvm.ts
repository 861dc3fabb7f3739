import { numberedLines } from '../../formats/lines.ts';
import { parsePom } from '../../formats/pom.ts';
import { GRADLE_CATALOG, parseVersionCatalog } from '../../formats/version-catalog.ts';
import { readGradleScript } from '../../manifests/jvm/gradle-script.ts';
import { GRADLE_TEST, gradleTests, NOT_APPLIED, type TestTask } from '../../manifests/jvm/gradle-tests.ts';
import type { PomFile } from '../../manifests/jvm/pom-parents.ts';
import type { CommandFact, DependencyFact } from '../../questions/overview.types.ts';
import { inFolder, nearestAround, type ProjectFiles } from '../../source/project-files.ts';
import { byDepth, depthOf, folderOf, nameOf } from '../../text/paths.ts';
import { addAsked, type Ecosystem, type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { addGradleLibraries } from './gradle-libraries.ts';
import { makeProjectReader } from './gradle-projects.ts';
import { type ModuleFinder, makeModuleFinder } from './maven-reactor.ts';
import { fillPoms, type PomInProject } from './pom-files.ts';

/** Maven and Gradle: wrapper, dependencies, their own commands. */
export const readJvm: Ecosystem = async (files, sheet) => {
  const poms = manifestsNamed(files, 'pom.xml');
  const leadingPom = leadingManifest(poms);
  const read: PomFile[] = [];
  for (const path of poms) {
    const text = await files.text(path);
    if (text === null) continue;
    const pom = parsePom(text);
    if (typeof pom === 'string') files.gap(`${path} was not understood as a POM`);
    else read.push({ path, pom });
  }
  const join = fillPoms(read);
  const joined = read.map((file): JoinedPom => ({ ...file, joined: join(file) }));
  const findModule = makeModuleFinder(joined);
  for (const file of joined) {
    sheet.manifests.push({ name: 'pom.xml', file: file.path, line: null });
    if (file.path === leadingPom) addMaven(files, sheet, file);
    addMavenLibrary(files, sheet, file);
    addPomDependencies(files, sheet, { ...file, findModule });
  }
  await readBuilds(files, sheet);
};

/** All builds of Gradle, of which the one nearest to the top has commands. */
async function readBuilds(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const scripts = ['build.gradle', 'build.gradle.kts'].flatMap((name) => manifestsNamed(files, name));
  scripts.sort(byDepth);
  const leading = leadingManifest(scripts);
  const testTask = leading === null ? GRADLE_TEST : await gradleTests(files, leading);
  const catalog = await readCatalog(files);
  const askProjects = await makeProjectReader(files, sheet);
  for (const path of scripts)
    await readGradle(files, sheet, { path, catalog, askProjects, testTask: path === leading ? testTask : null });
  const [first] = scripts;
  if (first === undefined) return;
  // Of several builds that lie equally deep none has commands, and Gradle builds them even so.
  if (leading === null) addGradleManager(files, sheet, first);
  await addGradleLibraries(files, sheet, scripts);
}

/** Commands are Maven's conventions. The project's wrapper goes before `mvn`, since it pins the version. */
function addMaven(files: ProjectFiles, sheet: FactSheet, { path, pom }: PomFile): void {
  const directory = folderOf(path);
  const wrapper = nearestAround(files, directory, 'mvnw');
  const tool = wrapper === null ? 'mvn' : fromFolder(directory, wrapper);
  sheet.managers.push({
    name: wrapper === null ? 'maven' : 'maven (wrapper)',
    file: wrapper ?? path,
    line: null,
  });
  const add = (kind: CommandFact['kind'], command: string, line: number | null): void => {
    sheet.commands.push({ kind, command, directory, file: path, line, basis: 'convention', detail: null });
  };
  add('build', `${tool} package`, null);
  add('test', `${tool} test`, null);
  const boot = pom.plugins.find(({ artifact }) => artifact === 'spring-boot-maven-plugin');
  if (boot) add('run', `${tool} spring-boot:run`, boot.line);
}

/** A wrapper as it is called in a folder at or below its own. */
function fromFolder(directory: string, wrapper: string): string {
  const steps = directory === folderOf(wrapper) ? 0 : depthOf(`${directory}/x`) - depthOf(wrapper);
  return `${steps === 0 ? './' : '../'.repeat(steps)}${nameOf(wrapper)}`;
}

interface JoinedPom extends PomFile {
  readonly joined: PomInProject;
}

/** A module with sources that is packed as a jar, unless it is a program of Spring Boot. */
function addMavenLibrary(files: ProjectFiles, sheet: FactSheet, { path, pom, joined }: JoinedPom): void {
  const { artifact, plugins } = pom;
  const packaging = joined.fill(pom.packaging);
  const isProgram = plugins.some((plugin) => plugin.artifact === 'spring-boot-maven-plugin');
  const target = inFolder(folderOf(path), 'src/main/java/');
  if (artifact === null || !/^(?:jar|bundle)$/.test(packaging) || isProgram) return;
  if (!files.entries.some((entry) => entry.path.startsWith(target))) return;
  const at = { file: path, line: artifact.line, target, isThere: true };
  sheet.entryPoints.push({ kind: 'library', name: joined.fill(artifact.text), ...at, basis: 'defined' });
}

/**
 * Direct dependencies only: what stands in dependencyManagement or a profile has another place and is not in use by that
 * alone.
 */
function addPomDependencies(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, pom, joined, findModule }: JoinedPom & { readonly findModule: ModuleFinder },
): void {
  for (const one of pom.dependencies) {
    const asked = joined.request(one);
    if (asked === null) continue;
    const module = findModule({ path, pom }, asked.name, asked.requirement);
    addAsked(files, sheet, { ecosystem: 'maven', ...asked, file: path, line: one.line }, module?.path ?? null);
  }
}

interface GradleReading {
  readonly path: string;
  readonly catalog: Catalog;
  readonly askProjects: Awaited<ReturnType<typeof makeProjectReader>>;
  readonly testTask: TestTask | null;
}

/**
 * Build scripts are programs and are not run: only dependencies written out on one line are found. A configuration that is
 * not known is left out: guessing its scope would be an untrue fact.
 */
async function readGradle(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, catalog, askProjects, testTask }: GradleReading,
): Promise<void> {
  const text = await files.text(path);
  if (text === null) return;
  sheet.manifests.push({ name: path.endsWith('.kts') ? 'build.gradle.kts' : 'build.gradle', file: path, line: null });
  if (testTask !== null) addGradle(files, sheet, { path, text, testTask });
  const { requests, projects } = readGradleScript(path, text);
  askProjects(path, projects);
  for (const { scope, name, version, alias, line } of requests) {
    const known = name === null ? catalog.get(alias) : { name, requirement: version ?? '' };
    if (scope === undefined || known === undefined) continue;
    sheet.dependencies.push({ ecosystem: 'maven', ...known, scope, file: path, line });
  }
}

/** Coordinates by the names that scripts use. */
type Catalog = ReadonlyMap<string, Pick<DependencyFact, 'name' | 'requirement'>>;

/** The catalog that every build takes. */
async function readCatalog(files: ProjectFiles): Promise<Catalog> {
  const file = nearestAround(files, files.base.replace(/\/$/, ''), GRADLE_CATALOG);
  const entries = file === null ? [] : parseVersionCatalog((await files.text(file)) ?? '');
  if (typeof entries === 'string') return new Map();
  return new Map(entries.map(({ alias, name, version }) => [alias, { name, requirement: version ?? '' }] as const));
}

/** The wrapper that pins its version, where a build has one. */
function addGradleManager(files: ProjectFiles, sheet: FactSheet, path: string): string | null {
  const wrapper = nearestAround(files, folderOf(path), 'gradlew');
  const name = wrapper === null ? 'gradle' : 'gradle (wrapper)';
  sheet.managers.push({ name, file: wrapper ?? path, line: null });
  return wrapper;
}

function addGradle(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, text, testTask }: { path: string; text: string; testTask: TestTask },
): void {
  const directory = folderOf(path);
  const wrapper = addGradleManager(files, sheet, path);
  const tool = wrapper === null ? 'gradle' : fromFolder(directory, wrapper);
  const add = (kind: CommandFact['kind'], name: string, line: number | null, file = path): void => {
    const command = `${tool} ${name}`;
    sheet.commands.push({ kind, command, directory, file, line, basis: 'convention', detail: null });
  };
  add('build', 'build', null);
  add('test', testTask.name, testTask.line, testTask.file ?? path);
  for (const [line, number] of numberedLines(text)) {
    const task = runTask(line);
    if (task !== null) add('run', task, number);
  }
}

/** The task that starts the program, when the line applies a plugin that has one. */
function runTask(line: string): string | null {
  const found = /^\s*(?:id\s*(?:\(\s*)?["']([\w.-]+)["']|(application)\s*$)/.exec(line);
  const plugin = found?.[1] ?? found?.[2];
  if (plugin === 'org.springframework.boot') return NOT_APPLIED.test(line) ? null : 'bootRun';
  return plugin === 'application' ? 'run' : null;
}
