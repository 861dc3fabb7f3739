import type { IncomingMessage } from 'node:http';
import { readTarget } from './target.ts';

/** Where the service is reached, and by which names. */
export interface Site {
  /** Origin without a path, such as `https://portico.example`: all links and challenges are made from it. */
  readonly baseUrl: string;
  /** Lower-case values of Host that are answered. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Lower-case values of Origin that are answered. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/** What the operator set; null takes the default. docs/reference/settings.md. */
export interface SiteSettings {
  readonly baseUrl: string | null;
  readonly allowedHosts: readonly string[] | null;
  readonly allowedOrigins: readonly string[] | null;
  /** Whether the service itself speaks TLS. */
  readonly isTls: boolean;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Works the site out once the port is known. On loopback every name of it is answered. */
export function makeSite(settings: SiteSettings, port: number): Site {
  const scheme = settings.isTls ? 'https' : 'http';
  const baseUrl = settings.baseUrl ?? `${scheme}://127.0.0.1:${port}`;
  const base = new URL(baseUrl);
  const isLoopback = LOOPBACK_NAMES.includes(base.hostname);
  const loopbackHosts = LOOPBACK_NAMES.map((name) => `${name}:${port}`);
  const hosts = settings.allowedHosts ?? [...namesOf(base), ...(isLoopback ? loopbackHosts : [])];
  const origins = settings.allowedOrigins ?? [
    base.origin,
    ...(isLoopback ? loopbackHosts.map((host) => `${base.protocol}//${host}`) : []),
  ];
  return { baseUrl: base.origin, allowedHosts: lowerCaseSet(hosts), allowedOrigins: lowerCaseSet(origins) };
}

/** The Host header of a base URL; some clients write the usual port out, which is the same (RFC 9110 §4.2.3). */
function namesOf(base: URL): readonly string[] {
  if (base.port !== '') return [base.host];
  return [base.host, `${base.host}:${base.protocol === 'https:' ? 443 : 80}`];
}

/**
 * Whether a request is meant for us: one Host, ours; an Origin, if any, that we allow. This is what keeps a web page
 * from reaching a service on its reader's own machine (DNS rebinding). Null when it is.
 */
export function findForeign(site: Site, request: IncomingMessage): 'foreign_host' | 'foreign_origin' | null {
  const hosts = request.headersDistinct.host ?? [];
  const host = hosts[0]?.toLowerCase();
  if (hosts.length !== 1 || host === undefined || !site.allowedHosts.has(host)) return 'foreign_host';
  const { authority } = readTarget(request.url ?? '/');
  if (authority !== null && !site.allowedHosts.has(authority.toLowerCase())) return 'foreign_host';
  const origins = request.headersDistinct.origin ?? [];
  return origins.every((origin) => site.allowedOrigins.has(origin.toLowerCase())) ? null : 'foreign_origin';
}

function lowerCaseSet(values: readonly string[]): ReadonlySet<string> {
  return new Set(values.map((value) => value.toLowerCase()));
}
