import { createHash } from 'node:crypto';
import type { ManifestEcosystem, ManifestScope, ProjectPackage } from '../questions/manifests.types.ts';
import { folderOf } from '../text/paths.ts';
import { MANIFEST_LIMITS } from './limits.ts';
import type { Lock, Pinned, Wanted } from './manifest.ts';
import { ownerKey } from './owners.ts';
import type { ReadManifest, ReadManifests } from './read-manifests.ts';

/** Packages of a project, those that a manifest asks for first. */
export interface ProjectPackages {
  readonly packages: readonly ProjectPackage[];
  /** Changes whenever any of them does. */
  readonly state: string;
  readonly gaps: readonly string[];
}

/** Joins requests with what the lock files fix for them. */
export function joinPackages(read: ReadManifests, base: string): ProjectPackages {
  const sheet = new Map<string, Draft>();
  const gaps: string[] = [];
  const fixed = new Set<string>();
  for (const file of read.files) {
    if (file.kind.role === 'lock' || !file.path.startsWith(base)) continue;
    for (const wanted of file.facts.wanted.slice(0, MANIFEST_LIMITS.entriesMax)) {
      addWanted(sheet, { file, wanted, locks: read.files, owners: read.owners, fixed });
    }
  }
  for (const file of read.files) {
    if (file.path.startsWith(base)) for (const pin of pinnedOf(file)) addPinned(sheet, { file, pin, fixed });
  }
  const all = [...sheet.values()];
  const direct = all.filter(({ scope }) => !isIndirect(scope));
  const packages = [...direct, ...all.filter(({ scope }) => isIndirect(scope))];
  if (packages.length > MANIFEST_LIMITS.packagesMax) {
    gaps.push(`${packages.length} packages were found; the first ${MANIFEST_LIMITS.packagesMax} are given`);
  }
  gaps.push(...notesOnLocks(read));
  const kept = packages.slice(0, MANIFEST_LIMITS.packagesMax);
  return { packages: kept, state: stateOf(kept), gaps };
}

type Draft = { -readonly [Key in keyof ProjectPackage]: ProjectPackage[Key] } & { places: string[]; aliases: string[] };

/** What has a bounded number of facts of each file; the rest of a huge lock is not a project's. */
function pinnedOf(file: ReadManifest): readonly Pinned[] {
  return (file.facts.lock?.pinned ?? []).slice(0, MANIFEST_LIMITS.entriesMax);
}

interface Asking {
  readonly file: ReadManifest;
  readonly wanted: Wanted;
  readonly locks: readonly ReadManifest[];
  readonly owners: ReadonlyMap<string, string>;
  /** Versions of lock files that a manifest asks for. */
  readonly fixed: Set<string>;
}

function addWanted(sheet: Map<string, Draft>, { file, wanted, locks, owners, fixed }: Asking): void {
  if (!isPackageName(wanted.name)) return;
  // What is fetched from elsewhere has only its name in common with a public package of the lock.
  const pin = wanted.origin === null ? findPin(locks, file, wanted) : null;
  if (pin !== null) fixed.add(pinKey(pin));
  const own = owners.get(ownerKey(wanted.ecosystem, wanted.name));
  const origin = wanted.origin ?? pin?.origin ?? (pin === null && own !== undefined ? `workspace (${own})` : null);
  const locked = pin === null || pin.version === '' ? null : pin.version;
  addPlace(sheet, {
    ecosystem: wanted.ecosystem,
    name: wanted.name,
    aliases: wanted.alias === null ? [] : [wanted.alias],
    requested: wanted.requested,
    locked,
    isVersionKnown: wanted.isVersionKnown || locked !== null,
    scope: wanted.scope,
    origin,
    places: [`${file.path}:${wanted.line}`],
    placesTotal: 1,
  });
}

interface Pinning {
  readonly file: ReadManifest;
  readonly pin: Pinned;
  readonly fixed: ReadonlySet<string>;
}

/** What only the lock file names. Packages of the project itself are no dependencies. */
function addPinned(sheet: Map<string, Draft>, { file, pin, fixed }: Pinning): void {
  if (pin.version === '' || LOCAL.has(pin.origin ?? '') || fixed.has(pinKey(pin)) || !isPackageName(pin.name)) return;
  addPlace(sheet, {
    ecosystem: pin.ecosystem,
    name: pin.name,
    aliases: [],
    requested: null,
    locked: pin.version,
    isVersionKnown: true,
    scope: 'locked',
    origin: pin.origin,
    places: [`${file.path}:${pin.line}`],
    placesTotal: 1,
  });
}

