import { isInstalled } from '../../source/borrowed.ts';
import { makeLinkTexts } from '../../source/link-texts.ts';
import { makeProjectFiles, type ProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import type { FileTable } from '../../source/source-index.ts';
import { makeStarTest } from './barrels.ts';
import { makeOwnTest, type OwnTest } from './own-modules.ts';
import { makeReadAlong } from './read-along.ts';

/** What is known of the imports of one state of a source. */
export interface KeptLinks {
  readonly files: readonly SourceEntry[];
  readonly project: ProjectFiles;
  readonly known: Map<string, MutableLinks>;
  /** Programs by the files that declare their types for who imports them. */
  readonly described: Map<string, Set<string>>;
  readonly mayBeOwn: OwnTest;
  readonly mayStar: (path: string) => boolean;
  /** With some files those without which their imports lead nowhere. */
  readonly readAlong: (paths: ReadonlySet<string>) => ReadonlySet<string>;
  /** Files whose imports were followed to what may give out others. */
  readonly followed: Set<string>;
  /** The source that files are read from: the same state in each question, opened anew. */
  source: Source;
  /** Files that were looked at together, for languages in which a name leads to a file only through that file. */
  together: ReadonlySet<string>;
}

/** Links of one file while they are found; each set is told at its like in `FileLinks`. */
export interface MutableLinks {
  readonly targets: Set<string>;
  readonly reexported: Map<string, 'all' | Set<string>>;
  readonly byLine: Map<number, Set<string>>;
  readonly byLocalName: Map<string, Set<string>>;
  readonly taken: Map<string, Set<string>>;
  readonly byName: Set<number>;
  readonly outside: Set<number>;
  readonly ofPackages: Set<number>;
}

/** Links of a file of which nothing has been found. */
export function emptyLinks(): MutableLinks {
  const [byName, outside, ofPackages] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const [reexported, byLine, byLocalName] = [new Map(), new Map(), new Map()];
  return { targets: new Set(), reexported, byLine, byLocalName, taken: new Map(), byName, outside, ofPackages };
}

/** Links of the states of indexes that a thread has been asked about; a table of files lives as long as it is in use. */
const remembered = new WeakMap<FileTable, { readonly generation: string; readonly kept: KeptLinks }>();

/** Files whose links are remembered for one state; with more all are followed anew. */
const REMEMBERED_MAX = 40_000;

/** What is known of a state of a source; `entries` are all of its files. */
export function keptFor(source: Source, entries: readonly SourceEntry[]): KeptLinks {
  const { index } = source;
  const before = index === null ? undefined : remembered.get(index.files);
  if (before !== undefined && before.generation === index?.generation && before.kept.known.size < REMEMBERED_MAX) {
    before.kept.source = source;
    return before.kept;
  }
  const own = entries.filter(({ path }) => !isInstalled(path));
  const files = own.filter(({ kind }) => kind === 'file');
  const reader: Source = { ...source, read: (path, bytesMax) => kept.source.read(path, bytesMax) };
  const project = { ...makeProjectFiles(reader, files, ''), links: makeLinkTexts(reader, own) };
  const kept: KeptLinks = {
    files,
    project,
    known: new Map(),
    described: new Map(),
    mayBeOwn: makeOwnTest(project),
    mayStar: makeStarTest(index),
    readAlong: makeReadAlong({ files, has: project.has, index }),
    followed: new Set(),
    source,
    together: new Set(),
  };
  if (index !== null) remembered.set(index.files, { generation: index.generation, kept });
  return kept;
}

/** Has the next question follow all links of this state anew. */
export function forget({ index }: Source): void {
  if (index !== null) remembered.delete(index.files);
}
