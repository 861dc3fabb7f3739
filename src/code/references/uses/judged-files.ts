import { type Lru, makeLru } from '../../../base/lru.ts';
import { MIB } from '../../../base/units.ts';
import type { FileTable, SourceIndex } from '../../source/source-index.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place, ReferenceEvidence } from '../reference.ts';
import type { Known } from './known.ts';
import { type FoundUses, type UseWhere, whereIs } from './use.ts';

/*
 * To judge thousands of files takes longer than one question may. Who asks again goes on where the last question ended:
 * what was judged is kept for as long as no file has changed.
 */

/** Files that were judged for the declarations of some names. */
export interface JudgedFiles {
  /** The uses of a file; null when it was not judged, or in another text. */
  usesIn(file: CodeFile): FoundUses | null;
  /** Keeps what was found in some files, by their paths. */
  keep(found: ReadonlyMap<string, FoundUses>): void;
}

/** Names that are kept for a project in each thread, and the characters that each may take: ten thousand uses. */
const NAMES_MAX = 2;
const CHARACTERS_MAX = 4 * MIB;

/** Texts, since places hold pieces of their files and would keep these in memory. */
interface Kept {
  readonly byPath: Map<string, string>;
  characters: number;
}

/** By the table of files, which lives as long as its root is in use. */
const remembered = new WeakMap<FileTable, { readonly edition: string; readonly byNames: Lru<string, Kept> }>();

/** What was judged in this state of an index for these declarations. */
export function judgedFiles(index: SourceIndex, definitions: Known['definitions']): JudgedFiles {
  const all = [...definitions.values()].flat();
  const byNames = keptFor(index);
  // The names as well, since of some nothing is declared.
  const names = JSON.stringify([[...definitions.keys()], all.map(({ file, symbol }) => [file, symbol])]);
  const before = byNames.get(names);
  const numbers = new Map(all.map((definition, number) => [definition, number]));
  return {
    usesIn(file) {
      const written = before?.byPath.get(file.path);
      return written === undefined ? null : readUses(written, file, all);
    },
    // Only who has something to keep takes the place of others.
    keep(found) {
      const kept = byNames.get(names) ?? { byPath: new Map(), characters: 0 };
      byNames.set(names, kept);
      for (const [path, uses] of found) {
        const written = writeUses(uses, numbers);
        if (written === null || kept.characters + written.length > CHARACTERS_MAX) continue;
        kept.characters += written.length;
        kept.byPath.set(path, written);
      }
    },
  };
}

function keptFor({ files, edition }: SourceIndex): Lru<string, Kept> {
  let known = remembered.get(files);
  if (known === undefined || known.edition !== edition) {
    known = { edition, byNames: makeLru(NAMES_MAX) };
    remembered.set(files, known);
  }
  return known.byNames;
}

interface Written {
  readonly isCut: boolean;
  readonly uses: readonly WrittenUse[];
}

interface WrittenUse {
  readonly place: Place;
  readonly where: UseWhere;
  readonly evidence: ReferenceEvidence;
  /** Numbers of declarations. */
  readonly meant: readonly number[];
}

/** Null when something is meant that is none of the declarations. */
function writeUses({ uses, isCut }: FoundUses, numbers: ReadonlyMap<Definition, number>): string | null {
  const written: Written = {
    isCut,
    uses: uses.map((use) => ({
      place: use.place,
      where: whereIs(use),
      evidence: use.verdict.evidence,
      meant: use.verdict.meant.map((definition) => numbers.get(definition) ?? -1),
    })),
  };
  return written.uses.some(({ meant }) => meant.includes(-1)) ? null : JSON.stringify(written);
}

function readUses(written: string, file: CodeFile, all: readonly Definition[]): FoundUses | null {
  const { isCut, uses }: Written = JSON.parse(written);
  if (!uses.every(({ place: { name, at } }) => file.text.startsWith(name, at))) return null;
  const read = uses.map(({ place, where, evidence, meant }) => ({
    file,
    place,
    where,
    verdict: { evidence, meant: meant.flatMap((number) => all[number] ?? []) },
  }));
  return { uses: read, isCut };
}
