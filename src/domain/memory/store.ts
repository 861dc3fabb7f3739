import type { Note } from './note.ts';

/** What the memory module needs of storage: every act is within one account and atomic. */
export interface NoteStore {
  /** The live version; null when never saved, forgotten or expired at `now`. */
  find(accountId: string, projectId: string | null, key: string, now: Date): Promise<Note | null>;
  /** All live notes of the scope, newest change first. */
  list(accountId: string, projectId: string | null, now: Date): Promise<readonly Note[]>;
  /**
   * Writes a version on top of `expectedVersion` (0: the key must have no live note). The version before is kept as
   * history. Null when somebody wrote another version meanwhile, or when a new note meets a scope that holds `notesMax`
   * live notes. The store numbers the version: one more than the highest kept one of the key, also when a forgotten key
   * is made anew, so that what was seen before never fits it. The instant is `note.updatedAt`.
   */
  put(note: Note, expectedVersion: number, notesMax: number): Promise<Note | null>;
  /** Forgets softly; false when there is no live note. */
  forget(accountId: string, projectId: string | null, key: string, now: Date): Promise<boolean>;
  /** Every kept version, newest first. */
  history(accountId: string, projectId: string | null, key: string): Promise<readonly Note[]>;
  /** Deletes for good what was forgotten or expired before `before`; the number of versions deleted. */
  purge(before: Date): Promise<number>;
}
