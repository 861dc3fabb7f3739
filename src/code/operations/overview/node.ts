import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { readBuildEntries } from '../../imports/script/build-entries.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { folderOf, inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { type Ecosystem, type FactSheet, kindOfName, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { addEntryPoints, type Manifest } from './node-entries.ts';

const LOCK_FILES: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

interface ChosenManager {
  readonly name: Manager;
  readonly file: string;
  readonly line: number | null;
  /** False when nothing says so and npm is only what comes with Node. */
  readonly isSaid: boolean;
}

/** package.json files: package manager, scripts, entry points, dependencies. */
export const readNode: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'package.json');
  const leading = leadingManifest(paths);
  const members = inFolder(folderOf(paths[0] ?? ''), 'pnpm-workspace.yaml');
  if (files.has(members)) sheet.manifests.push({ name: 'pnpm workspace', file: members, line: null });
  const manifests: Manifest[] = [];
  for (const path of paths) {
    const text = await files.text(path);
    const json = text === null ? null : parseJson(text);
    if (text !== null && json === null) files.gap(`${path} was not understood: not JSON of a bounded depth`);
    if (json !== null) manifests.push({ path, json });
  }
  const input = { files, sheet, builds: await readBuildEntries(files), dependents: countDependents(manifests) };
  for (const manifest of manifests) {
    readManifest(files, sheet, { ...manifest, isLeading: manifest.path === leading });
    await addEntryPoints(input, manifest);
  }
};

/** How many manifests depend on a package, by its name. */
function countDependents(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { json } of manifests) {
    const names = new Set(SCOPES.flatMap(([field]) => [...mapAt(json, field).keys()]));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function readManifest(files: ProjectFiles, sheet: FactSheet, given: Manifest & { isLeading: boolean }): void {
  const { path, json, isLeading } = given;
  const workspaces = fieldOf(json, 'workspaces')?.line ?? null;
  const name = workspaces === null ? 'package.json' : 'package.json (workspaces)';
  sheet.manifests.push({ name, file: path, line: workspaces });
  const manager = chooseManager(files, path, json);
  const isKnown = sheet.managers.some((known) => known.name === manager.name && known.file === manager.file);
  if (manager.isSaid && !isKnown) sheet.managers.push({ name: manager.name, file: manager.file, line: manager.line });
  if (isLeading) addInstall(sheet, path, manager);
  addScripts(sheet, { path, json, manager });
  addDependencies(sheet, path, json);
}

/** The `packageManager` field decides, then the nearest lock file upwards. */
function chooseManager(files: ProjectFiles, path: string, json: JsonNode): ChosenManager {
  const field = stringAt(json, 'packageManager');
  const named = /^(npm|pnpm|yarn|bun)@/.exec(field?.text ?? '')?.[1];
  // The expression lets these four names through and no other.
  if (field && named) return { name: named as Manager, file: path, line: field.line, isSaid: true };
  for (let folder: string | null = folderOf(path); folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    for (const [lock, name] of LOCK_FILES) {
      const file = inFolder(folder, lock);
      if (files.hasAround(file)) return { name, file, line: null, isSaid: true };
    }
  }
  return { name: 'npm', file: path, line: null, isSaid: false };
}

function addInstall(sheet: FactSheet, path: string, manager: ChosenManager): void {
  const hasLock = manager.isSaid && manager.line === null;
  const command = manager.name === 'npm' && hasLock ? 'npm ci' : `${manager.name} install`;
  const { file, line } = manager;
  const detail = manager.isSaid ? null : 'no lock file names a package manager';
  sheet.commands.push({ kind: 'install', command, directory: folderOf(path), file, line, basis: 'convention', detail });
}

function addScripts(sheet: FactSheet, { path, json, manager }: Manifest & { manager: ChosenManager }): void {
  for (const [name, node] of mapAt(json, 'scripts')) {
    if (typeof node.value !== 'string') continue;
    const kind = kindOfName(name);
    if (kind === null || kind === 'install' || isRefusal(node.value)) {
      sheet.otherScripts += 1;
      continue;
    }
    const isShort = name === 'test' || (name === 'start' && manager.name !== 'bun');
    const command = `${manager.name} ${isShort && manager.name !== 'bun' ? '' : 'run '}${name}`;
    const detail = shortLine(node.value);
    sheet.commands.push({
      kind,
      command,
      directory: folderOf(path),
      file: path,
      line: node.line,
      basis: 'defined',
      detail,
    });
  }
}

/** What `npm init` writes is the absence of a test, and what only says where something went does nothing either. */
function isRefusal(script: string): boolean {
  return /^[ ]*(?:echo [^&|;]{0,400}(?:&&|;) *)?exit 1[ ;]*$/.test(script) || /no test specified/.test(script);
}

const SCOPES: readonly (readonly [field: string, scope: DependencyFact['scope']])[] = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['peerDependencies', 'peer'],
  ['optionalDependencies', 'optional'],
];

function addDependencies(sheet: FactSheet, path: string, json: JsonNode): void {
  for (const [field, scope] of SCOPES) {
    for (const [name, node] of mapAt(json, field)) {
      const requirement = typeof node.value === 'string' ? shortLine(node.value) : '';
      sheet.dependencies.push({ ecosystem: 'npm', name, requirement, scope, file: path, line: node.line });
    }
  }
}
