import { fieldOf, parseJson, stringsOf } from '../../formats/json.ts';
import { type PackageJson, parsePackageJson } from '../../formats/package-json.ts';
import { parseGlob } from '../../search/glob.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';

/** A package.json of the project. */
export interface NodePackage extends PackageJson {
  /** Without a slash at the end; empty at the top. */
  readonly folder: string;
}

/** The packages of a project. */
export interface NodePackages {
  readonly all: readonly NodePackage[];
  /** Whether a package of the project has this name, member of the workspaces or not. */
  hasName(name: string): boolean;
  /** Whether a package.json may name dependencies of a file and could not be read. */
  isUnread(from: string): boolean;
  /** The package in exactly this folder. */
  inFolder(folder: string): NodePackage | null;
  /** The package that a file belongs to: the nearest one upwards. */
  around(path: string): NodePackage | null;
  /**
   * The member of the project's workspaces with this name, which a package manager links for all of them to import;
   * null when there is none, or more than one.
   */
  member(name: string): NodePackage | null;
}

/** Reads the package.json files, nearest to the top first; a file that is no object of JSON names nothing. */
export async function readPackages(project: ProjectFiles): Promise<NodePackages> {
  const byFolder = new Map<string, NodePackage>();
  const unread = new Map<string, true>();
  const paths = boundManifests(project, 'package.json');
  for (const path of paths) {
    const text = await project.text(path);
    const manifest = text === null ? null : parsePackageJson(text);
    if (manifest === null) unread.set(folderOf(path), true);
    else byFolder.set(folderOf(path), { folder: folderOf(path), ...manifest });
  }
  const members = await readMembers(project, byFolder);
  const names = new Set([...byFolder.values()].map(({ name }) => name));
  const isCut = paths.length < project.named('package.json').length;
  return {
    all: [...byFolder.values()],
    hasName: (name) => names.has(name),
    isUnread: (from) => isCut || nearest(unread, from) !== null,
    inFolder: (folder) => byFolder.get(folder) ?? null,
    around: (path) => nearest(byFolder, path),
    member: (name) => members.get(name) ?? null,
  };
}

/** A name that two members share means neither. */
async function readMembers(
  project: ProjectFiles,
  packages: ReadonlyMap<string, NodePackage>,
): Promise<ReadonlyMap<string, NodePackage | null>> {
  const members = new Map<string, NodePackage | null>();
  for (const root of packages.values()) {
    const patterns = await workspacePatterns(project, root);
    if (patterns.length === 0) continue;
    for (const one of packages.values()) {
      if (one.name === null || !(one === root || isMember(root.folder, one.folder, patterns))) continue;
      const known = members.get(one.name);
      members.set(one.name, known === undefined || known === one ? one : null);
    }
  }
  return members;
}

/** Patterns of npm, yarn, bun and lerna in JSON, or of pnpm in its own file. */
async function workspacePatterns(
  project: ProjectFiles,
  { folder, workspaces }: NodePackage,
): Promise<readonly string[]> {
  const lernaPath = inFolder(folder, 'lerna.json');
  const lerna = project.has(lernaPath) ? parseJson((await project.text(lernaPath)) ?? '') : null;
  const pnpmPath = inFolder(folder, 'pnpm-workspace.yaml');
  const pnpm = project.has(pnpmPath) ? await project.text(pnpmPath) : null;
  const named = [
    ...(workspaces?.patterns ?? []),
    ...stringsOf(fieldOf(lerna, 'packages')),
    ...pnpmPatterns(pnpm ?? ''),
  ];
  return named.length === 0 && lerna !== null ? LERNA_PATTERNS : named;
}

/** What Lerna links where nobody names the packages. Source: Lerna, "lerna.json", "packages". */
const LERNA_PATTERNS: readonly string[] = ['packages/*'];

/** The list below `packages:`, as pnpm documents its file; other ways to write it in YAML are not used there. */
function pnpmPatterns(text: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^packages:\s*(?:#|$)/.test(line));
  const patterns: string[] = [];
  for (const line of start === -1 ? [] : lines.slice(start + 1)) {
    const item = /^\s*-\s+(?:'([^']+)'|"([^"]+)"|([^\s#'"]+))/.exec(line);
    if (item) patterns.push(item[1] ?? item[2] ?? item[3] ?? '');
    else if (/^\S/.test(line) && !line.startsWith('#')) break;
  }
  return patterns;
}

/** Whether the patterns of a root take in a folder. `!` takes out again. */
function isMember(root: string, folder: string, patterns: readonly string[]): boolean {
  if (root !== '' && !folder.startsWith(`${root}/`)) return false;
  const relative = root === '' ? folder : folder.slice(root.length + 1);
  const fits = (pattern: string): boolean => {
    const bare = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    // A glob that names a folder also matches what is in it; a member is the folder itself.
    if (!bare.includes('**') && depthOf(bare) !== depthOf(relative)) return false;
    return parseGlob(bare)?.matches(relative) ?? false;
  };
  const isTaken = patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern));
  return isTaken && !patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)));
}
