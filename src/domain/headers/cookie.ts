import type { ReceivedCookie } from './evidence.ts';
import { isAddress, parseUrl, registrableDomain } from './site.ts';

/** A cookie as a `Set-Cookie` value describes it. Its value is never kept: it may be a secret. RFC 6265 §5.2. */
export interface Cookie {
  readonly name: string;
  /** Lower-cased, without the leading dot; null for the host alone. */
  readonly domain: string | null;
  /** Null when none that begins with `/` was given. */
  readonly path: string | null;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: 'strict' | 'lax' | 'none' | null;
  /** A `SameSite` with a value that browsers do not know. */
  readonly hasBadSameSite: boolean;
  /** Whether it outlives the browser, by Max-Age or Expires; false also for one that is being deleted. */
  readonly isPersistent: boolean;
  readonly isPartitioned: boolean;
}

/** Reads one `Set-Cookie` value; null when browsers would not store it for want of a name. */
export function parseCookie(value: string): Cookie | null {
  const [pair = '', ...attributes] = value.trim().split(';');
  const text = pair.replace(/[\r\n\0].*$/s, '');
  const equals = text.indexOf('=');
  const name = text.slice(0, equals).trim();
  if (equals < 1 || hasControls(name) || hasControls(text.slice(equals + 1).trim())) return null;
  const given = new Map(attributes.map(readAttribute).filter(isGiven));
  const sameSite = given.get('samesite')?.toLowerCase();
  const domain = given.get('domain')?.replace(/^\./, '').toLowerCase();
  const path = given.get('path');
  const maxAge = given.get('max-age');
  return {
    name,
    domain: domain || null,
    path: path?.startsWith('/') ? path : null,
    secure: given.has('secure'),
    httpOnly: given.has('httponly'),
    sameSite: sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : null,
    hasBadSameSite: attributes.some(isBadSameSite),
    isPersistent: maxAge === undefined ? given.has('expires') : /^[1-9]\d*$/.test(maxAge),
    isPartitioned: given.has('partitioned'),
  };
}

/** Characters that RFC 6265 §4.1.1 forbids in a name and a value. */
function hasControls(text: string): boolean {
  return /[^\P{Cc}\x7f-\x9f]/u.test(text);
}

/** The last attribute of a name counts. RFC 6265 §5.3. */
function readAttribute(attribute: string): readonly [string, string] {
  const equals = attribute.indexOf('=');
  if (equals === -1) return [attribute.trim().toLowerCase(), ''];
  return [attribute.slice(0, equals).trim().toLowerCase(), attribute.slice(equals + 1).trim()];
}

/** An empty Domain is no Domain, so that one before it counts. RFC 6265 §5.2.3. */
function isGiven([name, value]: readonly [string, string]): boolean {
  return name !== '' && (name !== 'domain' || value.replace(/^\./, '') !== '');
}

/** Every `SameSite` of the text is looked at, since one wrong value is a mistake also when a right one follows. */
function isBadSameSite(attribute: string): boolean {
  const [name = '', value = ''] = attribute.trim().split('=');
  if (name.trim().toLowerCase() !== 'samesite') return false;
  return !['lax', 'strict', 'none'].includes(value.trim().toLowerCase());
}

/** Why a browser would drop a cookie; null when it keeps it. */
export function whyDropped(cookie: Cookie, url: string): string | null {
  const place = parseUrl(url);
  const domain = cookie.domain === null ? null : whyForeign(cookie.domain, place?.hostname ?? '');
  if (domain !== null) return domain;
  if (cookie.name.startsWith('__Secure-') && !cookie.secure) return '__Secure- needs Secure';
  if (!cookie.name.startsWith('__Host-')) return null;
  const path = cookie.path ?? defaultPath(place?.pathname ?? '/');
  if (!cookie.secure) return '__Host- needs Secure';
  if (cookie.domain !== null) return '__Host- allows no Domain';
  return path === '/' ? null : '__Host- needs Path=/';
}

function whyForeign(domain: string, host: string): string | null {
  const isAbove = host.endsWith(`.${domain}`) && !isAddress(host);
  if (host !== domain && !isAbove) return 'Domain is not the host or above it';
  return isPublicSuffix(domain) ? 'Domain is a public suffix' : null;
}

/** A name under which others register: nobody may set cookies for all of them. */
function isPublicSuffix(domain: string): boolean {
  return !isAddress(domain) && domain !== 'localhost' && registrableDomain(domain) === null;
}

/** RFC 6265 §5.1.4. */
function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/');
  return end <= 0 ? '/' : pathname.slice(0, end);
}

/** Cookies that a browser would hold afterwards: a later one of the same name, domain and path replaces the earlier. */
export function keptCookies(received: readonly ReceivedCookie[]): readonly Cookie[] {
  const kept = new Map<string, Cookie>();
  for (const { value, url } of received) {
    const cookie = parseCookie(value);
    if (cookie === null || whyDropped(cookie, url) !== null) continue;
    const place = parseUrl(url);
    const path = cookie.path ?? defaultPath(place?.pathname ?? '/');
    kept.set(`${cookie.name}\0${cookie.domain ?? place?.hostname}\0${path}`, cookie);
  }
  return [...kept.values()];
}
