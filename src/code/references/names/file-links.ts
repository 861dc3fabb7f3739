import { linkImports } from '../../imports/build-import-graph.ts';
import type { ImportKind } from '../../imports/import-graph.ts';
import type { Evidence, GivenOut, GraphSink } from '../../imports/import-language.ts';
import { mayBeProgram } from '../../lex/shebang.ts';
import type { Scope } from '../../search/scope.ts';
import { isInstalled } from '../../source/borrowed.ts';
import { makeLinkTexts } from '../../source/link-texts.ts';
import { makeProjectFiles, type ProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import type { FileTable } from '../../source/source-index.ts';
import { folderOf } from '../../text/paths.ts';
import { type Family, familyOfUser } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { isRust, makeBarrelTest, makeStarTest } from './barrels.ts';
import { followIncludes } from './included-files.ts';
import { leadsTo, localKey, type NameSought } from './link-ways.ts';
import { makeOwnTest, type OwnTest } from './own-modules.ts';
import { makeReadAlong } from './read-along.ts';

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

/** What is known of the imports of one state of a source. */
interface Kept {
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

/** Languages whose imports write out where they lead to. */
const WRITTEN_OUT: ReadonlySet<Family> = new Set(['script', 'python', 'go', 'c']);

function needsOthers(path: string): boolean {
  const family = familyOfUser(path);
  // Of a program without an ending only its content tells the language.
  return family === null ? mayBeProgram(path) : !WRITTEN_OUT.has(family);
}

/** Links of the files of a source; `entries` are all of its files, since imports lead beyond what is searched. */
export function makeProjectLinks(
  { source, context }: Pick<Scope, 'source' | 'context'>,
  entries: readonly SourceEntry[],
): ProjectLinks {
  const kept = keptFor(source, entries);
  const { files, known, project } = kept;
  let isCut = false;

  async function link(paths: ReadonlySet<string>): Promise<void> {
    for (const path of paths) if (!known.has(path)) known.set(path, emptyLinks());
    const only = kept.readAlong(paths);
    try {
      await linkImports({ source, entries: files, base: '', ...context, only }, project, sinkInto(kept));
    } finally {
      // What the time did not suffice for must not be taken for all there is by a later question.
      if (context.signal.aborted || performance.now() > context.deadlineAtMs) forget(source);
    }
  }

  /** Follows imports whose names mean nothing without the files that declare them, all of those together. */
  async function followTogether(paths: readonly string[]): Promise<void> {
    if (paths.every((path) => kept.together.has(path))) return;
    const asked = [...paths, ...(paths.some(isRust) ? waysOfRust() : [])];
    const all = new Set([...kept.together, ...asked]);
    // Past the bound only this question's files are looked at together.
    kept.together = all.size > REFERENCE_LIMITS.linkedFilesMax ? new Set(asked) : all;
    isCut ||= paths.length > REFERENCE_LIMITS.linkedFilesMax;
    await link(new Set([...kept.together].slice(0, REFERENCE_LIMITS.linkedFilesMax)));
  }

  const isBarrel = makeBarrelTest(files);
  /**
   * Which files a path leads through is only known once all are read, whether or not they hold what is asked for: with
   * some of them answers would depend on what was asked before. Of very many those that mostly give out others.
   */
  const waysOfRust = (): readonly string[] => {
    const all = files.map(({ path }) => path).filter(isRust);
    return all.length <= REFERENCE_LIMITS.rustFilesMax ? all : all.filter(isBarrel);
  };
  /** Of what a file imports that which may give out others. A script that does so with no name in it does so by a star. */
  const givingTargets = (path: string, isAsked: boolean): readonly string[] => {
    const { targets, reexported } = known.get(path) ?? emptyLinks();
    return [...targets].filter(
      (target) => isBarrel(target) || ((isAsked || reexported.has(target)) && kept.mayStar(target)),
    );
  };
  async function follow(paths: Iterable<string>): Promise<void> {
    const before = known.size;
    const asked = [...paths];
    await followTogether(asked.filter(needsOthers));
    await followIncludes(asked, (path) => known.get(path)?.targets ?? null, link);
    let wanted = new Set(asked.filter((path) => !kept.followed.has(path)));
    for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && wanted.size > 0; hop += 1) {
      const room = REFERENCE_LIMITS.linkedFilesMax - (known.size - before);
      isCut ||= wanted.size > room;
      const some = new Set([...wanted].slice(0, Math.max(0, room)));
      if (some.size === 0) return;
      await link(new Set([...some].filter((path) => !known.has(path))));
      for (const path of hop === 0 ? some : []) kept.followed.add(path);
      wanted = new Set([...some].flatMap((path) => givingTargets(path, hop === 0)).filter((path) => !known.has(path)));
    }
  }

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
    isCut: () => isCut,
  };
}

