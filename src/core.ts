import { type Engine, startEngine } from './code/index.ts';
import { authenticateKey, deriveLegacyLookupKey, makeLastUse } from './domain/keys/index.ts';
import { type Limits, makeLimits } from './domain/limits/index.ts';
import { type Egress, makeEgress } from './egress.ts';
import type { Foundation } from './foundation.ts';
import type { Authenticate } from './http/mcp/deps.ts';
import type { Metrics } from './http/metrics.ts';
import type { AppParts } from './parts.ts';
import { readVersion } from './version.ts';

/** What stands behind the doors of every process that serves. */
export interface Core {
  readonly foundation: Foundation;
  readonly engine: Engine;
  readonly egress: Egress;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly authenticate: Authenticate;
  readonly version: string;
}

/** Opens it; each closer stands next to its opener. */
export async function openCore(
  parts: Pick<AppParts, 'config' | 'clock' | 'log'> & { readonly foundation: Foundation; readonly metrics: Metrics },
  closers: AsyncDisposableStack,
): Promise<Core> {
  const { config, clock, log, foundation, metrics } = parts;
  const { stores, secret, dataDir, database } = foundation;
  const engine = startEngine({
    log,
    clock,
    compileCache: dataDir.compileCache,
    indexDirectory: dataDir.indexDirectory,
    limits: { fileBytesMax: config.indexFileBytesMax, indexBytesMax: config.indexBytesMax },
  });
  closers.defer(() => engine.close());
  const limits = await makeLimits({ store: stores.limits, clock, log, plans: config.plans, peers: database.peers });
  closers.defer(() => limits.close());
  const lastUse = makeLastUse({ keys: stores.keys, clock, log });
  closers.defer(() => lastUse.settle());
  const proof = { ...stores, clock, legacyLookupKey: deriveLegacyLookupKey(secret) };
  const authenticate: Authenticate = async (token) => {
    const proven = await authenticateKey(proof, token);
    if (proven.ok) lastUse.record(proven.value.keyPrefix);
    return proven;
  };
  const version = readVersion();
  const egress = makeEgress({ config, clock, log, folder: dataDir.path, version });
  return { foundation, engine, egress, limits, metrics, authenticate, version };
}
