import type { OperationContext } from '../questions/context.ts';
import type { FindGap } from '../questions/find.types.ts';
import { type PathRole, roleOfPath } from '../source/path-role.ts';
import type { Source, SourceListing } from '../source/source.ts';
import type { FileTable, SourceIndex } from '../source/source-index.ts';
import { type CpuBudget, makeCpuBudget } from './cpu-budget.ts';
import { GAP_NAMES_MAX } from './limits.ts';

/** A file in scope. */
export interface ScannedFile {
  readonly path: string;
  readonly role: PathRole;
}

/** Collects what was not searched. */
export interface Gaps {
  add(reason: FindGap['reason'], name: string): void;
  list(): readonly FindGap[];
}

/** Makes a collection, empty or with what is known to be in it. */
export function makeGaps(known: readonly FindGap[] = []): Gaps {
  const gaps = new Map(known.map(({ reason, count, names }) => [reason, { count, names: [...names] }]));
  return {
    add(reason, name) {
      const gap = gaps.get(reason) ?? { count: 0, names: [] };
      gaps.set(reason, gap);
      gap.count += 1;
      if (gap.names.length < GAP_NAMES_MAX && name !== '') gap.names.push(name);
    },
    list: () => [...gaps].map(([reason, gap]) => ({ reason, ...gap })),
  };
}

/** What a search runs on. */
export interface Scope {
  readonly source: Source;
  readonly context: Pick<OperationContext, 'signal' | 'deadlineAtMs'>;
  /** The files in scope, in order of path. With an index they are made when first asked for, which most searches spare. */
  readonly files: readonly ScannedFile[];
  readonly fileCount: number;
  /** Whether the source lists a path, in scope or not. */
  hasPath(path: string): boolean;
  /** Null when there is no index, and every content has to be read. */
  readonly indexed: IndexedScope | null;
  readonly gaps: Gaps;
  /** What all passes of one search may take together. */
  readonly cpu: CpuBudget;
  /** Listed files of which the time did not suffice to tell whether they are in scope. */
  readonly unjudged: number;
  /** Names the limit that cut the listing, or null when it is whole. */
  readonly limit: SourceListing['limit'];
}

/** The files in scope by their numbers in the index. Those without a text to search are not accepted: they are gaps. */
export interface IndexedScope {
  readonly index: SourceIndex;
  /** The same object for the same files of one state of the index, as far as that is known. */
  readonly chosen: object;
  accepts(file: number): boolean;
  /** Whether a file is in scope by its path, with a text or without. */
  lists(file: number): boolean;
  /** Accepted files, indexed or not yet. */
  readonly texts: number;
  /** Accepted files that are not indexed yet, ascending. */
  readonly pending: Uint32Array;
}

/** Which of the listed files to look at. */
export interface FileChoice {
  accepts(path: string, role: PathRole): boolean;
  /** The same for all choices that accept the same files; left out by a choice that only this question has. */
  readonly key?: string;
  /** False when only the role counts, which spares making the path of every file. */
  readonly usesPath?: boolean;
}

/** The files of a source that a search is about. With an index nothing is listed. */
export async function openScope(source: Source, choice: FileChoice, context: Scope['context']): Promise<Scope> {
  const cpu = makeCpuBudget();
  const { index } = source;
  if (index !== null) return indexedScope({ source, context, cpu, index }, choice);
  const listing = await source.list(context.signal);
  const gaps = makeGaps();
  const { files, unjudged } = chooseInTime(listing, choice, { gaps, isLate: lateCheck(choice, context, cpu) });
  const { entries, limit } = listing;
  const hasPath = (wanted: string): boolean => entries.some(({ path }) => path === wanted);
  return { source, context, files, fileCount: files.length, hasPath, indexed: null, gaps, cpu, unjudged, limit };
}

/** Files that are judged between two looks at the clock: a hostile pattern takes tenths of a millisecond for one path. */
const JUDGED_AT_ONCE = 64;

/** Whether it is too late to judge one more file, of those before. */
type LateCheck = (judged: number) => boolean;

function lateCheck({ usesPath }: FileChoice, { deadlineAtMs }: Scope['context'], cpu: CpuBudget): LateCheck {
  // Roles alone take no time.
  if (usesPath === false) return () => false;
  const isOver = (): boolean => performance.now() > deadlineAtMs || cpu.leftMs() <= 0;
  // Of few files it is always told which are in scope.
  return (judged) => judged > 0 && judged % JUDGED_AT_ONCE === 0 && isOver();
}

/** The same scope for another pass, which skips the same files again without counting them twice. */
export function scannedBefore(scope: Scope, cpu = scope.cpu): Scope {
  const { source, context, fileCount, hasPath, indexed, unjudged, limit } = scope;
  // A copy by `...` would make the list of files, which may be long and of no use.
  return {
    source,
    context,
    fileCount,
    hasPath,
    indexed,
    cpu,
    unjudged,
    limit,
    gaps: makeGaps(),
    get files() {
      return scope.files;
    },
  };
}

/** The files in scope, in order of path; links and submodules that would be in scope are gaps. */
export function chooseFiles(listing: SourceListing, choice: FileChoice, gaps: Gaps): readonly ScannedFile[] {
  return chooseInTime(listing, choice, { gaps, isLate: () => false }).files;
}