/** Links of the states of indexes that a thread has been asked about; a table of files lives as long as it is in use. */
const remembered = new WeakMap<FileTable, { readonly generation: string; readonly kept: Kept }>();

/** Files whose links are remembered for one state; with more all are followed anew. */
const REMEMBERED_MAX = 40_000;

function keptFor(source: Source, entries: readonly SourceEntry[]): Kept {
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
  const kept: Kept = {
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

function forget({ index }: Source): void {
  if (index !== null) remembered.delete(index.files);
}

interface MutableLinks {
  readonly targets: Set<string>;
  readonly reexported: Map<string, 'all' | Set<string>>;
  readonly byLine: Map<number, Set<string>>;
  readonly byLocalName: Map<string, Set<string>>;
  readonly taken: Map<string, Set<string>>;
  readonly byName: Set<number>;
  readonly outside: Set<number>;
  readonly ofPackages: Set<number>;
}

function emptyLinks(): MutableLinks {
  const [byName, outside, ofPackages] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const [reexported, byLine, byLocalName] = [new Map(), new Map(), new Map()];
  return { targets: new Set(), reexported, byLine, byLocalName, taken: new Map(), byName, outside, ofPackages };
}

/** Takes in what the languages find. Go's units are folders; those of tests are named by a pattern in the folder. */
function sinkInto({ known, described, mayBeOwn }: Pick<Kept, 'known' | 'described' | 'mayBeOwn'>): GraphSink {
  const folders = new Map<string, string>();
  const target = (unit: string): string => folders.get(unit) ?? unit;
  const edge: GraphSink['edge'] = (_, to, { file, line, kind, givesOut = null, ...evidence }) => {
    const links = known.get(file);
    if (links === undefined) return;
    const path = file.endsWith('.go') && !folders.has(to) ? `${to === '.' ? '' : to}/` : target(to);
    links.targets.add(path);
    const given = givesOut ?? (kind === 'reexport' ? 'all' : null);
    if (given !== null) links.reexported.set(path, together(links.reexported.get(path), given));
    links.byLine.set(line, (links.byLine.get(line) ?? new Set()).add(path));
    addByLocalName(links, { line, ...evidence }, path);
    addByName(links, kind, line);
    addTaken(links, evidence, path);
  };
  return {
    unit(unit) {
      if (unit.kind === 'package') folders.set(unit.path, `${folderOf(unit.files[0] ?? '')}/`);
    },
    edge,
    bound(to, { file, ...evidence }) {
      const links = known.get(file);
      if (links === undefined) return;
      links.targets.add(to);
      addByLocalName(links, evidence, to);
    },
    // What is imported may be declared for types in a file of its own: a place means both.
    described({ program, declaration }, evidence) {
      edge(evidence.file, declaration, evidence);
      const programs = described.get(declaration) ?? new Set();
      if (program !== null) described.set(declaration, programs.add(program));
    },
    external(name, isStandard, { file, line }) {
      const links = known.get(file);
      if (isStandard || !mayBeOwn(file, name)) links?.outside.add(line);
      if (!isStandard) links?.ofPackages.add(line);
    },
    unresolved(_specifier, _why, { file, line }) {
      const links = known.get(file);
      // What it leads to is not known: the line may mean something of the project.
      if (links !== undefined && !links.byLine.has(line)) links.byLine.set(line, new Set());
    },
  };
}

type CalledHere = Pick<Evidence, 'line' | 'calledHere'>;

function addByLocalName({ byLocalName }: MutableLinks, { line, calledHere }: CalledHere, path: string): void {
  if (calledHere === undefined) return;
  const key = localKey(line, calledHere);
  byLocalName.set(key, (byLocalName.get(key) ?? new Set()).add(path));
}

function addByName({ byName }: MutableLinks, kind: ImportKind, line: number): void {
  if (kind === 'named') byName.add(line);
}

function addTaken({ taken }: MutableLinks, { takes }: Pick<Evidence, 'takes'>, path: string): void {
  if (!takes) return;
  const names = taken.get(path) ?? new Set();
  for (const name of takes) names.add(name);
  taken.set(path, names);
}

/** What several statements give out of one file. */
function together(before: 'all' | ReadonlySet<string> | undefined, more: GivenOut): 'all' | Set<string> {
  return before === 'all' || more === 'all' ? 'all' : new Set([...(before ?? []), ...more]);
}
