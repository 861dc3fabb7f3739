import type { NoteRef } from './note.ts';

/** What a note's reference is worth now; `unchecked` when nobody could look, then or now. */
export type RefState = 'ok' | 'changed' | 'gone' | 'unchecked';

/** The reference's place as it is now; null when it could not be looked at. */
export interface PlaceNow {
  readonly isThere: boolean;
  readonly blobId: string | null;
  readonly symbolHash: string | null;
}

/**
 * Compares fingerprints: the same file bytes are fresh whatever happened elsewhere; in a changed file a reference to a
 * symbol is fresh as long as the symbol's own text is. Source: docs/tools.md, "project_memory".
 */
export function refStateOf(then: NoteRef, now: PlaceNow | null): RefState {
  if (now === null) return 'unchecked';
  if (!now.isThere) return 'gone';
  if (then.blobId === null && then.symbolHash === null) return 'unchecked';
  if (then.blobId !== null && then.blobId === now.blobId) return 'ok';
  if (then.symbolHash !== null) return then.symbolHash === now.symbolHash ? 'ok' : 'changed';
  return now.blobId === null ? 'unchecked' : 'changed';
}

/** How much less a note counts in a search when places that it is about have changed. */
export function freshnessWeight(states: readonly RefState[]): number {
  if (states.includes('gone')) return 0.5;
  return states.includes('changed') ? 0.75 : 1;
}
