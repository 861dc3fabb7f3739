import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ObjectFormat } from './blob-id.ts';
import { askGit } from './git-process.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { isShortage, isWithin, realPathOrNull } from './safe-open.ts';
import type { GitLeftOut } from './source.ts';

/** Where the parts of a repository lie. */
export interface Repository {
  /** Absolute git directory; of a linked work tree its own. */
  readonly gitDirectory: string;
  /** The one with refs and objects: another one for a linked work tree. */
  readonly commonDirectory: string;
  /** Absolute top of the work tree; null for a bare repository. */
  readonly topLevel: string | null;
  /** The root inside the work tree, `/`-terminated, empty at the top. */
  readonly prefix: string;
  readonly objectFormat: ObjectFormat;
}

/** What HEAD points at. */
export interface Head {
  /** Null when detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly commit: string | null;
}

/**
 * The repository that a folder belongs to: its own, a bare one, or the one around it, unless that one ignores the
 * folder. Null for a plain folder, and for one whose git directory is not believed.
 */
export async function findRepository(root: string): Promise<Repository | null> {
  const found = await judgeRepository(root);
  return typeof found === 'string' ? null : found;
}

/** The same, with a word for a git directory that is not believed. */
export async function judgeRepository(root: string): Promise<Repository | GitLeftOut | null> {
  const nearest = nearestGitDirectory(root);
  // Git prints paths a line each.
  if (nearest !== null && root.includes('\n')) return 'on_two_lines';
  if (nearest !== null && holdsPipes(nearest)) return 'holds_pipes';
  const isBare = looksLikeGitDirectory(root);
  const places = await askPlaces(root, isBare);
  if (places === null) return null;
  if (!isOwnStore(places)) return 'lies_elsewhere';
  if (borrowsObjects(places.commonDirectory)) return 'borrows_objects';
  const { gitDirectory, commonDirectory, objectFormat, topLevel, prefix } = places;
  if (isBare) return { gitDirectory, commonDirectory, topLevel: null, prefix: '', objectFormat };
  // `core.worktree` may point anywhere: only a work tree that holds the root is believed.
  if (topLevel === null || join(topLevel, prefix, '.') !== join(root, '.')) return 'lies_elsewhere';
  if (!isWithin(gitDirectory, topLevel) && !(await pointsBack(gitDirectory, topLevel))) return 'lies_elsewhere';
  if (prefix !== '' && (await isIgnored(topLevel, prefix))) return null;
  return { gitDirectory, commonDirectory, topLevel, prefix, objectFormat };
}

/** What git says of a folder; real paths. */
interface Places {
  readonly gitDirectory: string;
  /** The git directory with the refs and objects: another one for a linked work tree. */
  readonly commonDirectory: string;
  readonly objectFormat: Repository['objectFormat'];
  readonly topLevel: string | null;
  readonly prefix: string;
}

async function askPlaces(root: string, isBare: boolean): Promise<Places | null> {
  const answer = await askGit(root, [
    ...(isBare ? [`--git-dir=${root}`] : []),
    'rev-parse',
    '--path-format=absolute',
    '--absolute-git-dir',
    '--git-common-dir',
    '--show-object-format',
    ...(isBare ? [] : ['--show-toplevel', '--show-prefix']),
  ]);
  if (answer === null) return null;
  const [gitLine = '', commonLine = '', objectFormat, topLine = '', prefix = ''] = answer.split('\n');
  const [gitDirectory, commonDirectory] = [realPathOrNull(gitLine), realPathOrNull(commonLine)];
  if (gitDirectory === null || commonDirectory === null) return null;
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256') return null;
  return { gitDirectory, commonDirectory, objectFormat, topLevel: isBare ? null : realPathOrNull(topLine), prefix };
}

/*
 * A folder from a stranger may hold a `.git` that leads into a repository of its reader's: as a file or link that names
 * that git directory, by `commondir`, by links in it, or by alternates, whose objects git takes for its own. Only a git directory that keeps its own objects and refs, and
 * that says itself that it belongs to the folder, is believed; else the folder is a plain one.
 */

/** Whether a repository that was believed still may be. */
export function keepsOwnStore(places: Pick<Repository, 'gitDirectory' | 'commonDirectory'>): boolean {
  const { gitDirectory, commonDirectory } = places;
  const areReal = [gitDirectory, commonDirectory].every((path) => realPathOrNull(path) === path);
  return areReal && isOwnStore(places) && !borrowsObjects(commonDirectory);
}

/** Whether refs and objects lie in the git directory itself, or in the one whose linked work tree it belongs to. */
function isOwnStore({ gitDirectory, commonDirectory }: Pick<Places, 'gitDirectory' | 'commonDirectory'>): boolean {
  if (!isWithin(gitDirectory, commonDirectory)) return false;
  return STORE_PARTS.every((part) =>
    isWithin(realPathOrNull(join(commonDirectory, part)) ?? gitDirectory, commonDirectory),
  );
}

/** Any ref could then name a commit of the other repository, and an abbreviated id finds them all. */
function borrowsObjects(commonDirectory: string): boolean {
  const alternates = join(commonDirectory, ALTERNATES);
  if (isThere(alternates) && readBounded(alternates)?.trim() !== '') return true;
  return ['objects', 'objects/pack'].some((folder) => hasLinks(join(commonDirectory, folder)));
}

function hasLinks(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isSymbolicLink());
  } catch (failure) {
    if (isShortage(failure)) throw failure;
    // Not there: git has nothing to read in it either.
    return false;
  }
}

