/** What kind of thing a note says. */
export const NOTE_TYPES = ['decision', 'convention', 'fact', 'gotcha', 'todo', 'preference'] as const;
type NoteType = (typeof NOTE_TYPES)[number];

/** A place in the repository that a note is about, as it was when the note was written. */
export interface NoteRef {
  /** As given: `file` or `file#symbol`. */
  readonly ref: string;
  /** Git blob id of the file then; null when it could not be known. */
  readonly blobId: string | null;
  /** SHA-256 (hex) of the symbol's text then; null for a whole file. */
  readonly symbolHash: string | null;
}

/** One version of a note. */
export interface Note {
  readonly id: string;
  readonly accountId: string;
  /** Null for a note of the account's own scope. */
  readonly projectId: string | null;
  readonly key: string;
  readonly type: NoteType;
  readonly text: string;
  readonly tags: readonly string[];
  readonly refs: readonly NoteRef[];
  readonly links: readonly { readonly to: string; readonly rel: string }[];
  readonly pinned: boolean;
  /** 1 for a new note, one more for each change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Prefix of the API key that wrote this version. */
  readonly byKey: string;
  readonly commit: string | null;
  readonly expiresAt: Date | null;
  /** Set while the note is forgotten but still kept for its history. */
  readonly forgottenAt: Date | null;
}
