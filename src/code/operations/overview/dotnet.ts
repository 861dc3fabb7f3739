import { parseDotnetProject } from '../../formats/dotnet-project.ts';
import { descendants, type XmlElement } from '../../formats/xml.ts';
import { readCentralVersions } from '../../manifests/nuget.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, isSample, type ProjectFiles } from '../../source/project-files.ts';
import { quotePath } from '../../test-evidence/command/shell.ts';
import { depthOf, folderOf, nameOf } from '../../text/paths.ts';
import { makeReferenceReader } from './dotnet-references.ts';
import { addSharedTesters } from './dotnet-settings.ts';
import { type FactSheet, isForOthers } from './fact-sheet.ts';
import { dotnetTestFramework } from './frameworks.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Solutions and projects of .NET: its own commands, libraries, programs, packages. */
export async function readDotnet(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const projects = files.entries
    .map(({ path }) => path)
    .filter((path) => /\.(?:sln|slnx|[cf]sproj|vbproj)$/.test(path) && !isVendored(path));
  const own = projects.filter((path) => !isForOthers(files, path));
  const first = projects.some((path) => path.endsWith('proj')) ? await leadingDotnet(files, own) : undefined;
  if (first === undefined) {
    // Manifests that are only there to be read say nothing of the project.
    for (const path of projects) addAside(sheet, path);
    return;
  }
  sheet.managers.push({ name: 'dotnet', file: first, line: null });
  const add = (kind: CommandFact['kind'], command: string): void => {
    const at = { directory: folderOf(first), file: first, line: null, detail: null };
    sheet.commands.push({ kind, command, ...at, basis: 'convention' });
  };
  const which = isOnlyChoice(files, first) ? '' : ` ${quotePath(nameOf(first))}`;
  add('build', `dotnet build${which}`);
  add('test', `dotnet test${which}`);
  const read = projects.slice(0, OVERVIEW_LIMITS.manifestsMax);
  if (read.length < projects.length) files.gap(`${projects.length} .NET projects were found; ${read.length} were read`);
  const central = await readCentral(files);
  const isSetElsewhere = await setsOutput(files);
  const refer = await makeReferenceReader(files, sheet);
  for (const file of read) {
    sheet.manifests.push({ name: file.slice(file.lastIndexOf('.') + 1), file, line: null });
    if (!file.endsWith('proj')) continue;
    const text = (await files.text(file)) ?? '';
    sheet.builds.push({ folder: folderOf(file), isLibrary: !isSetElsewhere && makesLibrary(text) });
    readProject(files, sheet, { file, text, versionOf: central(file), refer });
  }
  const testers = read.filter((path) => path.endsWith('proj') && (!isSample(path) || isAmongTests(path)));
  await addSharedTesters(files, sheet, testers);
}

function addAside(sheet: FactSheet, path: string): void {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  sheet.aside.set(ending, [...(sheet.aside.get(ending) ?? []), path]);
}

function readProject(files: ProjectFiles, sheet: FactSheet, project: ProjectText): void {
  if (!isSample(project.file)) addProject(files, sheet, project);
  else if (isAmongTests(project.file)) addTester(sheet, project.file, project.text);
}

/** Files of settings that are looked into. */
const SETTINGS_READ_MAX = 60;

/** Whether files that projects share may say what these make. */
async function setsOutput(files: ProjectFiles): Promise<boolean> {
  const settings = files.entries.map(({ path }) => path).filter((path) => /\.(?:props|targets)$/i.test(path));
  if (settings.length > SETTINGS_READ_MAX) return true;
  for (const path of settings) if (/<OutputType\b/i.test((await files.text(path)) ?? '')) return true;
  return false;
}

/** Whether a project says nothing of a program: then it makes a library. Source: MSBuild, "Common project properties". */
function makesLibrary(text: string): boolean {
  const project = parseDotnetProject(text);
  if (typeof project === 'string' || !hasSdk(project.root)) return false;
  const output = descendants(project.root, 'OutputType');
  const isPlain = /^\s*Microsoft\.NET\.Sdk(?:\.Razor)?\s*(?:\/[\w.-]+)?$/.test(
    project.root.attributes.get('Sdk') ?? '',
  );
  return output.length === 0 ? isPlain : output.every((one) => /^library$/i.test(one.text.trim()));
}

/** Whether a project lies in a folder of tests, and among nothing that these only read. */
function isAmongTests(file: string): boolean {
  return !isSample(file.replace(/(^|\/)(?:tests?|specs?|testing)(?=\/)/gi, '$1own'));
}

