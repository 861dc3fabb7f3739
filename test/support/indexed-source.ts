import { randomUUID } from 'node:crypto';
import { indexSource } from '../../src/code/index/build-index.ts';
import { type IndexStore, openStore } from '../../src/code/index/store.ts';
import { languageKeyOf } from '../../src/code/lex/shebang.ts';
import { roleOfPath } from '../../src/code/source/path-role.ts';
import { FILE_BYTES_MAX } from '../../src/code/source/searched-text.ts';
import { isSecretPath } from '../../src/code/source/secret-path.ts';
import type { Source, SourceEntry } from '../../src/code/source/source.ts';
import type { SourceIndex } from '../../src/code/source/source-index.ts';

/** A source beside its index, all of which is built. Close it; the folder is the caller's to remove. */
export interface IndexedSource extends Source {
  readonly index: SourceIndex;
}

/**
 * Indexes a source within this process and gives it with its index: for tests and measurements of what asks an index,
 * without the threads that keep one up to date. `folder` is where the segments go; what is not built yet is pending.
 */
export async function indexedSource(
  source: Source,
  folder: string,
  isBuilt: (path: string) => boolean = () => true,
): Promise<IndexedSource> {
  const store = openStore(folder);
  const { signal } = new AbortController();
  await indexSource({ ...source, list: (asked) => listBuilt(source, isBuilt, asked) }, store, signal);
  const { entries, limit } = await source.list(signal);
  const segments = store.segments.map(({ segment }) => segment);
  const { exclusions, places, filesOf, pending } = await placeFiles(source, store, entries);
  const byPath = new Map(entries.map(({ path }, file) => [path, file]));
  const texts = exclusions.filter((exclusion) => exclusion === null).length;
  const indexed = texts - pending.length;
  const index: SourceIndex = {
    generation: randomUUID(),
    edition: randomUUID(),
    files: {
      count: entries.length,
      path: (file) => entries[file]?.path ?? '',
      kind: (file) => entries[file]?.kind ?? 'file',
      role: (file) => roleOfPath(entries[file]?.path ?? ''),
      size: (file) => entries[file]?.size ?? null,
      blobId: (file) => entries[file]?.blobId ?? null,
      find: (path) => byPath.get(path) ?? null,
      exclusion: (file) => exclusions[file] ?? null,
    },
    segments: segments.map((segment, at) => ({ segment, files: (document) => filesOf[at]?.get(document) ?? [] })),
    place: (file) => places[file] ?? null,
    pending: Uint32Array.from(pending),
    listedSoFar: null,
    limit,
    progress: { texts, indexed, withSymbols: indexed, isBuilding: false },
  };
  return {
    identity: source.identity,
    index,
    list: (signalOfCall) => source.list(signalOfCall),
    read: (path, bytesMax) => source.read(path, bytesMax),
    async close() {
      store.close();
      await source.close();
    },
  };
}

async function listBuilt(
  source: Source,
  isBuilt: (path: string) => boolean,
  signal: AbortSignal,
): ReturnType<Source['list']> {
  const listing = await source.list(signal);
  return { ...listing, entries: listing.entries.filter(({ path }) => isBuilt(path)) };
}

/** Where each file's content is, or why it is nowhere, and back from documents to files. */
async function placeFiles(source: Source, store: IndexStore, entries: readonly SourceEntry[]) {
  const exclusions = entries.map(exclusionOf);
  const places = entries.map((): Place | null => null);
  const filesOf = store.segments.map(() => new Map<number, number[]>());
  const pending: number[] = [];
  for (const [file, { path, blobId }] of entries.entries()) {
    if (exclusions[file] !== null) continue;
    const id = blobId ?? (await blobIdOf(source, path));
    const found = id === null ? null : store.find(Buffer.from(id, 'hex'), languageKeyOf(path));
    if (found === null) pending.push(file);
    else if (found.kind === 'binary') exclusions[file] = 'binary';
    else {
      const segment = store.segments.findIndex(({ id }) => id === found.segment.id);
      places[file] = { segment, document: found.document };
      const documents = filesOf[segment];
      documents?.set(found.document, [...(documents.get(found.document) ?? []), file]);
    }
  }
  return { exclusions, places, filesOf, pending };
}

type Place = NonNullable<ReturnType<SourceIndex['place']>>;

function exclusionOf({ kind, path, size }: SourceEntry): ReturnType<SourceIndex['files']['exclusion']> {
  if (kind !== 'file') return kind;
  if (isSecretPath(path)) return 'secret';
  return (size ?? 0) > FILE_BYTES_MAX ? 'too_large' : null;
}

async function blobIdOf(source: Source, path: string): Promise<string | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  return content.ok ? content.blobId : null;
}
