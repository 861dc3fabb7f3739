import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { numberedLines } from '../../formats/lines.ts';
import { childOf, descendants, readXmlFile } from '../../formats/xml.ts';
import {
  folderOf,
  isSample,
  isVendored,
  nameOf,
  type ProjectFiles,
  resolveTarget,
  shortLine,
} from '../../source/project-files.ts';
import type { CommandFact } from '../overview.types.ts';
import { type Ecosystem, type FactSheet, kindOfName, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { readRuby } from './ruby.ts';
import { readSbt } from './sbt.ts';
import { readSwift } from './swift.ts';

/** Ruby, PHP, .NET, Elixir, Scala, Swift, CMake and Deno: manager, conventional commands, direct dependencies. */
export const readOthers: Ecosystem = async (files, sheet) => {
  await readRuby(files, sheet);
  await readPhp(files, sheet);
  await readDotnet(files, sheet);
  await readElixir(files, sheet);
  await readSbt(files, sheet);
  await readSwift(files, sheet);
  await readCmake(files, sheet);
  await readDeno(files, sheet);
};

function addConvention(
  sheet: FactSheet,
  kind: CommandFact['kind'],
  command: string,
  at: { file: string; line?: number },
): void {
  const { file, line = null } = at;
  sheet.commands.push({ kind, command, directory: folderOf(file), file, line, basis: 'convention', detail: null });
}

async function readPhp(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const paths = manifestsNamed(files, 'composer.json');
  const leading = leadingManifest(paths);
  if (leading !== null) {
    sheet.managers.push({ name: 'composer', file: leading, line: null });
    addConvention(sheet, 'install', 'composer install', { file: leading });
  }
  for (const file of paths) {
    const json = parseJson((await files.text(file)) ?? '');
    if (json === null) continue;
    sheet.manifests.push({ name: 'composer.json', file, line: null });
    addComposerLibrary(files, sheet, file, json);
    addComposerPrograms(files, sheet, file, json);
    addComposerScripts(sheet, file, json);
    addComposerPackages(sheet, file, json);
  }
  if (leading !== null) addPhpTests(files, sheet, folderOf(leading));
}

/**
 * Its settings say that PHPUnit runs there, where no script is named for it; Pest reads the same settings and has a file
 * of its own.
 */
function addPhpTests(files: ProjectFiles, sheet: FactSheet, folder: string): void {
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const settings = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'].map(at).find((file) => files.has(file));
  const isNamed = sheet.commands.some(({ kind, directory }) => kind === 'test' && directory === folder);
  if (settings === undefined || isNamed) return;
  const runner = files.has(at('tests/Pest.php')) ? 'pest' : 'phpunit';
  addConvention(sheet, 'test', `vendor/bin/${runner}`, { file: settings });
}

/** Where others' code finds the package: the first folder that its classes are loaded from. */
function addComposerLibrary(files: ProjectFiles, sheet: FactSheet, file: string, json: JsonNode): void {
  const name = stringAt(json, 'name')?.text;
  const autoload = fieldOf(json, 'autoload');
  const [first] = autoload === undefined ? [] : mapAt(autoload, 'psr-4');
  if (name === undefined || first === undefined || typeof first[1].value !== 'string') return;
  const folder = resolveTarget(folderOf(file), first[1].value);
  if (folder === null) return;
  const target = folder === '' ? './' : `${folder}/`;
  const isThere = folder === '' || files.entries.some(({ path }) => path.startsWith(target));
  sheet.entryPoints.push({ kind: 'library', name, file, line: first[1].line, target, isThere, basis: 'defined' });
}

/** `bin` is one path or a list of them. */
function addComposerPrograms(files: ProjectFiles, sheet: FactSheet, file: string, json: JsonNode): void {
  const bin = fieldOf(json, 'bin');
  const nodes = bin === undefined ? [] : Array.isArray(bin.value) ? bin.value : [bin];
  for (const { value, line } of nodes) {
    const target = typeof value === 'string' ? resolveTarget(folderOf(file), value) : null;
    if (target === null) continue;
    const at = { file, line, target, isThere: files.has(target) };
    sheet.entryPoints.push({ kind: 'bin', name: nameOf(target), ...at, basis: 'defined' });
  }
}

function addComposerScripts(sheet: FactSheet, file: string, json: JsonNode): void {
  for (const [name, { value, line }] of mapAt(json, 'scripts')) {
    const kind = kindOfName(name);
    if (kind === null || kind === 'install') continue;
    const detail = typeof value === 'string' ? shortLine(value) : null;
    const command = `composer ${name}`;
    sheet.commands.push({ kind, command, directory: folderOf(file), file, line, basis: 'defined', detail });
  }
}

function addComposerPackages(sheet: FactSheet, file: string, json: JsonNode): void {
  const scopes = [
    ['require', 'runtime'],
    ['require-dev', 'dev'],
  ] as const;
  for (const [field, scope] of scopes) {
    for (const [name, { value, line }] of mapAt(json, field)) {
      // What has no slash is the language itself or one of its extensions.
      if (!name.includes('/')) continue;
      const requirement = typeof value === 'string' ? value : '';
      sheet.dependencies.push({ ecosystem: 'composer', name, requirement, scope, file, line });
    }
  }
}

async function readDotnet(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const projects = files.entries
    .map(({ path }) => path)
    .filter((path) => /\.(?:sln|slnx|[cf]sproj|vbproj)$/.test(path) && !isVendored(path));
  const first = await leadingDotnet(files, projects);
  if (first === undefined) return;
  sheet.managers.push({ name: 'dotnet', file: first, line: null });
  addConvention(sheet, 'build', 'dotnet build', { file: first });
  addConvention(sheet, 'test', 'dotnet test', { file: first });
  const read = projects.slice(0, OVERVIEW_LIMITS.manifestsMax);
  if (read.length < projects.length) files.gap(`${projects.length} .NET projects were found; ${read.length} were read`);
  for (const file of read) {
    sheet.manifests.push({ name: file.slice(file.lastIndexOf('.') + 1), file, line: null });
    if (file.endsWith('proj') && !isSample(file)) addDotnetProject(sheet, file, (await files.text(file)) ?? '');
  }
}

/** What .NET builds as a whole: a solution of its projects, and not one of C++ alone; else the first project. */
async function leadingDotnet(files: ProjectFiles, projects: readonly string[]): Promise<string | undefined> {
  const own = projects.find((path) => path.endsWith('proj'));
  if (own === undefined) return undefined;
  for (const path of projects.filter((path) => !path.endsWith('proj')).slice(0, SOLUTIONS_READ_MAX)) {
    if (/\.(?:[cf]s|vb)proj\b/.test((await files.text(path)) ?? '')) return path;
  }
  return own;
}

/** Solutions that are looked into for one of .NET. */
const SOLUTIONS_READ_MAX = 8;

/** A project that makes no program and runs no tests gives a library, under the name of its package or its file. */
function addDotnetProject(sheet: FactSheet, file: string, text: string): void {
  const project = readXmlFile(text);
  if (typeof project === 'string') return;
  const textOf = (name: string): string | undefined =>
    descendants(project, name).find((element) => /^[\w.-]+$/.test(element.text))?.text;
  const isProgram =
    /^(?:win)?exe$/i.test(textOf('OutputType') ?? '') || /\.Web\b/.test(project.attributes.get('Sdk') ?? '');
  const references = descendants(project, 'PackageReference');
  const isTest = references.some((element) => element.attributes.get('Include') === 'Microsoft.NET.Test.Sdk');
  if (!isProgram && !isTest && project.attributes.has('Sdk')) {
    const name = textOf('PackageId') ?? textOf('AssemblyName') ?? nameOf(file).replace(/\.\w+$/, '');
    const at = { file, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
  }
  for (const element of references) {
    const name = element.attributes.get('Include');
    if (name === undefined) continue;
    const requirement = element.attributes.get('Version') ?? childOf(element, 'Version')?.text ?? '';
    const { line } = element;
    // What is kept from those who use the project is needed to build it: analyzers, generators, versioning.
    const kept = element.attributes.get('PrivateAssets') ?? childOf(element, 'PrivateAssets')?.text ?? '';
    const scope = kept.toLowerCase() === 'all' ? 'build' : 'runtime';
    sheet.dependencies.push({ ecosystem: 'nuget', name, requirement, scope, file, line });
  }
}

async function readElixir(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = manifestsNamed(files, 'mix.exs')[0];
  if (file === undefined) return;
  sheet.manifests.push({ name: 'mix.exs', file, line: null });
  sheet.managers.push({ name: 'mix', file, line: null });
  addConvention(sheet, 'install', 'mix deps.get', { file });
  addConvention(sheet, 'test', 'mix test', { file });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    const found = /^\s*\{:(\w{1,60}),\s*(?:"([^"]{1,60})")?/.exec(line);
    if (found)
      sheet.dependencies.push({
        ecosystem: 'hex',
        name: found[1] ?? '',
        requirement: found[2] ?? '',
        scope: /only:/.test(line) ? 'dev' : 'runtime',
        file,
        line: number,
      });
  }
}

async function readCmake(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = manifestsNamed(files, 'cmakelists.txt')[0];
  if (file === undefined) return;
  sheet.manifests.push({ name: 'CMakeLists.txt', file, line: null });
  addConvention(sheet, 'build', 'cmake -B build && cmake --build build', { file });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    if (!/^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\s*\))/i.test(line)) continue;
    addConvention(sheet, 'test', 'ctest --test-dir build', { file, line: number });
    return;
  }
}