/** What a project in a folder of tests says: what the tests run with. */
function addTester(sheet: FactSheet, file: string, text: string): void {
  const project = parseDotnetProject(text);
  if (typeof project === 'string') return;
  for (const { name, line } of project.packages) {
    const framework = dotnetTestFramework(name);
    if (framework !== null) sheet.frameworks.push({ name: framework, file, line });
  }
  addTestSdk(sheet, file, project.root);
}

/** It refers to MSTest by itself. Source: Microsoft Learn, "MSTest SDK overview". */
const TEST_SDK = /(?:^|;)\s*MSTest\.Sdk(?![\w.])/i;

function addTestSdk(sheet: FactSheet, file: string, root: XmlElement): void {
  if (TEST_SDK.test(root.attributes.get('Sdk') ?? '')) sheet.frameworks.push({ name: 'MSTest', file, line: root.line });
}

/**
 * What .NET builds as a whole: a solution of its projects, the nearest to the top, of several in one folder that of the
 * most, and not one of C++ alone; else the first project.
 */
async function leadingDotnet(files: ProjectFiles, projects: readonly string[]): Promise<string | undefined> {
  let leading: { readonly path: string; readonly size: number } | undefined;
  const solutions = projects.filter((path) => !path.endsWith('proj')).sort((a, b) => depthOf(a) - depthOf(b));
  for (const path of solutions.slice(0, SOLUTIONS_READ_MAX)) {
    if (leading !== undefined && folderOf(path) !== folderOf(leading.path)) continue;
    const size = [...((await files.text(path)) ?? '').matchAll(/\.(?:[cf]s|vb)proj\b/g)].length;
    if (size > (leading?.size ?? 0)) leading = { path, size };
  }
  return leading?.path ?? projects.find((path) => path.endsWith('proj'));
}

/** Solutions that are looked into for one of .NET. */
const SOLUTIONS_READ_MAX = 8;

/**
 * Whether `dotnet build` finds a solution or project by itself: it refuses where the folder has several, but for a project
 * that is called as the only solution. Source: MSBuild, "MSBuild command-line reference", error MSB1011.
 */
function isOnlyChoice({ entries }: ProjectFiles, chosen: string): boolean {
  const beside = entries.map(({ path }) => path).filter((path) => folderOf(path) === folderOf(chosen));
  const solutions = beside.filter((path) => /\.slnx?$/.test(path));
  const projects = beside.filter((path) => /\.\w{0,20}proj$/.test(path));
  const stem = (path = ''): string => path.slice(0, path.lastIndexOf('.'));
  if (solutions.length + projects.length === 1) return true;
  return solutions.length === 1 && projects.length === 1 && stem(solutions[0]) === stem(projects[0]);
}

/** A package by which a project runs tests. */
const RUNS_TESTS =
  /^(?:microsoft\.net\.test\.sdk|xunit(?:\.v3(?:\.mtp-\w+)?)?|nunit|mstest(?:\.testframework)?|tunit)$/i;

/** A project that runs no tests, and lies in no folder of such, gives a program or a library, under the name of its package or its file. */
function addProject(files: ProjectFiles, sheet: FactSheet, { file, text, versionOf, refer }: ProjectText): void {
  const project = parseDotnetProject(text);
  if (typeof project === 'string') return;
  const { root, packages } = project;
  const isTest =
    roleOfPath(file) === 'test' ||
    TEST_SDK.test(root.attributes.get('Sdk') ?? '') ||
    packages.some(({ name }) => RUNS_TESTS.test(name));
  addTestSdk(sheet, file, root);
  if (!isTest && WEB_SDK.test(root.attributes.get('Sdk') ?? ''))
    sheet.frameworks.push({ name: 'ASP.NET Core', file, line: root.line });
  if (!isTest && hasSdk(root)) addProduct(files, sheet, file, root);
  refer({ file, root, isTest });
  for (const { name, version, isPrivate, line } of packages) {
    // What is kept from those who use the project is needed to build it.
    const scope = isTest ? 'dev' : isPrivate ? 'build' : 'runtime';
    sheet.dependencies.push({ ecosystem: 'nuget', name, requirement: version ?? versionOf(name), scope, file, line });
  }
}

/** It refers to the framework by itself. Source: ASP.NET Core, "Web SDK". */
const WEB_SDK = /(?:^|;)\s*Microsoft\.NET\.Sdk\.Web(?![\w.])/i;

