import { plural } from '../../../base/plural.ts';
import type { ReferenceMode } from '../../questions/find.types.ts';
import type { ScanEnd } from '../../search/scan.ts';
import type { Search, SearchResult } from '../../search/search.ts';
import { FIT_NOTES } from '../../search/symbol-container.ts';
import type { TargetQuery } from '../../search/target-query.ts';
import { clipName } from '../../text/lines.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition, ReferenceEvidence } from '../reference.ts';
import type { ReferenceQuestion } from './reference-search.ts';
import { countPaths, describeTargets, outerName } from './target.ts';
import type { UsesEnd } from './uses-end.ts';

// What all answers about uses say: how the question was read, how sure it is, and how far the search came.

/** How many places are known in which way. */
export type EvidenceCounts = Record<ReferenceEvidence, number>;

/** No places yet. */
export function noCounts(): EvidenceCounts {
  return { exact: 0, import: 0, name: 0 };
}

/** What all of these answers share: how the query was read, and how far the search came. */
export function answerOf(
  question: ReferenceQuestion,
  mode: ReferenceMode,
  { counts, end, notes }: { readonly counts: EvidenceCounts; readonly end: UsesEnd; readonly notes: readonly string[] },
): Pick<
  SearchResult,
  'mode' | 'reading' | 'searched' | 'isComplete' | 'unread' | 'near' | 'insensitiveHits' | 'declared'
> {
  const { search, query, known, targets, links } = question;
  const told = (['exact', 'import', 'name'] as const).filter((evidence) => counts[evidence] > 0);
  const none = end.isComplete ? 'none' : 'none so far';
  const shares = told.map((evidence) => `${evidence} ${counts[evidence]}`).join(', ') || none;
  const declared = declaredTexts(question, mode, known.end.isComplete && search.scope.limit === null);
  const parts = [
    `${mode} of ${asWritten(query)} (${shares})`,
    ...declared,
    ...bareTexts(question, mode, counts),
    ...notes,
  ];
  if (links.isCut()) parts.push('imports were followed in a part of the files only');
  if (end.cut !== undefined && end.cut.size > 0) parts.push(cutText(end.cut));
  return {
    mode,
    reading: parts.join('; '),
    searched: searchedOf(search, end),
    isComplete: end.isComplete,
    unread: end.unread,
    near: [],
    insensitiveHits: null,
    declared: describeTargets(targets),
  };
}

/** A name with what was written before it: the names of a file are no names of the code. */
function asWritten({ containers, file, inFile, name }: TargetQuery): string {
  return file === null ? [...containers, name].join('/') : `${file}#${[...inFile, name].join('/')}`;
}

/** With an index what it holds was looked at, too. */
function searchedOf({ scope }: Search, end: ScanEnd): number {
  if (scope.indexed === null) return Math.min(end.searched, scope.fileCount);
  return Math.max(0, scope.indexed.texts - end.unread);
}

/** What was not looked at, or not kept, may hold more of them. */
function declaredTexts(
  { search, query, targets, fit, owner, through }: ReferenceQuestion,
  mode: ReferenceMode,
  isWhole: boolean,
): readonly string[] {
  const { kind } = search.input;
  const count = targets.length;
  const of = kind === null ? '' : ` of kind ${kind}`;
  if (owner !== null)
    return [`${owner.symbol.kind} ${clipName(owner.symbol.path)} (${placeOf(owner)}) has none${of} of its own`];
  if (count === 0) return undeclaredTexts(query, of, isWhole);
  const number = isWhole && count < REFERENCE_LIMITS.declarationsMax ? String(count) : `at least ${count}`;
  const notes = takenFor({ fit, through });
  if (count === 1) return [`${number} declaration${of}`, ...notes];
  const paths = countPaths(targets);
  const isOnePath = paths === 1 && mode !== 'callees';
  const text = `${number} declarations${of}${isOnePath ? ' of one path' : ': name one by its path, such as Outer/name'}`;
  const isUntold = mode !== 'callees' && count > paths && (isOnePath || query.number !== null);
  return isUntold ? [text, ...notes, untoldText(query)] : [text, ...notes];
}

/** Of a path that has no second declaration only that one is missing. */
function undeclaredTexts(query: TargetQuery, of: string, isWhole: boolean): readonly string[] {
  const note = outerName(query) === null ? [] : ['fields and values of enums are not listed in all languages'];
  const numbered = query.number === null ? '' : ` numbered [${query.number}]`;
  return [`no declaration${of}${numbered} in ${isWhole ? 'the project' : 'what was searched'}`, ...note];
}

/** Of what is declared nowhere the bare name is all that places have in common with the question. */
function bareTexts(
  { query, targets }: ReferenceQuestion,
  mode: ReferenceMode,
  counts: EvidenceCounts,
): readonly string[] {
  if (targets.length > 0 || outerName(query) === null || counts.name === 0) return [];
  const { name } = query;
  return mode === 'callers'
    ? [`these call some ${name}, none is known to call this one`]
    : [`these name some ${name}, none is known to mean this one`];
}

/** What the names before the name were taken for; nothing where they are what was written. */
function takenFor({ fit, through }: Pick<ReferenceQuestion, 'fit' | 'through'>): readonly string[] {
  const taken = fit === null ? null : FIT_NOTES[fit];
  if (through !== null) return [`by what ${through} declares or gives out`];
  return taken === null ? [] : [taken];
}

function placeOf({ file, symbol }: Definition): string {
  return `${file}:${symbol.line}`;
}

/** One path has no other name that could be asked for, and a number asks for less than can be told. */
function untoldText({ number }: TargetQuery): string {
  const text = 'which one of a path is meant is not told apart';
  return number === null ? text : `${text}: [${number}] is counted with the others`;
}

/** What is said of declarations that a hop had no room for; nothing when there are none. */
export function leftNote(left: number, word: string): readonly string[] {
  const { frontierMax, expandedMax } = REFERENCE_LIMITS;
  if (left === 0) return [];
  return [
    `${plural(left, `further ${word}`)} ${left === 1 ? 'was' : 'were'} not followed: at most ${frontierMax} of a hop and ${expandedMax} in all are`,
  ];
}

/** Where more of a name stands than was looked at. */
function cutText(files: ReadonlySet<string>): string {
  const where = files.size === 1 ? clipName([...files].join('')) : `each of ${files.size} files`;
  return `only the first ${REFERENCE_LIMITS.placesPerFileMax} places of a name in ${where} were looked at`;
}
