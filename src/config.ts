import { readFileSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import type { z } from 'zod';
import type { LogThreshold } from './base/log.ts';
import { Secret } from './base/secret.ts';
import { DEFAULT_LIMITS } from './code/engine-limits.ts';
import { type PlanCatalogue, readPlansFile, SET_A, SET_B } from './domain/plans/index.ts';
import { SETTINGS } from './settings.ts';

/** The service's settings, checked and frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Null: made from the port that the service really listens on. */
  readonly baseUrl: string | null;
  readonly allowedHosts: readonly string[] | null;
  readonly allowedOrigins: readonly string[] | null;
  readonly dataDir: string;
  /** PostgreSQL, with its password. Null: SQLite in the data directory. */
  readonly databaseUrl: Secret | null;
  /** Processes that serve. */
  readonly workers: number;
  /** Null: read from (or made in) the data directory; never null with `databaseUrl`. */
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
  /** Origins that audit_headers may fetch although they are not public. */
  readonly auditOrigins: readonly string[];
  /** Base URLs of what check_package asks. Null: npm's configuration files, the public services. */
  readonly npmRegistry: string | null;
  readonly depsDevUrl: string | null;
  readonly osvUrl: string | null;
  /** Bytes of a file that is searched and indexed. */
  readonly indexFileBytesMax: number;
  /** Bytes on disk of all indexes together. */
  readonly indexBytesMax: number;
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
    databaseUrl: secretOrNull(read.PORTICO_DATABASE_URL),
    secret: readSecretSetting(read),
    plans: readPlans(read.PORTICO_PLANS ?? 'set-a', directory),
    roots: readRoots(read.PORTICO_ROOTS ?? '', directory),
    tls: readTls(read),
    metricsToken: secretOrNull(read.PORTICO_METRICS_TOKEN),
    // npm takes these two before any file; as part of the environment they are the operator's word, as a file found
    // beside a project is not.
    npmRegistry: read.PORTICO_NPM_REGISTRY ?? (env.npm_config_registry || env.NPM_CONFIG_REGISTRY || null),
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
  depsDevUrl: null,
  osvUrl: null,
  workers: 1,
  keyEnvironment: 'live',
  trustedProxies: [],
  metricsPort: null,
  auditOrigins: [],
  indexFileBytesMax: DEFAULT_LIMITS.fileBytesMax,
  indexBytesMax: DEFAULT_LIMITS.indexBytesMax,
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
    workers: read.PORTICO_WORKERS,
    keyEnvironment: read.PORTICO_KEY_ENVIRONMENT,
    trustedProxies: read.PORTICO_TRUSTED_PROXIES,
    metricsPort: read.PORTICO_METRICS_PORT,
    depsDevUrl: read.PORTICO_DEPSDEV_URL,
    osvUrl: read.PORTICO_OSV_URL,
    auditOrigins: read.PORTICO_AUDIT_ORIGINS,
    indexFileBytesMax: read.PORTICO_INDEX_FILE_BYTES_MAX,
    indexBytesMax: read.PORTICO_INDEX_BYTES_MAX,
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

/** Every node must have the same secret, which a file in each one's data directory could not be. */
function readSecretSetting(read: Variables): Secret | null {
  if (read.PORTICO_DATABASE_URL !== undefined && read.PORTICO_SECRET === undefined)
    throw badSetting('PORTICO_SECRET: must be set with PORTICO_DATABASE_URL, to the same value on every node');
  return secretOrNull(read.PORTICO_SECRET);
}

function secretOrNull(text: string | undefined): Secret | null {
  return text === undefined ? null : new Secret(text);
}

function isUnknownSetting(name: string): boolean {
  return name.startsWith('PORTICO_') && !(name in SETTINGS);
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
  if (problems.length > 0) throw badSetting(problems.join('\n  '));
  // Every value came out of the schema of its own name, which is what the type says.
  return values as Variables;
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
