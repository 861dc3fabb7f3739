import { findDocuments } from '../../index/trigram-reader.ts';
import { literalMatcher } from '../../search/matcher.ts';
import type { SourceEntry } from '../../source/source.ts';
import type { SourceIndex } from '../../source/source-index.ts';
import { folderOf } from '../../text/paths.ts';

/** Files that give out what others declare, by the customs of their languages; in Rust also `a.rs` beside `a/`. */
export function makeBarrelTest(files: readonly SourceEntry[]): (path: string) => boolean {
  let folders: ReadonlySet<string> | null = null;
  return (path) => {
    if (/(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.pyi?|mod\.rs|lib\.rs)$/.test(path)) return true;
    if (!isRust(path)) return false;
    folders ??= new Set(files.flatMap((file) => (isRust(file.path) ? [folderOf(file.path)] : [])));
    return folders.has(path.slice(0, -'.rs'.length));
  };
}

/** Whether a file is written in Rust, by its name. */
export function isRust(path: string): boolean {
  return path.endsWith('.rs');
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Tells scripts that may give out all that another file does, whatever they are called: their texts need not hold a
 * name that they give out. Without an index any script may.
 */
export function makeStarTest(index: SourceIndex | null): (path: string) => boolean {
  // How `export * from` ends.
  return makeTextTest(index, '* from ');
}

/** Tells scripts whose texts may hold some words. What stands so in a comment costs a look; without an index any may. */
export function makeTextTest(index: SourceIndex | null, words: string): (path: string) => boolean {
  let found: ReadonlySet<string> | null = null;
  return (path) => {
    if (!SCRIPT.test(path) || index === null) return SCRIPT.test(path);
    found ??= holdingIn(index, words);
    return found.has(path);
  };
}

function holdingIn(index: SourceIndex, words: string): ReadonlySet<string> {
  const { needs } = literalMatcher(words, { case: 'sensitive', word: false });
  const found = new Set([...index.pending].map((file) => index.files.path(file)));
  for (const view of index.segments) {
    for (const document of findDocuments(view.segment, needs) ?? Array(view.segment.documents).keys()) {
      for (const file of view.files(document)) found.add(index.files.path(file));
    }
  }
  return found;
}
