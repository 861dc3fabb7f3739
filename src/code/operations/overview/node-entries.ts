import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import type { PackageJson } from '../../formats/package-json.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { lineAt } from '../../text/lines.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';
import { type Field, isWithinSealed, type Library, libraryOf } from './node-exports.ts';
import { framesOf } from './node-frames.ts';
import { inTree, type TargetInput, targetAt } from './node-targets.ts';

/** A package.json that was read. */
export interface Manifest extends PackageJson {
  readonly path: string;
}

/** What the entry points of all packages are read with. */
export interface EntryInput extends TargetInput {
  readonly sheet: FactSheet;
  /** How many manifests of the project depend on a package, by its name. */
  readonly dependents: ReadonlyMap<string, number>;
  /** Names of packages by their folders, of those whose files are all imported behind them. */
  readonly names: ReadonlyMap<string, string>;
  readonly allNames: ReadonlyMap<string, string>;
  /** Folders of packages of which only what their `exports` say is imported. */
  readonly sealed: ReadonlySet<string>;
}

type Given = Pick<EntryPoint, 'kind' | 'name' | 'subpath' | 'subpaths' | 'patterns' | 'parts'>;

/** Programs, the library, and the page of an application, each with what it is built from where it is not there. */
export async function addEntryPoints(input: EntryInput, manifest: Manifest): Promise<void> {
  const { path, name: ownName, json } = manifest;
  const { files, sheet } = input;
  const folder = folderOf(path);
  const packageName = ownName ?? (nameBehind(input, folder) || 'package');
  const add = (given: Given, rest: Omit<EntryPoint, keyof Given>): void => {
    const dependents = input.dependents.get(packageName) ?? 0;
    const standing = standingOf(files, manifest, given);
    const isKept = given.kind !== 'main' && fieldOf(json, 'private')?.value === true;
    const kept = isKept ? ({ unpublished: 'private' } as const) : {};
    sheet.entryPoints.push({ ...given, ...rest, ...(standing === null ? {} : { standing }), dependents, ...kept });
  };
  const addField = (given: Given, { text, line }: { text: string; line: number }): void => {
    const own = targetAt(input, folder, { text, kind: given.kind });
    const isOthers = given.kind === 'main' && own.isThere === false && isOfDependency(manifest, text);
    add(given, { file: path, line, ...(isOthers ? { target: text, isThere: null } : own), basis: 'defined' });
  };
  for (const { name, text, line } of programsOf(files, manifest, packageName))
    addField({ kind: 'bin', name }, { text, line });
  const library = libraryOf(json);
  const given: Given = isExtension(json)
    ? { kind: 'main', name: `${packageName} (extension of an editor)` }
    : isStarted(input, manifest)
      ? { kind: 'main', name: packageName }
      : { kind: 'library', name: packageName, ...(library === null ? {} : givenOut(library)) };
  const found = await ownLibrary(input, manifest, library);
  const code = found && codeBeside(files, folder, found.field);
  if (code) add({ ...given, ...found.parts }, { file: code, ...BY_CUSTOM });
  else if (found) addField({ ...given, ...found.parts }, found.field);
  // Node's own rule where none of the fields is given.
  const index = inFolder(folder, 'index.js');
  const isProgram = sheet.entryPoints.some(({ file, target }) => file === path && target === index);
  const isByRule =
    isGivenOut(input, manifest) && !library && !isProgram && fieldOf(json, 'exports') === undefined && files.has(index);
  if (isByRule) add(given, { file: index, ...BY_CUSTOM });
  for (const page of await pagesOf(files, folder, manifest)) add({ kind: 'main', name: packageName }, page);
}

/** Where the pages of an application begin: the script of its page, or what its framework renders all of them in. */
async function pagesOf(
  files: ProjectFiles,
  folder: string,
  manifest: Manifest,
): Promise<readonly Omit<EntryPoint, keyof Given>[]> {
  const page = await pageScript(files, folder);
  const frames = framesOf(files, folder, manifest).map((file) => {
    return { file, line: null, target: null, isThere: null, basis: 'convention' } as const;
  });
  return page === null ? frames : [{ ...page, isThere: true, basis: 'defined' }, ...frames];
}

const PROGRAMS_MAX = 20;

