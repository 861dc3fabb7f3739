import { type Cookie, parseCookie, whyDropped } from './cookie.ts';
import { isAntiCsrfName, isSessionName } from './cookies-test.ts';
import type { ReceivedCookie } from './evidence.ts';

/** A cookie as it was set, without its value. */
export interface CookieReport {
  /** Untrusted text. */
  readonly name: string;
  readonly flags: readonly string[];
  readonly problems: readonly string[];
}

/** Cookies of one answer that are told; the rest is counted. */
export const COOKIES_TOLD_MAX = 30;

/** Every cookie, with what is wrong with it. */
export function reportCookies(received: readonly ReceivedCookie[]): readonly CookieReport[] {
  return received.slice(0, COOKIES_TOLD_MAX).map(({ value, url }) => {
    const cookie = parseCookie(value);
    if (cookie === null)
      return { name: '', flags: [], problems: ['not stored: it has no name or a control character'] };
    return { name: cookie.name.slice(0, 120), flags: flagsOf(cookie), problems: problemsOf(cookie, url) };
  });
}

function flagsOf(cookie: Cookie): readonly string[] {
  const { secure, httpOnly, sameSite, isPartitioned, domain, path, isPersistent } = cookie;
  const sameSiteFlag = sameSite === null ? [] : [`SameSite=${sameSite.charAt(0).toUpperCase()}${sameSite.slice(1)}`];
  return [
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...sameSiteFlag,
    ...(isPartitioned ? ['Partitioned'] : []),
    ...(domain === null ? [] : [`Domain=${domain.slice(0, 120)}`]),
    ...(path === null ? [] : [`Path=${path.slice(0, 120)}`]),
    ...(isPersistent ? ['persistent'] : []),
  ];
}

function problemsOf(cookie: Cookie, url: string): readonly string[] {
  const { name, secure, httpOnly, sameSite } = cookie;
  const dropped = whyDropped(cookie, url);
  const problems = dropped === null ? [] : [`browsers drop it: ${dropped}`];
  if (!secure) problems.push('no Secure: it may travel over http');
  if (!httpOnly && isSessionName(name)) problems.push('named like a session, but scripts can read it: no HttpOnly');
  if (cookie.hasBadSameSite) problems.push('SameSite has no valid value');
  else if (sameSite === null && isAntiCsrfName(name)) problems.push('named like a CSRF token, but without SameSite');
  else if (sameSite === null) problems.push('no SameSite: some browsers take Lax, others send it everywhere');
  if (sameSite === 'none' && !secure) problems.push('SameSite=None without Secure: browsers drop it');
  if (cookie.isPartitioned && !secure) problems.push('Partitioned without Secure: browsers drop it');
  return problems;
}
