import type { ObjectReader } from './git-objects.ts';
import { SOURCE_LIMITS } from './limits.ts';

/** One row of a tree object. */
export interface TreeEntry {
  readonly mode: 'tree' | 'file' | 'symlink' | 'submodule';
  readonly id: string;
}

/** What a path leads to in a tree. */
export type TreeLookup = TreeEntry | 'not_found' | 'too_large' | 'unreadable';

/**
 * Follows a path through tree objects, byte for byte, so that every name that a listing shows can be looked up and
 * no path is ever handed to git as text. An empty path is the tree itself.
 */
export async function lookUpPath(
  objects: ObjectReader,
  rootTreeId: string,
  segments: readonly Buffer[],
): Promise<TreeLookup> {
  let entry: TreeEntry = { mode: 'tree', id: rootTreeId };
  for (const segment of segments) {
    if (entry.mode === 'symlink' || entry.mode === 'submodule') return entry;
    if (entry.mode !== 'tree') return 'not_found';
    const info = await objects.info(entry.id);
    if (info?.type !== 'tree') return 'unreadable';
    if (info.size > SOURCE_LIMITS.treeBytesMax) return 'too_large';
    const tree = await objects.bytes(entry.id, SOURCE_LIMITS.treeBytesMax);
    if (tree === null) return 'unreadable';
    const found = findInTree(tree, segment, entry.id.length / 2);
    if (!found) return 'not_found';
    entry = found;
  }
  return entry;
}

/** The id of a commit's tree; null for bytes that are no commit. */
export async function treeOfCommit(objects: ObjectReader, commit: string): Promise<string | null> {
  const info = await objects.info(commit);
  if (info?.type !== 'commit' || info.size > SOURCE_LIMITS.commitBytesMax) return null;
  const bytes = await objects.bytes(commit, SOURCE_LIMITS.commitBytesMax);
  const match = /^tree ([0-9a-f]{40,64})\n/.exec(bytes?.toString('latin1', 0, 80) ?? '');
  return match?.[1] ?? null;
}

/** A tree is `<octal mode> <name>\0<id bytes>`, repeated. */
function findInTree(tree: Buffer, name: Buffer, idBytes: number): TreeEntry | null {
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const nul = space === -1 ? -1 : tree.indexOf(0, space);
    if (nul === -1 || nul + idBytes >= tree.length) return null;
    if (name.equals(tree.subarray(space + 1, nul))) {
      const mode = treeMode(tree.toString('latin1', at, space));
      return { mode, id: tree.toString('hex', nul + 1, nul + 1 + idBytes) };
    }
    at = nul + 1 + idBytes;
  }
  return null;
}

/** The kind that a mode means; what git does not know itself counts as a file, which is only ever data. */
export function treeMode(mode: string): TreeEntry['mode'] {
  if (mode === '40000' || mode === '040000') return 'tree';
  if (mode === '120000') return 'symlink';
  if (mode === '160000') return 'submodule';
  return 'file';
}
