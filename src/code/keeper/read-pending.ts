import { MIB } from '../../base/units.ts';
import type { FileOutcome } from '../index/build-index.ts';
import { type Content, contentOf, textOf } from '../index/content.ts';
import { type BuildFile, type ContentOrigin, openContents } from '../index/content-reader.ts';
import { languageKeyOf } from '../lex/shebang.ts';
import { idOf, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';

/** Bytes that are read here and not by a builder. */
const BYTES_MAX = MIB;

/** What reading needs to know, and whom it tells. */
export interface PendingDeps {
  readonly origin: ContentOrigin;
  readonly files: PackedFiles;
  /** Whether the store holds a content in a language. */
  isKnown(blobId: string, language: string): boolean;
  onOutcome(file: number, outcome: FileOutcome): void;
}

/** Reads pending files, and gives the contents that the store does not hold yet. */
export async function readPending(pending: Iterable<number>, deps: PendingDeps): Promise<readonly Content[]> {
  const reader = openContents(deps.origin);
  const contents = new Map<string, Content>();
  let bytes = 0;
  try {
    for (const file of pending) {
      if (bytes > BYTES_MAX) break;
      const given = buildFile(deps.files, file);
      const content = await reader.read(given);
      if (!content.ok) {
        const { size, reason, stamp } = content;
        deps.onOutcome(file, { blobId: null, size, exclusion: reason, stamp });
        continue;
      }
      const { blobId, stamp } = content;
      const size = content.bytes.length;
      bytes += size;
      const text = textOf(content.bytes);
      deps.onOutcome(file, { blobId, size, exclusion: text === null ? 'binary' : null, stamp });
      const key = languageKeyOf(given.path);
      if (text !== null && !deps.isKnown(blobId, key))
        contents.set(`${blobId} ${key}`, contentOf({ path: given.path, blobId, stored: content.bytes }, text));
    }
  } finally {
    reader.close();
  }
  return [...contents.values()];
}

/** A file as a reader of contents takes it. */
export function buildFile(files: PackedFiles, file: number): BuildFile {
  return { path: showPath(pathOf(files, file)), blobId: idOf(files, file) };
}
