import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { folderOf, inFolder, nameOf, type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import type { DependencyFact } from '../overview.types.ts';
import { type Ecosystem, type FactSheet, kindOfName, leadingManifest, manifestsNamed } from './fact-sheet.ts';

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
  const manifests = manifestsNamed(files, 'package.json');
  const leading = leadingManifest(manifests);
  const members = inFolder(folderOf(manifests[0] ?? ''), 'pnpm-workspace.yaml');
  if (files.has(members)) sheet.manifests.push({ name: 'pnpm workspace', file: members, line: null });
  for (const path of manifests) {
    const text = await files.text(path);
    const json = text === null ? null : parseJson(text);
    if (text !== null && json === null) files.gap(`${path} was not understood: not JSON of a bounded depth`);
    if (json !== null) readManifest(files, sheet, { path, json, isLeading: path === leading });
  }
};

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
  addEntryPoints(files, sheet, { path, json });
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

interface Manifest {
  readonly path: string;
  readonly json: JsonNode;
}

function addScripts(sheet: FactSheet, { path, json, manager }: Manifest & { manager: ChosenManager }): void {
  for (const [name, node] of mapAt(json, 'scripts')) {
    const kind = kindOfName(name);
    if (kind === null || kind === 'install' || typeof node.value !== 'string') continue;
    // What `npm init` writes is the absence of a test.
    if (/no test specified/.test(node.value)) continue;
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

function addEntryPoints(files: ProjectFiles, sheet: FactSheet, { path, json }: Manifest): void {
  const folder = folderOf(path);
  const packageName = stringAt(json, 'name')?.text ?? (folder || 'package');
  const add = (kind: 'library' | 'bin', name: string, field: { text: string; line: number }): void => {
    const target = resolveTarget(folder, field.text);
    const isThere = target !== null && existing(files, target) !== null;
    const builtFrom = isThere || target === null ? null : sourceOf(files, folder, { target, kind });
    sheet.entryPoints.push({
      kind,
      name,
      file: path,
      line: field.line,
      target: target && (existing(files, target) ?? target),
      isThere,
      ...(builtFrom === null ? {} : { builtFrom }),
      basis: 'defined',
    });
  };
  const bin = fieldOf(json, 'bin');
  if (typeof bin?.value === 'string')
    add('bin', packageName.replace(/^@[^/]*\//, ''), { text: bin.value, line: bin.line });
  for (const [name, node] of mapAt(json, 'bin')) {
    if (typeof node.value === 'string') add('bin', name, { text: node.value, line: node.line });
  }
  const exported = rootExport(fieldOf(json, 'exports'), 0);
  const library = [exported, stringAt(json, 'main'), stringAt(json, 'types')].find(
    (field) => field && field.text !== '',
  );
  if (library) add('library', packageName, library);
  // Node's own rule where neither field is given.
  const index = inFolder(folder, 'index.js');
  if (!library && bin === undefined && files.has(index)) {
    sheet.entryPoints.push({
      kind: 'library',
      name: packageName,
      file: index,
      line: null,
      target: null,
      isThere: null,
      basis: 'convention',
    });
  }
}

/** Node takes `./lib/view` for `./lib/view.js` or `./lib/view/index.js` in `main`. */
function existing(files: ProjectFiles, target: string): string | null {
  const forms = [target, `${target}.js`, `${target}.cjs`, inFolder(target, 'index.js')];
  return forms.find((form) => files.has(form)) ?? null;
}

const SOURCE_ENDINGS = ['ts', 'tsx', 'mts', 'cts', 'js', 'mjs', 'cjs', 'jsx'] as const;

/**
 * The source of a file that only a build makes: below `src/` what it is below the folder of built files, its name, for a
 * library else the index there.
 */
function sourceOf(
  files: ProjectFiles,
  folder: string,
  { target, kind }: { readonly target: string; readonly kind: 'library' | 'bin' },
): string | null {
  const stem = nameOf(target).replace(/\..*$/, '');
  const below = target
    .slice(inFolder(folder, '').length)
    .replace(/^[^/]+\//, '')
    .replace(/[^/]*$/, '');
  const stems = [...new Set([`${below}${stem}`, stem, ...(kind === 'library' ? ['index'] : [])])];
  const places = stems.flatMap((name) => SOURCE_ENDINGS.map((ending) => inFolder(folder, `src/${name}.${ending}`)));
  return places.find((place) => files.has(place)) ?? null;
}

/** What `exports` gives for the package itself: of its conditions the first that is code. */
function rootExport(node: JsonNode | undefined, depth: number): { text: string; line: number } | null {
  if (node === undefined || depth > 4) return null;
  if (typeof node.value === 'string') return { text: node.value, line: node.line };
  if (!(node.value instanceof Map)) return null;
  if (node.value.has('.')) return rootExport(node.value.get('.'), depth + 1);
  for (const key of ['import', 'node', 'require', 'default', 'types']) {
    const found = rootExport(node.value.get(key), depth + 1);
    if (found) return found;
  }
  return null;
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
