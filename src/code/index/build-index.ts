import { languageIn, languageKeyOf } from '../lex/shebang.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { Source } from '../source/source.ts';
import type { FileTable } from '../source/source-index.ts';
import { contentOf, textOf } from './content.ts';
import { type BuildFile, type ContentReader, type ReadContent, readSource } from './content-reader.ts';
import { makeSymbolsFile, makeTextFile } from './segment-builder.ts';
import type { writeSegmentFile } from './segment-file.ts';
import type { FileStamp } from './stamps.ts';
import { type IndexStore, nextId, type StoredSegment } from './store.ts';

/** What was found of a file that was given. */
export interface FileOutcome {
  /** Null when it was not read. */
  readonly blobId: string | null;
  /** Bytes as they are stored; null when not known. */
  readonly size: number | null;
  /** Why it is not indexed; null when it is, or will be with the next segment. */
  readonly exclusion: ReturnType<FileTable['exclusion']> | 'gone';
  /** Null when it was not opened. */
  readonly stamp: FileStamp | null;
}

/** What a build tells while it goes on. */
export type BuildEvent =
  /** Outcomes of files in the order in which they were given, `from` counting from the first of all. */
  | { readonly type: 'files'; readonly from: number; readonly outcomes: readonly FileOutcome[] }
  /** A segment can be searched by text, or now by symbols too. */
  | { readonly type: 'segment' | 'symbols'; readonly id: string };

/** What to build. */
export interface BuildInput {
  /** The next files, at most some thousands at once, in byte order of their paths; empty when there are no more. */
  nextFiles(): Promise<readonly BuildFile[]>;
  /** Whether these are all files of the source: then symbols that an earlier build did not come to are found, too. */
  readonly isWhole: boolean;
  /** Ids of segments whose contents are to be indexed anew, as far as files still have them; they are dropped then. */
  readonly replace: readonly string[];
  readonly signal: AbortSignal;
  onEvent(event: BuildEvent): void;
  /** Texts of a segment; null for the usual bound. */
  readonly segmentBytesMax: number | null;
  /** Whether to write the segment at once, however small. */
  isShortOfMemory?(): boolean;
  /** Stands in for the disk in tests. */
  readonly writeFile?: typeof writeSegmentFile;
}

/** Reads on their way at once: git answers through a pipe. */
const READS_AHEAD = 32;

/**
 * Indexes the contents of files that a store does not hold yet: all texts first, then all symbols. Segments are in the
 * store as soon as they are written, so what ends a build early costs the segment under way and no other. Throws as
 * the file system does, ENOSPC among others.
 */
export async function buildIndex(reader: ContentReader, store: IndexStore, input: BuildInput): Promise<void> {
  const wanted = new Map<string, (BuildFile | undefined)[]>();
  if (input.isWhole) for (const { id, hasSymbols } of store.segments) if (!hasSymbols) wanted.set(id, []);
  await buildTexts(reader, store, { ...input, wanted });
  for (const [id, files] of wanted) {
    const stored = store.segments.find((one) => one.id === id);
    if (stored === undefined || input.replace.includes(id)) continue;
    await buildSymbols(reader, store, { ...input, stored, files });
  }
  for (const id of input.replace) store.drop(id);
}

/** Indexes a whole source within this process, for tests and measurements. */
export async function indexSource(source: Source, store: IndexStore, signal: AbortSignal): Promise<void> {
  const { entries } = await source.list(signal);
  const files = entries.filter(({ kind }) => kind === 'file').map(({ path, blobId }) => ({ path, blobId }));
  const batches = [files, []];
  await buildIndex(readSource(source), store, {
    nextFiles: async () => batches.shift() ?? [],
    isWhole: true,
    replace: [],
    segmentBytesMax: null,
    signal,
    onEvent: () => undefined,
  });
}

interface TextsInput extends BuildInput {
  /** Segments whose symbols are to be found, and for each of their documents a file that has it. */
  readonly wanted: Map<string, (BuildFile | undefined)[]>;
}