/** A program of a package, by what the manifest says of it. */
interface Program {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** All files of the folder that `directories.bin` names are programs. Source: npm, "package.json", `bin`, `directories.bin`. */
function programsOf(files: ProjectFiles, manifest: Manifest, packageName: string): readonly Program[] {
  const bin = fieldOf(manifest.json, 'bin');
  if (bin === undefined) return binFolder(files, manifest);
  if (typeof bin.value === 'string')
    return [{ name: packageName.replace(/^@[^/]*\//, ''), text: bin.value, line: bin.line }];
  return [...mapAt(manifest.json, 'bin')].flatMap(([name, { value, line }]) =>
    typeof value === 'string' ? [{ name, text: value, line }] : [],
  );
}

function binFolder({ entries }: ProjectFiles, { path, json }: Manifest): readonly Program[] {
  const field = stringAt(fieldOf(json, 'directories'), 'bin');
  if (field === null) return [];
  const target = resolveTarget(folderOf(path), field.text) ?? '';
  const own = folderOf(path) === '' ? '' : `${folderOf(path)}/`;
  if (target === '' || !target.startsWith(own)) return [];
  const programs = entries.filter((one) => one.path.startsWith(`${target}/`) && !nameOf(one.path).startsWith('.'));
  return programs.slice(0, PROGRAMS_MAX).map((one) => {
    return { name: nameOf(one.path), text: `./${one.path.slice(own.length)}`, line: field.line };
  });
}

/** An entry that is its own file, as no manifest names it. */
const BY_CUSTOM = { line: null, target: null, isThere: null, basis: 'convention' } as const;

const STYLES = /\.(?:s?css|sass|less)$/;

/** Where a manifest only gives out styles, and a build adds the code that lies beside it, as that of Angular does. Source: ng-packagr, "Secondary entry points". */
function codeBeside(files: ProjectFiles, folder: string, { text }: Field): string | null {
  const places = STYLES.test(text) ? ['index.ts', 'public-api.ts', 'src/index.ts', 'src/public-api.ts'] : [];
  return places.map((place) => inFolder(folder, place)).find((path) => files.has(path)) ?? null;
}

/** What a package gives out; null for a manifest that is no package of its own. */
async function ownLibrary(input: EntryInput, manifest: Manifest, library: Library | null) {
  const { path, name } = manifest;
  const folder = folderOf(path);
  if (library === null || (name === null && isWithinSealed(input, folder))) return null;
  const field = inTree(input, folder, library);
  if (name !== null && (await isWayIntoOuter(input.files, folder, field.text))) return null;
  return isOnlyWritten(input, manifest, field) ? null : { field, parts: partsOf(input, folder, library) };
}

/**
 * Whether a file beside a manifest is had, built and asked for by nobody: `npm init` writes `index.js` into the manifest
 * of anything, and themes of Hugo `none.js`. What the top publishes, or a package packs (`files`) or gives types of may be built. Source: npm, "npm init".
 */
function isOnlyWritten(input: EntryInput, { path, name, json }: Manifest, { text }: Field): boolean {
  const folder = folderOf(path);
  const isFirst = folder === input.files.base.replace(/\/$/, '');
  const isPrivate = fieldOf(json, 'private')?.value === true;
  const isPublished = isFirst && !isPrivate;
  if (isPublished || ['exports', 'files', 'types', 'typings'].some((key) => fieldOf(json, key) !== undefined))
    return false;
  const { target, isThere, builtFrom } = targetAt(input, folder, { text, kind: 'library' });
  const isHad = isThere === true || builtFrom !== undefined || input.dependents.has(name ?? '');
  const isByHabit = [inFolder(folder, 'index.js'), inFolder(folder, 'none.js')].includes(target ?? '');
  return isByHabit && !isHad;
}

/**
 * Whether a manifest only leads into the package that it lies in, for who imports a folder of that (`shop/react`): a
 * package holds nothing that lies outside of its folder. Source: npm, "package.json", `files`; Node, "Folders as modules".
 */
async function isWayIntoOuter(files: ProjectFiles, folder: string, text: string): Promise<boolean> {
  const target = resolveTarget(folder, text);
  if (target === null || folder === '' || target.startsWith(`${folder}/`)) return false;
  for (let outer = folderOf(folder); ; outer = folderOf(outer)) {
    const path = inFolder(outer, 'package.json');
    if ((outer === '' || target.startsWith(`${outer}/`)) && files.has(path)) {
      const manifest = parseJson((await files.text(path)) ?? '') ?? undefined;
      return stringAt(manifest, 'name') !== null && fieldOf(manifest, 'private')?.value !== true;
    }
    if (outer === '') return false;
  }
}

/**
 * Below the top a manifest without a name gives out nothing: it tells how the files beside it are read. Source: Node.js,
 * "Modules: Packages", "type". One that cannot be published is meant by nobody where nothing of the project asks for it:
 * its `index.js` is a script. Source: npm, "package.json", `private`.
 */
function isGivenOut(input: EntryInput, manifest: Manifest): boolean {
  const { path, name, json } = manifest;
  if (folderOf(path) === input.files.base.replace(/\/$/, '')) return true;
  if (name === null || isNoteOfOuter(input, manifest)) return false;
  return fieldOf(json, 'private')?.value !== true || (input.dependents.get(name) ?? 0) > 0;
}

/**
 * Whether a manifest without a version bears the name of the package that it lies in: that cannot be given out, and says
 * how the files beside it are read. Source: npm, "package.json", `version`; Node.js, "Modules: Packages", "type".
 */
function isNoteOfOuter({ allNames }: EntryInput, { path, name, json }: Manifest): boolean {
  if (stringAt(json, 'version') !== null) return false;
  for (let at = folderOf(path); at !== ''; ) {
    at = folderOf(at);
    const outer = allNames.get(at);
    if (outer !== undefined) return outer === name;
  }
  return false;
}

/** A manifest without a name below a package is for a path behind that one's name: `acme/adapters` of `kit/adapters/`. */
function nameBehind({ names }: EntryInput, folder: string): string {
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    const name = names.get(at);
    if (name !== undefined) return `${name}/${folder.slice(inFolder(at, '').length)}`;
  }
  return folder;
}

/** An editor starts its `main`; nobody imports it. Source: Visual Studio Code, "Extension Manifest". */
function isExtension(json: JsonNode): boolean {
  return mapAt(json, 'engines').has('vscode');
}

/**
 * Whether a program is what starts the `main` of a package that is given to nobody. Sources: Expo, "Create the app entry
 * file"; Electron, "Building your first app".
 */
function isStarted({ dependents }: EntryInput, { name, json, requests }: Manifest): boolean {
  if (fieldOf(json, 'private')?.value !== true || fieldOf(json, 'exports') !== undefined) return false;
  const isStarter = requests.dependencies.has('expo') || requests.devDependencies.has('electron');
  return isStarter && !dependents.has(name ?? '');
}

/** Whether a path is one in a package that is asked for, as `expo-router/entry`. Source: Expo Router, "Manual installation". */
function isOfDependency({ requests }: Manifest, text: string): boolean {
  const name = /^(?:(?:\.\/)?node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(text)?.[1];
  return name !== undefined && (requests.dependencies.has(name) || requests.devDependencies.has(name));
}

/** What is said of sub-paths, where there are some. */
function givenOut({ subpath, subpaths, patterns }: Library): Pick<EntryPoint, 'subpath' | 'subpaths' | 'patterns'> {
  return {
    ...(subpath === null ? {} : { subpath }),
    ...(subpaths === 0 ? {} : { subpaths }),
    ...(patterns === 0 ? {} : { patterns }),
  };
}

/** Sub-paths of one package whose files are looked for. */
const PARTS_MAX = 100;

/** Where the sub-paths lead: a part of the project may hold the file of one, and not that of the name alone. */
function partsOf(input: EntryInput, folder: string, { parts }: Library): Pick<EntryPoint, 'parts'> {
  if (parts.length === 0) return {};
  return {
    parts: parts.slice(0, PARTS_MAX).map((part) => {
      const { text, line } = inTree(input, folder, part);
      return { subpath: part.subpath, line, ...targetAt(input, folder, { text, kind: 'main' }) };
    }),
  };
}

// Packages that serve the work on a project, whatever they say of themselves.
const ASIDE =
  /(?:^|[/-])(?:examples?|playgrounds?|internal|scripts|benchmarks?|demos?|docs|website|www|tutorials?|integration|__[a-z]+__)\/|^integrations\/|(?:^|[/-])private\//;

/**
 * Who a package is for: `main` bears the name of the repository, `private` cannot be published. An application is
 * always private, and a package at the top stands for the project in any case.
 */
function standingOf(files: ProjectFiles, { path, json }: Manifest, { kind, name }: Given): 'main' | 'private' | null {
  const folder = `${folderOf(path)}/`.slice(files.base.length);
  const bare = name.replace(/^@[^/]*\//, '');
  if (bare === repositoryName(json) && !ASIDE.test(folder)) return 'main';
  if (folder === '/' || folder === '') return null;
  const isPrivate = fieldOf(json, 'private')?.value === true && kind !== 'main';
  return isPrivate || ASIDE.test(folder) ? 'private' : null;
}

/** The last part of the address in `repository`. */
function repositoryName(json: JsonNode): string | null {
  const field = fieldOf(json, 'repository');
  const address = typeof field?.value === 'string' ? field.value : (stringAt(field, 'url')?.text ?? '');
  return nameOf(address.replace(/\.git$/, '')) || null;
}

const SCRIPT = /<script\b([^<>]{0,400})>/gi;

/** The script of the page that a bundler starts from: `<script type="module" src="/src/main.ts">` of its index.html. */
async function pageScript(
  files: ProjectFiles,
  folder: string,
): Promise<Pick<EntryPoint, 'file' | 'line' | 'target'> | null> {
  const file = inFolder(folder, 'index.html');
  const text = files.has(file) ? await files.text(file) : null;
  for (const { 1: attributes = '', index } of text?.matchAll(SCRIPT) ?? []) {
    const source = /\bsrc=["']\/?([^"']{1,300})["']/.exec(attributes)?.[1];
    const target =
      source === undefined || !/\btype=["']module["']/.test(attributes) ? null : resolveTarget(folder, source);
    if (target === null || !/\.[cm]?[jt]sx?$/.test(target) || !files.has(target)) continue;
    return { file, line: lineAt(text ?? '', index), target };
  }
  return null;
}
