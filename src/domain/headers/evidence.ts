import type { HeaderField } from './fields.ts';

/** The ten tests of the MDN HTTP Observatory, by its own ids. */
export type TestId =
  | 'content-security-policy'
  | 'cookies'
  | 'cross-origin-resource-sharing'
  | 'redirection'
  | 'referrer-policy'
  | 'strict-transport-security'
  | 'subresource-integrity'
  | 'x-content-type-options'
  | 'x-frame-options'
  | 'cross-origin-resource-policy';

/** Whose tests apply: a page's, or those that an answer without HTML can pass or fail. */
export type Profile = 'page' | 'api';

/** One answer on the way from http. */
export interface RouteHop {
  readonly url: string;
  readonly status: number;
}

/** What came of asking for the plain-http address of the site. */
export type HttpProbe =
  | { readonly kind: 'answered'; readonly route: readonly RouteHop[] }
  /** Nothing answers there: no redirection is needed. */
  | { readonly kind: 'no_http' }
  /** A redirect led to a certificate that is not valid. */
  | { readonly kind: 'invalid_certificate' }
  | { readonly kind: 'not_tested'; readonly why: string };

/** What is known of https. */
export type HttpsState =
  | { readonly kind: 'verified'; readonly fields: readonly HeaderField[] }
  | { readonly kind: 'invalid_certificate' | 'none' }
  | { readonly kind: 'not_tested'; readonly why: string };

/** An answer to a question from another origin. */
export interface CorsProbe {
  readonly fields: readonly HeaderField[];
  /** The origin that was sent; null when not known, as with pasted headers. */
  readonly origin: string | null;
}

/** A `Set-Cookie` value and the address that gave it. */
export interface ReceivedCookie {
  readonly value: string;
  readonly url: string;
}

/** Everything that the tests look at. Facts only: what was not looked at is null or `not_tested`. */
export interface Evidence {
  /** Headers of the answer that is graded. */
  readonly fields: readonly HeaderField[];
  /** The page's text, perhaps only its beginning; null when the body is not known. */
  readonly html: string | null;
  /** Where the question was first sent to; pasted headers stand for `https://` of a host without a name. */
  readonly url: string;
  readonly cookies: readonly ReceivedCookie[];
  readonly https: HttpsState;
  readonly http: HttpProbe;
  readonly cors: CorsProbe | null;
}

/** The outcome of one test. */
export interface Outcome {
  /** The Observatory's id of the result. */
  readonly result: string;
  /** What it was decided by, as it was sent; null when nothing was sent. Untrusted text. */
  readonly found: string | null;
}
