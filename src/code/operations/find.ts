import { hash } from 'node:crypto';
import { unreachable } from '../../base/assert.ts';
import { freshnessOf } from '../index/freshness.ts';
import type { OperationContext } from '../questions/context.ts';
import type { FindGap, FindIgnored, FindInput, FindOutput, FoundOutput } from '../questions/find.types.ts';
import { findLostFile } from '../references/lost-file.ts';
import { searchUses } from '../references/search-uses.ts';
import { declaredByDots } from '../search/dotted-name.ts';
import { readFileChoice } from '../search/file-choice.ts';
import { searchFiles } from '../search/files-search.ts';
import { lookIntoIgnored } from '../search/ignored-hits.ts';
import { keepContents } from '../search/kept-contents.ts';
import { ROWS_KEPT_MAX } from '../search/limits.ts';
import { searchPhrase } from '../search/phrase-search.ts';
import { type Plan, planQuery } from '../search/plan.ts';
import { searchRanked } from '../search/ranked-search.ts';
import { readRows } from '../search/read-rows.ts';
import { searchRoutes } from '../search/route-search.ts';
import { type FileChoice, openScope, type Scope, scannedBefore } from '../search/scope.ts';
import type { Search, SearchResult } from '../search/search.ts';
import { readSymbolQuery } from '../search/symbol-fit.ts';
import { searchSymbols } from '../search/symbol-search.ts';
import { countText, searchText } from '../search/text-search.ts';
import { noteUnread } from '../search/unread-languages.ts';
import { searchWord } from '../search/word-search.ts';
import { orFields } from './fields.ts';

/** Searches a source, by its index where it has one. Totals are exact unless the answer says `partial`. */
export async function find(input: FindInput, context: OperationContext): Promise<FindOutput> {
  // Before the source is opened: a query that cannot be used costs no process and no listing.
  const plan = planQuery(input);
  if (!plan.ok) return { outcome: 'bad_query', text: plan.error };
  const choice = readFileChoice(input);
  if (typeof choice === 'string') return { outcome: 'bad_query', text: choice };
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { outcome: 'no_source', problem: opened.error };
  const source = keepContents(opened.value);
  const scope = await openScope(source, choice, context);
  const search: Search = { scope, input };
  const lost = 'target' in plan.value ? await findLostFile(scope, plan.value.target) : null;
  if (lost !== null) return { outcome: 'no_file', ...lost };
  const found = await withDeclared(search, { plan: plan.value, choice }, await runPlan(search, plan.value, choice));
  const result = scope.unjudged === 0 ? found : { ...found, isComplete: false, isOrderOfFiles: false };
  const name = nameOfCode(plan.value, result);
  if (name !== null) await noteUnread(scope, name);
  const gaps = listGaps(scope, result);
  // A listing that was cut makes every total a lower bound, even when all that it names was searched; so does a file that
  // is text for all that is known, and could not be read.
  const isPartial = !result.isComplete || scope.limit !== null || gaps.some(({ reason }) => reason === 'unreadable');
  const isEmpty = result.totals.rows === 0;
  return {
    outcome: 'found',
    status: isPartial ? 'partial' : isEmpty ? 'not_found' : 'ok',
    identity: source.identity,
    freshness: freshnessOf(source.index),
    state: stateOf(result, scope),
    ...pick(result),
    rows: await readRows(scope, result.rows, input.context),
    pageable: Math.min(result.totals.rows, ROWS_KEPT_MAX),
    scope: { files: scope.fileCount, searched: result.searched },
    gaps,
    ignored: isEmpty && result.isComplete ? await findIgnored(search, plan.value, choice) : null,
    insensitiveHits: isEmpty && result.isComplete ? await countInsensitive(search, plan.value) : null,
  };
}

/**
 * Of a text of names and dots that nobody said to be one, the declarations that it means are told beside what was found;
 * where it stands nowhere they are what was asked for.
 */
async function withDeclared(
  search: Search,
  { plan, choice }: { readonly plan: Plan; readonly choice: FileChoice },
  result: SearchResult,
): Promise<SearchResult> {
  const { input } = search;
  if (plan.mode !== 'text' || input.mode !== 'auto') return result;
  const asked = input.query.trim();
  const declared = await declaredByDots(search, asked);
  if (result.totals.rows > 0) return declared === undefined ? result : { ...result, declared };
  const query = readSymbolQuery(asked);
  const again = { ...search, scope: scannedBefore(search.scope) };
  const symbols =
    declared === undefined ? await orFields(again, { query, result, ...choice }) : await searchSymbols(again, query);
  if (symbols === result) return result;
  return {
    ...symbols,
    reading: `${symbols.reading}; ${result.isComplete ? 'no text hits' : 'text not searched to the end'}`,
  };
}

/** The name that code in a language without a scanner may hold as well; null where that says nothing of an answer. */
function nameOfCode(plan: Plan, { mode, totals }: SearchResult): string | null {
  // What it calls stands in the declaration itself, which was found or not.
  if ('target' in plan) return plan.mode === 'callees' && totals.rows > 0 ? null : plan.target.name;
  return plan.mode === 'symbol' && mode === 'symbol' && totals.rows === 0 ? plan.symbol.name : null;
}

