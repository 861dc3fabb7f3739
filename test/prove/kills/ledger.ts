import type { IssuedKey } from '../support/control.ts';

/** Everything that the service has acknowledged, over all rounds. */
export interface Ledger {
  /** The account under load, and the key that calls for it. */
  readonly account: string;
  readonly accountId: string;
  readonly caller: string;
  /** Live keys by prefix. */
  readonly keys: Map<string, string>;
  /** Revoked ones, with the moment of the acknowledgement. */
  readonly revoked: Map<string, { readonly key: string; readonly atMs: number }>;
  /** Note key to its text. */
  readonly notes: Map<string, string>;
  /** Keys of notes that were ever sent. */
  readonly everNoted: Set<string>;
  /** Keys made and revoked, notes saved or changed, over all rounds. */
  made: number;
  noted: number;
  /** Calls that were answered, and calls that may have been counted without an answer. */
  calls: number;
  unanswered: number;
}

/** An account of nobody else, with nothing acknowledged yet. */
export function openLedger(account: string, accountId: string, key: IssuedKey): Ledger {
  return {
    ...{ account, accountId, caller: key.key },
    ...{ keys: new Map(), revoked: new Map(), notes: new Map(), everNoted: new Set() },
    ...{ made: 0, noted: 0, calls: 0, unanswered: 0 },
  };
}
