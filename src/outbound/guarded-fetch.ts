import { err, ok, type Result } from '../base/result.ts';
import { SECOND_MS } from '../base/units.ts';
import { AskError } from './ask-error.ts';
import { type Answer, type AskOnce, askOnce } from './ask-once.ts';
import { makeGate } from './gate.ts';
import type {
  GuardedFetch,
  OutboundFailure,
  OutboundHop,
  OutboundLimits,
  OutboundRequest,
  OutboundResponse,
} from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { ACCEPTED_ENCODINGS } from './read-body.ts';
import { type Resolve, resolveByDns, resolveBySystem } from './resolver.ts';
import { BLOCKED, readTarget, type Target, type TargetPolicy } from './target.ts';

/** Bounds where a caller names none. */
const LIMITS: OutboundLimits = { bytesMax: 1_024 * 1_024, cutsBody: false, timeMs: 10 * SECOND_MS, redirectsMax: 5 };
/** Addresses of one host that are tried when the ones before accept no connection. */
const ADDRESSES_TRIED_MAX = 3;
/** Requests under way at once; others wait for their turn within their own time. */
const CONCURRENT_MAX = 32;
/** What a caller may send: nothing by which it could be known elsewhere. */
const ALLOWED_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'origin']);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What differs between the uses of the guarded fetch. */
export interface GuardedFetchOptions {
  /** Base URLs that the operator named: they may be on loopback, in private networks and on any port. */
  readonly trustedUrls: readonly string[];
  /** Sent as `user-agent`. */
  readonly userAgent: string;
}

/** The parts that tests replace. */
export interface GuardedFetchDeps {
  readonly resolve: Resolve;
  readonly resolveTrusted: Resolve;
  readonly askOnce: AskOnce;
}

/** The real parts. */
export const NETWORK: GuardedFetchDeps = { resolve: resolveByDns, resolveTrusted: resolveBySystem, askOnce };

/**
 * The one policy for everything that leaves: a URL is parsed once, its literal or every address of its name is checked,
 * and exactly the checked address is connected to, so that a name server cannot answer twice. Redirects are followed by
 * hand and checked like the first URL. One refusal for all that is inside, before any contact and whatever the port.
 * Source: SECURITY.md, "Egress".
 */
export function makeGuardedFetch(deps: GuardedFetchDeps, options: GuardedFetchOptions): GuardedFetch {
  const policy: TargetPolicy = {
    trustedOrigins: new Set(options.trustedUrls.map((url) => new URL(url).origin)),
    ports: new Set([80, 443]),
  };
  const gate = makeGate(CONCURRENT_MAX);
  return async (request) => {
    const limits = { ...LIMITS, ...request.limits };
    const time = AbortSignal.timeout(limits.timeMs);
    const signal = AbortSignal.any([request.signal, time]);
    const journey: Journey = { deps, policy, options, limits, signal, hops: [], url: request.url };
    try {
      return await gate(signal, () => follow(journey, request));
    } catch (failure) {
      return err({ ...nameFailure(failure, request.signal, time), url: journey.url });
    }
  };
}

/** One request with all its redirects. */
interface Journey {
  readonly deps: GuardedFetchDeps;
  readonly policy: TargetPolicy;
  readonly options: GuardedFetchOptions;
  readonly limits: OutboundLimits;
  readonly signal: AbortSignal;
  readonly hops: OutboundHop[];
  /** Where it is now. */
  url: string;
}

/** What is sent; redirects change it. */
interface Sending {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

async function follow(journey: Journey, request: OutboundRequest): Promise<Result<OutboundResponse, OutboundFailure>> {
  const { hops, limits } = journey;
  let sending: Sending = {
    method: request.method ?? 'GET',
    headers: headersOf(request, journey.options),
    body: request.body ?? null,
  };
  let mayTrust = true;
  for (;;) {
    const read = readTarget(journey.policy, journey.url, mayTrust);
    if (!read.ok) return err({ ...read.error, url: journey.url });
    const target = read.value;
    const answer = await askTarget(journey, target, sending);
    if (answer === null) return err({ ...BLOCKED, url: journey.url });
    const { status, headers } = answer;
    const location = headers.find(([name]) => name === 'location')?.[1] ?? null;
    hops.push({ url: target.url.href, status, location, headers });
    if (!isRedirect(status, location) || limits.redirectsMax === 0) {
      return ok({ ...answer, url: target.url.href, hops });
    }
    if (hops.length > limits.redirectsMax) {
      return err({
        reason: 'too_many_redirects',
        text: `more than ${limits.redirectsMax} redirects`,
        url: journey.url,
      });
    }
    // A place that cannot be read as a URL is refused by the next turn, under its own name.
    journey.url = URL.parse(location, target.url.href)?.href ?? location;
    mayTrust = target.isTrusted;
    sending = afterRedirect(sending, status);
  }
}

/** The answer of the first address that accepts; null when one of the addresses is not public. */
async function askTarget(journey: Journey, target: Target, sending: Sending): Promise<Answer | null> {
  const { limits, signal, deps } = journey;
  const addresses = await addressesOf(journey, target);
  if (!target.isTrusted && !addresses.every(isPublicAddress)) return null;
  const wantsBody = (status: number, location: string | null): boolean =>
    limits.redirectsMax === 0 || !isRedirect(status, location);
  let last = new AskError('dns', 'the host name has no address', true);
  for (const address of addresses.slice(0, ADDRESSES_TRIED_MAX)) {
    try {
      return await deps.askOnce({ ...sending, ...limits, target, address, wantsBody, signal });
    } catch (failure) {
      if (!(failure instanceof AskError) || !failure.isBeforeSending) throw failure;
      last = failure;
    }
  }
  throw last;
}

async function addressesOf(
  { deps, signal }: Journey,
  { literal, isTrusted, host }: Target,
): Promise<readonly string[]> {
  if (literal !== null) return [literal];
  const addresses = await (isTrusted ? deps.resolveTrusted : deps.resolve)(host, signal);
  // IPv4 first: more hosts can reach it, and a host without IPv6 would lose time on every request.
  return addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
}

function headersOf(request: OutboundRequest, options: GuardedFetchOptions): Record<string, string> {
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const body: Record<string, string> =
    request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) };
  return {
    accept: '*/*',
    ...Object.fromEntries(given.filter(([name]) => ALLOWED_HEADERS.has(name))),
    ...body,
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': options.userAgent,
  };
}

/** As browsers do: 307 and 308 keep the method, the others turn a POST into a GET. Source: RFC 9110, section 15.4. */
function afterRedirect(sending: Sending, status: number): Sending {
  if (sending.method !== 'POST' || status === 307 || status === 308) return sending;
  const { 'content-length': _length, 'content-type': _type, ...headers } = sending.headers;
  return { method: 'GET', headers, body: null };
}

function isRedirect(status: number, location: string | null): location is string {
  return REDIRECTS.has(status) && location !== null;
}

/** The caller's own going away and the end of the time look alike from inside: both abort. */
function nameFailure(failure: unknown, caller: AbortSignal, time: AbortSignal): Omit<OutboundFailure, 'url'> {
  if (caller.aborted) return { reason: 'cancelled', text: 'the caller went away' };
  if (time.aborted) return { reason: 'timeout', text: 'the host did not answer in time' };
  if (failure instanceof AskError) return { reason: failure.reason, text: failure.message };
  return { reason: 'bad_answer', text: 'the request could not be made' };
}
