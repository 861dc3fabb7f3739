import { fieldOf, parseJson, stringsOf } from '../../formats/json.ts';
import { readYaml, yamlAt, yamlTexts } from '../../formats/yaml.ts';
import { parseGlob } from '../../search/glob.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf } from '../../text/paths.ts';
import { nearest } from '../manifests.ts';
import type { NodePackage } from './packages.ts';
import { type RushProjects, readRush } from './rush.ts';

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
  const join = (root: string, joined: readonly NodePackage[]): void => {
    for (const one of joined) {
      rootsOf.set(one.folder, [...(rootsOf.get(one.folder) ?? []), root]);
      if (one.name !== null) members.set(one.name, (members.get(one.name) ?? new Set()).add(one));
    }
  };
  for (const root of packages.values()) {
    join(root.folder, membersOf(packages, root, await workspacePatterns(project, root)));
  }
  const rush = await readRush(project);
  for (const { folder, decoupled } of rush) {
    join(
      folder,
      [...decoupled.keys()].flatMap((one) => packages.get(one) ?? []),
    );
  }
  const tieOf = makeTies(project, rootsOf, rush);
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
  const isMember = memberTest(root.folder, patterns);
  return [...packages.values()].filter((one) => one === root || isMember(one.folder));
}

/** Folders of the workspaces that take in the package of a folder. */
type Roots = ReadonlyMap<string, readonly string[]>;

/**
 * A package manager links what is in the workspaces that it installs, and takes all else from where its version says.
 * Sources: npm, "workspaces"; Yarn and pnpm, "Workspaces". Who is in none has what is installed above, if nobody
 * installs it by itself: a lock file between shows that somebody does.
 */
function makeTies({ entries }: ProjectFiles, rootsOf: Roots, rush: readonly RushProjects[]): Workspaces['tieOf'] {
  let known: ReadonlyMap<string, string> | null = null;
  return (folder, member) => {
    if (rush.some(({ decoupled }) => decoupled.get(folder)?.has(member.name ?? '') === true)) return 'apart';
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
export async function workspacePatterns(
  project: ProjectFiles,
  { folder, workspaces }: Pick<NodePackage, 'folder' | 'workspaces'>,
): Promise<readonly string[]> {
  const lernaPath = inFolder(folder, 'lerna.json');
  const lerna = project.has(lernaPath) ? parseJson((await project.text(lernaPath)) ?? '') : null;
  const named = [
    ...(workspaces?.patterns ?? []),
    ...stringsOf(fieldOf(lerna, 'packages')),
    ...(await pnpmPatterns(project, folder)),
  ];
  return named.length === 0 && lerna !== null ? LERNA_PATTERNS : named;
}

/** What Lerna links where nobody names the packages. Source: Lerna, "lerna.json", "packages". */
const LERNA_PATTERNS: readonly string[] = ['packages/*'];

/** The patterns that pnpm's file lists, however YAML writes them; one that is not read is a gap. */
async function pnpmPatterns(project: ProjectFiles, folder: string): Promise<readonly string[]> {
  const path = inFolder(folder, 'pnpm-workspace.yaml');
  const text = project.has(path) ? await project.text(path) : null;
  if (text === null || isEmptyYaml(text)) return [];
  const file = readYaml(text);
  if (typeof file !== 'string') return yamlTexts(yamlAt(file.root, 'packages'));
  project.gap(`${path} was not understood (${file}): whom its workspaces link is not known`);
  return [];
}

/** Nothing but blanks and comments: such a file marks a folder. */
function isEmptyYaml(text: string): boolean {
  return /^\s*$/.test(text.replace(/^[ \t]*(?:#.*|---[ \t]*\r?)$/gm, ''));
}

interface FolderPattern {
  /** Of the folders that it may take in; null where `**` leaves that open. */
  readonly depth: number | null;
  readonly isOut: boolean;
  matches(folder: string): boolean;
}

/** Tells whether the patterns of a root take in a folder. `!` takes out again. */
export function memberTest(root: string, patterns: readonly string[]): (folder: string) => boolean {
  const read = patterns.map(readPattern);
  return (folder) => {
    if (root !== '' && !folder.startsWith(`${root}/`)) return false;
    const relative = root === '' ? folder : folder.slice(root.length + 1);
    const depth = depthOf(relative);
    const fits = (pattern: FolderPattern): boolean =>
      (pattern.depth === null || pattern.depth === depth) && pattern.matches(relative);
    return read.some((one) => !one.isOut && fits(one)) && !read.some((one) => one.isOut && fits(one));
  };
}

/** A glob that names a folder also matches what is in it; a member is the folder itself. */
function readPattern(pattern: string): FolderPattern {
  const isOut = pattern.startsWith('!');
  const bare = pattern
    .slice(Number(isOut))
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  const glob = parseGlob(bare);
  return {
    isOut,
    depth: bare.includes('**') ? null : depthOf(bare),
    matches: (folder) => glob?.matches(folder) ?? false,
  };
}
