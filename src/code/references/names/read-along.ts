import type { SourceEntry } from '../../source/source.ts';
import type { SourceIndex } from '../../source/source-index.ts';
import { folderOf } from '../../text/paths.ts';
import { familyOfUser } from '../code-file.ts';
import { makeTextTest } from './barrels.ts';

/** Files of which some are looked at, and the index that tells what their texts hold; null without one. */
export interface AlongWith {
  readonly files: readonly SourceEntry[];
  readonly has: (path: string) => boolean;
  readonly index: SourceIndex | null;
}

/** Files that declare modules by name which are read for the imports of any script; more are made by a program. */
const AMBIENT_FILES_MAX = 1_000;

/**
 * Makes what tells the files without which imports of others lead nowhere, those others included: of Rust the modules
 * around each file, without which no path from the root of the crate leads to it; of scripts what declares modules of
 * others by their names. Other languages need no more than the files themselves.
 */
export function makeReadAlong(along: AlongWith): (paths: ReadonlySet<string>) => ReadonlySet<string> {
  let ambient: readonly string[] | null = null;
  return (paths) => {
    const families = new Set([...paths].map(familyOfUser));
    if (families.has('script')) ambient ??= ambientFiles(along);
    const roots = families.has('rust') ? [...paths].flatMap(modulesAround).filter(along.has) : [];
    return new Set([...paths, ...(families.has('script') ? (ambient ?? []) : []), ...roots]);
  };
}

/** Without an index only files that hold nothing but declarations are looked through. */
function ambientFiles({ files, index }: AlongWith): readonly string[] {
  const mayDeclare = makeTextTest(index, 'declare module ');
  return files
    .map(({ path }) => path)
    .filter((path) => mayDeclare(path) && (index !== null || /\.d\.[cm]?ts$/.test(path)))
    .slice(0, AMBIENT_FILES_MAX);
}

/** Where the modules and roots around a file of Rust may be declared. */
function modulesAround(path: string): readonly string[] {
  if (familyOfUser(path) !== 'rust') return [];
  const roots: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const inside = folder === '' ? '' : `${folder}/`;
    roots.push(...RUST_ROOTS.map((name) => `${inside}${name}`), `${folder}.rs`);
    if (folder === '') return roots;
  }
}

const RUST_ROOTS = ['lib.rs', 'main.rs', 'mod.rs', 'src/lib.rs', 'src/main.rs'];
