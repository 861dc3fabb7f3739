import type { Stats } from 'node:fs';
import { blobIdOf, formatOfId, type ObjectFormat } from '../source/blob-id.ts';
import { openObjects } from '../source/git-objects.ts';
import { pathBytes, safeSegments } from '../source/path-bytes.ts';
import { descendFrom, readOpened } from '../source/safe-open.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import type { FileContent, Source } from '../source/source.ts';
import type { FileStamp } from './stamps.ts';

/** A file whose content is to be indexed. */
export interface BuildFile {
  /** As listings show it; its name decides the language, and whether it holds credentials. */
  readonly path: string;
  /** Null when it is not known before reading. */
  readonly blobId: string | null;
}

/** A content as it was read, or why there is none. */
export type ReadContent =
  | {
      readonly ok: true;
      readonly blobId: string;
      readonly bytes: Uint8Array;
      /** Of the open file, before a byte was read; null for objects. */
      readonly stamp: FileStamp | null;
    }
  | {
      readonly ok: false;
      readonly reason: 'too_large' | 'symlink' | 'unreadable' | 'gone';
      /** Bytes of one that is too large, where they are known. */
      readonly size: number | null;
      readonly stamp: FileStamp | null;
    };

/** Reads contents for indexing: none larger than a search would read. */
export interface ContentReader {
  read(file: BuildFile): Promise<ReadContent>;
  close(): void;
}

/** A work tree or folder. */
interface Below {
  readonly kind: 'below';
  /** Real path. */
  readonly location: string;
  readonly denied: readonly string[];
  readonly objectFormat: ObjectFormat;
}

/** A repository's objects. */
interface Objects {
  readonly kind: 'objects';
  readonly gitDirectory: string;
}

/** Where contents are read from, as it can be told to another process. */
export type ContentOrigin = Below | Objects;

/** Opens a reader of what lies there; larger contents are refused before they are read. */
export function openContents(origin: ContentOrigin, fileBytesMax: number = FILE_BYTES_MAX): ContentReader {
  return origin.kind === 'objects' ? readObjects(origin, fileBytesMax) : readBelow(origin, fileBytesMax);
}

/** Objects by their ids: a repository that names its own bytes by somebody else's id is not believed. */
function readObjects({ gitDirectory }: Objects, fileBytesMax: number): ContentReader {
  const objects = openObjects(gitDirectory);
  return {
    async read({ blobId }) {
      const info = blobId === null ? null : await objects.info(blobId);
      if (blobId === null || info?.type !== 'blob') return refuse('gone');
      if (info.size > fileBytesMax) return refuse('too_large', info.size);
      const bytes = await objects.bytes(blobId, fileBytesMax);
      const isTrue = bytes !== null && blobIdOf(bytes, formatOfId(blobId)) === blobId;
      return isTrue ? { ok: true, blobId, bytes, stamp: null } : refuse('gone');
    },
    close: () => objects.close(),
  };
}

/** Files on disk, by descriptors from the root on, so that nothing outside of it is read. */
function readBelow({ location, denied, objectFormat }: Below, fileBytesMax: number): ContentReader {
  const descent = descendFrom({ location, denied });
  return {
    async read({ path }) {
      const bytes = pathBytes(path);
      const segments = bytes && safeSegments(bytes);
      if (!segments) return refuse('unreadable');
      const opened = descent.open(segments);
      if ('reason' in opened) return refuse(whyNot(opened.reason));
      const stamp = stampOf(opened.stats);
      const content = readOpened(opened, fileBytesMax);
      if (!Buffer.isBuffer(content)) {
        const size = content.reason === 'too_large' ? opened.stats.size : null;
        return { ...refuse(whyNot(content.reason), size), stamp };
      }
      return { ok: true, blobId: blobIdOf(content, objectFormat), bytes: content, stamp };
    },
    close: () => descent.close(),
  };
}

/** Reads through a source, which stays open. */
export function readSource(source: Source): ContentReader {
  return {
    async read({ path }) {
      const content = await source.read(path, FILE_BYTES_MAX);
      if (content.ok) {
        const blobId = content.blobId ?? blobIdOf(content.bytes, 'sha1');
        return { ok: true, blobId, bytes: content.bytes, stamp: null };
      }
      return refuse(whyNot(content.reason), content.reason === 'too_large' ? Number(content.detail) : null);
    },
    close: () => undefined,
  };
}

function whyNot(reason: (FileContent & { readonly ok: false })['reason']): Refusal['reason'] {
  if (reason === 'symlink' || reason === 'too_large') return reason;
  return reason === 'not_found' || reason === 'is_directory' ? 'gone' : 'unreadable';
}

function stampOf({ mtimeMs, ctimeMs, ino }: Stats): FileStamp {
  return { mtimeMs, ctimeMs, ino };
}

type Refusal = ReadContent & { readonly ok: false };

function refuse(reason: Refusal['reason'], size: number | null = null): Refusal {
  return { ok: false, reason, size, stamp: null };
}
