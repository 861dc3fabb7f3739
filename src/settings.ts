import { delimiter } from 'node:path';
import { z } from 'zod';
import { LOG_THRESHOLDS } from './base/log.ts';
import { KIB, MIB } from './base/units.ts';
import { makeTrustedProxies } from './http/client-address.ts';

const PORT_FORM = 'must be a port number from 0 to 65535';
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_FORM)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_FORM);
const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#@\s]+$/, 'must be an origin such as https://portico.example, without a path');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const hosts = list.refine(
  (names) => names.every((name) => /^[^/?#@\s]+$/.test(name) && !name.includes('://')),
  'must be host names, with a port where it is not the usual one, such as portico.example,localhost:3900',
);
const proxies = list.superRefine((addresses, context) => {
  try {
    makeTrustedProxies(addresses);
  } catch (failure) {
    // Its text names the part that is no address; the schema wants it as an issue.
    context.addIssue({ code: 'custom', message: failure instanceof Error ? failure.message : String(failure) });
  }
});
const baseUrl = z.string().refine(isBaseUrl, 'must be an http or https URL without credentials, query or fragment');
/** More workers than any machine has use for. */
const WORKERS_MAX = 64;
const WORKERS_FORM = `must be a number from 1 to ${WORKERS_MAX}`;
const bytesFrom = (min: number, max: number) => {
  const form = `must be a number of bytes from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, form)
    .transform(Number)
    .refine((bytes) => bytes >= min && bytes <= max, form);
};
const secretBytes = z
  .string()
  .refine((text) => decodeSecret(text).length >= 32, 'must hold at least 32 bytes, as base64 or hex');

/**
 * Every setting: its form, its default in words, what it means and an example. The reference page is generated from
 * this table.
 */
export const SETTINGS = {
  PORTICO_HOST: setting(z.string().min(1), '127.0.0.1', 'Address to listen on.', '0.0.0.0'),
  PORTICO_PORT: setting(port, '3900', 'Port to listen on; 0 takes a free one.', '8080'),
  PORTICO_BASE_URL: setting(
    origin,
    'http://127.0.0.1:<port>',
    'Origin under which callers reach the service; links and challenges are made from it.',
    'https://portico.example',
  ),
  PORTICO_ALLOWED_HOSTS: setting(
    hosts,
    "the base URL's host; on loopback also localhost, 127.0.0.1 and [::1] at the port",
    'Host headers that are answered; others get 403.',
    'portico.example,portico.internal:3900',
  ),
  PORTICO_ALLOWED_ORIGINS: setting(
    list,
    "the base URL's origin; on loopback also those of the hosts above",
    'Origin headers that are answered; others get 403.',
    'https://portico.example',
  ),
  PORTICO_DATA_DIR: setting(
    z.string().min(1),
    '.portico in the current directory',
    'Folder of the database, the secret, the process id and the control socket (0700). No tool can read it.',
    '/var/lib/portico',
  ),
  PORTICO_DATABASE_URL: setting(
    z
      .string()
      .regex(/^postgres(?:ql)?:\/\/[^\s]+$/, 'must be a URL such as postgres://user:password@host:5432/portico'),
    'SQLite in the data directory',
    'PostgreSQL database that several machines share (docs/guides/scaling.md); needs PORTICO_SECRET.',
    'postgres://portico:…@db.internal:5432/portico',
  ),
  PORTICO_WORKERS: setting(
    z
      .string()
      .regex(/^\d{1,2}$/, WORKERS_FORM)
      .transform(Number)
      .refine((number) => number >= 1 && number <= WORKERS_MAX, WORKERS_FORM),
    '1',
    'Processes that serve; one more then owns the database and accepts connections (docs/guides/scaling.md).',
    '4',
  ),
  PORTICO_SECRET: setting(
    secretBytes,
    'made on first start in <data dir>/secret (0600); required with PORTICO_DATABASE_URL',
    'At least 32 bytes, base64 or hex: signs cursors and finds legacy keys. The same on every node.',
    'output of `openssl rand -base64 32`',
  ),
  PORTICO_PLANS: setting(
    z.string().min(1),
    'set-a',
    "The plan table: set-a, set-b, or a JSON file's path (docs/guides/plans.md).",
    '/etc/portico/plans.json',
  ),
  PORTICO_QUOTA_COUNTS: setting(
    z.enum(['tool_calls', 'all_requests'], 'must be tool_calls or all_requests'),
    'tool_calls',
    'What takes a unit of the monthly quota: executed tool calls, or every authenticated request.',
    'all_requests',
  ),
  PORTICO_UPGRADE_URL: setting(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    '{base}/pricing',
    'Page named in the answer of a spent limit.',
    'https://portico.example/plans',
  ),
  PORTICO_KEY_ENVIRONMENT: setting(
    z.string().regex(/^(?!sk$)[a-z0-9]{1,16}$/, 'must be 1 to 16 of a-z and 0-9, and not "sk"'),
    'live',
    'Environment tag of new API keys.',
    'staging',
  ),
  PORTICO_ROOTS: setting(
    z.string(),
    'none; `portico serve` without --root gives the current repository',
    `Local repositories or folders to serve, separated by the system's path separator (here "${delimiter}").`,
    '/srv/code/api:/srv/code/web',
  ),
  PORTICO_TRUSTED_PROXIES: setting(
    proxies,
    'none',
    'Addresses or CIDRs whose X-Forwarded-For is believed.',
    '10.0.0.0/8,::1/128',
  ),
  PORTICO_TLS_CERT: setting(
    z.string().min(1),
    'none',
    'PEM file of the certificate; with PORTICO_TLS_KEY serves https.',
    '/etc/portico/tls.crt',
  ),
  PORTICO_TLS_KEY: setting(z.string().min(1), 'none', 'PEM file of the private key.', '/etc/portico/tls.key'),
  PORTICO_METRICS_PORT: setting(
    port,
    'none',
    'A port of its own on loopback where /metrics answers without a token; /mcp is not served there.',
    '9464',
  ),
  PORTICO_METRICS_TOKEN: setting(
    z.string().min(16, 'must have at least 16 characters'),
    'none: /metrics answers loopback callers only',
    'Bearer token (at least 16 characters) with which /metrics answers anybody.',
    'output of `openssl rand -hex 24`',
  ),
  PORTICO_AUDIT_ORIGINS: setting(
    list.refine((urls) => urls.every((url) => /^https?:\/\/[^/?#@\s]+$/.test(url)), 'must be origins, without a path'),
    'none: only hosts of the public internet on ports 80 and 443',
    'Origins inside your network that every account may let audit_headers fetch.',
    'http://localhost:3000,https://staging.internal',
  ),
  PORTICO_NPM_REGISTRY: setting(
    baseUrl,
    "npm's own configuration",
    'Base URL of the npm registry that check_package asks. It may be inside; credentials are never sent.',
    'https://npm.portico.example/',
  ),
  PORTICO_DEPSDEV_URL: setting(
    baseUrl,
    'the public service',
    'Base URL of deps.dev, or of something that answers as it does.',
    'https://deps.portico.example/',
  ),
  PORTICO_OSV_URL: setting(
    baseUrl,
    'the public service; archives in <data dir>/osv come first (docs/guides/operating.md)',
    'Base URL of OSV, or of something that answers as it does.',
    'https://osv.portico.example/',
  ),
  PORTICO_INDEX_FILE_BYTES_MAX: setting(
    bytesFrom(64 * KIB, 8 * MIB),
    '1048576',
    'Bytes of a file that is searched and indexed; larger ones are listed and named as left out.',
    '2097152',
  ),
  PORTICO_INDEX_BYTES_MAX: setting(
    bytesFrom(64 * MIB, Number.MAX_SAFE_INTEGER),
    '10737418240',
    'Bytes on disk of the indexes of all roots together; those used the longest ago make room.',
    '53687091200',
  ),
  PORTICO_LOG_LEVEL: setting(
    z.enum(LOG_THRESHOLDS, `must be one of ${LOG_THRESHOLDS.join(', ')}`),
    'info',
    'Least urgent log lines that are written (to standard error): trace, debug, info, warn, error, fatal; or silent.',
    'warn',
  ),
} as const;

/** One row of the settings table. */
interface Setting<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly byDefault: string;
  readonly meaning: string;
  readonly example: string;
}

function setting<Schema extends z.ZodType>(
  schema: Schema,
  byDefault: string,
  meaning: string,
  example: string,
): Setting<Schema> {
  return { schema, byDefault, meaning, example };
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** Bytes of a secret given as hex or base64. */
export function decodeSecret(text: string): Buffer {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}
