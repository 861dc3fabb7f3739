import { type Cookie, keptCookies, parseCookie } from './cookie.ts';
import type { Evidence, Outcome } from './evidence.ts';
import { valuesOf } from './fields.ts';
import { meaningOf } from './results.ts';
import { testHsts } from './transport-tests.ts';

/** A load balancer's own, which no application can change. */
const NOT_COUNTED: readonly string[] = ['heroku-session-affinity'];

/** From mild to severe; the most severe one decides. The order is the Observatory's. */
const SEVERITY: readonly string[] = [
  'cookies-without-secure-flag-but-protected-by-hsts',
  'cookies-without-secure-flag',
  'cookies-session-without-secure-flag-but-protected-by-hsts',
  'cookies-samesite-flag-invalid',
  'cookies-anticsrf-without-samesite-flag',
  'cookies-session-without-httponly-flag',
  'cookies-session-without-secure-flag',
];

/** Whether a name looks like that of a session; only a guess by words, and called so. */
export function isSessionName(name: string): boolean {
  return /login|sess/i.test(name);
}

/** Whether a name looks like that of a token against request forgery. */
export function isAntiCsrfName(name: string): boolean {
  return /csrf/i.test(name);
}

/** The test of all cookies together. */
export function testCookies(evidence: Evidence): Outcome {
  const cookies = keptCookies(evidence.cookies).filter(({ name }) => name !== '' && !NOT_COUNTED.includes(name));
  if (cookies.length === 0) return { result: 'cookies-not-found', found: null };
  const hsts = testHsts(evidence);
  const isCovered = hsts !== null && meaningOf(hsts.result)?.pass === true;
  const problems = cookies.flatMap((cookie) => problemsOf(cookie, isCovered));
  // Of the answer itself, also in a cookie that is dropped for another reason.
  const isBad = valuesOf(evidence.fields, 'set-cookie').some(
    (value) => parseCookie(value)?.hasBadSameSite ?? isBadText(value),
  );
  if (isBad) problems.push('cookies-samesite-flag-invalid');
  const worst = problems.reduce((most, one) => Math.max(most, SEVERITY.indexOf(one)), -1);
  const safe = cookies.every(({ sameSite }) => sameSite !== null)
    ? 'cookies-secure-with-httponly-sessions-and-samesite'
    : 'cookies-secure-with-httponly-sessions';
  return { result: SEVERITY[worst] ?? safe, found: cookies.map(({ name }) => name).join(', ') };
}

/** The flag of a value that is no cookie at all. */
function isBadText(value: string): boolean {
  return parseCookie(`x=y;${value}`)?.hasBadSameSite ?? false;
}

function problemsOf(cookie: Cookie, isCovered: boolean): readonly string[] {
  const isSession = isSessionName(cookie.name);
  const problems = cookie.secure ? [] : insecure(isSession, isCovered);
  if (!cookie.secure && cookie.sameSite === 'none') problems.push('cookies-samesite-flag-invalid');
  if (isAntiCsrfName(cookie.name) && cookie.sameSite === null) problems.push('cookies-anticsrf-without-samesite-flag');
  if (isSession && !cookie.httpOnly) problems.push('cookies-session-without-httponly-flag');
  return problems;
}

/** What lacking Secure comes to, for every cookie and once more for a session's. */
function insecure(isSession: boolean, isCovered: boolean): string[] {
  const kinds = isSession ? ['cookies', 'cookies-session'] : ['cookies'];
  return kinds.map((kind) => `${kind}-without-secure-flag${isCovered ? '-but-protected-by-hsts' : ''}`);
}
