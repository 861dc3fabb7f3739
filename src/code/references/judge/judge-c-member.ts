import { before } from '../../lex/code-text.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';
import type { CBody } from '../types/c-bodies.ts';
import {
  bodiesAround,
  bodiesOfChain,
  type CView,
  chainBefore,
  classAround,
  type FoundMember,
  isChainOfOthers,
  memberOf,
} from './c-types.ts';
import { type Finding, isOutside } from './findings.ts';
import { type Case, isIncluded } from './in-reach.ts';

/**
 * What a member of a value of C or C++ means, by the type that is written for the value; what stands alone in a method may
 * be a member of its class. Null when that is not known: the name may then stand for anything that is called so.
 */
export function judgeCMember(one: Case, place: Place, own: readonly Definition[]): Finding {
  const { file, links, lookUpC } = one;
  if (file.family !== 'c' || lookUpC === undefined) return null;
  if (isOfOtherSpace(file, place, own)) return 'unclear';
  const view: CView = { file, links, lookUp: lookUpC };
  const chain = chainBefore(file, place.at);
  if (chain === null) return null;
  const owner = chain.length === 0 ? classAround(file, place.at) : null;
  // Within a class its name means the class, and no constructor.
  if (owner === place.name) return null;
  const bodies = chain.length > 0 ? bodiesOfChain(view, file, chain, place.at) : bodiesAround(view, owner, place.at);
  if (bodies.length === 0) {
    const isUnclear = isUncalled(place, own) || isChainOfOthers(view, file, chain, place.at);
    return chain.length > 0 && isUnclear ? 'unclear' : null;
  }
  return judgeOfBodies(one, place, { own, bodies: { all: bodies, view, isBehind: chain.length > 0 } });
}

/** Two colons with no name before them: what follows is outside of all namespaces. */
const FROM_OUTSIDE = /(?:^|[^\w>)\]])::\s*$/;

/**
 * Whether none of what a project declares stands where C++ is told to look: in the standard library, or outside of all
 * namespaces and classes. Source: ISO C++, "Qualified name lookup".
 */
function isOfOtherSpace(file: CodeFile, { at, path }: Place, own: readonly Definition[]): boolean {
  const mask = file.mask();
  if (mask[before(mask, at)] !== ':') return false;
  if (FROM_OUTSIDE.test(mask.slice(Math.max(0, at - NEAR_MAX), at)))
    return own.every(({ container }) => container !== null);
  return path.includes('std') && own.every(({ symbol }) => !namesOf(symbol.path).includes('std'));
}

/** Characters before a name that hold what is looked for in front of it. */
const NEAR_MAX = 40;

/** The bodies of the type before a member, or around it. */
interface Bodies {
  readonly all: readonly CBody[];
  readonly view: CView;
  /** Whether something stands before the member. */
  readonly isBehind: boolean;
}

function judgeOfBodies(
  one: Case,
  { name }: Place,
  { own, bodies: { all, view, isBehind } }: { readonly own: readonly Definition[]; readonly bodies: Bodies },
): Finding {
  const found = memberOf(view, all, name);
  if (found === null) return isBehind ? 'unclear' : null;
  // So does the name of what the class is made from. Source: ISO C++, "Injected-class-name".
  if (found.body.name === name) return null;
  // Of the branches of a condition each has the member.
  const members = all.includes(found.body) ? all.flatMap((body) => memberIn(body, name) ?? []) : [found];
  const meant = own.filter((definition) => members.some((member) => isMember(one, definition, member)));
  return meant.length > 0 ? { evidence: 'exact', meant } : 'else';
}

/** A macro may call what it is given; by itself a method stands nowhere without being called. */
function isUncalled({ isCall }: Place, own: readonly Definition[]): boolean {
  return !isCall && own.every(({ symbol }) => symbol.kind === 'method');
}

function memberIn(body: CBody, name: string): FoundMember | null {
  const member = body.members.get(name);
  return member === undefined ? null : { body, member };
}

/** Whether a definition is that of a member, or what stands outside of its class: a method, or the value of a static field. */
function isMember(one: Case, definition: Definition, { body, member }: FoundMember): boolean {
  const { file, symbol, container } = definition;
  if (file === body.file && symbol.line === member.line) return true;
  if (container !== body.name) return false;
  // Another class of the name in the same file has members of its own.
  if (file === body.file) return isOutside(definition) || (body.line <= symbol.line && symbol.line <= body.endLine);
  return isIncluded({ ...one, file: { ...one.file, path: file } }, body.file);
}
