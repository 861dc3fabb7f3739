import type { Use } from './gather.ts';
import { IMPLICIT_THIS } from './in-reach.ts';
import { type Kinship, kinKey } from './kinship.ts';
import type { Definition } from './reference.ts';
import { keyOf } from './target.ts';

/**
 * How a use stands to what was asked for. `asked`: it means one of these, or nothing tells that it does not. `other`:
 * it means another declaration of the name for sure. `else`: an import, a field or the language shows that it means
 * something that the project does not declare by the name.
 */
export type Standing = 'asked' | 'other' | 'else';

/** What a question about the uses of a name knows. */
export interface Asked {
  /** What was asked for, by `keyOf`. */
  readonly wanted: ReadonlyMap<string, Definition>;
  readonly kinship: Kinship;
}

/** Only proof leaves a use out: a call that another type's value gets may still reach what was asked for. */
export function standingOf({ file, place, verdict }: Use, { wanted, kinship }: Asked): Standing {
  if (wanted.size === 0 || verdict.meant.some((definition) => wanted.has(keyOf(definition)))) return 'asked';
  if (verdict.meant.length === 0) return 'else';
  // A name that stands alone is led by the rules of scope, unless it may stand for `this.name`.
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  if (isBare && !IMPLICIT_THIS.has(file.family)) return 'other';
  const asked = ofEachType([...wanted.values()].filter(({ family }) => family === file.family));
  const mayReach = ofEachType(verdict.meant).some((meant) =>
    asked.some((definition) => !(isBare && definition.container === null) && kinship.mayReach(meant, definition)),
  );
  return mayReach ? 'asked' : 'other';
}

/** One of the overloads of each type. */
function ofEachType(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.length < 2 ? definitions : [...new Map(definitions.map((one) => [kinKey(one), one])).values()];
}

/** A use as it is shown for what was asked: one that is known to mean a relative of it agrees by its name only. */
export function asAsked(use: Use, { wanted }: Asked): Use {
  const { evidence, meant } = use.verdict;
  if (wanted.size === 0 || evidence === 'name') return use;
  const isMeant = meant.some((definition) => wanted.has(keyOf(definition)));
  return isMeant ? use : { ...use, verdict: { evidence: 'name', meant: [...wanted.values()] } };
}

/** What an answer says of the uses that it left out. */
export function leftOutNotes(
  { other, else: elsewhere }: Readonly<Record<'other' | 'else', number>>,
  counted: (count: number) => string,
): readonly string[] {
  const notes: string[] = [];
  if (other > 0) notes.push(`${counted(other)} of other declarations of the name left out`);
  if (elsewhere > 0) {
    notes.push(`${counted(elsewhere)} that an import, a field or a language shows to mean something else left out`);
  }
  return notes;
}
