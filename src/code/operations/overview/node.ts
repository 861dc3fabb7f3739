import { fieldOf } from '../../formats/json.ts';
import {
  DEPENDENCY_FIELDS,
  type DependencyField,
  type NodeManager,
  type PackageJson,
  parsePackageJson,
} from '../../formats/package-json.ts';
import { readBuildEntries } from '../../imports/script/build-entries.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { addAsked, type Ecosystem, type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';
import { addEntryPoints, type Manifest } from './node-entries.ts';
import { type MemberFinder, makeMemberFinder } from './node-members.ts';
import { packedManifests } from './node-packed.ts';
import { addNodeScripts, type MemberScripts, scriptsOfMembers } from './node-scripts.ts';
import { addTestFrameworks } from './node-tests.ts';
import { addRush } from './rush.ts';

const LOCK_FILES: readonly (readonly [file: string, manager: NodeManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** What puts several packages together, by the file beside the first package.json. */
const WORKSPACE_TOOLS: readonly (readonly [file: string, name: string])[] = [
  ['pnpm-workspace.yaml', 'pnpm workspace'],
  ['turbo.json', 'Turborepo'],
  ['turbo.jsonc', 'Turborepo'],
  ['nx.json', 'Nx'],
  ['lerna.json', 'Lerna'],
  ['rush.json', 'Rush'],
];

interface ChosenManager {
  readonly name: NodeManager;
  readonly file: string;
  readonly line: number | null;
  /** False when nothing says so and npm is only what comes with Node. */
  readonly isSaid: boolean;
}

/** package.json files: package manager, scripts, entry points, dependencies. */
export const readNode: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'package.json');
  const leading = leadingManifest(paths);
  addWorkspaceTools(files, sheet, paths);
  const manifests: Manifest[] = [];
  for (const path of paths) {
    const text = await files.text(path);
    const said = text === null ? null : parsePackageJson(text);
    if (text !== null && said === null) files.gap(`${path} was not understood: not a JSON object of a bounded depth`);
    if (said !== null) manifests.push({ path, ...said });
  }
  const namesOf = (those: readonly Manifest[]): ReadonlyMap<string, string> =>
    new Map(those.flatMap(({ name, path }) => (name === null ? [] : [[folderOf(path), name]])));
  const names = namesOf(manifests.filter(isWhole));
  const builds = await readBuildEntries(files);
  const sealed = new Set(manifests.filter(isSealed).map(({ path }) => folderOf(path)));
  const allNames = namesOf(manifests);
  const input = { files, sheet, builds, dependents: countDependents(manifests), names, allNames, sealed };
  const memberOf = await makeMemberFinder(files, manifests);
  const members = await scriptsOfMembers(files, manifests);
  const rush = await addRush(files, sheet);
  for (const path of packedManifests(manifests)) sheet.packed.add(path);
  for (const manifest of manifests) {
    const isLeading = manifest.path === leading && rush.size === 0;
    readManifest(files, sheet, { ...manifest, isLeading, memberOf, members, rush });
    await addEntryPoints(input, manifest);
  }
  await addTestFrameworks(files, sheet, manifests);
};

function addWorkspaceTools(files: ProjectFiles, sheet: FactSheet, paths: readonly string[]): void {
  for (const [file, name] of WORKSPACE_TOOLS) {
    // Rush has no package.json at the top.
    const path = [inFolder(folderOf(paths[0] ?? ''), file), file].find((one) => files.has(one));
    if (paths.length > 0 && path !== undefined) sheet.manifests.push({ name, file: path, line: null });
  }
}

/** Whether all files of a package are imported behind its name: `exports` would say which, and nobody imports a workspace. */
function isWhole({ json, workspaces }: Manifest): boolean {
  return workspaces === null && fieldOf(json, 'exports') === undefined && fieldOf(json, 'private')?.value !== true;
}

/** Whether nothing of a package is imported but what its `exports` say. Source: Node.js, "Modules: Packages". */
function isSealed({ name, json, workspaces }: Manifest): boolean {
  return name !== null && workspaces === null && fieldOf(json, 'exports') !== undefined;
}

/** How many manifests depend on a package, by its name. */
function countDependents(manifests: readonly Manifest[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { requests } of manifests) {
    const names = new Set(DEPENDENCY_FIELDS.flatMap((field) => [...requests[field].keys()]));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

interface ManifestRead extends ManifestOfMany {
  readonly isLeading: boolean;
  readonly members: MemberScripts;
  /** Folders of the projects of Rush. */
  readonly rush: ReadonlySet<string>;
}

function readManifest(files: ProjectFiles, sheet: FactSheet, given: ManifestRead): void {
  const { path, isLeading, members, rush } = given;
  const workspaces = given.workspaces?.line ?? null;
  const name = workspaces === null ? 'package.json' : 'package.json (workspaces)';
  sheet.manifests.push({ name, file: path, line: workspaces });
  const manager = chooseManager(files, path, given);
  const isOfRush = rush.size > 0;
  const isKnown = sheet.managers.some(
    (known) => known.name === manager.name && (isOfRush || known.file === manager.file),
  );
  if (manager.isSaid && !isKnown) sheet.managers.push({ name: manager.name, file: manager.file, line: manager.line });
  if (isLeading) addInstall(sheet, path, manager);
  const chosen = rush.has(folderOf(path)) ? 'rushx' : manager.name;
  addNodeScripts(sheet, { path, scripts: given.scripts, chosen, members });
  addDependencies(files, sheet, given);
}

/** The `packageManager` field decides, then the nearest lock file upwards. */
function chooseManager(files: ProjectFiles, path: string, { manager }: PackageJson): ChosenManager {
  if (manager !== null) return { ...manager, file: path, isSaid: true };
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

const SCOPES: Readonly<Record<DependencyField, DependencyFact['scope']>> = {
  dependencies: 'runtime',
  devDependencies: 'dev',
  peerDependencies: 'peer',
  optionalDependencies: 'optional',
};

/** A manifest with what finds the others that it asks for. */
interface ManifestOfMany extends Manifest {
  readonly memberOf: MemberFinder;
}

function addDependencies(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, requests, optionalPeers, memberOf }: ManifestOfMany,
): void {
  for (const field of DEPENDENCY_FIELDS) {
    for (const [name, { spec, line }] of requests[field]) {
      const requirement = spec === null ? '' : shortLine(spec);
      // A peer that need not be there is what only an extra asks for. Source: npm, "package.json", "peerDependenciesMeta".
      const isExtra = field === 'peerDependencies' && optionalPeers.has(name);
      const scope = isExtra ? 'optional' : SCOPES[field];
      const to = spec === null ? null : memberOf(path, name, spec);
      addAsked(files, sheet, { ecosystem: 'npm', name, requirement, scope, file: path, line }, to);
    }
  }
}
