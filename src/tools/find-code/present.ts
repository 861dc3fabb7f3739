import { plural } from '../../base/plural.ts';
import type { FindGap, FoundOutput } from '../../code/index.ts';
import { provenance } from '../shared/answer.ts';
import { freshnessFacts } from '../shared/freshness.ts';
import { safeText } from '../shared/safe-text.ts';
import { pathText } from './present-rows.ts';

/** The lines above the rows of one project: where the answer comes from, how the query was read, how much there is. */
export function headLines(project: string, found: FoundOutput): readonly string[] {
  const files = `${plural(found.scope.files, 'file')} in scope`;
  const lines = [
    provenance(found.identity, project, [...freshnessFacts(found.freshness), files]),
    `read as: ${safeText(found.reading)}`,
  ];
  if (found.declared !== undefined && found.declared.total > 0) lines.push(declaredLine(found.declared));
  if (found.totals.rows > 0) lines.push(`${found.status}: ${totalsText(found)}`);
  return lines;
}

/** The declarations that a question about uses was about, as data. */
export function declaredData({ shown, total }: NonNullable<FoundOutput['declared']>) {
  const safe = shown.map((one) => ({ ...one, file: safeText(one.file), path: safeText(one.path) }));
  return { shown: safe, total };
}

/** The same as a line. */
function declaredLine({ shown, total }: NonNullable<FoundOutput['declared']>): string {
  const places = shown.map(({ file, line, kind, path }) => `${pathText(file)}:${line} ${kind} ${safeText(path)}`);
  const more = total > shown.length ? `, and ${total - shown.length} more` : '';
  return `declared: ${places.join(', ')}${more}`;
}

/** How much there is, in the unit of the mode; a search that was ended knows only a lower bound. */
function totalsText({ mode, status, totals }: FoundOutput): string {
  const least = status === 'partial' ? 'at least ' : '';
  if (mode === 'files' || mode === 'ranked') return `${least}${plural(totals.files, 'file')}`;
  const inFiles = `in ${plural(totals.files, 'file')}`;
  if (mode === 'callers' || mode === 'callees') {
    return `${least}${plural(totals.rows, mode === 'callers' ? 'caller' : 'callee')} ${inFiles}, ${plural(totals.hits, 'call')}`;
  }
  if (mode === 'implementations') return `${least}${plural(totals.rows, 'implementation')} ${inFiles}`;
  if (mode === 'references')
    return `${least}${plural(totals.hits, 'reference')} ${inFiles}, in ${plural(totals.rows, 'row')}`;
  if (mode === 'symbol') return `${least}${plural(totals.rows, 'symbol')} in ${plural(totals.files, 'file')}`;
  const rows = totals.rows === totals.hits ? '' : `, in ${plural(totals.rows, 'row')}`;
  return `${least}${plural(totals.hits, 'matching line')} in ${plural(totals.files, 'file')}${rows}`;
}

/** What was not searched, and what to try when nothing was found. */
export function tailLines(found: FoundOutput, query: string): readonly string[] {
  const lines: string[] = [];
  if (found.totals.rows === 0) lines.push(...emptyLines(found, query));
  const gaps = found.gaps.map(gapText);
  if (gaps.length > 0) lines.push(`not searched: ${gaps.join('; ')}`);
  return lines;
}

/**
 * What to say for nothing: over what, near names, hits in another case, and a next step. Ignored files are named
 * because whoever sees them on disk takes them for searched; a commit has none.
 */
function emptyLines(found: FoundOutput, query: string): readonly string[] {
  const lines = [`${found.status === 'partial' ? 'partial' : 'not_found'}: ${nothingText(found)}.`];
  if (found.near.length > 0) lines.push(`near names: ${found.near.map(safeText).join(', ')}`);
  if (found.insensitiveHits !== null && found.insensitiveHits > 0) {
    lines.push(`in any case: ${plural(found.insensitiveHits, 'matching line')} -> case=insensitive`);
  }
  const ignored = ignoredLine(found);
  if (ignored !== null) lines.push(ignored);
  lines.push(`next: ${nextStep(found, query)}`);
  return lines;
}

/** What is known of files that git ignores; null for what has none. */
function ignoredLine({ identity, ignored }: FoundOutput): string | null {
  if (identity.kind === 'objects') return null;
  if (ignored?.looked === 0 && ignored.isWhole) return null;
  // None was looked at in the time: that says nothing of any.
  if (ignored === null || ignored.looked === 0) {
    return 'ignored files are not searched: whether they match is not known.';
  }
  const looked = `${plural(ignored.looked, 'file')} that git ignores`;
  const rest = ignored.isWhole ? '' : '; others of them were not looked into';
  if (ignored.hits === 0)
    return `ignored files are not searched: no match in ${looked}${ignored.isWhole ? ' either' : rest}.`;
  const more = ignored.files > ignored.names.length ? ', …' : '';
  const names = `${ignored.names.map(pathText).join(', ')}${more}`;
  return `ignored files are not searched: ${plural(ignored.hits, 'matching line')} in ${ignored.files} of ${looked} (${names})${rest}; read_code reads them by name.`;
}

/** What was looked at to find nothing: a claim about paths, declarations or text, and of so many files. */
function nothingText({ mode, scope, gaps }: FoundOutput): string {
  if (mode === 'files') return `nothing in ${plural(scope.files, 'path')}`;
  const what = WITHOUT[mode] ?? 'nothing in the text of';
  const unread = gaps.find(({ reason }) => reason === 'deadline')?.count ?? 0;
  // Those left over are not any files: of an index they are the ones that may hold what is looked for.
  const left = unread === 0 ? '' : `; ${plural(unread, 'file')} that may hold it could not be looked at in the time`;
  return `${what} ${plural(scope.searched, 'file')}${left}`;
}

