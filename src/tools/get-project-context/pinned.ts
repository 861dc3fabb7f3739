import type { CheckedRef, Engine, SourceSelector } from '../../code/index.ts';
import { type Note, type NoteStore, type PlaceNow, type RefState, refStateOf } from '../../domain/memory/index.ts';
import { checkRefs, REFS_CHECKED_MAX } from '../shared/check-refs.ts';

/** A pinned note as an answer shows it. */
export interface PinnedNote {
  readonly key: string;
  readonly type: Note['type'];
  readonly text: string;
  readonly version: number;
  readonly by_key: string;
  readonly refs: readonly { readonly ref: string; readonly state: RefState }[];
  /** Whether something that the note is about has changed or gone since it was written. */
  readonly is_stale: boolean;
}

/** Whose notes, and of which source. */
export interface PinnedQuestion {
  readonly accountId: string;
  readonly projectId: string;
  readonly source: SourceSelector;
  readonly signal: AbortSignal;
  readonly now: Date;
}

/** The project's pinned notes, newest change first, each with what its references lead to now. */
export async function listPinned(
  deps: { readonly notes: Pick<NoteStore, 'list'>; readonly engine: Engine },
  { accountId, projectId, source, signal, now }: PinnedQuestion,
): Promise<readonly PinnedNote[]> {
  const notes = (await deps.notes.list(accountId, projectId, now)).filter(({ pinned }) => pinned);
  const refs = [...new Set(notes.flatMap((note) => note.refs.map(({ ref }) => ref)))].slice(0, REFS_CHECKED_MAX);
  const check = refs.length === 0 ? null : await checkRefs(deps, { party: accountId, source, refs, signal });
  const places = new Map(check?.isChecked ? check.refs.map((ref) => [ref.ref, placeOf(ref)]) : []);
  return notes.map(({ key, type, text, version, byKey, refs: noteRefs }) => {
    const states = noteRefs.map((then) => ({ ref: then.ref, state: refStateOf(then, places.get(then.ref) ?? null) }));
    const isStale = states.some(({ state }) => state === 'changed' || state === 'gone');
    return { key, type, text, version, by_key: byKey, refs: states, is_stale: isStale };
  });
}

function placeOf({ state, blobId, symbolHash }: CheckedRef): PlaceNow {
  return { isThere: state === 'ok', blobId, symbolHash };
}
