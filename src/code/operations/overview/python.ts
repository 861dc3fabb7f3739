import { plural } from '../../../base/plural.ts';
import { requirementText } from '../../formats/pep508.ts';
import { type PyprojectRequest, parsePyproject } from '../../formats/pyproject.ts';
import { type Toml, type TomlValue, tomlTable, tomlText } from '../../formats/toml.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf } from '../../text/paths.ts';
import { addAsked, type Ecosystem, type FactSheet, kindOfScript, manifestsNamed } from './fact-sheet.ts';
import { addHatch, readHatch } from './hatch.ts';
import { readNox } from './nox.ts';
import { addPythonLibrary, addSetupLibraries } from './python-libraries.ts';
import { readPythonLists } from './python-lists.ts';
import { makePythonMemberFinder, noteDynamic, type PythonManifest, type PythonMemberFinder } from './python-members.ts';
import { addAskedPytest, addTools, readPytestSettings } from './python-tools.ts';
import { readRequirements } from './requirements.ts';
import { addCfgScripts, addSetupScripts } from './setup-scripts.ts';
import { addTox, readTox } from './tox.ts';

/** pyproject.toml, requirements, setup.cfg, tox, nox and their lock files. */
export const readPython: Ecosystem = async (files, sheet) => {
  const hooks = await readHooks(files, sheet);
  const paths = manifestsNamed(files, 'pyproject.toml');
  const leading = new Set(nearestTop(files, paths));
  const manifests = await readManifests(files, paths);
  const memberOf = makePythonMemberFinder(files, manifests);
  for (const manifest of manifests) {
    const { path, pyproject } = manifest;
    const { toml } = pyproject;
    sheet.manifests.push({ name: 'pyproject.toml', file: path, line: null });
    addDependencies(files, sheet, { manifest, memberOf });
    noteDynamic(files, manifest);
    if (pyproject.odd > 0) files.gap(`${path}: ${plural(pyproject.odd, 'requirement')} not understood`);
    addPythonLibrary(files, sheet, path, pyproject);
    addScripts(sheet, path, toml);
    addHatch(sheet, { path, toml, outer: ['tool', 'hatch'] });
    addTox(sheet, { path, toml, outer: ['tool', 'tox'] });
    // The packages below a leading file mostly repeat the same tools.
    if (leading.has(path)) addTools(sheet, { path, toml, hooks });
  }
  await readRequirements(files, sheet);
  await readPythonLists(files, sheet);
  await readPytestSettings(files, sheet);
  await addSetupLibraries(files, sheet);
  await addSetupScripts(files, sheet);
  await addCfgScripts(files, sheet);
  await addInstall(files, sheet);
  await readHatch(files, sheet);
  await readTox(files, sheet);
  await readNox(files, sheet);
  addAskedPytest(files, sheet);
};

async function readManifests(files: ProjectFiles, paths: readonly string[]): Promise<readonly PythonManifest[]> {
  const manifests: PythonManifest[] = [];
  for (const path of paths) {
    const text = await files.text(path);
    const pyproject = text === null ? null : parsePyproject(text);
    if (typeof pyproject === 'string') files.gap(`${path} was not understood as TOML`);
    else if (pyproject !== null) manifests.push({ path, pyproject });
  }
  return manifests;
}

/** The file at the top, else those that lie as near to it as the first: there is none that speaks for the others. */
function nearestTop(files: ProjectFiles, paths: readonly string[]): readonly string[] {
  const [first] = paths;
  const depth = first === undefined ? 0 : depthOf(first);
  return first !== undefined && depth === depthOf(files.base)
    ? [first]
    : paths.filter((path) => depthOf(path) === depth);
}

const HOOKS_FILE = '.pre-commit-config.yaml';