/** How to say in a mode that there is nothing. */
const WITHOUT: Readonly<Partial<Record<FoundOutput['mode'], string>>> = {
  symbol: 'no such declaration in',
  references: 'no use of this name in the code of',
  callers: 'no call of this name in the code of',
  callees: 'nothing that is called from there is declared in',
  implementations: 'nothing that names it as what it derives from in',
};

/** A project without a hit among others, on one line. */
export function emptyLine(project: string, found: FoundOutput): string {
  const facts = [
    nothingText(found),
    ...(found.status === 'partial' ? ['partial'] : []),
    ...(found.insensitiveHits ? [`in any case ${plural(found.insensitiveHits, 'matching line')}`] : []),
    ...(found.near.length > 0 ? [`near names: ${found.near.map(safeText).join(', ')}`] : []),
    ...(found.gaps.length > 0 ? [`not searched: ${found.gaps.map(gapText).join(', ')}`] : []),
  ];
  return provenance(found.identity, project, facts);
}

/** The one call that is most likely to help, the surest reason first. */
function nextStep(
  { identity, mode, scope, near, declared, gaps, insensitiveHits }: FoundOutput,
  query: string,
): string {
  if (scope.files === 0) return emptyScope(identity);
  const isCut = gaps.some(({ reason }) => reason === 'deadline');
  if (isCut && KEEPS_READ.has(mode)) return 'call again, since what was read of them is kept, or narrow include';
  if (near[0] === query) return 'leave out kind: the name is declared, as another kind';
  // The query's own letters are surer than those of another name.
  if ((insensitiveHits ?? 0) > 0) return 'case=insensitive';
  if (near[0] !== undefined) return `query=${JSON.stringify(safeText(near[0]))}`;
  if (mode === 'callers' && declared !== undefined && declared.total > 0) {
    return 'mode=references, since what stands in a table or is handed on is called by another name';
  }
  if (mode === 'text' && PATH_LIKE.test(query)) return 'mode=files, since the query looks like a path';
  if (mode === 'text') return 'mode=ranked with the words of what is looked for, or mode=regex for a pattern';
  if (mode === 'regex') return 'mode=text for a literal part of the pattern';
  if (mode === 'files') return 'get_project_context include=["tree"] shows the folders';
  return 'mode=text for the words as they would stand in code, or mode=files for a file name';
}

/** A work tree may have no files at all: of a repository without a checkout, say. */
function emptyScope({ kind }: FoundOutput['identity']): string {
  const widen = 'no file is in scope: widen include, exclude and tests where they are given';
  return kind === 'worktree' ? `${widen}, or search a commit (ref=HEAD)` : widen;
}

/** Modes in which another call goes on from what the imports of files are already known to be. */
const KEEPS_READ: ReadonlySet<FoundOutput['mode']> = new Set(['references', 'callers', 'callees', 'implementations']);

/** A file with its folder. */
const PATH_LIKE = /^[^\s:()"'`]+\/[^\s:()"'`/]+\.\w{1,8}$/;

/** In the words of an answer; a reason that the engine gains must get its words here before it compiles. */
const GAP_WORDS: Readonly<Record<FindGap['reason'], (count: number) => string>> = {
  binary: (count) => `${plural(count, 'binary file')}`,
  secret: (count) => `${plural(count, 'file')} of credentials by name`,
  too_large: (count) => `${plural(count, 'file')} too large to be searched`,
  unreadable: (count) => `${plural(count, 'unreadable file')}`,
  symlink: (count) => plural(count, 'symlink'),
  submodule: (count) => plural(count, 'submodule'),
  being_listed: (count) =>
    `most files: the project is still being listed, ${plural(count, 'file')} so far (ask again in some seconds)`,
  listing_limit: () => 'files beyond the limit of the listing',
  unread_language: (count) =>
    `${plural(count, 'file')} that may hold the name in code that is not read, such as templates (mode=text finds it)`,
  uncounted: (count) => `up to ${plural(count, 'file')} behind this page (a later page or group=count counts them)`,
  // An index tells how many may hold it, and not of each whether it is in scope.
  deadline: (count) =>
    `${count === 1 ? '' : 'up to '}${plural(count, 'file')} that the time did not suffice for (narrow include or the query)`,
};

/** Names in the text; every call pays for them. */
const GAP_NAMES_SHOWN = 3;

/** A link's target is searched where it lies, and nobody looks for code in pictures: which ones there are is no news. */
const UNNAMED: ReadonlySet<FindGap['reason']> = new Set(['symlink', 'submodule', 'binary']);

/** What was not listed where that was no bound of the listing. */
const UNLISTED: ReadonlyMap<string, string> = new Map([
  [
    'damaged',
    'files that git could not list, since something of the repository is missing or damaged (git fsck says what)',
  ],
  ['closed', 'files in folders that the user that the service runs as may not open'],
]);

/** One kind of gap, with its number and some names. */
export function gapText({ reason, count, names }: FindGap): string {
  const unlisted = reason === 'listing_limit' ? UNLISTED.get(names[0] ?? '') : undefined;
  if (unlisted !== undefined) return unlisted;
  const named = UNNAMED.has(reason) ? [] : names.slice(0, GAP_NAMES_SHOWN);
  const more = count > named.length ? ', …' : '';
  const shown = named.length === 0 ? '' : ` (${named.map(pathText).join(', ')}${more})`;
  return `${GAP_WORDS[reason](count)}${shown}`;
}
