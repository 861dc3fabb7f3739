import { join } from 'node:path';
import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Config } from './config.ts';
import type { PackageSources } from './domain/packages/index.ts';
import { makeGuardedFetch, NETWORK } from './outbound/guarded-fetch.ts';
import type { GuardedFetch } from './outbound/outbound.ts';
import { makePackageSources, packageSourceUrls } from './outbound/package-data/make-package-sources.ts';

/** All ways out of the service. */
export interface Egress {
  /** For addresses that callers name: it trusts what the operator lists for that. */
  readonly guardedFetch: GuardedFetch;
  readonly packageSources: PackageSources;
}

/** Makes the ways out. What the operator named for packages is trusted there only, never for a caller's address. */
export function makeEgress(deps: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** The data directory. */
  readonly folder: string;
  readonly version: string;
}): Egress {
  const { config, clock, log, folder, version } = deps;
  const userAgent = `portico/${version}`;
  const urls = packageSourceUrls(config);
  const fetch = makeGuardedFetch(NETWORK, { trustedUrls: Object.values(urls), userAgent });
  return {
    guardedFetch: makeGuardedFetch(NETWORK, { trustedUrls: config.auditOrigins, userAgent }),
    packageSources: makePackageSources({ fetch, clock, log, urls, archives: join(folder, 'osv') }),
  };
}
