import { type GemPlace, type GemRequest, parseGemfile, parseGemspec } from '../formats/gems.ts';
import { numberedLines } from '../formats/lines.ts';
import { facts, lockByName, type ManifestReader, type Pinned, type Wanted, wantedOf } from './manifest.ts';
import { isPublicRegistry, registryWords } from './public-registry.ts';

/** Gemfile: calls of `gem` that are written out. */
export const readGemfile: ManifestReader = (text) => {
  const { sources, gems } = parseGemfile(text);
  const other = sources.findLast((address) => !isPublicRegistry('gem', address));
  return facts({ wanted: gems.map((gem) => wantedOfGem(gem, other === undefined ? null : registryWords(other))) });
};

/** *.gemspec: `add_dependency` and its kin. */
export const readGemspec: ManifestReader = (text) => {
  const { name, gems } = parseGemspec(text);
  return facts({ wanted: gems.map((gem) => wantedOfGem(gem, null)), owner: name });
};

function wantedOfGem({ name, versions, isDev, places, line }: GemRequest, other: string | null): Wanted {
  const requested = versions.length === 0 ? null : versions.join(', ');
  const origin = places.map(placeWords).find((words) => words !== null) ?? other;
  return wantedOf({ ecosystem: 'gem', name, requested, scope: isDev ? 'dev' : 'runtime', line, origin });
}

/** Null for the public registry. */
function placeWords(place: GemPlace): string | null {
  if (place.kind !== 'source') return place.kind;
  return isPublicRegistry('gem', place.address) ? null : registryWords(place.address);
}

/** Gemfile.lock: sections GEM, GIT and PATH with their `remote:` and `specs:`. */
export const readGemfileLock: ManifestReader = (text) => {
  const pinned = new Map<string, Pinned>();
  for (const { name, version, line, origin } of lockedGems(text)) {
    const key = `${name}@${version}`;
    if (!pinned.has(key)) pinned.set(key, { ecosystem: 'gem', name, version, line, origin });
  }
  const isLock = /^(?:GEM|GIT|PATH|DEPENDENCIES)$/m.test(text.replaceAll('\r', ''));
  if (!isLock && /\S/.test(text)) return 'not a Gemfile.lock: no section was found';
  return facts({ lock: lockByName([...pinned.values()]) });
};

/** Four spaces are a gem that is there; six what it asks for. */
function* lockedGems(text: string): Generator<Omit<Pinned, 'ecosystem'>> {
  let origin: string | null = null;
  let isSection = false;
  for (const [row, line] of numberedLines(text)) {
    if (/^[A-Z]/.test(row)) {
      isSection = /^(?:GEM|GIT|PATH|PLUGIN SOURCE)$/.test(row);
      origin = row === 'GEM' ? null : row.toLowerCase();
    }
    const remote = /^ {2}remote: (\S+)/.exec(row)?.[1];
    if (remote !== undefined && origin === null && !isPublicRegistry('gem', remote)) origin = registryWords(remote);
    // Sections of platforms and checksums list names in the same form.
    const found = isSection ? /^ {4}([\w.-]+) \(([^)]+)\)$/.exec(row) : null;
    if (found?.[1] !== undefined) yield { name: found[1], version: withoutPlatform(found[2] ?? ''), line, origin };
  }
}

/** `1.15.0-x86_64-linux` is version 1.15.0 for a platform; versions of gems have no hyphen. */
function withoutPlatform(version: string): string {
  return version.split('-', 1)[0] ?? version;
}
