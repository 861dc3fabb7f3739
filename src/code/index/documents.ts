import type { Section } from '../source/source-index.ts';
import { DamagedSegmentError } from './segment-file.ts';

/*
 * Which contents a segment holds. A content is a blob id with a language, since the same bytes are other declarations
 * in another language; never a path.
 *
 *   documents            JSON: {count, idBytes, languages, binaries}
 *   documents.ids        the blob ids of the documents, then those of contents that were found to be binary
 *   documents.languages  one byte each, a place in `languages`
 *   documents.sizes      bytes of each text, u32
 */

/** What a section can be asked of: a segment or its file. */
interface Sections {
  section(name: string): Section | null;
}

/** A document's facts as they are written. */
export interface DocumentFacts {
  /** Git's id of the content, in hex. */
  readonly blobId: string;
  /** As `languageKeyOf` gives it. */
  readonly languageId: string;
  /** Bytes of the text as it is searched. */
  readonly size: number;
}

/** The documents of a segment; some 25 bytes of memory each. */
export interface Documents {
  readonly count: number;
  /** Bytes of all texts together. */
  readonly sourceBytes: number;
  readonly idBytes: number;
  /** Raw blob ids, of the documents first, then of the binaries. */
  readonly ids: Buffer;
  /** Contents that are no text, so that nobody has to read them again to know. */
  readonly binaries: number;
  facts(document: number): DocumentFacts;
  languageId(document: number): string;
}

/** Collects the documents of a segment. */
export interface DocumentsBuilder {
  readonly count: number;
  readonly sourceBytes: number;
  /** Answers the number of the document. */
  add(facts: DocumentFacts): number;
  addBinary(blobId: string): void;
  finish(): Readonly<Record<string, readonly Uint8Array[]>>;
}

/** Languages that one segment can name; there are fewer than half of that. */
const LANGUAGES_MAX = 256;

interface Head {
  readonly count: number;
  readonly idBytes: number;
  readonly languages: readonly string[];
  readonly binaries: number;
}

/** Makes an empty collection. */
export function makeDocumentsBuilder(): DocumentsBuilder {
  const ids: Buffer[] = [];
  const binaryIds: Buffer[] = [];
  const languages = new Map<string, number>();
  const languageOf: number[] = [];
  const sizes: number[] = [];
  let sourceBytes = 0;
  return {
    get count() {
      return ids.length;
    },
    get sourceBytes() {
      return sourceBytes;
    },
    add({ blobId, languageId, size }) {
      if (!languages.has(languageId)) languages.set(languageId, languages.size);
      if (languages.size > LANGUAGES_MAX) throw new Error('a segment cannot name that many languages');
      languageOf.push(languages.get(languageId) ?? 0);
      sizes.push(size);
      sourceBytes += size;
      return ids.push(Buffer.from(blobId, 'hex')) - 1;
    },
    addBinary: (blobId) => void binaryIds.push(Buffer.from(blobId, 'hex')),
    finish() {
      const idBytes = (ids[0] ?? binaryIds[0])?.length ?? 20;
      const head: Head = { count: ids.length, idBytes, languages: [...languages.keys()], binaries: binaryIds.length };
      return {
        documents: [Buffer.from(JSON.stringify(head))],
        'documents.ids': [Buffer.concat([...ids, ...binaryIds])],
        'documents.languages': [Uint8Array.from(languageOf)],
        'documents.sizes': [bytesOf(Uint32Array.from(sizes))],
      };
    },
  };
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}

/** Reads the documents of a segment whole. Throws `DamagedSegmentError`. */
export function readDocuments(sections: Sections, path: string): Documents {
  const all = (name: string): Buffer => {
    const section = sections.section(name);
    if (section === null) throw new DamagedSegmentError(path, `no section ${name}`);
    return section.read(0, section.length);
  };
  // The checksums have shown that this is what the builder wrote.
  const head = JSON.parse(all('documents').toString()) as Head;
  const ids = all('documents.ids');
  const languageOf = all('documents.languages');
  const sizeBytes = all('documents.sizes');
  const { count, idBytes, binaries, languages } = head;
  const isWhole =
    ids.length === (count + binaries) * idBytes && languageOf.length === count && sizeBytes.length === 4 * count;
  if (!isWhole) throw new DamagedSegmentError(path, 'its documents');
  let sourceBytes = 0;
  for (let at = 0; at < count; at++) sourceBytes += sizeBytes.readUInt32LE(4 * at);
  const languageId = (document: number): string => languages[languageOf[document] ?? 0] ?? '';
  return {
    count,
    sourceBytes,
    idBytes,
    ids,
    binaries,
    languageId,
    facts: (document) => ({
      blobId: ids.toString('hex', document * idBytes, (document + 1) * idBytes),
      languageId: languageId(document),
      size: sizeBytes.readUInt32LE(4 * document),
    }),
  };
}
