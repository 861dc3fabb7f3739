import registryUrl from 'registry-url';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { PackageSources } from '../../domain/packages/index.ts';
import type { GuardedFetch } from '../outbound.ts';
import { makeAskJson } from './ask-json.ts';
import { makeDepsDev } from './deps-dev.ts';
import { makeNpmRegistry } from './npm-registry.ts';
import { makeOsv } from './osv.ts';
import { makeOsvArchive } from './osv-archive.ts';

/** Where the sources are asked when no setting says otherwise; npm's place is npm's own affair. */
const PUBLIC_SERVICES = { depsDev: 'https://api.deps.dev/', osv: 'https://api.osv.dev/' } as const;

/** The settings of the sources; null takes the default. */
export interface PackageSourceSettings {
  readonly npmRegistry: string | null;
  readonly depsDevUrl: string | null;
  readonly osvUrl: string | null;
}

/** The base URLs of the sources, each ending with a slash and without credentials. */
export interface PackageSourceUrls {
  readonly npm: string;
  readonly depsDev: string;
  readonly osv: string;
}

/** Settles where the sources are. They are the operator's word, so the guarded fetch may trust these origins. */
export function packageSourceUrls(settings: PackageSourceSettings): PackageSourceUrls {
  return {
    npm: baseOf(settings.npmRegistry ?? registryUrl()),
    depsDev: baseOf(settings.depsDevUrl ?? PUBLIC_SERVICES.depsDev),
    osv: baseOf(settings.osvUrl ?? PUBLIC_SERVICES.osv),
  };
}

/** npm's configuration may hold credentials in the URL; they are its own and never sent by us. */
function baseOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw new Error(`npm's configuration names no registry: "${text}"; set PORTICO_NPM_REGISTRY`);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** What the sources are made from. */
export interface PackageSourceDeps {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly urls: PackageSourceUrls;
  /** Folder of OSV's archives. */
  readonly archives: string;
}

/** Everything that packages can be asked of: each source has its own bounds and is left alone by itself when it fails. */
export function makePackageSources({ fetch, clock, log, urls, archives }: PackageSourceDeps): PackageSources {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const makeAsk = () => makeAskJson({ fetch, clock, wait });
  const depsDev = makeDepsDev({ ask: makeAsk(), clock, baseUrl: urls.depsDev });
  const npm = makeNpmRegistry({ ask: makeAsk(), clock, baseUrl: urls.npm });
  const osv = makeOsv({ ask: makeAsk(), clock, baseUrl: urls.osv });
  return {
    registries: [npm, depsDev],
    advisories: [makeOsvArchive({ folder: archives, log }), osv, depsDev],
    isPrivate: ({ ecosystem, name }) => ecosystem === 'npm' && hasOwnRegistry(name),
  };
}

/** Whether npm's configuration sends the scope of a name elsewhere than all others. */
function hasOwnRegistry(name: string): boolean {
  const scope = /^(@[^/]+)\//.exec(name)?.[1];
  return scope !== undefined && registryUrl(scope) !== registryUrl();
}
