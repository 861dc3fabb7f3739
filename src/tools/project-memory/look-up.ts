import { byScore, freshnessWeight, type Note, searchNotes } from '../../domain/memory/index.ts';
import { statusAnswer } from '../shared/answer.ts';
import { type CursorScope, hashArguments } from '../shared/cursor.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { type MemoryDeps, type NoteScope, refuseNotesCursor, statesOf, unknownNote } from './deps.ts';
import { presentNote, presentPage, type ShownNote } from './present.ts';
import type { MemoryArguments } from './schema.ts';

const SEARCH_LIMIT = 10;
const LIST_LIMIT = 50;
/** Best matches whose places are looked at before they are ordered finally. */
const FRESHENED_MAX = 50;

/**
 * One note with its text, and what its places are worth now. The caller's budget does not cut it: half a note misleads.
 * The cursor of one that is too long for a structured value holds for that version.
 */
export async function getNote(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const note = await deps.notes.find(scope.accountId, scope.projectId, args.key ?? '', context.now);
  if (note === null) return unknownNote(scope, args.key ?? '');
  const cursorScope: CursorScope = {
    tool: 'project_memory',
    commit: `${note.id}/${note.version}`,
    argumentsHash: hashArguments({ action: 'get', key: note.key, of: [scope.accountId, scope.projectId] }),
  };
  const opened = args.cursor === undefined ? null : deps.cursors.open(args.cursor, cursorScope);
  if (opened !== null && !opened.ok) return refuseNotesCursor(opened.error);
  const [refs = []] = await statesOf(deps, scope, [note], context.signal);
  return presentNote({
    heading: `${scope.name} · note "${note.key}"${note.commit === null ? '' : ` · written at ${note.commit.slice(0, 7)}`}`,
    shown: { note, refs },
    from: opened?.value ?? 0,
    seal: (offset) => deps.cursors.seal({ ...cursorScope, offset }),
  });
}

/**
 * Notes that share words with the query, best first; stale ones count less. Only the best are looked at in the code,
 * since every reference costs there: a note beyond them keeps its score as it is.
 */
export async function findNotes(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const all = await deps.notes.list(scope.accountId, scope.projectId, context.now);
  const ranked = searchNotes(all, args.query ?? '', context.now);
  const top = ranked.slice(0, FRESHENED_MAX);
  const states = await statesOf(
    deps,
    scope,
    top.map(({ note }) => note),
    context.signal,
  );
  const refsOf = new Map(top.map(({ note }, i) => [note, states[i] ?? []]));
  const weighed = ranked.map(({ note, score }) => {
    const refs = refsOf.get(note);
    return { note, score: score * freshnessWeight((refs ?? []).map(({ state }) => state)) };
  });
  const found = weighed.sort(byScore).map(({ note }) => note);
  if (found.length === 0) {
    return statusAnswer({
      status: 'not_found',
      text: `no note of ${scope.name} shares a word with the query (searched ${all.length} notes: keys, tags, texts).`,
      next: 'other words, action="list", or the other scope (project, account)',
      structured: { status: 'not_found', items: [], total: 0 },
    });
  }
  const heading = `${scope.name} · ${found.length} of ${all.length} notes match`;
  return page(deps, args, { scope, context, all, notes: found, heading, limit: SEARCH_LIMIT, body: 'excerpt' });
}

/**
 * Keys and facts of all live notes, newest change first; never their texts, which a caller gets by key or by search.
 */
export async function listNotes(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const all = await deps.notes.list(scope.accountId, scope.projectId, context.now);
  const heading = `${scope.name} · ${all.length} notes`;
  return page(deps, args, { scope, context, all, notes: all, heading, limit: LIST_LIMIT, body: 'none' });
}

/** Every kept version of a note, newest first, the forgotten ones too: who changed what, and when. */
export async function showHistory(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const versions = await deps.notes.history(scope.accountId, scope.projectId, args.key ?? '');
  if (versions.length === 0) return unknownNote(scope, args.key ?? '');
  const heading = `${scope.name} · ${versions.length} kept versions of "${args.key}"`;
  return page(deps, args, {
    scope,
    context,
    all: versions,
    notes: versions,
    heading,
    limit: SEARCH_LIMIT,
    body: 'excerpt',
  });
}

/** Forgets softly: the history keeps it for 30 days. */
export async function forgetNote(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const key = args.key ?? '';
  if (!(await deps.notes.forget(scope.accountId, scope.projectId, key, context.now))) return unknownNote(scope, key);
  return statusAnswer({
    status: 'ok',
    text: `forgot "${key}" in ${scope.name}; action="history" shows it for 30 days.`,
    structured: { status: 'ok', items: [], total: 0 },
  });
}

interface Listing {
  readonly scope: NoteScope;
  readonly context: ToolContext;
  /** What the cursor is good for as long as it does not change. */
  readonly all: readonly Note[];
  readonly notes: readonly Note[];
  readonly heading: string;
  readonly limit: number;
  readonly body: 'none' | 'excerpt';
}

/**
 * One page. The cursor holds for the state of all notes that were counted and not only of those shown: a note written
 * between two pages would move the rows, and one be seen twice or never.
 */
async function page(deps: MemoryDeps, args: MemoryArguments, listing: Listing): Promise<ToolAnswer> {
  const { scope, context, notes } = listing;
  const cursorScope: CursorScope = {
    tool: 'project_memory',
    commit: stateOf(listing.all),
    argumentsHash: hashArguments({
      action: args.action,
      key: args.key,
      query: args.query,
      of: [scope.accountId, scope.projectId],
    }),
  };
  const opened = args.cursor === undefined ? null : deps.cursors.open(args.cursor, cursorScope);
  if (opened !== null && !opened.ok) return refuseNotesCursor(opened.error);
  const from = opened?.value ?? 0;
  const wanted = notes.slice(from, from + (args.limit ?? listing.limit));
  const states = await statesOf(deps, scope, wanted, context.signal);
  const shown = wanted.map((note, i): ShownNote => ({ note, refs: states[i] ?? [] }));
  return presentPage({
    heading: listing.heading,
    notes: shown,
    body: listing.body,
    from,
    total: notes.length,
    budget: args.budget,
    seal: (offset) => deps.cursors.seal({ ...cursorScope, offset }),
  });
}

/** Names a set of notes: how many, and the newest change. */
function stateOf(notes: readonly Note[]): string {
  const newest = notes.reduce((latest, note) => Math.max(latest, note.updatedAt.getTime()), 0);
  return `${notes.length}/${newest}`;
}
