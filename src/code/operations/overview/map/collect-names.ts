import { languageOf } from '../../../lex/languages.ts';
import { makeBlobCache } from '../../../source/blob-cache.ts';
import { withoutProse } from './language-names.ts';
import type { NameUses } from './rank-symbols.ts';

/** A source file by path; null for an id that is not known. */
export interface NamedText {
  readonly path: string;
  readonly text: string;
  readonly blobId: string | null;
}

/** Gathers which names the files of a project use, file by file, numbered from 0 in the order of adding. */
export interface NameCollector {
  add(file: NamedText): void;
  usesOf(name: string): NameUses;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer ones are encoded data. */
const NAME_CHARACTERS_MAX = 80;
/** Names and places that are kept; past it names that were not seen before are left out, and the map says less. */
const PLACES_MAX = 3_000_000;
const NONE: NameUses = { files: [], counts: [] };

/** Names that a thread tells apart by numbers; when there are more, all of them are forgotten with what was counted. */
const NAMES_MAX = 400_000;
/** Names of files that a thread remembers with their counts, 8 bytes each. */
const COUNTS_MAX = 1_000_000;

/** What a thread knows of names: most files are the same when it is asked again, perhaps for another task. */
interface KnownNames {
  readonly numbers: Map<string, number>;
  /** For each content the numbers of its names, each followed by how often it stands there. */
  readonly counts: ReturnType<typeof makeBlobCache<Uint32Array>>;
}

let known = forgetNames();

function forgetNames(): KnownNames {
  return { numbers: new Map(), counts: makeBlobCache(COUNTS_MAX, ({ length }) => 1 + length / 2) };
}

/** Makes an empty collector. */
export function makeNameCollector(): NameCollector {
  if (known.numbers.size > NAMES_MAX) known = forgetNames();
  const { numbers, counts } = known;
  // By the numbers of names.
  const uses: { readonly files: number[]; readonly counts: number[] }[] = [];
  let file = 0;
  let places = 0;
  return {
    add({ path, text, blobId }) {
      const key = blobId === null ? null : `${languageOf(path)?.id} ${blobId}`;
      const own = counts.get(key, () => countNames(withoutProse(path, text), numbers));
      for (let at = 0; at < own.length && places < PLACES_MAX; at += 2) {
        const number = own[at] ?? 0;
        const use = uses[number] ?? { files: [], counts: [] };
        uses[number] = use;
        use.files.push(file);
        use.counts.push(own[at + 1] ?? 0);
        places += 1;
      }
      file += 1;
    },
    usesOf: (name) => uses[numbers.get(name) ?? -1] ?? NONE,
  };
}

function countNames(text: string, numbers: Map<string, number>): Uint32Array {
  const counts = new Map<number, number>();
  for (const [name] of text.matchAll(IDENTIFIER)) {
    if (name.length > NAME_CHARACTERS_MAX) continue;
    let number = numbers.get(name);
    if (number === undefined) {
      number = numbers.size;
      // A slice of the text would keep all of it in memory.
      numbers.set(Buffer.from(name).toString(), number);
    }
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return Uint32Array.from([...counts].flat());
}
