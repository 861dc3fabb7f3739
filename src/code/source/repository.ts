import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from './git-process.ts';
import { realPathOrNull } from './safe-open.ts';

/** Where the parts of a repository lie. */
export interface Repository {
  /** Absolute git directory; of a linked work tree its own. */
  readonly gitDirectory: string;
  /** Absolute top of the work tree; null for a bare repository. */
  readonly topLevel: string | null;
  /** The root inside the work tree, `/`-terminated, empty at the top. */
  readonly prefix: string;
  readonly objectFormat: 'sha1' | 'sha256';
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
 * folder. Null for a plain folder.
 */
export async function findRepository(root: string): Promise<Repository | null> {
  const isBare = looksLikeGitDirectory(root);
  const answer = await askGit(root, [
    ...(isBare ? [`--git-dir=${root}`] : []),
    'rev-parse',
    '--absolute-git-dir',
    '--show-object-format',
    ...(isBare ? [] : ['--show-toplevel', '--show-prefix']),
  ]);
  if (answer === null) return null;
  const [gitLine, format, topLine, prefix = ''] = answer.split('\n');
  const gitDirectory = realPathOrNull(gitLine ?? '');
  if (!gitDirectory || (format !== 'sha1' && format !== 'sha256')) return null;
  if (isBare) return { gitDirectory, topLevel: null, prefix: '', objectFormat: format };
  const topLevel = realPathOrNull(topLine ?? '');
  // `core.worktree` may point anywhere: only a work tree that holds the root is believed.
  if (topLevel === null || join(topLevel, prefix, '.') !== join(root, '.')) return null;
  if (prefix !== '' && (await isIgnored(topLevel, prefix))) return null;
  return { gitDirectory, topLevel, prefix, objectFormat: format };
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

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What HEAD of a repository is now. */
export async function readHead(repository: Repository): Promise<Head> {
  const gitDir = `--git-dir=${repository.gitDirectory}`;
  const [branch, commit] = await Promise.all([
    askGit(repository.gitDirectory, [gitDir, 'symbolic-ref', '--quiet', '--short', 'HEAD']),
    resolveCommit(repository, 'HEAD'),
  ]);
  return { branch: branch?.trim() || null, commit };
}

// Revision syntax that searches messages, walks reflogs or names paths is not needed to choose a version.
const REF = /^(?!-)[^\s\p{Cc}:?*[\\{}]{1,250}$/u;

/** The commit that a branch, tag or commit id means; null when there is none. */
export async function resolveCommit(repository: Repository, ref: string): Promise<string | null> {
  if (!REF.test(ref) || ref.includes('..')) return null;
  const answer = await askGit(repository.gitDirectory, [
    `--git-dir=${repository.gitDirectory}`,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ]);
  const commit = answer?.trim() ?? '';
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? commit : null;
}
