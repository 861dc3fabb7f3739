/**
 * Second-level names under which countries register, as `co` in `example.co.uk`. A stand-in for the public suffix list,
 * which is data of 200 KB that goes stale; a host under a suffix not named here is taken for a site one label too wide.
 */
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  'ac co com edu gob gov govt gouv go gv id info ltd me mil muni ne net nhs nom or org plc sch school web'.split(' '),
);

/** The part of a host name that somebody registered; null for an address, a single label or what is no host. */
export function registrableDomain(host: string): string | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isAddress(name)) return null;
  const labels = name.split('.');
  if (labels.length < 2 || labels.includes('')) return null;
  const [second = '', top = ''] = labels.slice(-2);
  const isSuffixOfTwo = top.length === 2 && SECOND_LEVEL.has(second);
  const count = isSuffixOfTwo ? 3 : 2;
  return labels.length < count ? null : labels.slice(-count).join('.');
}

/** Whether a host is an IP address as the URL standard writes it. */
export function isAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[') || host.includes(':');
}

/** A URL, or null where the text is none. */
export function parseUrl(text: string, base?: string): URL | null {
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
