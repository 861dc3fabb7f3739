import type { SourceIdentity, SourceSelector } from '../source/source.ts';

/** Asks whether references hold. */
export interface RefsInput {
  readonly source: SourceSelector;
  /** `file`, `file:12`, `file:12-20` or `file#symbol`; at most 50. */
  readonly refs: readonly string[];
}

/** What a reference leads to now. */
export interface CheckedRef {
  readonly ref: string;
  readonly state: 'ok' | 'bad_ref' | 'no_file' | 'no_line' | 'no_symbol' | 'not_text' | 'forbidden';
  /** For a person: why it does not hold, or empty. */
  readonly reason: string;
  readonly file: string | null;
  readonly line: number | null;
  /** Git blob id of the file's present bytes. */
  readonly blobId: string | null;
  /** SHA-256 (hex) of the symbol's present text; null for a whole file. */
  readonly symbolHash: string | null;
}

/** What became of each reference, in the order asked. */
export interface RefsOutput {
  /** Null when the source cannot be opened: its location is gone or the ref unknown. Then nothing was checked. */
  readonly identity: SourceIdentity | null;
  readonly refs: readonly CheckedRef[];
}
