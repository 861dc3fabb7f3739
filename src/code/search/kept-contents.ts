import { KIB, MIB } from '../../base/units.ts';
import type { FileContent, Source } from '../source/source.ts';

/** Contents kept for one search. */
const KEPT_BYTES_MAX = 32 * MIB;
/** What an entry takes beside its bytes: a million empty files are no small thing to keep. */
const ENTRY_BYTES = KIB;

/**
 * The same source, which reads a file once as far as there is room: a search goes over the files up to four times, and
 * what it shows must be what it counted. All reads ask for the same `bytesMax`.
 */
export function keepContents(source: Source): Source {
  const kept = new Map<string, FileContent>();
  let bytes = 0;
  return {
    ...source,
    async read(path, bytesMax) {
      const known = kept.get(path);
      if (known !== undefined) return known;
      const content = await source.read(path, bytesMax);
      bytes += ENTRY_BYTES + (content.ok ? content.size : 0);
      if (bytes <= KEPT_BYTES_MAX) kept.set(path, content);
      return content;
    },
  };
}

/** Characters of texts kept for one search. */
const KEPT_CHARACTERS_MAX = 8 * MIB;

/** Texts of files that rows are about, as far as there is room: for the lines of those that are shown. */
export interface KeptTexts {
  keep(path: string, text: string): void;
  get(path: string): string | null;
}

/** Makes an empty collection. */
export function keepTexts(): KeptTexts {
  const kept = new Map<string, string>();
  let characters = 0;
  return {
    keep(path, text) {
      characters += ENTRY_BYTES + text.length;
      if (characters <= KEPT_CHARACTERS_MAX) kept.set(path, text);
    },
    get: (path) => kept.get(path) ?? null,
  };
}
