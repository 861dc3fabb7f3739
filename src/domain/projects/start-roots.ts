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
}

/**
 * Makes the account's projects of origin `start` exactly those of the given roots. A root that was there before keeps
 * its name, and its id always follows from account and location: notes hang on the id, and must still be found when a
 * root was left out at one start and is given again at the next. A root that the operator has also added stays an
 * added one.
 */
export async function syncStartRoots(
  deps: { readonly projects: ProjectStore; readonly clock: Clock; readonly lookUpPlace: PlaceLookup },
  accountId: string,
  roots: readonly string[],
): Promise<StartRoots> {
  const known = await deps.projects.list(accountId);
  const added = known.filter(({ origin }) => origin === 'added');
  const places = await Promise.all(roots.map(async (root) => ({ root, place: await deps.lookUpPlace(root) })));
  const locations = new Set(places.flatMap(({ place }) => (place === null ? [] : [place])));
  for (const { location } of added) locations.delete(location);
  const kept = known.filter(({ origin, location }) => origin === 'start' && locations.has(location));
  const taken = new Set([...added, ...kept].map(({ name }) => name));
  const started = [...kept];
  for (const { location } of kept) locations.delete(location);
  for (const location of locations) {
    const name = makeProjectName(location, taken);
    taken.add(name);
    const id = startRootId(accountId, location);
    started.push({ id, accountId, name, kind: 'local', location, origin: 'start', createdAt: deps.clock.now() });
  }
  await deps.projects.replaceStartRoots(accountId, started);
  const projects = [...added, ...started].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { projects, missing: places.flatMap(({ root, place }) => (place === null ? [root] : [])) };
}

/** A UUID of version 8, made of a digest. RFC 9562 §5.8. */
function startRootId(accountId: string, location: string): string {
  const bytes = createHash('sha256').update(`${accountId}\0${location}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
