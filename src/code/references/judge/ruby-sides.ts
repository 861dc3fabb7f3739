import type { CodeFile } from '../code-file.ts';
import type { Side } from '../names/class-sides.ts';
import { rubySideOfSelf } from '../names/ruby-class-sides.ts';
import type { Definition, Place, Verdict } from '../reference.ts';

/**
 * Whether a name of Ruby is said by a method of a class itself, and found was only what objects of the class have, or the
 * other way round: `def self.badge = name` asks the class. Where a block may have another `self`, either may be meant.
 */
export function isOfOtherSide(file: CodeFile, place: Place, { evidence, meant }: Verdict): boolean {
  if (file.family !== 'ruby' || evidence !== 'exact' || !isOfSelf(place)) return false;
  const side = rubySideOfSelf(file, place.at);
  return side === null ? areOfBothSides(meant) : meant.every((one) => one.side !== null && one.side !== side);
}

/** Whether some are members of a class itself, and others of what is made of it. */
export function areOfBothSides(members: readonly Definition[]): boolean {
  return new Set(members.map(({ side }) => side).filter((side) => side !== null)).size > 1;
}

/** Whether a class has a method of the name on either side, and a place asks the other one than a definition stands on. */
export function isOfOtherOfBoth(
  file: CodeFile,
  place: Place,
  { definition, all }: { readonly definition: Definition; readonly all: readonly Definition[] },
): boolean {
  const { side, container } = definition;
  if (side === null || container === null) return false;
  const asked = sideAsked(file, place, container);
  return asked !== null && asked !== side && ofBothSides(all).has(classKey(definition));
}

/** The side that a place asks: by what `self` is there, by `self.class`, or by the name of the class. */
function sideAsked(file: CodeFile, place: Place, container: string): Side | null {
  const { path } = place;
  if (isOfSelf(place)) return sideOfSelf(file, place);
  if (path.length === 2 && path[0] === 'self' && path[1] === 'class') return 'static';
  return path.at(-1) === container ? 'static' : null;
}

/** A place is held against each declaration of its name, and all of these against each place. */
const selves = new WeakMap<Place, Side | 'unclear'>();
const classes = new WeakMap<readonly Definition[], ReadonlySet<string>>();

function sideOfSelf(file: CodeFile, place: Place): Side | null {
  const known = selves.get(place) ?? rubySideOfSelf(file, place.at) ?? 'unclear';
  selves.set(place, known);
  return known === 'unclear' ? null : known;
}

/** Classes that have some members themselves, and of which what is made has others. */
function ofBothSides(all: readonly Definition[]): ReadonlySet<string> {
  const known = classes.get(all);
  if (known !== undefined) return known;
  const keysOf = (side: Side): Set<string> => new Set(all.filter((one) => one.side === side).map(classKey));
  const made = keysOf('made');
  const both = new Set([...keysOf('static')].filter((key) => made.has(key)));
  classes.set(all, both);
  return both;
}

function classKey({ file, container }: Definition): string {
  return `${file}\0${container ?? ''}`;
}

function isOfSelf({ path, isOfUnknown }: Place): boolean {
  return !isOfUnknown && (path.length === 0 || (path.length === 1 && path[0] === 'self'));
}
