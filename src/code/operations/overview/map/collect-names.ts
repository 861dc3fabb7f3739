import type { NameUses } from './rank-symbols.ts';

/** Gathers which names the files of a project use, file by file, numbered from 0 in the order of adding. */
export interface NameCollector {
  add(text: string): void;
  usesOf(name: string): NameUses;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer ones are encoded data. */
const NAME_CHARACTERS_MAX = 80;
/** Names and places that are kept; past it names that were not seen before are left out, and the map says less. */
const PLACES_MAX = 3_000_000;
const NONE: NameUses = { files: [], counts: [] };

/** Makes an empty collector; for projects without an index, whose identifiers are counted at each asking. */
export function makeNameCollector(): NameCollector {
  const uses = new Map<string, { readonly files: number[]; readonly counts: number[] }>();
  let number = 0;
  let places = 0;

  function count(name: string): void {
    const known = uses.get(name);
    if (known === undefined) {
      if (places >= PLACES_MAX) return;
      places += 1;
      // A slice of the text would keep all of it in memory.
      uses.set(Buffer.from(name).toString(), { files: [number], counts: [1] });
      return;
    }
    const last = known.files.length - 1;
    if (known.files[last] === number) known.counts[last] = (known.counts[last] ?? 0) + 1;
    else if (places < PLACES_MAX) {
      places += 1;
      known.files.push(number);
      known.counts.push(1);
    }
  }

  return {
    add(text) {
      for (const [name] of text.matchAll(IDENTIFIER)) if (name.length <= NAME_CHARACTERS_MAX) count(name);
      number += 1;
    },
    usesOf: (name) => uses.get(name) ?? NONE,
  };
}
