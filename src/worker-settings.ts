import { Secret } from './base/secret.ts';
import type { Config } from './config.ts';
import type { DataDir } from './data-dir.ts';

/** What a worker is made from, as the owner knows it. */
export interface WorkerParts {
  readonly config: Config;
  readonly dataDir: DataDir;
  readonly secret: Uint8Array;
}

type PlainConfig = Omit<Config, 'metricsToken' | 'secret' | 'databaseUrl'> & { readonly metricsToken: string | null };
type PlainParts = Omit<WorkerParts, 'config'> & { readonly config: PlainConfig };

/**
 * Plain data for the channel to a worker, which no other process can read: nothing of it is on a command line or in an
 * environment. The database's URL stays with the owner.
 */
export function packSettings({ config, dataDir, secret }: WorkerParts): unknown {
  const { secret: _secret, databaseUrl: _url, metricsToken, ...rest } = config;
  const plain: PlainParts = { config: { ...rest, metricsToken: metricsToken?.reveal() ?? null }, dataDir, secret };
  return plain;
}

/** The same, arrived. */
export function unpackSettings(settings: unknown): WorkerParts {
  // The owner is this program in the same version, and nothing else can reach the channel.
  const { config, dataDir, secret } = settings as PlainParts;
  const metricsToken = config.metricsToken === null ? null : new Secret(config.metricsToken);
  return {
    config: { ...config, metricsToken, secret: null, databaseUrl: null },
    dataDir,
    secret: new Uint8Array(secret),
  };
}