/**
 * They build other projects, nothing, or what an engine of games loads by its own project. Sources: Microsoft, "MSBuild SDKs":
 * Traversal, NoTargets; Godot, "C# basics".
 */
const SDK_WITHOUT_PRODUCT = /(?:^|;)\s*(?:Microsoft\.Build\.(?:Traversal|NoTargets)|Godot\.NET\.Sdk)(?![\w.])/i;

/** Whether a project is of the kind that builds something of its own by convention. Source: MSBuild, "Reference an MSBuild project SDK". */
function hasSdk(root: XmlElement): boolean {
  if (SDK_WITHOUT_PRODUCT.test(root.attributes.get('Sdk') ?? '')) return false;
  return (
    root.attributes.has('Sdk') ||
    descendants(root, 'Import').some(({ attributes }) => attributes.has('Sdk')) ||
    descendants(root, 'Sdk').some(({ attributes }) => attributes.has('Name'))
  );
}

/** A project's text, with what tells the version of a package that it only names, empty where that is not known, and the projects. */
interface ProjectText {
  readonly file: string;
  readonly text: string;
  readonly versionOf: (name: string) => string;
  readonly refer: Awaited<ReturnType<typeof makeReferenceReader>>;
}

/**
 * Versions that are kept in one place for all projects below it; of two for one package none is known. Source: NuGet,
 * "Central Package Management": the file nearest upwards counts.
 */
async function readCentral(files: ProjectFiles): Promise<(project: string) => ProjectText['versionOf']> {
  const byFolder = new Map<string, ReadonlyMap<string, string>>();
  for (const path of files.named('directory.packages.props').slice(0, OVERVIEW_LIMITS.manifestsMax)) {
    const all = Map.groupBy(readCentralVersions((await files.text(path)) ?? ''), ({ name }) => name);
    const sure = [...all].flatMap(([name, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[name, first.requested ?? ''] as const],
    );
    byFolder.set(folderOf(path), new Map(sure));
  }
  return (project) => {
    let folder = folderOf(project);
    while (folder !== '' && !byFolder.has(folder)) folder = folderOf(folder);
    const version = (name: string): string => byFolder.get(folder)?.get(name.toLowerCase()) ?? '';
    return (name) => (version(name).includes('$(') ? '' : version(name));
  };
}

/** Programs that measure or show something, by their names. */
const ASIDE = /(?:Benchmarks?|Examples?|Demo|Samples?)$/;

/** Programs that try out what the others give, as `TestApp`. */
const ON_TRIAL = /(?:^|\.)Test(?=[A-Z])/;

/** SDKs by which a project is a program unless it says otherwise: their files of settings set `OutputType`. */
const PROGRAM_SDK = /(?:^|;)\s*Microsoft\.NET\.Sdk\.(?:Web|Worker|BlazorWebAssembly)(?![\w.])/i;

function addProduct(files: ProjectFiles, sheet: FactSheet, file: string, project: XmlElement): void {
  const find = (name: string): XmlElement | undefined =>
    descendants(project, name).find((element) => /^[\w.-]+$/.test(element.text));
  const output = find('OutputType');
  const isProgram =
    output === undefined ? PROGRAM_SDK.test(project.attributes.get('Sdk') ?? '') : /^(?:win)?exe$/i.test(output.text);
  const stem = nameOf(file).replace(/\.\w+$/, '');
  if (!isProgram) {
    const given = find('PackageId')?.text ?? find('AssemblyName')?.text;
    // Without a name and without code it only fetches packages, or sets something for others.
    if (given === undefined && !hasCode(files, folderOf(file))) return;
    const name = given ?? stem;
    const at = { file, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
    return;
  }
  // The file of its first statements may have any name; templates give it this one.
  const target = inFolder(folderOf(file), `Program.${file.slice(file.lastIndexOf('.') + 1, -'proj'.length)}`);
  if (ASIDE.test(stem) || !files.has(target)) return;
  const at = { file, line: output?.line ?? null, target, isThere: true };
  const standing = ON_TRIAL.test(stem) ? ({ standing: 'private' } as const) : {};
  sheet.entryPoints.push({
    kind: 'bin',
    name: find('AssemblyName')?.text ?? stem,
    ...at,
    ...standing,
    basis: 'defined',
  });
}

function hasCode(files: ProjectFiles, folder: string): boolean {
  const within = inFolder(folder, '');
  return files.entries.some(({ path }) => path.startsWith(within) && /\.(?:[cf]s|vb)$/.test(path));
}
