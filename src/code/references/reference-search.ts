import type { ReferenceMode } from '../operations/find.types.ts';
import type { ScanEnd } from '../search/scan.ts';
import type { Search, SearchResult } from '../search/search.ts';
import type { SourceEntry } from '../source/source.ts';
import type { CodeFile } from './code-file.ts';
import { makeProjectLinks, type ProjectLinks } from './file-links.ts';
import { gatherKnown, type Known } from './gather.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import type { Definition, ReferenceEvidence } from './reference.ts';
import { chooseTargets, describeTargets, type TargetQuery } from './target.ts';
import { makeReferenceTexts, type ReferenceTexts } from './texts.ts';

/** What every question about uses works on. */
export interface ReferenceQuestion {
  readonly search: Search;
  readonly query: TargetQuery;
  readonly texts: ReferenceTexts;
  readonly links: ProjectLinks;
  /** Whether a file is in the scope that rows may come from. */
  readonly accepts: (file: Pick<CodeFile, 'path' | 'role'>) => boolean;
  /** All that the project declares by the name. */
  readonly known: Known;
  /** Of these the ones that are meant. */
  readonly targets: readonly Definition[];
}

/** Looks up what a question about uses is about. */
export async function openQuestion(
  search: Search,
  { query: asked, entries }: { readonly query: TargetQuery; readonly entries: readonly SourceEntry[] },
  accepts: ReferenceQuestion['accepts'],
): Promise<ReferenceQuestion> {
  const { source, context, cpu } = search.scope;
  const texts = makeReferenceTexts({ source, entries, context, cpu });
  const links = makeProjectLinks({ source, context }, entries);
  const { query, known } = await lookUp(texts, asked);
  const targets = chooseTargets(known.definitions.get(query.name) ?? [], query, search.input.kind);
  return { search, query, texts, links, accepts, known, targets };
}

/** A macro of Rust is asked for with a sign that is no part of its name; a method of Ruby with one that is. */
async function lookUp(
  texts: ReferenceTexts,
  query: TargetQuery,
): Promise<{ readonly query: TargetQuery; readonly known: Known }> {
  const known = await gatherKnown(texts, new Set([query.name]));
  const bare = { ...query, name: query.name.replace(/[!?]$/, '') };
  if (bare.name === query.name || known.definitions.has(query.name)) return { query, known };
  const other = await gatherKnown(texts, new Set([bare.name]));
  const isMacro = other.definitions.get(bare.name)?.some(({ family }) => family !== 'ruby') ?? false;
  return isMacro ? { query: bare, known: other } : { query, known };
}

/** Hops that are asked for. */
export function hopsOf({ input }: Search): number {
  return input.depth ?? 1;
}

/** How many places are known in which way. */
export type EvidenceCounts = Record<ReferenceEvidence, number>;

/** No places yet. */
export function noCounts(): EvidenceCounts {
  return { exact: 0, import: 0, name: 0 };
}

/** What all of these answers share: how the query was read, and how far the search came. */
export function answerOf(
  { search, query, known, targets, links }: ReferenceQuestion,
  mode: ReferenceMode,
  { counts, end, notes }: { readonly counts: EvidenceCounts; readonly end: ScanEnd; readonly notes: readonly string[] },
): Pick<
  SearchResult,
  'mode' | 'reading' | 'searched' | 'isComplete' | 'unread' | 'near' | 'insensitiveHits' | 'declared'
> {
  const told = (['exact', 'import', 'name'] as const).filter((evidence) => counts[evidence] > 0);
  const shares = told.map((evidence) => `${evidence} ${counts[evidence]}`).join(', ') || 'none';
  const name = [...query.containers, query.name].join('/');
  const isWhole = known.end.isComplete && search.scope.limit === null;
  const parts = [`${mode} of ${name} (${shares})`, declaredText(targets.length, search.input.kind, isWhole), ...notes];
  if (links.isCut()) parts.push('imports were followed in a part of the files only');
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

/** With an index what it holds was looked at, too. */
function searchedOf({ scope }: Search, end: ScanEnd): number {
  if (scope.indexed === null) return Math.min(end.searched, scope.fileCount);
  return Math.max(0, scope.indexed.texts - end.unread);
}

/** What was not looked at, or not kept, may hold more of them. */
function declaredText(count: number, kind: string | null, isWhole: boolean): string {
  const of = kind === null ? '' : ` of kind ${kind}`;
  if (count === 0) return `no declaration${of} in ${isWhole ? 'the project' : 'what was searched'}`;
  const number = isWhole && count < REFERENCE_LIMITS.declarationsMax ? String(count) : `at least ${count}`;
  return count === 1
    ? `${number} declaration${of}`
    : `${number} declarations${of}: name one by its path, such as Outer/name`;
}

/** The later end of two passes. */
export function bothEnds(first: ScanEnd, second: ScanEnd): ScanEnd {
  return {
    searched: Math.max(first.searched, second.searched),
    isComplete: first.isComplete && second.isComplete,
    unread: Math.max(first.unread, second.unread),
  };
}
