import { folderOf, nameOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { aliasesFor, type Derived, embeddedOf } from '../types/derived-types.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { folderOfKey, goTypeKey, keysOf, nameOfKey } from './go-types.ts';

/** Types that embed others, by `goTypeKey`. */
export interface Embedders {
  readonly types: ReadonlySet<string>;
  /** Whether there were more to be followed. */
  readonly isCut: boolean;
}

/** Steps from a type to what embeds what embeds it. */
const HOPS_MAX = 8;

/** The types of Go that embed one of some types, or what embeds it in turn. */
export async function findEmbedders(question: ReferenceQuestion, types: ReadonlySet<string>): Promise<Embedders> {
  const found = new Set<string>();
  let wanted = types;
  for (let hop = 0; hop < HOPS_MAX && wanted.size > 0; hop += 1) {
    if (wanted.size > REFERENCE_LIMITS.expandedMax) return { types: found, isCut: true };
    const next = await step(question, wanted);
    wanted = new Set([...next].filter((type) => !found.has(type) && !types.has(type)));
    for (const type of wanted) found.add(type);
  }
  return { types: found, isCut: wanted.size > 0 };
}

async function step(question: ReferenceQuestion, wanted: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { texts, links } = question;
  const names = new Set([...wanted].map(nameOfKey));
  const files = new Set<string>();
  const see = (file: CodeFile): void => {
    if (file.family === 'go' && takenIn(file, names).length > 0) files.add(file.path);
  };
  const holders = holdersOf(question, wanted);
  if (holders === null) await texts.holding([...names], see);
  else await texts.at([...holders], see);
  await links.follow(files);
  const found = new Set<string>();
  await texts.at([...files], (file) => {
    for (const { symbol, place } of takenIn(file, names)) {
      if (keysOf(question, file, place).some((key) => wanted.has(key))) found.add(goTypeKey(file.path, symbol.name));
    }
  });
  return found;
}

/** What embeds a type has what another name for it is embedded in as well. */
function takenIn(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  return [...embeddedOf(file, names), ...aliasesFor(file, names)];
}

/**
 * Files that may embed one of some types: what begins with a small letter is known to its own package alone, and other
 * packages import that of the type by a path with the folder's name in it.
 */
function holdersOf({ texts }: ReferenceQuestion, wanted: ReadonlySet<string>): ReadonlySet<string> | null {
  const files = new Set<string>();
  for (const type of wanted) {
    const folder = folderOfKey(type);
    const holders = texts.holders([nameOfKey(type)]);
    const importers = folder === '' ? holders : texts.holders([nameOf(folder)]);
    if (holders === null || importers === null) return null;
    const isPublic = /^\p{Lu}/u.test(nameOfKey(type));
    for (const file of holders) {
      if (folderOf(file) === folder || (isPublic && importers.has(file))) files.add(file);
    }
  }
  return files;
}
