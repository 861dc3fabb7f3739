import { afterAll } from 'vitest';
import type { OperationContext } from '../../src/code/questions/context.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import type { Source } from '../../src/code/source/source.ts';
import { indexedSource } from './indexed-source.ts';
import { makeFolder, type TempFolder } from './repository.ts';

/** Where the indexes of a test file's sources are: shared, so that the same content is indexed once. */
let indexes: TempFolder | null = null;
const opened: Source[] = [];

// Importing this is enough: what was opened goes when the tests of a file are over.
afterAll(async () => {
  for (const source of opened.splice(0)) await source.close();
  indexes?.remove();
  indexes = null;
});

/** Sources as a context opens them. */
export interface KeptSources {
  readonly open: OperationContext['openSource'];
  /** Paths of the files that were read. */
  readonly reads: string[];
  /** Opens all anew from here on. */
  forget(): void;
}

/** Opens each state once with its index, as the keeper has them, and counts the files that are read. */
export function keptSources(): KeptSources {
  const known = new Map<string | null, Source>();
  const reads: string[] = [];
  const open: OperationContext['openSource'] = async (selector) => {
    const before = known.get(selector.ref);
    if (before !== undefined) return { ok: true, value: before };
    const found = await openSource(selector);
    if (!found.ok) return found;
    indexes ??= makeFolder();
    const source = await indexedSource(found.value, indexes.path);
    opened.push(source);
    const read: Source['read'] = (path, bytesMax) => {
      reads.push(path);
      return source.read(path, bytesMax);
    };
    const kept = { ...source, read };
    known.set(selector.ref, kept);
    return { ok: true, value: kept };
  };
  return { open, reads, forget: () => known.clear() };
}