async function readDeno(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = [...manifestsNamed(files, 'deno.json'), ...manifestsNamed(files, 'deno.jsonc')][0];
  const json = file === undefined ? null : parseJson((await files.text(file)) ?? '');
  if (file === undefined || json === null) return;
  sheet.manifests.push({ name: 'deno.json', file, line: null });
  sheet.managers.push({ name: 'deno', file, line: null });
  for (const [name, node] of mapAt(json, 'tasks')) {
    const kind = kindOfName(name);
    if (kind === null) continue;
    const text = typeof node.value === 'string' ? node.value : fieldOf(node, 'command')?.value;
    const detail = typeof text === 'string' ? shortLine(text) : null;
    const command = `deno task ${name}`;
    sheet.commands.push({ kind, command, directory: folderOf(file), file, line: node.line, basis: 'defined', detail });
  }
  addDenoImports(sheet, file, json);
}

function addDenoImports(sheet: FactSheet, file: string, json: JsonNode): void {
  for (const [name, { value, line }] of mapAt(json, 'imports')) {
    const ecosystem = typeof value === 'string' ? /^(npm|jsr):/.exec(value)?.[1] : undefined;
    if (ecosystem === undefined) continue;
    sheet.dependencies.push({ ecosystem, name, requirement: shortLine(String(value)), scope: 'runtime', file, line });
  }
}
