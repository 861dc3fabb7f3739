import { plural } from '../../../base/plural.ts';
import { parseGoWork } from '../../formats/go-mod.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** Modules of a workspace that one command names; the number of the others is told. */
const MODULES_NAMED_MAX = 8;
/** Modules below the one of a command that have commands of their own, and are named beside it. */
const NESTED_MAX = 3;

/** Where go's own commands are run, and on what. */
interface Place {
  readonly directory: string;
  readonly file: string;
  readonly packages: string;
  /** What the command does not cover; null when that is nothing. */
  readonly detail: string | null;
}

/**
 * Go's own commands. `./...` never goes into a folder with a go.mod of its own: not from the module around it, and not in
 * a workspace either. Source: `go help packages`; Go Modules Reference, "Workspaces".
 */
export async function addGoCommands(files: ProjectFiles, sheet: FactSheet, modules: readonly string[]): Promise<void> {
  const workspace = await readWorkspace(files);
  const withGo = modules.filter((file) => hasGo(files, folderOf(file)));
  const leading = leadingManifest(withGo.length > 0 ? withGo : modules);
  const own = modules.filter((file) => file === leading || hasGo(files, folderOf(file)));
  if (workspace !== null) {
    const detail = missing(
      own.map(folderOf).filter((folder) => !workspace.folders.includes(folder)),
      workspace,
    );
    addBoth(sheet, { directory: workspace.directory, file: workspace.file, packages: patternsOf(workspace), detail });
    sheet.manifests.push({ name: 'go.work', file: workspace.file, line: null });
  } else if (leading !== null) addOfModules(sheet, leading, own);
  if (leading !== null) addLint(files, sheet, leading, workspace === null ? own : []);
}

/**
 * Whether a module has anything that go builds: some only name what else is fetched, in a file that no build holds
 * (`tools.go`), or keep a folder out of another. Source: Go Wiki, "Go Modules", tool dependencies.
 */
function hasGo({ entries }: ProjectFiles, folder: string): boolean {
  const within = inFolder(folder, '');
  const list = inFolder(folder, 'tools.go');
  return entries.some(({ path }) => path.endsWith('.go') && path !== list && path.startsWith(within));
}

function addBoth(sheet: FactSheet, { directory, file, packages, detail }: Place): void {
  const add = (kind: CommandFact['kind'], command: string): void => {
    sheet.commands.push({ kind, command, directory, file, line: null, basis: 'convention', detail });
  };
  add('build', `go build ${packages}`);
  add('test', `go test ${packages}`);
}

function addOfModules(sheet: FactSheet, leading: string, modules: readonly string[]): void {
  const nested = nestedIn(leading, modules);
  const packages = './...';
  addBoth(sheet, { directory: folderOf(leading), file: leading, packages, detail: onlyOf(leading, nested) });
  for (const file of nested.slice(0, NESTED_MAX)) {
    addBoth(sheet, { directory: folderOf(file), file, packages, detail: onlyOf(file, nestedIn(file, modules)) });
  }
}

function addLint(files: ProjectFiles, sheet: FactSheet, leading: string, modules: readonly string[]): void {
  const directory = folderOf(leading);
  const names = ['.golangci.yml', '.golangci.yaml', '.golangci.toml'];
  const file = names.map((name) => inFolder(directory, name)).find((path) => files.has(path));
  if (file === undefined) return;
  const detail = onlyOf(leading, nestedIn(leading, modules));
  const command = 'golangci-lint run';
  sheet.commands.push({ kind: 'lint', command, directory, file, line: null, basis: 'convention', detail });
}

/** Other modules whose folders lie within that of one. */
function nestedIn(file: string, modules: readonly string[]): readonly string[] {
  const folder = inFolder(folderOf(file), '');
  return modules.filter((other) => other !== file && other.startsWith(folder));
}

function onlyOf(file: string, nested: readonly string[]): string | null {
  return nested.length === 0 ? null : `only the module of ${file}, not ${listed(nested.map(folderOf))}`;
}

function listed(folders: readonly string[]): string {
  const rest = folders.length - NESTED_MAX;
  const named = folders.slice(0, NESTED_MAX).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
}

/** A go.work, which makes one of several modules. */
interface Workspace {
  readonly file: string;
  readonly directory: string;
  /** Folders of its modules. */
  readonly folders: readonly string[];
}

/** The workspace that lies nearest to the top; null when there is none, or none of its modules is a folder here. */
async function readWorkspace(files: ProjectFiles): Promise<Workspace | null> {
  const file = leadingManifest(manifestsNamed(files, 'go.work'));
  const text = file === null ? null : await files.text(file);
  if (file === null || text === null) return null;
  const directory = folderOf(file);
  const folders = new Set<string>();
  for (const written of parseGoWork(text)) {
    const folder = resolveTarget(directory, written);
    if (folder !== null && files.has(inFolder(folder, 'go.mod'))) folders.add(folder);
  }
  const workspace = { file, directory, folders: [...folders] };
  return namedIn(workspace).length === 0 ? null : workspace;
}

/** Names that a shell takes as they are: others are not written into a command. */
const PLAIN = /^[\w.@+~/-]+$/;

function namedIn({ folders }: Workspace): readonly string[] {
  return folders.filter((folder) => folder === '' || PLAIN.test(folder)).slice(0, MODULES_NAMED_MAX);
}

/** The packages of all modules, as seen from the workspace's folder. */
function patternsOf(workspace: Workspace): string {
  const { directory } = workspace;
  const below = inFolder(directory, '');
  const up = '../'.repeat(directory === '' ? 0 : directory.split('/').length);
  const pattern = (folder: string): string => {
    if (folder === directory) return './...';
    return folder.startsWith(below) ? `./${folder.slice(below.length)}/...` : `${up}${inFolder(folder, '...')}`;
  };
  return namedIn(workspace).map(pattern).join(' ');
}

function missing(others: readonly string[], workspace: Workspace): string | null {
  const { file, folders } = workspace;
  const unnamed = folders.length - namedIn(workspace).length;
  const parts = [
    ...(unnamed > 0 ? [`not ${plural(unnamed, 'more module')} of ${file}`] : []),
    ...(others.length > 0 ? [`not ${listed(others)}: ${file} does not use them`] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
