import { MIB } from '../../base/units.ts';
import { type Content, indexedText } from './content.ts';
import { makeDocumentsBuilder } from './documents.ts';
import type { SectionBuilder } from './indexed-text.ts';
import { SYMBOL_BUILDERS, SYMBOLS_FORMAT, TEXT_BUILDERS, TEXT_FORMAT } from './sections.ts';
import { segmentPaths } from './segment.ts';
import { writeSegmentFile } from './segment-file.ts';

/** Most of a segment: what the builder holds in memory is in proportion to it. */
const SEGMENT_BYTES_MAX = 128 * MIB;
/** Documents of a segment; a file of a few bytes takes as much of the tables as a large one. */
const SEGMENT_DOCUMENTS_MAX = 32_768;

type WriteFile = typeof writeSegmentFile;

/** Builds the text file of one segment. */
export interface TextFile {
  readonly documents: number;
  readonly sourceBytes: number;
  readonly isEmpty: boolean;
  /** Whether it is time to write it and to begin another. */
  readonly isFull: boolean;
  add(content: Content): void;
  addBinary(blobId: string): void;
  /** Writes it under its final name and answers its bytes; throws as the file system does and leaves nothing. */
  write(folder: string, id: string): number;
}

/** What a text file may be told; the usual where nothing is said. */
export interface TextFileOptions {
  /** Stands in for the disk. */
  readonly writeFile?: WriteFile | undefined;
  /** Texts in it. */
  readonly bytesMax?: number | null;
}

/** Makes a builder; it is of no use after its writing. */
export function makeTextFile(options: TextFileOptions = {}): TextFile {
  const bytesMax = options.bytesMax ?? SEGMENT_BYTES_MAX;
  const writeFile = options.writeFile ?? writeSegmentFile;
  const documents = makeDocumentsBuilder();
  const builders = TEXT_BUILDERS.map((make) => make());
  let binaries = 0;
  return {
    get documents() {
      return documents.count;
    },
    get sourceBytes() {
      return documents.sourceBytes;
    },
    get isEmpty() {
      return documents.count + binaries === 0;
    },
    get isFull() {
      return (
        documents.sourceBytes >= bytesMax ||
        documents.count >= SEGMENT_DOCUMENTS_MAX ||
        binaries >= SEGMENT_DOCUMENTS_MAX
      );
    },
    add(content) {
      const { blobId, languageKey, bytes } = content;
      const document = documents.add({ blobId, languageId: languageKey, size: bytes.length });
      const text = indexedText(content);
      for (const builder of builders) builder.add(document, text);
    },
    addBinary(blobId) {
      binaries += 1;
      documents.addBinary(blobId);
    },
    write: (folder, id) => {
      const sections = { ...documents.finish(), ...finishAll(builders) };
      return writeFile(segmentPaths(folder, id).text, TEXT_FORMAT, sections);
    },
  };
}

/** Builds the symbols file of one segment; documents come in their order. */
export interface SymbolsFile {
  /** Null for a content that nobody has any more: the document is from then on as good as not there. */
  add(content: Pick<Content, 'language' | 'bytes'> | null): void;
  write(folder: string, id: string): number;
}

/** Makes a builder; it is of no use after its writing. */
export function makeSymbolsFile(writeFile: WriteFile = writeSegmentFile): SymbolsFile {
  const builders = SYMBOL_BUILDERS.map((make) => make());
  const lost: number[] = [];
  let documents = 0;
  return {
    add(content) {
      const text = indexedText({ isAsStored: true, ...(content ?? { language: null, bytes: Buffer.alloc(0) }) });
      if (content === null) lost.push(documents);
      for (const builder of builders) builder.add(documents, text);
      documents += 1;
    },
    write: (folder, id) => {
      const sections = { [LOST_SECTION]: [Buffer.from(Uint32Array.from(lost).buffer)], ...finishAll(builders) };
      return writeFile(segmentPaths(folder, id).symbols, SYMBOLS_FORMAT, sections);
    },
  };
}

/** Section of a symbols file: documents whose content was gone when symbols were looked for, u32 each. */
export const LOST_SECTION = 'symbols.lost';

function finishAll(builders: readonly SectionBuilder[]): Readonly<Record<string, readonly Uint8Array[]>> {
  return Object.assign({}, ...builders.map((builder) => builder.finish()));
}
