import { readFileSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { LOG_THRESHOLDS, type LogThreshold } from './base/log.ts';
import { Secret } from './base/secret.ts';
import { type PlanCatalogue, readPlansFile, SET_A, SET_B } from './domain/plans/index.ts';
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
  PORTICO_SECRET: setting(
    secretBytes,
    'made on first start in <data dir>/secret (0600)',
    'At least 32 bytes, base64 or hex: signs cursors and finds legacy keys.',
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

/** The service's settings, checked and frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Null: made from the port that the service really listens on. */
  readonly baseUrl: string | null;
  readonly allowedHosts: readonly string[] | null;
  readonly allowedOrigins: readonly string[] | null;
  readonly dataDir: string;
  /** Null: read from (or made in) the data directory. */
  readonly secret: Secret | null;
  readonly plans: PlanCatalogue;
  readonly quotaCounts: 'tool_calls' | 'all_requests';
  readonly upgradeUrl: string | null;
  readonly keyEnvironment: string;
  readonly roots: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly metricsPort: number | null;
  readonly metricsToken: Secret | null;
  readonly logLevel: LogThreshold;
  /** PORTICO_* variables that mean nothing to this version. */
  readonly unknown: readonly string[];
}

/**
 * Reads the environment once, at start. Throws a text that names each bad variable. `directory` is what relative paths
 * are relative to.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, directory: string): Config {
  const read = readVariables(env);
  return Object.freeze({
    ...DEFAULTS,
    ...renamed(read),
    dataDir: resolve(directory, read.PORTICO_DATA_DIR ?? '.portico'),
    secret: secretOrNull(read.PORTICO_SECRET),
    plans: readPlans(read.PORTICO_PLANS ?? 'set-a', directory),
    roots: readRoots(read.PORTICO_ROOTS ?? '', directory),
    tls: readTls(read),
    metricsToken: secretOrNull(read.PORTICO_METRICS_TOKEN),
    unknown: Object.keys(env).filter(isUnknownSetting),
  });
}

const DEFAULTS = {
  host: '127.0.0.1',
  port: 3900,
  baseUrl: null,
  allowedHosts: null,
  allowedOrigins: null,
  quotaCounts: 'tool_calls',
  upgradeUrl: null,
  keyEnvironment: 'live',
  trustedProxies: [],
  metricsPort: null,
  logLevel: 'info',
} as const satisfies Partial<Config>;

/** The settings that are taken as they are read, under their names in the program; only those that were given. */
function renamed(read: Variables): Partial<Config> {
  const taken = {
    host: read.PORTICO_HOST,
    port: read.PORTICO_PORT,
    baseUrl: read.PORTICO_BASE_URL,
    allowedHosts: read.PORTICO_ALLOWED_HOSTS,
    allowedOrigins: read.PORTICO_ALLOWED_ORIGINS,
    quotaCounts: read.PORTICO_QUOTA_COUNTS,
    upgradeUrl: read.PORTICO_UPGRADE_URL,
    keyEnvironment: read.PORTICO_KEY_ENVIRONMENT,
    trustedProxies: read.PORTICO_TRUSTED_PROXIES,
    metricsPort: read.PORTICO_METRICS_PORT,
    logLevel: read.PORTICO_LOG_LEVEL,
  };
  return Object.fromEntries(Object.entries(taken).filter(([, value]) => value !== undefined));
}

function readTls(read: Variables): Config['tls'] {
  const { PORTICO_TLS_CERT: certFile, PORTICO_TLS_KEY: keyFile } = read;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  if (certFile === undefined && keyFile === undefined) return null;
  throw badSetting('PORTICO_TLS_CERT and PORTICO_TLS_KEY: set both or neither');
}

function secretOrNull(text: string | undefined): Secret | null {
  return text === undefined ? null : new Secret(text);
}

/** Bytes of a secret given as hex or base64. */
export function decodeSecret(text: string): Buffer {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}

/** One worker is what there is, so that asking for it is no mistake. */
function isUnknownSetting(name: string): boolean {
  return name.startsWith('PORTICO_') && !(name in SETTINGS) && name !== 'PORTICO_WORKERS';
}

type Variables = { readonly [Name in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[Name]['schema']> };

/** An empty variable counts as one that is not set, as shells and compose files write it. */
function readVariables(env: Readonly<Record<string, string | undefined>>): Variables {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const text = env[name];
    if (text === undefined || text === '') continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`);
  }
  problems.push(...unmetWishes(env));
  if (problems.length > 0) throw badSetting(problems.join('\n  '));
  // Every value came out of the schema of its own name, which is what the type says.
  return values as Variables;
}

/**
 * Settings of a larger installation that this version cannot be. To start all the same would keep the data elsewhere, or
 * serve with less, than the operator believes.
 */
function unmetWishes(env: Readonly<Record<string, string | undefined>>): string[] {
  const { PORTICO_DATABASE_URL: url = '', PORTICO_WORKERS: workers = '' } = env;
  return [
    ...(url === '' ? [] : ['PORTICO_DATABASE_URL: this version keeps its data in SQLite only; unset it']),
    ...(workers === '' || workers === '1' ? [] : ['PORTICO_WORKERS: this version serves with one process; unset it']),
  ];
}

function readPlans(choice: string, directory: string): PlanCatalogue {
  if (choice === 'set-a') return SET_A;
  if (choice === 'set-b') return SET_B;
  const file = resolve(directory, choice);
  const plans = readPlansFile(parsePlansText(file));
  if (!plans.ok) throw badSetting(`PORTICO_PLANS: ${file}: ${plans.error}`);
  return plans.value;
}

function parsePlansText(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const why =
      cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read (set-a, set-b or the path of a JSON file)';
    throw badSetting(`PORTICO_PLANS: ${file} ${why}`);
  }
}

function readRoots(text: string, directory: string): readonly string[] {
  const roots = text.split(delimiter).filter((root) => root !== '');
  return roots.map((root) => (isAbsolute(root) ? root : resolve(directory, root)));
}

/** A setting that stops the start; its text is for the operator. */
class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function badSetting(text: string): ConfigError {
  return new ConfigError(`bad settings:\n  ${text}\nSee docs/reference/settings.md.`);
}
