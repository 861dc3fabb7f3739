import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { makeProjectName } from './name.ts';
import type { PlaceLookup } from './place.ts';
import type { Project } from './project.ts';
import type { ProjectStore } from './store.ts';

/** What the roots given at start led to. */
export interface StartRoots {
  /** Every project of the account afterwards, by name. */
  readonly projects: readonly Project[];
  /** Roots that are not there, as given. */
  readonly missing: readonly string[];
  /** Names of projects of an earlier start that are served no more, because these roots are without them. */
  readonly dropped: readonly string[];
}

/** How often the roots are worked out anew because an operator added a project of the same name meanwhile. */
const TRIES_MAX = 10;

/** What working out the roots of a start needs. */
export interface StartRootsDeps {
  readonly projects: ProjectStore;
  readonly clock: Clock;
  readonly lookUpPlace: PlaceLookup;
}

/**
 * Makes the account's projects of origin `start` exactly those of the given roots. A root that was there before keeps
 * its name, and its id always follows from account and location: notes hang on the id, and must still be found when a
 * root was left out at one start and is given again at the next. A root that the operator has also added stays an
 * added one. A start with the roots of the last one writes nothing, so that nodes may start while others serve.
 */
export async function syncStartRoots(
  deps: StartRootsDeps,
  accountId: string,
  roots: readonly string[],
): Promise<StartRoots> {
  const places = await Promise.all(roots.map(async (root) => ({ root, place: await deps.lookUpPlace(root) })));
  const locations = places.flatMap(({ place }) => (place === null ? [] : [place]));
  const missing = places.flatMap(({ root, place }) => (place === null ? [root] : []));
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const known = await deps.projects.list(accountId);
    const { started, dropped, isChange } = workOut(deps, { accountId, known, locations });
    if (isChange && !(await deps.projects.replaceStartRoots(accountId, started))) continue;
    const added = known.filter(({ origin }) => origin === 'added');
    const projects = [...added, ...started].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { projects, missing, dropped };
  }
  throw new Error('the projects of the start could not be written: others were added all the time');
}

/** The projects of origin `start` as they must be, and whether they are not so yet. */
function workOut(
  deps: Pick<StartRootsDeps, 'clock'>,
  now: { readonly accountId: string; readonly known: readonly Project[]; readonly locations: readonly string[] },
): { readonly started: readonly Project[]; readonly dropped: readonly string[]; readonly isChange: boolean } {
  const { accountId, known } = now;
  const locations = new Set(now.locations);
  const added = known.filter(({ origin }) => origin === 'added');
  for (const { location } of added) locations.delete(location);
  const here = new Set([...now.locations, ...added.map(({ location }) => location)]);
  const before = known.filter(({ origin }) => origin === 'start');
  const kept = before.filter(({ location }) => locations.has(location));
  const taken = new Set([...added, ...kept].map(({ name }) => name));
  const started = [...kept];
  for (const { location } of kept) locations.delete(location);
  for (const location of locations) {
    const name = makeProjectName(location, taken);
    taken.add(name);
    const id = startRootId(accountId, location);
    started.push({ id, accountId, name, kind: 'local', location, origin: 'start', createdAt: deps.clock.now() });
  }
  const dropped = before.filter(({ location }) => !here.has(location)).map(({ name }) => name);
  return { started, dropped, isChange: locations.size > 0 || kept.length < before.length };
}

/** A UUID of version 8, made of a digest. RFC 9562 §5.8. */
function startRootId(accountId: string, location: string): string {
  const bytes = createHash('sha256').update(`${accountId}\0${location}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
