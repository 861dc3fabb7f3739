import type { FileTable, SourceIndex } from '../source/source-index.ts';
import { ROLE_RANK } from './search.ts';

/** What a text search needs of an index whatever the question, as columns. */
export interface SearchColumns {
  /** For each file one more than the number of its document among those of all segments; 0 where it is not indexed. */
  readonly documentOf: Uint32Array;
  /** The number of each segment's first document. */
  readonly bases: readonly number[];
  readonly documents: number;
  /** For each segment how many files it has more than documents in use, since files have the same content. */
  readonly extraFiles: readonly number[];
  /** For each file the rank of its role. */
  readonly ranks: Uint8Array;
  /** All files by the ranks of their roles, ascending within each, and where each rank ends. */
  readonly ordered: Uint32Array;
  readonly ends: readonly number[];
}

const RANKS_MAX = Math.max(...Object.values(ROLE_RANK));

/** By the table of files, which lives as long as its root is in use; of one state of the index. */
const remembered = new WeakMap<FileTable, SearchColumns & { readonly generation: string }>();

/** Made once for each state of an index. */
export function searchColumns(index: SourceIndex): SearchColumns {
  const { files, generation, segments } = index;
  const known = remembered.get(files);
  if (known?.generation === generation) return known;
  const bases: number[] = [];
  let documents = 0;
  for (const { segment } of segments) {
    bases.push(documents);
    documents += segment.documents;
  }
  const documentOf = new Uint32Array(files.count);
  const ranks = new Uint8Array(files.count);
  const extraFiles = segments.map(() => 0);
  const isUsed = new Uint8Array(documents + 1);
  for (let file = 0; file < files.count; file++) {
    ranks[file] = ROLE_RANK[files.role(file)];
    const place = index.place(file);
    if (place === null) continue;
    const document = (bases[place.segment] ?? 0) + place.document + 1;
    documentOf[file] = document;
    if (isUsed[document] === 1) extraFiles[place.segment] = (extraFiles[place.segment] ?? 0) + 1;
    isUsed[document] = 1;
  }
  const made = { generation, documentOf, bases, documents, extraFiles, ranks, ...orderByRank(ranks) };
  remembered.set(files, made);
  return made;
}

function orderByRank(ranks: Uint8Array): Pick<SearchColumns, 'ordered' | 'ends'> {
  const ordered = new Uint32Array(ranks.length);
  let at = 0;
  const ends = Array.from({ length: RANKS_MAX + 1 }, (_, rank) => {
    for (let file = 0; file < ranks.length; file++) if (ranks[file] === rank) ordered[at++] = file;
    return at;
  });
  return { ordered, ends };
}
