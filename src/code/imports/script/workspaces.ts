import { fieldOf, parseJson, stringsOf } from '../../formats/json.ts';
import { parseGlob } from '../../search/glob.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf } from '../../text/paths.ts';
import { nearest } from '../manifests.ts';
import type { NodePackage } from './packages.ts';

/**
 * How a member of workspaces is had by who asks for it by a version: `linked` in the same workspaces, `apart` by who is
 * installed by itself and so takes it from a registry, else not known.
 */
export type Tie = 'linked' | 'apart' | 'unknown';

/** The workspaces of a project. */
export interface Workspaces {
  /**
   * The member with a name: of those that share it the one that is in the same workspaces as the manifest in a folder;
   * null where there is none, or more than one.
   */
  member(name: string, folder: string | null): NodePackage | null;
  /** How a member is had where the manifest in a folder asks for it by a version. */
  tieOf(folder: string, member: NodePackage): Tie;
}

/** What package managers write beside the manifest of what they install. */
const LOCK_FILE = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/** Reads which packages are members of which workspaces. */
export async function readWorkspaces(
  project: ProjectFiles,
  packages: ReadonlyMap<string, NodePackage>,
): Promise<Workspaces> {
  const members = new Map<string, Set<NodePackage>>();
  const rootsOf = new Map<string, string[]>();
  for (const root of packages.values()) {
    const patterns = await workspacePatterns(project, root);
    for (const one of membersOf(packages, root, patterns)) {
      rootsOf.set(one.folder, [...(rootsOf.get(one.folder) ?? []), root.folder]);
      if (one.name !== null) members.set(one.name, (members.get(one.name) ?? new Set()).add(one));
    }
  }
  const tieOf = makeTies(project, rootsOf);
  return {
    member(name, folder) {
      const all = [...(members.get(name) ?? [])];
      const meant = all.length > 1 ? all.filter((one) => folder !== null && tieOf(folder, one) === 'linked') : all;
      return meant.length === 1 ? (meant[0] ?? null) : null;
    },
    tieOf,
  };
}

/** The root of workspaces and who is in them; empty where there are none. */
function membersOf(
  packages: ReadonlyMap<string, NodePackage>,
  root: NodePackage,
  patterns: readonly string[],
): readonly NodePackage[] {
  if (patterns.length === 0) return [];
  return [...packages.values()].filter((one) => one === root || isMember(root.folder, one.folder, patterns));
}

/** Folders of the workspaces that take in the package of a folder. */
type Roots = ReadonlyMap<string, readonly string[]>;

/**
 * A package manager links what is in the workspaces that it installs, and takes all else from where its version says.
 * Sources: npm, "workspaces"; Yarn and pnpm, "Workspaces". Who is in none has what is installed above, if nobody
 * installs it by itself: a lock file between shows that somebody does.
 */
function makeTies({ entries }: ProjectFiles, rootsOf: Roots): Workspaces['tieOf'] {
  let known: ReadonlyMap<string, string> | null = null;
  return (folder, member) => {
    const own = rootsOf.get(folder) ?? [];
    const theirs = rootsOf.get(member.folder) ?? [];
    if (own.some((root) => theirs.includes(root))) return 'linked';
    known ??= new Map(entries.flatMap(({ path }) => (LOCK_FILE.test(path) ? [[folderOf(path), folderOf(path)]] : [])));
    const locked = nearest(known, inFolder(folder, 'package.json'));
    return locked === null || theirs.some((root) => isAround(locked, root)) ? 'unknown' : 'apart';
  };
}

/** Whether a folder is another one or lies around it. */
function isAround(outer: string, inner: string): boolean {
  return outer === '' || outer === inner || inner.startsWith(`${outer}/`);
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
