import type { ImportedName } from '../names/import-names.ts';
import type { Definition } from '../reference.ts';
import type { Case } from './in-reach.ts';

// A file may import one name thousands of times, and each place of the name asks all of these for each declaration of it.

/** Whether an import speaks for a definition; made once in a module, since what it said is known by it. */
export type ImportTest = (one: Case, name: ImportedName, definition: Definition) => boolean;

/** Imports from which on their answers are kept: of fewer it takes longer to look an answer up. */
const KEPT_FROM = 4;

/** What imports of one name said to a test, by the definition that was asked about. */
type Answers = Map<Definition, boolean>;

/** As long as the places of one name in one file are judged. Imports of a name are one and the same list for all of them. */
const answers = new WeakMap<Case, Map<readonly ImportedName[], Map<ImportTest, Answers>>>();

/** Whether one of the imports of a name says so of a definition, asked once of all of them where they are many. */
export function isSaidByOne(
  one: Case,
  { names, test }: { readonly names: readonly ImportedName[]; readonly test: ImportTest },
  definition: Definition,
): boolean {
  const ask = (): boolean => names.some((name) => test(one, name, definition));
  if (names.length < KEPT_FROM) return ask();
  const said = saidTo(one, names, test);
  const answer = said.get(definition) ?? ask();
  said.set(definition, answer);
  return answer;
}

function saidTo(one: Case, names: readonly ImportedName[], test: ImportTest): Answers {
  const byNames = answers.get(one) ?? new Map<readonly ImportedName[], Map<ImportTest, Answers>>();
  answers.set(one, byNames);
  const byTest = byNames.get(names) ?? new Map<ImportTest, Answers>();
  byNames.set(names, byTest);
  const said = byTest.get(test) ?? new Map<Definition, boolean>();
  byTest.set(test, said);
  return said;
}
