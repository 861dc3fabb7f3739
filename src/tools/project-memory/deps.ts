import { err, ok, type Result } from '../../base/result.ts';
import type { Engine, SourceSelector } from '../../code/index.ts';
import { type Note, type NoteStore, type PlaceNow, type RefState, refStateOf } from '../../domain/memory/index.ts';
import { refuseCursor, statusAnswer } from '../shared/answer.ts';
import { checkRefs, REFS_CHECKED_MAX } from '../shared/check-refs.ts';
import type { CursorRefusal, Cursors } from '../shared/cursor.ts';
import { type SelectDeps, selectProject } from '../shared/select-project.ts';
import { withStatus } from '../shared/structured.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import type { MemoryArguments } from './schema.ts';

/** What project_memory needs. */
export interface MemoryDeps extends SelectDeps {
  readonly notes: NoteStore;
  readonly engine: Engine;
  readonly cursors: Cursors;
}

/** Whose notes a call is about. */
export interface NoteScope {
  readonly accountId: string;
  /** Null for the account's own scope. */
  readonly projectId: string | null;
  /** For the answer's first line. */
  readonly name: string;
  /** Where references are looked up; null where there are none. */
  readonly source: SourceSelector | null;
}

/** The scope that the arguments mean, within the caller's account; or the answer that says which projects there are. */
export async function selectScope(
  deps: MemoryDeps,
  args: MemoryArguments,
  context: ToolContext,
): Promise<Result<NoteScope, ToolAnswer>> {
  const { accountId } = context.caller;
  if (args.scope === 'account') return ok({ accountId, projectId: null, name: 'account', source: null });
  const selected = await selectProject(deps, { accountId, path: args.path });
  if (!selected.ok) {
    return err(withStatus(selected.error, { items: [], total: 0 }));
  }
  const { project, source } = selected.value;
  return ok({ accountId, projectId: project.id, name: project.name, source });
}

/** A note's references with what they are worth now. */
export interface RefNow {
  readonly ref: string;
  readonly state: RefState;
}

/**
 * The state of every reference of the notes, one list a note. Places beyond the 500th, and all of them when the engine
 * gives no answer, are `unchecked`.
 */
export async function statesOf(
  deps: MemoryDeps,
  scope: NoteScope,
  notes: readonly Note[],
  signal: AbortSignal,
): Promise<readonly (readonly RefNow[])[]> {
  const places = await findPlaces(
    deps,
    scope,
    notes.flatMap(({ refs }) => refs.map(({ ref }) => ref)),
    signal,
  );
  return notes.map(({ refs }) =>
    refs.map((then) => ({ ref: then.ref, state: refStateOf(then, places.get(then.ref) ?? null) })),
  );
}

/** What the references lead to now; a reference that could not be looked at is missing. */
export async function findPlaces(
  deps: MemoryDeps,
  scope: NoteScope,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PlaceNow & { readonly reason: string; readonly commit: string | null }>> {
  const asked = [...new Set(refs)].slice(0, REFS_CHECKED_MAX);
  if (asked.length === 0 || scope.source === null) return new Map();
  const check = await checkRefs(deps, { party: scope.accountId, source: scope.source, refs: asked, signal });
  if (!check.isChecked) return new Map();
  return new Map(
    check.refs.map(({ ref, state, reason, blobId, symbolHash }) => [
      ref,
      { isThere: state === 'ok', reason, blobId, symbolHash, commit: check.commit },
    ]),
  );
}

/**
 * The answer to a key without a live note: not there, forgotten and expired are alike here, the history tells them
 * apart.
 */
export function unknownNote(scope: NoteScope, key: string): ToolAnswer {
  return statusAnswer({
    status: 'not_found',
    text: `no live note "${key}" in ${scope.name}.`,
    next: `project_memory action="search" query="…"; action="history" key="${key}" shows what was forgotten within 30 days`,
    structured: { status: 'not_found', items: [], total: 0 },
  });
}

/** The answer to a cursor that does not fit. */
export function refuseNotesCursor(refusal: CursorRefusal): ToolAnswer {
  return refuseCursor(refusal, { status: refusal, items: [], total: 0 });
}
