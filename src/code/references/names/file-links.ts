import type { Scope } from '../../search/scope.ts';
import type { SourceEntry } from '../../source/source.ts';
import { type Family, familyOfUser } from '../code-file.ts';
import { makeFollower } from './follow-imports.ts';
import { keptFor } from './kept-links.ts';
import { leadsTo, type NameSought } from './link-ways.ts';

/** Where imports of a file lead to. */
export interface FileLinks {
  /** All files and Go packages that it imports; packages by their folder with a slash at the end. */
  readonly targets: ReadonlySet<string>;
  /** Those that it gives out again, with what of them: their names here, or all. */
  readonly reexported: ReadonlyMap<string, 'all' | ReadonlySet<string>>;
  /** By the 1-based line that says so. */
  readonly byLine: ReadonlyMap<number, ReadonlySet<string>>;
  /**
   * Where a line may lead to several files, by such a line and what the file calls what it has from there: of Rust, and of
   * Python the dotted names of modules.
   */
  readonly byLocalName: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that a file of Python takes from others of the project by these, as those call them. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of these lines those of which only a name says where they lead: a copy of that package may be meant. */
  readonly byName: ReadonlySet<number>;
  /** Lines that import something from outside of the project for sure. */
  readonly outside: ReadonlySet<number>;
  /** Of these lines those that import something of another package, and not of the language itself. */
  readonly ofPackages: ReadonlySet<number>;
}

/** Imports of files, followed when they are first asked for. */
export interface ProjectLinks {
  /** Follows the imports of files, and of those that only give out others'; what was followed before is kept. */
  follow(paths: Iterable<string>): Promise<void>;
  /** Follows the imports of all files of a language. */
  followFamily(family: Family): Promise<void>;
  /** Files that import one of these directly, of those whose imports were followed. */
  importersOf(paths: ReadonlySet<string>): ReadonlySet<string>;
  /** Files that give out again all that one of these does, of those whose imports were followed. */
  starsOf(paths: ReadonlySet<string>): readonly string[];
  /** Null for a file whose imports were not followed. */
  of(path: string): FileLinks | null;
  /** Whether a file, or what one of these targets gives out, is another one; by a name only what is given out so. */
  leadsTo(targets: Iterable<string>, path: string, named?: NameSought): boolean;
  /** Whether one file declares for types what one of others, or one that these give out, is as a program. */
  describes(declaration: string, paths: readonly string[]): boolean;
  /** Whether files were left out because there are too many. */
  isCut(): boolean;
}

/** Links of the files of a source; `entries` are all of its files, since imports lead beyond what is searched. */
export function makeProjectLinks(
  scope: Pick<Scope, 'source' | 'context'>,
  entries: readonly SourceEntry[],
): ProjectLinks {
  const kept = keptFor(scope.source, entries);
  const { files, known } = kept;
  const { follow, isCut } = makeFollower(scope, kept);
  return {
    follow,
    followFamily: (family) => follow(files.flatMap(({ path }) => (familyOfUser(path) === family ? [path] : []))),
    importersOf: (paths) =>
      new Set(
        [...known].flatMap(([path, { targets }]) => ([...targets].some((target) => paths.has(target)) ? [path] : [])),
      ),
    starsOf: (paths) =>
      [...known].flatMap(([path, { reexported }]) =>
        [...reexported].some(([target, names]) => names === 'all' && paths.has(target)) ? [path] : [],
      ),
    of: (path) => known.get(path) ?? null,
    leadsTo: (targets, path, named) => leadsTo(known, targets, { path, named }),
    describes(declaration, paths) {
      const programs = kept.described.get(declaration);
      return programs !== undefined && paths.some((path) => leadsTo(known, programs, { path }));
    },
    isCut,
  };
}