/** Names other stores whose objects git takes for its own. Source: gitrepository-layout(5). */
export const ALTERNATES = 'objects/info/alternates';

/** Parts of a store that must not be links elsewhere. */
export const STORE_PARTS = [
  'refs',
  'refs/heads',
  'refs/tags',
  'packed-refs',
  'objects',
  'objects/pack',
  'objects/info',
];

/** As linked work trees do by the file `gitdir`, and submodules by `core.worktree`, from which the top then came. */
async function pointsBack(gitDirectory: string, topLevel: string): Promise<boolean> {
  const back = readBounded(join(gitDirectory, 'gitdir'))?.trim();
  if (back !== undefined) return realPathOrNull(dirname(resolve(gitDirectory, back))) === topLevel;
  return (await askGit(gitDirectory, [`--git-dir=${gitDirectory}`, 'config', '--get', 'core.worktree'])) !== null;
}

/** The text of a small file; undefined when there is none. */
function readBounded(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= SOURCE_LIMITS.pathBytesMax ? readFileSync(path, 'utf8') : undefined;
}

// The one command that does not take literal pathspecs; the prefix is git's own and a plain path for it.
async function isIgnored(topLevel: string, prefix: string): Promise<boolean> {
  return (await askGit(topLevel, ['--no-literal-pathspecs', 'check-ignore', '-q', '--', prefix])) !== null;
}

// git recognises a bare repository by the same three names.
function looksLikeGitDirectory(root: string): boolean {
  return (
    isThere(join(root, 'HEAD')) &&
    isThere(join(root, 'objects')) &&
    isThere(join(root, 'refs')) &&
    !isThere(join(root, '.git'))
  );
}

/** Whether a folder is a git directory, or has one in it or above it: whether git has to be asked what it is. */
export function mayBelongToRepository(root: string): boolean {
  return nearestGitDirectory(root) !== null;
}

/** What git would look at first: the folder itself, else the `.git` in it or above it; null when there is none. */
function nearestGitDirectory(root: string): string | null {
  if (looksLikeGitDirectory(root)) return root;
  for (let folder = root; ; folder = dirname(folder)) {
    const place = join(folder, '.git');
    if (isThere(place)) return place;
    if (dirname(folder) === folder) return null;
  }
}

/** Whether git would wait for a writer for ever where it reads a file of its own, also where a `.git` that is a file leads. */
function holdsPipes(place: string): boolean {
  const own = resolve(dirname(place), /^gitdir: (.+)/.exec(readIfMay(place))?.[1] ?? place);
  const common = resolve(own, readIfMay(join(own, 'commondir')).trim());
  const names = [...READ_BY_GIT, ...refsOfHead(own, common)];
  return [own, common].some((folder) => names.some((name) => isPipe(join(folder, name))));
}

/** The branch that HEAD stands for, and what that one stands for where it is no commit; each is a file that git opens. */
function refsOfHead(own: string, common: string): readonly string[] {
  const refs: string[] = [];
  for (let text = readIfMay(join(own, 'HEAD')); refs.length < REFS_OF_HEAD_MAX; ) {
    const name = /^ref: *(refs\/\S+)/.exec(text)?.[1];
    if (name === undefined) break;
    refs.push(name);
    text = readIfMay(join(common, name));
  }
  return refs;
}

/** Git follows no more. Source: SYMREF_MAXDEPTH of its refs.c. */
const REFS_OF_HEAD_MAX = 5;

function readIfMay(path: string): string {
  try {
    return readBounded(path) ?? '';
  } catch (failure) {
    if (isShortage(failure)) throw failure;
    // Git cannot read it either.
    return '';
  }
}

/** Neither file nor folder; what is nothing on purpose comes to an end. */
function isPipe(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile() && !stats.isDirectory() && realPathOrNull(path) !== devNull;
  } catch {
    // Git cannot open it either, as below a `.git` that leads to a file.
    return false;
  }
}

/** What nearly every run of git opens. Source: gitrepository-layout(5). */
const READ_BY_GIT = ['HEAD', 'config', 'commondir', 'packed-refs', 'index', 'shallow', 'info/exclude'];

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * What HEAD of a repository is now. Its id is told also where that commit is missing or damaged, as after a loss of power:
 * there is one, and who needs it finds that it cannot be read.
 */
export async function readHead(repository: Repository): Promise<Head> {
  const gitDir = `--git-dir=${repository.gitDirectory}`;
  const [branch, commit] = await Promise.all([
    askGit(repository.gitDirectory, [gitDir, 'symbolic-ref', '--quiet', '--short', 'HEAD']),
    resolveId(repository, 'HEAD'),
  ]);
  return { branch: branch?.trim() || null, commit };
}

// Revision syntax that searches messages, walks reflogs or names paths is not needed to choose a version.
const REF = /^(?!-)[^\s\p{Cc}:?*[\\{}]{1,250}$/u;

/** The commit that a branch, tag or commit id means; null when there is none. */
export async function resolveCommit(repository: Repository, ref: string): Promise<string | null> {
  if (!REF.test(ref) || ref.includes('..')) return null;
  return await resolveId(repository, `${ref}^{commit}`);
}

/** The tree of a commit by its full id; null when git cannot tell. */
export async function resolveTree(repository: Repository, commit: string): Promise<string | null> {
  return await resolveId(repository, `${commit}^{tree}`);
}

async function resolveId({ gitDirectory }: Repository, revision: string): Promise<string | null> {
  const answer = await askGit(gitDirectory, [
    `--git-dir=${gitDirectory}`,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    revision,
  ]);
  const id = answer?.trim() ?? '';
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : null;
}
