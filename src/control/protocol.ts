/** What the command asks of a running service: one JSON line each way, then the connection ends. */
export interface ControlRequest {
  readonly operation: string;
  readonly arguments: unknown;
}

/** `refused`: the request was understood and turned down; `usage`: it was not understood; `failed`: the service is at fault. */
export type ControlAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly kind: 'refused' | 'usage' | 'failed'; readonly message: string };

/** Longest line either way, in bytes: a list of 10,000 keys fits. */
export const LINE_BYTES_MAX = 16 * 1_048_576;

/** Longest wait for an answer, in milliseconds. */
export const ANSWER_WITHIN_MS = 60_000;

/** Longest wait for a backup, in milliseconds: it takes as long as there is much to write. */
export const BACKUP_WITHIN_MS = 6 * 60 * 60_000;

/** A request turned down for a reason that the operator can act on. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** A request that does not fit its operation. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
