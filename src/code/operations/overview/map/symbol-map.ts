import { languageOf } from '../../../lex/languages.ts';
import type { SymbolMap, TaskFile } from '../../../questions/overview.types.ts';
import { familyOf } from '../../../references/code-file.ts';
import { type NamedText, symbolsOf } from '../../../search/symbols-of.ts';
import { roleOfPath } from '../../../source/path-role.ts';
import { taskWords } from '../task.ts';
import { makeNameCollector } from './collect-names.ts';
import { namesGiven } from './names-given.ts';
import { type MapFile, rankSymbols } from './rank-symbols.ts';

/** Gathers what the reading pass sees of declarations and uses, and ranks the declarations afterwards. */
export interface SymbolMapping {
  /** Sees a source file. */
  see(file: NamedText): void;
  /** The map, with a bias to the files that a task points at. */
  rank(taskFiles: readonly TaskFile[]): SymbolMap;
}

/** Makes a mapping for a task; null for the project as a whole. */
export function makeSymbolMap(task: string | null): SymbolMapping {
  const files: MapFile[] = [];
  const names = makeNameCollector();
  return {
    see(file) {
      const { path, text, blobId } = file;
      const symbols = symbolsOf({ path, blobId, text });
      const family = familyOf(languageOf(path));
      files.push({ path, role: roleOfPath(path), family, symbols, exported: namesGiven(file, symbols) });
      names.add(file);
    },
    rank(taskFiles) {
      const numbers = new Map(files.map(({ path }, number) => [path, number]));
      const seeds = new Map<number, number>();
      for (const { file, score } of taskFiles) {
        const number = numbers.get(file);
        if (number !== undefined) seeds.set(number, score);
      }
      const words = task === null ? new Set<string>() : taskWords(task);
      return { ...rankSymbols({ files, usesOf: names.usesOf, seeds, words }), files: files.length };
    },
  };
}
