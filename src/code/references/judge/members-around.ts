import { isOfNearerReceiver } from '../places/kotlin-receivers.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { NO_TYPES, typesAroundAt } from '../types/types-around.ts';
import { inheritedBy, memberOf, typeWritten } from './ancestry.ts';
import type { Case } from './in-reach.ts';
import { isThisOfReceiver, memberOfReceiver, typeOfReceiver } from './kotlin-receivers.ts';
import { areOutside } from './outside.ts';

// What a name means in a type of Java and its kin: what that has, declared or inherited, goes before what is around it.

/**
 * What a name that stands alone means as a member of what is around it, from the inside out; null for nothing. Where the
 * types were too many to look up, what is nearer may have inherited a member of that name.
 */
export function memberAround(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  const { at } = place;
  const members = own.filter(isMember);
  if (members.length === 0) return null;
  const added = one.file.scanner === 'kotlin' ? memberOfReceiver(one, place, { own, members }) : null;
  if (added !== null) return added;
  let mayInherit = false;
  for (const type of typesAroundAt(one.file, at)) {
    const found = memberOf(one, type, members);
    if (found === null) {
      mayInherit ||=
        one.types === NO_TYPES && type.supers().some(({ name }) => !areOutside(one, one.names.named(name)));
      continue;
    }
    const isUnsure = mayInherit || (one.file.scanner === 'kotlin' && isOfNearerReceiver(one.file, at, type.from));
    return isUnsure ? { evidence: 'name', meant: own } : found;
  }
  return null;
}

/** A member by `this.name`, `super.name` and `Outer.this.name`. */
export function memberOfThis(one: Case, { at, path }: Place, own: readonly Definition[]): Verdict | null {
  const [outer, self] = path.length === 1 ? [null, path[0]] : path;
  if (path.length > 2 || (self !== 'this' && self !== 'super')) return null;
  const around = typesAroundAt(one.file, at);
  if (isThisOfReceiver(one, { at, path })) {
    const receiver = typeOfReceiver(one, at);
    return receiver === null ? null : memberOf(one, receiver, own.filter(isMember));
  }
  const type = outer === null ? around[0] : around.find(({ name }) => name === outer);
  if (type === undefined) return null;
  return (self === 'super' ? inheritedBy : memberOf)(one, type, own.filter(isMember));
}

/** A member of a type that is written somewhere. */
export function memberOfType(
  one: Case,
  written: string,
  { at, own }: { readonly at: number; readonly own: readonly Definition[] },
): Verdict | null {
  const type = typeWritten(one, { path: written.split('.'), at });
  return type === null ? null : memberOf(one, type, own.filter(isMember));
}

function isMember({ container, family, symbol }: Definition): boolean {
  return container !== null && family === 'java' && !isType(family, symbol);
}
