import type { Result } from '../base/result.ts';

/** What a caller asks of another host. */
export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Sent as they are beside host, user agent and encoding; credentials are never among them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly limits?: Partial<OutboundLimits>;
}

/** Bounds of one request with all its redirects. */
export interface OutboundLimits {
  /** Of the decoded body. A longer one is refused, unless `cutsBody`. */
  readonly bytesMax: number;
  /** Gives the first `bytesMax` bytes of a longer body instead of refusing it. */
  readonly cutsBody: boolean;
  /** From the call to the last byte, redirects and look-ups included. */
  readonly timeMs: number;
  /** Redirects that are followed; with 0 a redirect is an answer like any other. */
  readonly redirectsMax: number;
}

/** One answer on the way: a redirect that was followed, or the last one. */
export interface OutboundHop {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  /** Names lower-cased, in the order of arrival, repeated ones repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The last answer. */
export interface OutboundResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Whether `body` is only the beginning. */
  readonly isCut: boolean;
  /** The checked address that was spoken to. */
  readonly address: string;
  readonly tls: { readonly protocol: string; readonly expiresAt: Date | null } | null;
  /** Every answer, the last one included. */
  readonly hops: readonly OutboundHop[];
}

/** Why there is no answer. `blocked_by_policy` says nothing about what is or is not at the address. */
export type OutboundReason =
  | 'bad_url'
  | 'blocked_by_policy'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'cancelled'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_answer';

/** Why there is no answer, fit to be told to the caller. */
export interface OutboundFailure {
  readonly reason: OutboundReason;
  /** For the caller: what happened, without addresses of the inside. */
  readonly text: string;
  /** Where on the way it happened. */
  readonly url: string;
}

/** The one way out of the service. Never throws. Source: SECURITY.md, "Egress". */
export type GuardedFetch = (request: OutboundRequest) => Promise<Result<OutboundResponse, OutboundFailure>>;
