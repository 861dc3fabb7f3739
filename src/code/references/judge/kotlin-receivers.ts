import { startOfLine } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import { mayBeInReceiverBlock } from '../places/kotlin-blocks.ts';
import { type AddedTo, addedToAround, isInReceiverLambda, receiverIn } from '../places/kotlin-receivers.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { type TypeBody, typesAroundAt } from '../types/types-around.ts';
import { memberOf, typeWritten } from './ancestry.ts';
import type { Case } from './in-reach.ts';

// What a name of Kotlin means in functions that are added to a type. Source: Kotlin language specification, "Receivers".

/** What a name may mean: all of its declarations, and those that are members. */
interface Meant {
  readonly own: readonly Definition[];
  readonly members: readonly Definition[];
}

/**
 * What a name that stands alone means in a function that is added to a type: a member of that, before all that stands at the
 * top of a file, but a lambda may have a receiver that is nearer.
 */
export function memberOfReceiver(one: Case, { at, isCall }: Place, { own, members }: Meant): Verdict | null {
  const added = nearestAdded(one, at);
  if (added === null) return null;
  const type = typeWritten(one, { path: added.type.split('.'), at: added.from });
  const found = type === null ? null : memberOf(one, type, members);
  // What a property holds is called only where that is a function.
  if (found === null || (isCall && found.meant.every(({ symbol }) => symbol.kind === 'variable'))) return null;
  const isUnsure = isNearerUnsure(one, at, added.from) || (isCall && hasRival(one, at, { own, found }));
  return isUnsure ? { evidence: 'name', meant: own } : found;
}

/** Whether something nearer than a function that begins at an offset may be asked. */
function isNearerUnsure({ file }: Case, at: number, from: number): boolean {
  return isInReceiverLambda(file, at, from) || mayBeInReceiverBlock(file, at, from);
}

/** Whether what is called may be something else in reach, which only the types of the values tell apart. */
function hasRival(
  { file }: Case,
  at: number,
  { own, found }: { readonly own: readonly Definition[]; readonly found: Verdict },
): boolean {
  const around = new Set<string | null>(typesAroundAt(file, at).map(({ key }) => key));
  return own.some((one) => !found.meant.includes(one) && (one.container === null || around.has(one.owner)));
}

/** Whether a place asks `this` in a function that is added to a type: never the type that the function stands in. */
export function isThisOfReceiver(one: Case, { at, path }: Pick<Place, 'at' | 'path'>): boolean {
  return path.length === 1 && path[0] === 'this' && nearestAdded(one, at) !== null;
}

/** The type of `this` in a function that is added to it; null where that is another, or not known. */
export function typeOfReceiver(one: Case, at: number): TypeBody | null {
  const added = nearestAdded(one, at);
  if (added === null || isNearerUnsure(one, at, added.from)) return null;
  return typeWritten(one, { path: added.type.split('.'), at: added.from });
}

/** The function around a place that is added to a type, where no type stands between the two. */
function nearestAdded({ file }: Case, at: number): AddedTo | null {
  const added = file.scanner === 'kotlin' ? addedToAround(file, at) : null;
  return added === null || typesAroundAt(file, at).some(({ from }) => from > added.from) ? null : added;
}

/**
 * Of functions of one name that are all added to types, of which one is added to the very type around a name alone, those
 * that may be called on a value of that: what is added to a type that it derives from may take other values.
 */
export function ofReceiver(one: Case, { at, path }: Place, found: readonly Definition[]): readonly Definition[] {
  if (one.file.scanner !== 'kotlin' || found.length < 2 || path.length > 0) return found;
  const receivers = found.map(({ symbol }) => receiverIn(symbol)?.split('.').at(-1) ?? null);
  const inner = functionsAround(one.file, at).at(-1);
  const from = inner === undefined ? -1 : startOfLine(one.file, inner.line);
  if (receivers.includes(null) || isNearerUnsure(one, at, from)) return found;
  const type = typeAt(one, at);
  if (type === null || !receivers.includes(type.name)) return found;
  const bases = new Set([type.name, ...type.supers().map(({ name }) => name)]);
  return found.filter((_, index) => bases.has(receivers[index] ?? ''));
}

/** The type of what stands before a name alone: that which a function around it is added to, else that around it. */
function typeAt(one: Case, at: number): TypeBody | null {
  const added = nearestAdded(one, at);
  if (added === null) return typesAroundAt(one.file, at)[0] ?? null;
  return typeWritten(one, { path: added.type.split('.'), at: added.from });
}
