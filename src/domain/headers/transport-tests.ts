import type { Evidence, Outcome, RouteHop } from './evidence.ts';
import { firstOf } from './fields.ts';
import { parseUrl } from './site.ts';

/** Six months of 30 days, which the Observatory takes for enough. */
const HSTS_SECONDS_MIN = 15_552_000;

/** What a Strict-Transport-Security value says. */
export interface HstsPolicy {
  /** NaN where the value is no number: browsers then ignore the header. Null when there is no max-age. */
  readonly maxAge: number | null;
  readonly includesSubdomains: boolean;
  readonly isPreload: boolean;
}

/** Reads a value; the last of repeated directives counts. */
export function readHsts(value: string): HstsPolicy {
  const parts = value.split(';').map((part) => part.trim().toLowerCase());
  const ages = parts.filter((part) => part.startsWith('max-age='));
  const age = ages.at(-1);
  return {
    maxAge: age === undefined ? null : Number.parseInt(age.slice('max-age='.length), 10),
    includesSubdomains: parts.includes('includesubdomains'),
    isPreload: parts.includes('preload'),
  };
}

/**
 * The test of Strict-Transport-Security; null when https was not tested. Whether the host is on the browsers' preload
 * list is not known here, so `hsts-preloaded` is never given.
 */
export function testHsts({ https }: Evidence): Outcome | null {
  switch (https.kind) {
    case 'not_tested':
      return null;
    case 'none':
      return { result: 'hsts-not-implemented-no-https', found: null };
    case 'invalid_certificate':
      return { result: 'hsts-invalid-cert', found: null };
    case 'verified': {
      const found = firstOf(https.fields, 'strict-transport-security');
      return { found, result: found === null ? 'hsts-not-implemented' : judgeHsts(found.slice(0, 1_024)) };
    }
  }
}

function judgeHsts(value: string): string {
  const { maxAge } = readHsts(value);
  // A comma means that the header came more than once.
  if (value.includes(',') || maxAge === null) return 'hsts-header-invalid';
  // What is no number passes in the Observatory; that browsers ignore it is said beside the score.
  if (maxAge < HSTS_SECONDS_MIN) return 'hsts-implemented-max-age-less-than-six-months';
  return 'hsts-implemented-max-age-at-least-six-months';
}

/** The test of the way from http to https; null when it was not tested. */
export function testRedirection({ http }: Evidence): Outcome | null {
  switch (http.kind) {
    case 'not_tested':
      return null;
    case 'no_http':
      return { result: 'redirection-not-needed-no-http', found: null };
    case 'invalid_certificate':
      return { result: 'redirection-invalid-cert', found: null };
    case 'answered':
      return { result: judgeRoute(http.route), found: http.route.map(({ url }) => url).join(' -> ') };
  }
}

function judgeRoute(route: readonly RouteHop[]): string {
  const [first, second] = route.map(({ url }) => parseUrl(url));
  const last = parseUrl(route.at(-1)?.url ?? '');
  if (!second) return 'redirection-missing';
  if (last?.protocol !== 'https:') return 'redirection-not-to-https';
  if (second.protocol === 'http:') return 'redirection-not-to-https-on-initial-redirection';
  const isOffHost = first?.protocol === 'http:' && first.hostname !== second.hostname;
  return isOffHost ? 'redirection-off-host-from-http' : 'redirection-to-https';
}
