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
  const trusted = [urls.depsDev, urls.osv, ...(mayTrustNpm(config, urls.npm) ? [urls.npm] : [])];
  const fetch = makeGuardedFetch(NETWORK, { trustedUrls: trusted, userAgent });
  return {
    guardedFetch: makeGuardedFetch(NETWORK, { trustedUrls: config.auditOrigins, userAgent }),
    packageSources: makePackageSources({ fetch, clock, log, urls, archives: join(folder, 'osv') }),
  };
}

/**
 * A `.npmrc` is looked for in the folder of the start and above, which may be somebody else's repository. What it names
 * may be inside only by name and over https, where a host of the inside would have to prove that name.
 */
function mayTrustNpm(config: Config, npm: string): boolean {
  const { protocol, hostname } = new URL(npm);
  return config.npmRegistry !== null || (protocol === 'https:' && !/^[\d.]+$|^\[|^localhost$/.test(hostname));
}
