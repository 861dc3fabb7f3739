import { sameFile } from '../judge/findings.ts';
import { placesOf } from '../places/places.ts';
import { isTypeKey } from '../places/type-keys.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import type { Known } from './known.ts';

/** Files that are read for keys of types: a name that more of them have is taken for one. */
const FILES_MAX = 400;

/**
 * Of some names those that types of scripts have as keys in braces of their own, which no list has: that a value of which
 * nothing is known has the one member of that name that is listed is then nothing but likely.
 */
export async function unlistedKeys(
  texts: Pick<ReferenceTexts, 'at'>,
  { definitions, files }: Pick<Known, 'definitions' | 'files'>,
): Promise<ReadonlySet<string>> {
  const names = [...definitions].flatMap(([name, own]) => (isOneMember(own) ? [name] : []));
  const holders = names.length === 0 ? [] : [...files].filter((path) => TYPED.test(path));
  if (holders.length > FILES_MAX) return new Set(names);
  const found = new Set<string>();
  const end = await texts.at(holders, (file) => {
    for (const name of names) {
      if (!found.has(name) && placesOf(file, name).some((place) => isTypeKey(file, place))) found.add(name);
    }
  });
  return end.isComplete ? found : new Set(names);
}

const TYPED = /\.(?:[cm]?tsx?|vue|svelte)$/;

/** Whether values of which nothing is known may be told to have a member, since one file alone declares it. */
function isOneMember(own: readonly Definition[]): boolean {
  const members = own.filter(({ container }) => container !== null);
  return members.length > 0 && members.some(({ family }) => family === 'script') && sameFile(members);
}