/** Each mode has its own search; the plan has settled the mode, so nothing is guessed here. */
async function runPlan(search: Search, plan: Plan, choice: FileChoice): Promise<SearchResult> {
  switch (plan.mode) {
    case 'text':
    case 'regex':
      return await searchText(search, { ...plan, mode: plan.mode });
    case 'word':
      return await orFields(search, { query: plan.symbol, result: await searchWord(search, plan), ...choice });
    case 'symbol':
      return await orFields(search, {
        query: plan.symbol,
        result: await searchSymbols(search, plan.symbol),
        ...choice,
      });
    case 'phrase':
      return await searchPhrase(search, plan);
    case 'ranked':
      return await searchRanked(search, plan.rank);
    case 'files':
      return searchFiles(search, plan.query);
    case 'routes':
      return await searchRoutesElse(search, plan, choice);
    case 'references':
    case 'callers':
    case 'callees':
    case 'implementations':
      return await searchUses(search, { ...plan, accepts: choice.accepts });
    default:
      return unreachable(plan);
  }
}

/** A request that no route is told for may stand in a test or in prose: its text is the answer then. */
async function searchRoutesElse(
  search: Search,
  { query, otherwise }: Extract<Plan, { readonly mode: 'routes' }>,
  choice: FileChoice,
): Promise<SearchResult> {
  const routes = await searchRoutes(search, query);
  if (otherwise === null || routes.totals.rows > 0 || !routes.isComplete) return routes;
  const result = await runPlan({ ...search, scope: scannedBefore(search.scope) }, otherwise, choice);
  return { ...result, reading: `no ${routes.reading}; then ${result.reading}` };
}

function pick(
  result: SearchResult,
): Pick<FoundOutput, 'reading' | 'mode' | 'totals' | 'near' | 'declared' | 'historyGap'> {
  const { reading, mode, totals, near, declared, historyGap = null } = result;
  return {
    ...{ reading, mode, totals, near },
    ...(declared === undefined ? {} : { declared }),
    ...(historyGap === null ? {} : { historyGap }),
  };
}

/** Only a text can be looked for in what has no index: a pattern that may take long has had its time. */
async function findIgnored({ scope, input }: Search, plan: Plan, choice: FileChoice): Promise<FindIgnored | null> {
  if (!('matcher' in plan) || ('guard' in plan && plan.guard !== null) || input.kind !== null) return null;
  return await lookIntoIgnored(scope, plan.matcher, { selector: input.source, accepts: choice.accepts });
}

/** Ignoring case can only help where case counted and the text was what was looked for. */
async function countInsensitive(search: Search, plan: Plan): Promise<number | null> {
  const anyCase = 'anyCase' in plan && search.input.kind === null ? (plan.anyCase?.() ?? null) : null;
  const guard = 'guard' in plan ? plan.guard : null;
  if (anyCase === null) return null;
  const { hits, end } = await countText(search, { matcher: anyCase, guard }, false);
  return end.isComplete ? hits : null;
}

/** Gaps in what is known of paths: links and other repositories are no files, and their names are not looked at. */
const PATH_GAPS: ReadonlySet<FindGap['reason']> = new Set(['listing_limit', 'being_listed', 'symlink', 'submodule']);

/** Files that the deadline left out are counted and not named: there may be tens of thousands. */
function listGaps(scope: Scope, result: SearchResult): readonly FindGap[] {
  const all = scope.gaps.list();
  // Of a file whose path is looked for nothing else is searched, whatever it holds.
  const gaps = result.mode === 'files' ? all.filter(({ reason }) => PATH_GAPS.has(reason)) : all;
  const behind = result.isFull === true ? result.unread : 0;
  const left = scope.unjudged + result.unread - behind;
  return [
    ...gaps,
    ...(behind === 0 ? [] : [{ reason: 'uncounted', count: behind, names: [] } as const]),
    ...(left === 0 ? [] : [{ reason: 'deadline', count: left, names: [] } as const]),
  ];
}

/**
 * Of a commit what stands in the order of its files always stands so. All else is told by what is indexed of it, or by what
 * was counted: an order that the index decides is another one when more is indexed. A page is of one reading, too.
 */
function stateOf(result: SearchResult, scope: Scope): string {
  const { commit, kind } = scope.source.identity;
  // Ranks by a part of the history are others than by the whole of it: a page of these would not go on where one of those ended.
  const { mode, isOrderOfFiles = false, historyGap = null } = result;
  const { indexed } = scope;
  const isSteady = isOrderOfFiles && (indexed !== null || result.isComplete) && scope.limit !== 'listing';
  if (kind === 'objects' && commit !== null && isSteady) return `${commit} ${mode}`;
  if (indexed !== null) {
    const { generation, edition } = indexed.index;
    return digestOf([commit, isOrderOfFiles ? edition : generation, mode, scope.unjudged, historyGap]);
  }
  // Two runs to a deadline never come equally far: their counts would make every cursor stale.
  const { rows, hits, files } = result.isComplete ? result.totals : { rows: 'partial', hits: '', files: '' };
  const searched = result.isComplete ? result.searched : '';
  return digestOf([commit, scope.fileCount, searched, rows, hits, files, historyGap]);
}

function digestOf(facts: readonly unknown[]): string {
  return hash('sha256', facts.join(' ')).slice(0, 40);
}
