import { createHash } from 'node:crypto';
import type { Source } from '../../src/code/source/source.ts';

/** Contents by path. */
export type BytesTree = Readonly<Record<string, Buffer>>;

/** A source in memory, without an index. */
export function treeSource(tree: BytesTree): Source {
  const paths = Object.keys(tree).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return {
    index: null,
    identity: { kind: 'folder', branch: null, commit: null },
    list: async () => ({
      entries: paths.map((path) => ({ path, kind: 'file', size: null, blobId: null })),
      limit: null,
    }),
    async read(path) {
      const bytes = tree[path];
      if (bytes === undefined) return { ok: false, reason: 'not_found', detail: '' };
      return { ok: true, bytes, size: bytes.length, blobId: createHash('sha1').update(bytes).digest('hex') };
    },
    close: async () => undefined,
  };
}