function chooseInTime(
  { entries, limit }: SourceListing,
  choice: FileChoice,
  { gaps, isLate }: { readonly gaps: Gaps; readonly isLate: LateCheck },
): { readonly files: readonly ScannedFile[]; readonly unjudged: number } {
  if (limit !== null) gaps.add('listing_limit', limit);
  const files: ScannedFile[] = [];
  for (const [judged, { path, kind }] of entries.entries()) {
    if (isLate(judged)) return { files, unjudged: entries.length - judged };
    const role = roleOfPath(path);
    if (!choice.accepts(path, role)) continue;
    if (kind === 'file') files.push({ path, role });
    else gaps.add(kind, path);
  }
  return { files, unjudged: 0 };
}

/** What a choice comes to in one state of an index. */
interface Chosen {
  /** For each file whether it is listed in scope (`LISTED`) and whether its text is searched, too (`TEXT`). */
  readonly marks: Uint8Array;
  readonly fileCount: number;
  readonly texts: number;
  readonly pending: Uint32Array;
  readonly gaps: readonly FindGap[];
  readonly unjudged: number;
}

const LISTED = 1;
const TEXT = 2;

function indexedScope(
  base: Pick<Scope, 'source' | 'context' | 'cpu'> & { readonly index: SourceIndex },
  choice: FileChoice,
): Scope {
  const { source, context, cpu, index } = base;
  const chosen = chosenIn(index, choice, lateCheck(choice, context, cpu));
  const { marks, fileCount, texts, pending, gaps, unjudged } = chosen;
  const indexed: IndexedScope = {
    index,
    chosen,
    accepts: (file) => ((marks[file] ?? 0) & TEXT) !== 0,
    lists: (file) => ((marks[file] ?? 0) & LISTED) !== 0,
    texts,
    pending,
  };
  let files: readonly ScannedFile[] | null = null;
  return {
    source,
    context,
    cpu,
    fileCount,
    gaps: makeGaps(gaps),
    unjudged,
    limit: index.limit,
    hasPath: (path) => index.files.find(path) !== null,
    indexed,
    get files() {
      files ??= [...listFiles(indexed)];
      return files;
    },
  };
}

/** The files in scope, one by one: with an index none is kept. */
export function eachFile(scope: Scope): Iterable<ScannedFile> {
  return scope.indexed === null ? scope.files : listFiles(scope.indexed);
}

function* listFiles({ index, lists }: IndexedScope): Iterable<ScannedFile> {
  const table = index.files;
  for (let file = 0; file < table.count; file++) {
    if (lists(file)) yield { path: table.path(file), role: table.role(file) };
  }
}

/** Choices remembered for one state of an index: pages of one question, and questions with the same globs. */
const CHOICES_MAX = 8;

/** Of a state with more files than this only the last one: each takes up to five bytes a file, in every thread. */
const CHOICE_FILES_MAX = 200_000;

/** By the table of files, which lives as long as its root is in use. */
const remembered = new WeakMap<FileTable, { readonly generation: string; readonly choices: Map<string, Chosen> }>();

/** A pass over all files for a choice that was not asked for before in this state. */
function chosenIn(index: SourceIndex, choice: FileChoice, isLate: LateCheck): Chosen {
  if (choice.key === undefined) return choose(index, choice, isLate);
  let known = remembered.get(index.files);
  if (known === undefined || known.generation !== index.generation) {
    known = { generation: index.generation, choices: new Map() };
    remembered.set(index.files, known);
  }
  const before = known.choices.get(choice.key);
  if (before !== undefined) return before;
  const chosen = choose(index, choice, isLate);
  // Who asks again may have more time.
  if (chosen.unjudged > 0) return chosen;
  const [oldest] = known.choices.keys();
  if (known.choices.size >= (index.files.count > CHOICE_FILES_MAX ? 1 : CHOICES_MAX) && oldest !== undefined)
    known.choices.delete(oldest);
  known.choices.set(choice.key, chosen);
  return chosen;
}

function choose({ files, pending, limit, listedSoFar }: SourceIndex, choice: FileChoice, isLate: LateCheck): Chosen {
  const marks = new Uint8Array(files.count);
  const gaps = makeGaps(listedSoFar === null ? [] : [{ reason: 'being_listed', count: listedSoFar, names: [] }]);
  if (limit !== null && limit !== 'listing') gaps.add('listing_limit', limit);
  let fileCount = 0;
  let texts = 0;
  let judged = 0;
  for (let file = 0; file < files.count && !isLate(file); file++) {
    judged = file + 1;
    if (!acceptsFile(choice, files, file)) continue;
    const exclusion = exclusionOf(files, file);
    if (exclusion !== null) gaps.add(exclusion, files.path(file));
    const isText = exclusion === null;
    const isListed = files.kind(file) === 'file';
    marks[file] = (isText ? TEXT : 0) | (isListed ? LISTED : 0);
    fileCount += Number(isListed);
    texts += Number(isText);
  }
  const inScope = pending.filter((file) => ((marks[file] ?? 0) & TEXT) !== 0);
  return { marks, fileCount, texts, pending: inScope, gaps: gaps.list(), unjudged: files.count - judged };
}

function acceptsFile(choice: FileChoice, files: FileTable, file: number): boolean {
  return choice.accepts(choice.usesPath === false ? '' : files.path(file), files.role(file));
}

/** Links and submodules are no files; of the files some have no text to search. */
function exclusionOf(files: FileTable, file: number): ReturnType<FileTable['exclusion']> {
  const kind = files.kind(file);
  return kind === 'file' ? files.exclusion(file) : kind;
}