const LOCAL: ReadonlySet<string> = new Set([
  'folder of the project',
  'project of the solution',
  'workspace',
  'editable',
  'virtual',
  'directory',
  'path',
]);

function pinKey({ ecosystem, name, version }: Pinned): string {
  return `${ecosystem}\0${name.toLowerCase()}\0${version}`;
}

function addPlace(sheet: Map<string, Draft>, one: Draft): void {
  // Two places with one locked version are one package, whatever ranges they ask with.
  const version = one.locked ?? `${one.isVersionKnown} ${one.requested}`;
  const key = `${one.ecosystem}\0${one.name}\0${version}\0${one.origin}`;
  const known = sheet.get(key);
  if (known === undefined) {
    sheet.set(key, one);
    return;
  }
  known.placesTotal += 1;
  if (known.places.length < MANIFEST_LIMITS.placesMax) known.places.push(...one.places);
  if (SCOPE_ORDER.indexOf(one.scope) < SCOPE_ORDER.indexOf(known.scope)) known.scope = one.scope;
  for (const alias of one.aliases) if (!known.aliases.includes(alias)) known.aliases.push(alias);
}

/** Of several uses the one that ships counts. */
const SCOPE_ORDER: readonly ManifestScope[] = ['runtime', 'optional', 'peer', 'build', 'dev', 'transitive', 'locked'];

function isIndirect(scope: ManifestScope): boolean {
  return scope === 'locked' || scope === 'transitive';
}

/** A name that no registry could know is not worth asking for, and may be anything. */
function isPackageName(name: string): boolean {
  return name.length > 0 && name.length <= MANIFEST_LIMITS.nameCharactersMax && !/[\s\p{Cc}]/u.test(name);
}

/** The nearest lock file upwards that has fixed it. Of several in one folder the first that knows it. */
function findPin(files: readonly ReadManifest[], file: ReadManifest, wanted: Wanted): Pinned | null {
  const folder = folderOf(file.path);
  for (let at: string | null = folder; at !== null; at = at === '' ? null : folderOf(at)) {
    const below = at === '' ? folder : folder.slice(at.length + 1);
    const found = locksIn(files, at, wanted.ecosystem)
      .map((lock) => lock.find({ wanted, folder: below, owner: file.facts.owner }))
      .find((pin) => pin !== null);
    if (found) return found;
  }
  return null;
}

function locksIn(files: readonly ReadManifest[], folder: string, ecosystem: ManifestEcosystem): readonly Lock[] {
  return files.flatMap(({ path, kind, facts }) =>
    facts.lock !== null && kind.ecosystem === ecosystem && folderOf(path) === folder ? [facts.lock] : [],
  );
}

/** Ecosystems in which a range is all that is known: what it means may change from day to day. */
function notesOnLocks({ files, unreadLocks }: ReadManifests): readonly string[] {
  const asking = new Set(files.filter(({ facts }) => facts.wanted.length > 0).map(({ kind }) => kind.ecosystem));
  const locked = new Set(files.filter(({ facts }) => facts.lock !== null).map(({ kind }) => kind.ecosystem));
  const open = [...asking].filter((one) => !locked.has(one) && HAS_LOCKS.has(one));
  const taken = 'a range is taken for the version that would be installed today';
  const lockOf = (one: ManifestEcosystem): string | undefined =>
    unreadLocks.find(({ ecosystem }) => ecosystem === one)?.path;
  const none = open.filter((one) => lockOf(one) === undefined);
  const unread = open.flatMap((one) => lockOf(one) ?? []);
  return [
    ...(none.length === 0 ? [] : [`no lock file for ${none.join(', ')}: ${taken}`]),
    ...unread.map((path) => `${path} is of a form that is not read: ${taken}`),
  ];
}

const HAS_LOCKS: ReadonlySet<ManifestEcosystem> = new Set(['npm', 'pypi', 'cargo', 'gem', 'composer']);

function stateOf(packages: readonly ProjectPackage[]): string {
  const hash = createHash('sha256');
  for (const one of packages) hash.update(`${JSON.stringify(one)}\n`);
  return hash.digest('hex');
}
