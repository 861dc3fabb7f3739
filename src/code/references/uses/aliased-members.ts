import type { CodeFile } from '../code-file.ts';
import type { Case } from '../judge/in-reach.ts';
import { hidesImport, importsAt } from '../names/local-names.ts';
import { findPlaces } from '../places/places.ts';
import type { Definition } from '../reference.ts';
import type { FoundUses } from './use.ts';

/** Uses of some declarations as members of modules that give them out by other names: `shapes.new()` for `makeShape`. */
export function aliasedMembers(
  file: CodeFile,
  { names, addresses }: Pick<Case, 'names' | 'addresses'>,
  own: readonly Definition[],
): FoundUses {
  const found: FoundUses['uses'][] = [];
  let isCut = false;
  for (const one of names.all.filter(({ local, isReexport }) => local !== '' && !isReexport)) {
    const aliases = own.flatMap((definition) => addresses.membersOf(file.path, one, definition));
    for (const alias of new Set(aliases)) {
      const meant = own.filter((definition) => addresses.membersOf(file.path, one, definition).includes(alias));
      const { places, isCut: hasMore } = findPlaces(file, alias);
      isCut ||= hasMore;
      const uses = places.filter(
        ({ at, path }) =>
          path.length === 1 &&
          path[0] === one.local &&
          !hidesImport(file, one.local, at) &&
          importsAt(file, names.named(one.local), at).includes(one),
      );
      found.push(uses.map((place) => ({ file, place, verdict: { evidence: 'exact', meant } })));
    }
  }
  return { uses: found.flat(), isCut };
}
