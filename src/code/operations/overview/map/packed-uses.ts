/**
 * How a use of a name shows whose it is: `free` stands by itself, `qualified` behind an import or a type, `own` behind
 * `this` and its like, `member` behind a value of which nothing is known.
 */
export type UseForm = 'free' | 'qualified' | 'own' | 'member';

/** How often a file uses a name in each form, as one number: a project has millions of them. */
export type PackedUses = number;

const BITS = 7;
/** More uses say no more. */
const USES_MAX = 2 ** BITS - 1;
const SHIFTS: Readonly<Record<UseForm, number>> = { free: 0, qualified: BITS, own: 2 * BITS, member: 3 * BITS };

/** Set where the name is a word of an import statement of the file. */
export const SPOKEN_BY_IMPORT: PackedUses = 1 << (4 * BITS);
/** Set where the file declares something of that name, whether or not others can use it. */
export const DECLARED_HERE: PackedUses = SPOKEN_BY_IMPORT << 1;

/** Whether a file uses a name in code in any form, and does not only speak of it. */
export function isUsed(uses: PackedUses): boolean {
  return (uses & (SPOKEN_BY_IMPORT - 1)) !== 0;
}

/** So many uses more. */
export function addUses(uses: PackedUses, form: UseForm, times: number): PackedUses {
  const before = usesIn(uses, form);
  return uses + ((Math.min(before + times, USES_MAX) - before) << SHIFTS[form]);
}

/** Uses in one form. */
export function usesIn(uses: PackedUses, form: UseForm): number {
  return (uses >> SHIFTS[form]) & USES_MAX;
}
