import { languageIn } from '../../../lex/shebang.ts';
import type { SymbolMap, TaskFile } from '../../../questions/overview.types.ts';
import { type NamedText, symbolsOf } from '../../../search/symbols-of.ts';
import { roleOfPath } from '../../../source/path-role.ts';
import { taskWords } from '../task.ts';
import { makeNameCollector } from './collect-names.ts';
import { countVotes, type MapFile, type Votes } from './count-votes.ts';
import { familyOfVoter } from './families.ts';
import { namesGiven } from './names-given.ts';
import { rankSymbols } from './rank-symbols.ts';

/** Gathers what the reading pass sees of declarations and uses. */
export interface VoteCounter {
  /** Sees a source file. */
  see(file: NamedText): void;
  /** What all files that were seen vote for. */
  count(): Votes;
}

/** Makes a counter that has seen nothing yet. */
export function makeVoteCounter(): VoteCounter {
  const files: MapFile[] = [];
  const names = makeNameCollector();
  return {
    see(file) {
      const { path, text, blobId } = file;
      const language = languageIn(path, text);
      // What a component declares hardly anything but its own template uses.
      const symbols = language?.scanner ? symbolsOf({ path, blobId, text }) : [];
      const family = familyOfVoter(language);
      const scanner = language?.scanner ?? null;
      files.push({ path, role: roleOfPath(path), family, scanner, symbols, exported: namesGiven(file, symbols) });
      names.add(file);
    },
    count: () => countVotes({ files, usesOf: names.usesOf }),
  };
}

/** The votes of all files, or of which part of them. */
export interface MapVotes extends Pick<SymbolMap, 'part'> {
  readonly votes: Votes;
}

/** The map for a task, with a bias to the files that it points at; a task of null asks for the project as a whole. */
export function makeSymbolMap(
  { votes, part }: MapVotes,
  task: string | null,
  taskFiles: readonly TaskFile[],
): SymbolMap {
  const { paths } = votes;
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const seeds = new Map<number, number>();
  for (const { file, score } of taskFiles) {
    const number = numbers.get(file);
    if (number !== undefined) seeds.set(number, score);
  }
  const words = task === null ? new Set<string>() : taskWords(task);
  return { ...rankSymbols(votes, { seeds, words }), files: paths.length, part };
}
