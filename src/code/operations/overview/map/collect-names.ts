import { languageOf } from '../../../lex/languages.ts';
import type { NamedText } from '../../../search/symbols-of.ts';
import { makeBlobCache } from '../../../source/blob-cache.ts';
import { withoutProse } from './language-names.ts';
import type { NameUses } from './rank-symbols.ts';

/** Gathers which names the files of a project use, file by file, numbered from 0 in the order of adding. */
export interface NameCollector {
  add(file: NamedText): void;
  usesOf(name: string): NameUses;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer ones are encoded data. */
const NAME_CHARACTERS_MAX = 80;
/** Names, and places of names, that are kept; what comes beyond is left out, and the map says less. */
const NAMES_MAX = 600_000;
const PLACES_MAX = 3_000_000;
const NONE: NameUses = { files: [], counts: [] };

/** Names of files that a thread remembers, some 40 bytes each at the most; most files are the same when asked again. */
const REMEMBERED_MAX = 600_000;

/** The names of one content, each once, and how often each stands there. */
interface CountedNames {
  readonly names: readonly string[];
  readonly counts: Uint32Array;
}

const known = makeBlobCache<CountedNames>(REMEMBERED_MAX, ({ names }) => 1 + names.length);

/** Makes an empty collector. */
export function makeNameCollector(): NameCollector {
  const uses = new Map<string, { readonly name: string; readonly files: number[]; readonly counts: number[] }>();
  let file = 0;
  let places = 0;
  function add(name: string, count: number): void {
    if (places >= PLACES_MAX) return;
    const use = uses.get(name);
    if (use === undefined) {
      if (uses.size >= NAMES_MAX) return;
      uses.set(name, { name, files: [file], counts: [count] });
    } else {
      use.files.push(file);
      use.counts.push(count);
    }
    places += 1;
  }
  /** One text for all files that have the name. A slice of a file's text would keep all of that in memory. */
  const share = (name: string): string => uses.get(name)?.name ?? Buffer.from(name).toString();
  return {
    add({ path, text, blobId }) {
      const key = blobId === null ? null : `${languageOf(path)?.id} ${blobId}`;
      const { names, counts } = known.get(key, () => countNames(withoutProse(path, text), share));
      for (let at = 0; at < names.length; at++) add(names[at] ?? '', counts[at] ?? 0);
      file += 1;
    },
    usesOf: (name) => uses.get(name) ?? NONE,
  };
}

function countNames(text: string, share: (name: string) => string): CountedNames {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(IDENTIFIER))
    if (name.length <= NAME_CHARACTERS_MAX) counts.set(name, (counts.get(name) ?? 0) + 1);
  return { names: [...counts.keys()].map(share), counts: Uint32Array.from(counts.values()) };
}
