import { SOURCE_LIMITS } from './limits.ts';
import { isSafeName, showPath, splitBytes } from './path-bytes.ts';
import type { SourceEntry, SourceListing } from './source.ts';

/** What is known of a file when it is added to a listing. */
interface Found {
  readonly path: Buffer;
  readonly kind: SourceEntry['kind'];
  readonly size: number | null;
  readonly blobId: string | null;
}

/** Collects files under the limits of a listing. */
export interface ListingBuilder {
  /** `stop` when the limit of entries is reached; unsafe and too deep names are left out. */
  add(found: Found): 'more' | 'stop';
  /** Names the limit that cut the listing; the first one named stays. */
  cut(limit: NonNullable<SourceListing['limit']>): void;
  /** Sorted by path bytes, every path once. */
  finish(): SourceListing;
}

/** Makes an empty listing. */
export function makeListing(entriesMax: number = SOURCE_LIMITS.entriesMax): ListingBuilder {
  const rows: { readonly key: string; readonly entry: SourceEntry }[] = [];
  let limit: SourceListing['limit'] = null;
  let isSorted = true;
  return {
    add({ path, kind, size, blobId }) {
      const segments = splitBytes(path, 0x2f);
      if (segments.length > SOURCE_LIMITS.depthMax) {
        limit ??= 'depth';
        return 'more';
      }
      if (path.length > SOURCE_LIMITS.pathBytesMax || !segments.every(isSafeName)) return 'more';
      if (rows.length >= entriesMax) {
        limit = 'entries';
        return 'stop';
      }
      // One character per byte, so that comparing strings compares bytes.
      const key = path.toString('latin1');
      const last = rows.at(-1);
      if (last && last.key >= key) isSorted = false;
      rows.push({ key, entry: { path: showPath(path), kind, size, blobId } });
      return 'more';
    },
    cut(reached) {
      limit ??= reached;
    },
    finish() {
      if (!isSorted) rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      const unique = isSorted ? rows : rows.filter((row, at) => row.key !== rows[at - 1]?.key);
      return { entries: unique.map((row) => row.entry), limit };
    },
  };
}
