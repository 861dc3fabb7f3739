import { parseGoMod } from '../../formats/go-mod.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';

/** A go.mod of the project. */
interface GoModule {
  /** What import paths of the module begin with. */
  readonly path: string;
  readonly folder: string;
  readonly requires: ReadonlySet<string>;
  /** Modules that this one takes from a folder of the project. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Where an import path leads: a folder of the project, or something outside by the name of its module. */
export type GoTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean };

/** Leads import paths to folders. */
export type GoResolver = (from: string, path: string) => GoTarget;

/** Reads the go.mod files and makes the resolver of the project. Source: Go Modules Reference, "go.mod files". */
export async function readGoModules(project: ProjectFiles): Promise<GoResolver> {
  const byFolder = new Map<string, GoModule>();
  for (const path of boundManifests(project, 'go.mod')) {
    const found = readModule(folderOf(path), (await project.text(path)) ?? '');
    if (found) byFolder.set(found.folder, found);
  }
  const workspacePath = byFolder.has('') ? null : await pathInWorkspace(project, byFolder);
  if (workspacePath !== null)
    byFolder.set('', { path: workspacePath, folder: '', requires: new Set(), replaced: new Map() });
  // Of two modules with one path the nearest to the top is meant.
  const byPath = new Map([...byFolder.values()].reverse().map(({ path, folder }) => [path, folder]));
  const known = new Map<string, GoTarget>();
  return (from, path) => {
    const own = nearest(byFolder, from);
    const key = `${own?.folder}\0${path}`;
    const target = known.get(key) ?? lead(own, path);
    known.set(key, target);
    return target;
  };

  function lead(own: GoModule | null, path: string): GoTarget {
    const borrowed = GODEP.exec(path)?.[1];
    if (borrowed !== undefined) return { kind: 'external', name: borrowed, isStandard: false };
    for (const prefix of prefixesOf(path)) {
      const folder = placeOf(own, prefix) ?? byPath.get(prefix);
      const rest = path.slice(prefix.length + 1);
      if (folder !== undefined)
        return { kind: 'folder', folder: [folder, rest].filter((part) => part !== '').join('/') };
      // A module of a longer path that is required is another one than the module that its path begins with.
      if (own?.requires.has(prefix)) return { kind: 'external', name: prefix, isStandard: false };
    }
    // Paths whose first part has no dot are reserved for the standard library; `C` is cgo's.
    return { kind: 'external', name: path, isStandard: !/^[^/]*\./.test(path) };
  }
}

/** The path of what godep copied, which it wrote into imports as well. */
const GODEP = /\/Godeps\/_workspace\/src\/(.+)$/;

/** Where tools from before modules write the import path that a project has in its GOPATH, each with how. */
const WORKSPACE_FILES: readonly (readonly [string, RegExp])[] = [
  ['Godeps/Godeps.json', /"ImportPath"\s*:\s*"([^"\s]+)"/],
  ['vendor/vendor.json', /"rootPath"\s*:\s*"([^"\s]+)"/],
  ['glide.yaml', /^package:\s*["']?([^\s"'#]+)/m],
  ['.travis.yml', /^go_import_path:\s*["']?([^\s"'#]+)/m],
];

/**
 * The import path of a project whose packages at the top are in no module: as it is written, else null. Sources: godep,
 * govendor and glide, "manifest"; Travis CI, "Go Import Path".
 */
async function pathInWorkspace(project: ProjectFiles, modules: ReadonlyMap<string, GoModule>): Promise<string | null> {
  if (project.base !== '') return null;
  const outside = project.entries
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.go') && !/(?:^|\/)(?:vendor|testdata)\//.test(path) && !nearest(modules, path));
  if (outside.length === 0) return null;
  for (const [file, pattern] of WORKSPACE_FILES) {
    const text = project.has(file) ? await project.text(file) : null;
    const found = text === null ? undefined : pattern.exec(text)?.[1];
    if (found !== undefined) return found.replace(/\/+$/, '');
  }
  if (new Set(outside.map(folderOf)).size > 1) project.gap(NO_PATH);
  return null;
}

const NO_PATH =
  'Go packages are in no module, and no file says their import path: imports between them are told as those of other packages';

/** Where a module has what begins so: itself for its own path, which no `replace` changes for the main module. */
function placeOf(own: GoModule | null, prefix: string): string | undefined {
  return own?.path === prefix ? own.folder : own?.replaced.get(prefix);
}

/** The path itself and its beginnings, the longest first. */
function prefixesOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
}

function readModule(folder: string, text: string): GoModule | null {
  const { module, requires, replaces } = parseGoMod(text);
  if (module === null) return null;
  const replaced = new Map<string, string>();
  for (const { path, target } of replaces) {
    // One by another module leads outside.
    const place = /^\.\.?(?:\/|$)/.test(target) ? resolveTarget(folder, target) : null;
    if (place !== null) replaced.set(path, place);
  }
  return { path: module.path, folder, requires: new Set(requires.map(({ path }) => path)), replaced };
}