/** Names of the hooks that pre-commit runs; null where it is not set up at the top. */
async function readHooks(files: ProjectFiles, sheet: FactSheet): Promise<ReadonlySet<string> | null> {
  const file = inFolder(files.base.replace(/\/$/, ''), HOOKS_FILE);
  const text = files.has(file) ? await files.text(file) : null;
  if (text === null) return null;
  const at = { directory: folderOf(file), file, line: null, detail: null };
  sheet.commands.push({ kind: 'lint', command: 'pre-commit run --all-files', ...at, basis: 'convention' });
  return new Set([...text.matchAll(/^[ \t]*-[ \t]*id:[ \t]*["']?([\w.-]{1,60})/gm)].map(([, name = '']) => name));
}

/** What builds the package only is left out: it is no part of what is worked on. */
function addDependencies(
  files: ProjectFiles,
  sheet: FactSheet,
  { manifest, memberOf }: { readonly manifest: PythonManifest; readonly memberOf: PythonMemberFinder },
): void {
  for (const request of manifest.pyproject.requests) {
    const { group: scope, line } = request;
    if (scope === 'build') continue;
    const fact: DependencyFact = { ecosystem: 'pypi', ...askedBy(request), scope, file: manifest.path, line };
    addAsked(files, sheet, fact, memberOf(manifest, request));
  }
}

/** Of Poetry a version; empty for a source without one, such as git or a path. */
function askedBy(request: PyprojectRequest): Pick<DependencyFact, 'name' | 'requirement'> {
  return request.form === 'poetry'
    ? { name: request.name, requirement: request.version ?? '' }
    : { name: request.requirement.name, requirement: requirementText(request.requirement) };
}

function addScripts(sheet: FactSheet, path: string, toml: Toml): void {
  const directory = folderOf(path);
  for (const table of [
    ['project', 'scripts'],
    ['project', 'gui-scripts'],
    ['tool', 'poetry', 'scripts'],
  ]) {
    for (const { key, value, line } of tomlTable(toml, ...table)) {
      const target = tomlText(value);
      if (target !== null)
        sheet.entryPoints.push({ kind: 'bin', name: key, file: path, line, target, isThere: null, basis: 'defined' });
    }
  }
  for (const [table, tool] of [
    [['tool', 'pdm', 'scripts'], 'pdm run'],
    [['tool', 'poe', 'tasks'], 'poe'],
  ] as const) {
    for (const { key, value, line } of tomlTable(toml, ...table)) {
      const runs = runsOf(value);
      const kind = kindOfScript(key, runs);
      if (kind === null) {
        sheet.otherScripts += 1;
        continue;
      }
      sheet.commands.push({
        kind,
        command: `${tool} ${key}`,
        directory,
        file: path,
        line,
        basis: 'defined',
        detail: tomlText(value),
      });
    }
  }
}

/** Fields of a script that is a table. Source: PDM, "User scripts"; Poe the Poet, "Task types". */
const RUNS = ['cmd', 'shell', 'composite', 'sequence'];

/** What a script runs, one command or several; null where that is not said in texts. */
function runsOf(value: TomlValue): string | null {
  if (value.kind === 'array') return value.items.map((item) => tomlText(item) ?? '').join(' && ');
  if (value.kind !== 'table') return tomlText(value);
  const field = RUNS.map((name) => value.entries.get(name)).find((one) => one !== undefined);
  return field === undefined || field.kind === 'table' ? null : runsOf(field);
}

const LOCKS: readonly (readonly [file: string, manager: string, command: string])[] = [
  ['uv.lock', 'uv', 'uv sync'],
  ['poetry.lock', 'poetry', 'poetry install'],
  ['pdm.lock', 'pdm', 'pdm install'],
  ['Pipfile.lock', 'pipenv', 'pipenv sync'],
];

async function addInstall(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const add = (command: string, file: string): void => {
    sheet.commands.push({
      kind: 'install',
      command,
      directory: folderOf(file),
      file,
      line: null,
      basis: 'convention',
      detail: null,
    });
  };
  for (const [name, manager, command] of LOCKS) {
    const [first, ...others] = nearestTop(files, manifestsNamed(files, name.toLowerCase()));
    if (first === undefined) continue;
    sheet.managers.push({ name: manager, file: first, line: null });
    for (const file of [first, ...others]) add(command, file);
    return;
  }
  const requirements = inFolder(files.base.replace(/\/$/, ''), 'requirements.txt');
  if (files.has(requirements)) {
    sheet.managers.push({ name: 'pip', file: requirements, line: null });
    add('pip install -r requirements.txt', requirements);
    return;
  }
  const setup = await packageFile(files);
  if (setup !== null) add('pip install -e .', setup);
}

/** What makes a package of the top: a pyproject.toml that holds more than settings of tools, else a setup file; null for none. */
async function packageFile(files: ProjectFiles): Promise<string | null> {
  const [toml, ...setups] = ['pyproject.toml', 'setup.py', 'setup.cfg'].map((name) =>
    inFolder(files.base.replace(/\/$/, ''), name),
  );
  const text = toml !== undefined && files.has(toml) ? await files.text(toml) : null;
  if (toml !== undefined && text !== null && PACKAGE_TABLE.test(text)) return toml;
  const [setup, settings] = setups.map((file) => (files.has(file) ? file : null));
  // By itself a setup.cfg is installed by nothing.
  if (setup || !settings || text === null) return setup ?? null;
  return /^\[metadata\]/m.test((await files.text(settings)) ?? '') ? settings : null;
}

/** Tables that describe a package or say what builds it. Source: PyPA specifications, "pyproject.toml"; Poetry, "The pyproject.toml file". */
const PACKAGE_TABLE = /^[ \t]*\[[ \t]*(?:project|build-system|tool\.(?:poetry|flit\.metadata))[ \t]*\]/m;