async function buildTexts(reader: ContentReader, store: IndexStore, input: TextsInput): Promise<void> {
  const sink = makeTextSink(store, input);
  let from = 0;
  for (let files = await input.nextFiles(); files.length > 0; files = await input.nextFiles()) {
    const outcomes: FileOutcome[] = [];
    const ask = (file: BuildFile): Promise<ReadContent> | FileOutcome => {
      if (isSecretPath(file.path)) return excluded('secret');
      return sink.known(file) ?? reader.read(file);
    };
    await inOrder<BuildFile, ReadContent | FileOutcome>(files, ask, (file, found) => {
      input.signal.throwIfAborted();
      outcomes.push('ok' in found ? sink.take(file, found) : found);
    });
    input.onEvent({ type: 'files', from, outcomes });
    from += files.length;
    // A turn for messages: files on disk are read without waiting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  sink.flush();
}

/** Collects texts into segments, and writes each when it is full. */
function makeTextSink(store: IndexStore, input: TextsInput) {
  const { wanted, replace, onEvent, writeFile, segmentBytesMax } = input;
  const replaced = new Set(replace);
  let builder = makeTextFile({ writeFile, bytesMax: segmentBytesMax });
  let files: BuildFile[] = [];
  let inBuilder = new Set<string>();

  function flush(): void {
    if (builder.isEmpty) return;
    const id = nextId(store.folder);
    builder.write(store.folder, id);
    wanted.set(id, files);
    builder = makeTextFile({ writeFile, bytesMax: segmentBytesMax });
    files = [];
    inBuilder = new Set();
    store.refresh();
    onEvent({ type: 'segment', id });
  }

  /** What the store or the segment under way says of a content; null when it is new. */
  function find(file: BuildFile, blobId: string): 'text' | 'binary' | null {
    const languageId = languageKeyOf(file.path);
    if (inBuilder.has(`${blobId} ${languageId}`)) return 'text';
    if (inBuilder.has(blobId)) return 'binary';
    const found = store.find(Buffer.from(blobId, 'hex'), languageId);
    if (found === null) return null;
    if (found.kind === 'binary') return 'binary';
    if (replaced.has(found.segment.id)) return null;
    const place = wanted.get(found.segment.id);
    if (place !== undefined) place[found.document] ??= { path: file.path, blobId };
    return 'text';
  }

  return {
    flush,
    /** The outcome of a file whose content need not be read; null when it must be. */
    known(file: BuildFile): FileOutcome | null {
      const found = file.blobId === null ? null : find(file, file.blobId);
      if (found === null) return null;
      return { blobId: file.blobId, size: null, exclusion: found === 'text' ? null : 'binary', stamp: null };
    },
    take(file: BuildFile, content: ReadContent): FileOutcome {
      if (!content.ok) return { ...excluded(content.reason), size: content.size, stamp: content.stamp };
      const { blobId, stamp } = content;
      const outcome = { blobId, size: content.bytes.length, stamp };
      const found = find(file, blobId);
      if (found !== null) return { ...outcome, exclusion: found === 'text' ? null : 'binary' };
      const bytes = textOf(content.bytes);
      if (bytes === null) {
        inBuilder.add(blobId);
        builder.addBinary(blobId);
      } else {
        inBuilder.add(`${blobId} ${languageKeyOf(file.path)}`);
        builder.add(contentOf({ path: file.path, blobId, stored: content.bytes }, bytes));
        files.push({ path: file.path, blobId });
      }
      if (builder.isFull || input.isShortOfMemory?.() === true) flush();
      return { ...outcome, exclusion: bytes === null ? 'binary' : null };
    },
  };
}

interface SymbolsInput extends BuildInput {
  readonly stored: StoredSegment;
  /** A file for each document; a document without one is lost. */
  readonly files: readonly (BuildFile | undefined)[];
}

async function buildSymbols(reader: ContentReader, store: IndexStore, input: SymbolsInput): Promise<void> {
  const { stored, files } = input;
  const builder = makeSymbolsFile(input.writeFile);
  const documents = Array.from({ length: stored.documents }, (_, document) => files[document]);
  const ask = (file: BuildFile | undefined): Promise<ReadContent> | null =>
    file === undefined ? null : reader.read(file);
  await inOrder(documents, ask, (file, content) => {
    input.signal.throwIfAborted();
    // A file that has changed meanwhile is no longer the content that was indexed.
    const isSame = file !== undefined && content?.ok === true && content.blobId === file.blobId;
    const bytes = isSame ? textOf(content.bytes) : null;
    builder.add(bytes === null ? null : { language: languageIn(file?.path ?? '', bytes), bytes });
  });
  builder.write(store.folder, stored.id);
  store.refresh();
  input.onEvent({ type: 'symbols', id: stored.id });
}

/** Asks for some items ahead, and hands over what was found in their order. */
async function inOrder<Item, Found>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Found> | Found,
  take: (item: Item, found: Found) => void,
): Promise<void> {
  const ahead: Promise<Found>[] = [];
  try {
    let asked = 0;
    for (let at = 0; at < items.length; at++) {
      // By the half, so that reading and what is done with what was read seldom drive each other out of the caches.
      if (ahead.length <= READS_AHEAD / 2) {
        const upTo = Math.min(items.length, at + READS_AHEAD);
        // `as`: an index below the length; items may be undefined themselves.
        for (; asked < upTo; asked++) ahead.push(Promise.resolve(ask(items[asked] as Item)));
      }
      const found = await ahead.shift();
      take(items[at] as Item, found as Found);
      if (at % TURN_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await Promise.allSettled(ahead);
  }
}

/** Items between two turns for messages. */
const TURN_EVERY = 256;

function excluded(exclusion: FileOutcome['exclusion']): FileOutcome {
  return { blobId: null, size: null, exclusion, stamp: null };
}
