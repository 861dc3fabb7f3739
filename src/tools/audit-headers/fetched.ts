import { ok, type Result } from '../../base/result.ts';
import { MIB, SECOND_MS } from '../../base/units.ts';
import {
  type Evidence,
  type HttpProbe,
  type HttpsState,
  isHtml,
  type ReceivedCookie,
} from '../../domain/headers/index.ts';
import type { GuardedFetch, OutboundFailure, OutboundResponse } from '../../outbound/outbound.ts';
import type { Reached } from './audit.ts';

/** What to fetch. */
export interface FetchQuestion {
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/** Bounds of all requests of one audit. Source: docs/tools.md, "audit_headers". */
const LIMITS = { bytesMax: MIB, cutsBody: true, timeMs: 10 * SECOND_MS };
/** Of the two further requests, which are made at once: a test that takes longer is not made. */
const PROBE_MS = 4 * SECOND_MS;
/** Redirects that are followed. */
const REDIRECTS_MAX = 5;
/** Sent as `Origin` by the question from elsewhere: a name that nobody can own (RFC 2606). */
const FOREIGN_ORIGIN = 'https://origin-test.invalid';

/**
 * Asks for the address, then over plain http for the same host, and once from a foreign origin. The first answer
 * decides whether there is an audit; the others only whether their tests could be made.
 */
export async function fetchEvidence(
  ask: GuardedFetch,
  question: FetchQuestion,
): Promise<Result<{ evidence: Evidence; reached: Reached }, OutboundFailure>> {
  const { url, method, follow, signal } = question;
  const redirectsMax = follow ? REDIRECTS_MAX : 0;
  const answer = await ask({ url, method, headers: ACCEPT, signal, limits: { ...LIMITS, redirectsMax } });
  if (!answer.ok) return answer;
  const { value } = answer;
  const [http, cors] = await Promise.all([probeHttp(ask, question, value), probeCors(ask, value, signal)]);
  const hasBody = method === 'GET' && isHtml(value.headers);
  const evidence: Evidence = {
    fields: value.headers,
    html: hasBody ? new TextDecoder().decode(value.body) : null,
    url: value.hops[0]?.url ?? url,
    cookies: cookiesOf(value),
    https: httpsOf(value, url),
    http,
    cors,
  };
  return ok({ evidence, reached: reachedOf(value) });
}

const ACCEPT = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

function cookiesOf({ hops }: OutboundResponse): readonly ReceivedCookie[] {
  return hops.flatMap(({ url, headers }) =>
    headers.flatMap(([name, value]) => (name === 'set-cookie' ? [{ value, url }] : [])),
  );
}

/**
 * Certificates that are not valid make the fetch fail, so an answer to an https address is a verified one, also when it
 * redirects to http: then there is no HSTS in it, as the Observatory has it.
 */
function httpsOf({ url, headers }: OutboundResponse, asked: string): HttpsState {
  if (/^https:/i.test(asked) || url.startsWith('https:')) return { kind: 'verified', fields: headers };
  return { kind: 'not_tested', why: 'the answer came over http; ask for the https address to test HSTS' };
}

/** The way from `http://host/`: a second request, since only http itself can tell. */
async function probeHttp(
  ask: GuardedFetch,
  { url, signal }: FetchQuestion,
  answer: OutboundResponse,
): Promise<HttpProbe> {
  const place = new URL(url);
  if (place.port !== '') return { kind: 'not_tested', why: 'the URL names a port of its own' };
  if (place.protocol === 'http:') return { kind: 'answered', route: answer.hops };
  place.protocol = 'http:';
  const limits = { ...LIMITS, timeMs: PROBE_MS, bytesMax: 1, redirectsMax: REDIRECTS_MAX };
  const probe = await ask({ url: place.href, headers: ACCEPT, signal, limits });
  if (probe.ok) return { kind: 'answered', route: probe.value.hops };
  const { reason } = probe.error;
  if (reason === 'tls') return { kind: 'invalid_certificate' };
  return reason === 'refused'
    ? { kind: 'no_http' }
    : { kind: 'not_tested', why: `http could not be tested: ${reason}` };
}

async function probeCors(ask: GuardedFetch, answer: OutboundResponse, signal: AbortSignal): Promise<Evidence['cors']> {
  const headers = { ...ACCEPT, origin: FOREIGN_ORIGIN };
  const probe = await ask({
    url: answer.url,
    headers,
    signal,
    limits: { ...LIMITS, timeMs: PROBE_MS, bytesMax: 1, redirectsMax: 0 },
  });
  return probe.ok ? { fields: probe.value.headers, origin: FOREIGN_ORIGIN } : null;
}

function reachedOf(answer: OutboundResponse): Reached {
  const { url, status, address, tls, isCut } = answer;
  const isUsual = status < 400 || status === 401 || status === 403;
  const notes = [
    ...(isCut ? ['only the first MiB of the body was read'] : []),
    ...(isUsual
      ? []
      : [
          `HTTP ${status} is an error: its headers may differ from those of a good answer, and the Observatory would not grade it`,
        ]),
    ...(isRedirect(status) ? ['a redirect is graded: with follow=true its target is'] : []),
  ];
  const hops = answer.hops.map((hop) => ({ url: hop.url, status: hop.status, location: hop.location }));
  return { from: 'fetched', finalUrl: url, status, ip: address, tls, hops, notes };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
