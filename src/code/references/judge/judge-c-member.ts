import type { Definition, Place } from '../reference.ts';
import type { CBody } from '../types/c-bodies.ts';
import {
  bodiesOfChain,
  bodiesOfType,
  type CView,
  chainBefore,
  classAround,
  type FoundMember,
  memberOf,
} from './c-types.ts';
import type { Finding } from './findings.ts';
import { type Case, isIncluded } from './in-reach.ts';

/**
 * What a member of a value of C or C++ means, by the type that is written for the value; what stands alone in a method may
 * be a member of its class. Null when that is not known: the name may then stand for anything that is called so.
 */
export function judgeCMember(one: Case, place: Place, own: readonly Definition[]): Finding {
  const { file, links, lookUpC } = one;
  if (file.family !== 'c' || lookUpC === undefined) return null;
  const view: CView = { file, links, lookUp: lookUpC };
  const chain = chainBefore(file, place.at);
  if (chain === null) return null;
  const owner = chain.length === 0 ? classAround(file, place.at) : null;
  // Within a class its name means the class.
  if (owner === place.name) return null;
  const bodies =
    chain.length > 0 ? bodiesOfChain(view, file, chain, place.at) : bodiesOfType(view, { name: owner, body: null });
  if (bodies.length === 0) return null;
  const found = memberOf(view, bodies, place.name);
  if (found === null) return chain.length > 0 ? 'unclear' : null;
  // Of the branches of a condition each has the member.
  const all = bodies.includes(found.body) ? bodies.flatMap((body) => memberIn(body, place.name) ?? []) : [found];
  const meant = own.filter((definition) => all.some((member) => isMember(one, definition, member)));
  return meant.length > 0 ? { evidence: 'exact', meant } : 'else';
}

function memberIn(body: CBody, name: string): FoundMember | null {
  const member = body.members.get(name);
  return member === undefined ? null : { body, member };
}

/** Whether a definition is that of a member, or what stands outside of its class: a method, or the value of a static field. */
function isMember(one: Case, { file, symbol, container }: Definition, { body, member }: FoundMember): boolean {
  if (file === body.file && symbol.line === member.line) return true;
  if (container !== body.name) return false;
  return file === body.file || isIncluded({ ...one, file: { ...one.file, path: file } }, body.file);
}
