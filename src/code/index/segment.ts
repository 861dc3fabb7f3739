import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Section, Segment } from '../source/source-index.ts';
import { SYMBOLS_FORMAT, TEXT_FORMAT } from './sections.ts';
import { DamagedSegmentError, openSegmentFile, type SegmentFile } from './segment-file.ts';

/** A segment with its descriptors, which are this thread's own. */
export interface OpenSegment extends Segment {
  readonly id: string;
  /** Whether its symbols are at hand; a segment without them is to be opened again when they have come. */
  readonly hasSymbols: boolean;
  /** Bytes on disk. */
  readonly bytes: number;
  /** Wall time at which the last of its files was made. */
  readonly writtenAtMs: number;
  close(): void;
}

/** The two files of a segment in the folder of its root. */
export function segmentPaths(folder: string, id: string): { readonly text: string; readonly symbols: string } {
  return { text: join(folder, `${id}.text`), symbols: join(folder, `${id}.symbols`) };
}

/**
 * Opens a segment by its id. Throws `DamagedSegmentError` when it is not as written, of another format or gone, which
 * is all the same to who asks: its contents are to be searched by reading them.
 */
export function openSegment(folder: string, id: string): OpenSegment {
  const paths = segmentPaths(folder, id);
  const text = openOrDamaged(paths.text, TEXT_FORMAT);
  let symbols: SegmentFile | null = null;
  try {
    symbols = existsSync(paths.symbols) ? openOrDamaged(paths.symbols, SYMBOLS_FORMAT) : null;
    return assemble(id, text, symbols);
  } catch (failure) {
    text.close();
    symbols?.close();
    throw failure;
  }
}

function openOrDamaged(path: string, format: number): SegmentFile {
  try {
    return openSegmentFile(path, format);
  } catch (cause) {
    // `as`: errors of the file system carry a code. Others than these, such as too many open files, are no damage.
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (code !== 'ENOENT' && code !== 'EIO') throw cause;
    throw Object.assign(new DamagedSegmentError(path, `it cannot be opened (${code})`), { cause });
  }
}

function assemble(id: string, text: SegmentFile, symbols: SegmentFile | null): OpenSegment {
  const kept = new Map<string, unknown>();
  const documents = readCount(text);
  const segment: OpenSegment = {
    id,
    documents,
    hasSymbols: symbols !== null,
    bytes: text.bytes + (symbols?.bytes ?? 0),
    writtenAtMs: Math.max(text.writtenAtMs, symbols?.writtenAtMs ?? 0),
    section: (name): Section | null => text.section(name) ?? symbols?.section(name) ?? null,
    keep<Kept>(name: string, make: (segment: Segment) => Kept): Kept {
      if (!kept.has(name)) kept.set(name, make(segment));
      // Every reader has a name of its own, so what lies there is what its `make` made.
      return kept.get(name) as Kept;
    },
    close() {
      text.close();
      symbols?.close();
    },
  };
  return segment;
}

function readCount(text: SegmentFile): number {
  const head = text.section('documents');
  if (head === null) throw new DamagedSegmentError(text.path, 'no documents');
  // The checksums have shown that this is what `makeDocumentsBuilder` wrote.
  return (JSON.parse(head.read(0, head.length).toString()) as { count: number }).count;
}
