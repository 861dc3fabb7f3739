import { plural } from '../../base/plural.ts';
import type { Language } from '../lex/languages.ts';
import { languageIn, mayBeProgram } from '../lex/shebang.ts';
import { makeBlobCache } from '../source/blob-cache.ts';
import { asBuffer, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { Source, SourceEntry } from '../source/source.ts';

/** Files without an ending that are looked into; a tree with more of them keeps data there. */
const LOOKED_MAX = 2_000;
/** Bytes of all of them that are read. */
const BYTES_MAX = 32 * FILE_BYTES_MAX;
const REMEMBERED_MAX = 100_000;

/** Languages of programs by their paths, for files whose names do not tell. */
export type Programs = ReadonlyMap<string, Language>;

/** Where programs are looked for. */
export interface ProgramSearch {
  readonly source: Pick<Source, 'read'>;
  readonly entries: readonly Pick<SourceEntry, 'path' | 'kind' | 'size' | 'blobId'>[];
  /** On the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
  /** Told once when files were left out. */
  readonly gap: (text: string) => void;
}

/**
 * Finds the programs among files without an ending (`bin/rails`, `scripts/build`) by their first lines. Files of
 * credentials are not opened, and none larger than a search would read.
 */
export async function findPrograms({ source, entries, deadlineAtMs, signal, gap }: ProgramSearch): Promise<Programs> {
  const asked = entries.filter(
    ({ path, kind, size }) =>
      kind === 'file' && (size ?? 0) <= FILE_BYTES_MAX && mayBeProgram(path) && !isSecretPath(path),
  );
  const programs = new Map<string, Language>();
  let left = Math.max(0, asked.length - LOOKED_MAX);
  let bytes = 0;
  for (const { path, blobId } of asked.slice(0, LOOKED_MAX)) {
    signal.throwIfAborted();
    const known = blobId === null ? undefined : languages.peek(blobId);
    if (known === undefined && (bytes > BYTES_MAX || performance.now() > deadlineAtMs)) {
      left += 1;
      continue;
    }
    const found = known ?? (await look(source, path));
    bytes += found.bytes;
    if (found.language !== null) programs.set(path, found.language);
  }
  if (left > 0) gap(`${plural(left, 'file')} without an ending not looked into: programs among them are not known`);
  return programs;
}

interface Looked {
  readonly language: Language | null;
  /** Bytes that were read to know it. */
  readonly bytes: number;
}

/** By blob, so that a second question reads none of them again. */
const languages = makeBlobCache<Looked>(REMEMBERED_MAX, () => 1);

async function look(source: ProgramSearch['source'], path: string): Promise<Looked> {
  const content = await source.read(path, FILE_BYTES_MAX);
  if (!content.ok) return { language: null, bytes: 0 };
  const language = languageIn(path, asBuffer(content.bytes));
  languages.get(content.blobId, () => ({ language, bytes: 0 }));
  return { language, bytes: content.bytes.length };
}
