import type { IncomingMessage } from 'node:http';
import type { Patience } from './patience.ts';

/** One request on its way through the service. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  /** The path without the query. */
  readonly path: string;
  /** The caller's address, by which IP limits count. */
  readonly address: string;
  /** Aborted when the caller goes away before the answer is complete. */
  readonly signal: AbortSignal;
  /** How long the request may still wait for storage. */
  readonly patience: Patience;
  /** Tells a caller that waits for it (`Expect: 100-continue`) to send the body. */
  sendContinue(): void;
  /** Facts for the access log and the metrics, filled in as they become known. */
  readonly notes: ExchangeNotes;
}

/** What the one line of the access log tells beside method, path, status and time. Never a token or an argument. */
interface ExchangeNotes {
  account?: string;
  keyPrefix?: string;
  face?: string;
  rpcMethod?: string;
  tool?: string;
  /** The problem's code, when the request was refused. */
  reason?: string;
}
