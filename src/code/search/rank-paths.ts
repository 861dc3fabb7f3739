import { stemOf, wordsIn } from '../text/words.ts';

/** Which files have a word in their path. */
export interface PathWords {
  /** Files of the scope with the stem in a folder's name. */
  inFolders(stem: string): readonly number[];
  /** Files with the stem in their name, each with the number of words in it. */
  inName(stem: string, visit: (file: number, words: number) => void): void;
}

/** Files whose paths are split; in a larger source paths do not count, since to split them takes as long as a search. */
const PATHS_MAX = 200_000;

interface Uses {
  readonly folders: number[];
  /** File and number of words in its name, by turns. */
  readonly names: number[];
}

/** Splits the paths of `count` files, which must come in order of path: files of a folder share its words. */
export function splitPaths(count: number, pathOf: (file: number) => string): PathWords {
  const uses = new Map<string, Uses>();
  const usesOf = (stem: string): Uses => {
    const known = uses.get(stem) ?? { folders: [], names: [] };
    uses.set(stem, known);
    return known;
  };
  let folder = '';
  let folderUses: readonly Uses[] = [];
  for (let file = 0; file < Math.min(count, PATHS_MAX) && count <= PATHS_MAX; file++) {
    const path = pathOf(file);
    const slash = path.lastIndexOf('/') + 1;
    if (folder.length !== slash || !path.startsWith(folder)) {
      folder = path.slice(0, slash);
      folderUses = stemsOf(folder).map(usesOf);
    }
    for (const own of folderUses) own.folders.push(file);
    const stems = stemsOf(path.slice(slash).replace(/\.[a-z]+$/i, ''));
    for (const stem of stems) usesOf(stem).names.push(file, stems.length);
  }
  return {
    inFolders: (stem) => uses.get(stem)?.folders ?? [],
    inName(stem, visit) {
      const names = uses.get(stem)?.names ?? [];
      for (let at = 0; at < names.length; at += 2) visit(names[at] ?? 0, names[at + 1] ?? 1);
    },
  };
}

function stemsOf(text: string): readonly string[] {
  return [...new Set(wordsIn(text).map(stemOf))];
}
