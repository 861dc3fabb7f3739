import { folderOf } from '../../text/paths.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import { ANONYMOUS } from '../types/anonymous-types.ts';
import { isType } from '../types/type-heads.ts';
import { gatherKnown, type Known } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { keyOf } from '../uses/target.ts';
import { bothEnds } from '../uses/uses-end.ts';
import { plainShapes } from './alias-shapes.ts';
import { methodsOfAnonymous } from './anonymous-methods.ts';
import { partsInCSharp } from './csharp-parts.ts';
import type { Implementation, Walk } from './implementation.ts';
import { withoutInherent } from './inherent-methods.ts';
import { isGoInterface } from './interface-methods.ts';
import { mayStandFor, mayStandIn } from './may-stand-for.ts';
import { isAskedFor, shapeOfMethod } from './method-shapes.ts';
import { type AskedMembers, askedMembers } from './parameter-shapes.ts';
import { findPromoted } from './promoted-methods.ts';
import { walkDown } from './walk-down.ts';

/** Subtypes are always followed this far when a method is asked for: it may be written in any of them. */
const METHOD_DEPTH = 5;

/** Methods of a name in everything that derives from the types that declare it. */
export async function findMethods(walk: Walk, members: readonly Definition[]): Promise<void> {
  const { question } = walk;
  const containers = new Set(members.map(({ container }) => container ?? ''));
  const known = await gatherKnown(question.texts, containers);
  const files = new Set(members.map(({ file }) => file));
  const all = [...known.definitions.values()]
    .flat()
    .filter(({ family, symbol, file }) => isType(family, symbol) && files.has(file));
  // Methods such as `Get` are asked for by hundreds of interfaces.
  const left = new Set(all.filter(isGoInterface).slice(REFERENCE_LIMITS.frontierMax));
  const types = all.filter((type) => !left.has(type));
  walk.left += left.size;
  await findMethodsBelow(walk, { types, known }, members);
}

/** Methods of a name in everything that derives from a type which has none itself, as an abstract one may. */
export async function findMethodsOf(walk: Walk, owner: Definition): Promise<void> {
  const known = await gatherKnown(walk.question.texts, new Set([owner.symbol.name]));
  await findMethodsBelow(walk, { types: [owner], known }, []);
}

interface Above {
  readonly types: readonly Definition[];
  /** All that the project declares by the names of these types. */
  readonly known: Known;
}

/** Methods of a name in everything that derives from some types, of which some were asked for by that name. */
async function findMethodsBelow(walk: Walk, { types, known }: Above, members: readonly Definition[]): Promise<void> {
  const { question } = walk;
  const inner: Walk = { ...walk, question: { ...question, known, targets: types }, found: new Map() };
  await walkDown(inner, types, METHOD_DEPTH);
  walk.end = bothEnds(walk.end, inner.end);
  walk.left = inner.left;
  const asked = askedMembers(types, members);
  const named = await standingFor(question, question.known.definitions.get(question.query.name) ?? [], asked);
  const { methods: own, end } = await withoutInherent(question.texts, named);
  if (end !== null) walk.end = bothEnds(walk.end, end);
  await addMethods(walk, new Map([...inner.found.values()].map((one) => [one.definition, one])), { own, asked });
}

interface Methods {
  /** All that may stand for what was asked for. */
  readonly own: readonly Definition[];
  readonly asked: AskedMembers;
}

/** Adds the methods that some types have: written in them, or in Go by what they embed. */
async function addMethods(
  walk: Walk,
  derived: ReadonlyMap<Definition, Implementation>,
  { own, asked }: Methods,
): Promise<void> {
  const { question } = walk;
  const put = (type: Definition, method: Definition): void => {
    const one = derived.get(type);
    if (one !== undefined) walk.found.set(keyOf(method), { ...one, definition: method });
  };
  const types = [...derived.keys()];
  const anonymous = types.filter(({ symbol }) => symbol.name === ANONYMOUS);
  const { name } = question.query;
  const inBodies = await methodsOfAnonymous(question.texts, anonymous, { name, methods: own });
  walk.end = bothEnds(walk.end, inBodies.end);
  for (const [type, method] of inBodies.pairs) if (mayStandFor(method, asked)) put(type, method);
  const without: Definition[] = [];
  const partsOf = await partsInCSharp(question.texts, types);
  for (const type of types) {
    const methods = own.filter((method) => isMethodOf(method, type, partsOf(type)) && mayStandIn(type, method));
    if (methods.length === 0) without.push(type);
    for (const method of methods) put(type, method);
  }
  const known = new Set(asked.members.map(keyOf));
  for (const [type, method] of await findPromoted(question, own, without)) {
    const isKnown = known.has(keyOf(method)) || walk.found.has(keyOf(method));
    if (!isKnown && question.accepts({ path: method.file, role: method.role })) put(type, method);
  }
}

/**
 * What may be code for a method: in Go what an interface asks for is none, nor what has other parameters or results; of others
 * what may be by its own words.
 */
async function standingFor(
  question: ReferenceQuestion,
  methods: readonly Definition[],
  asked: AskedMembers,
): Promise<readonly Definition[]> {
  const { members } = asked;
  const wanted = new Set(members.filter(({ family }) => family === 'go').map(shapeOfMethod));
  const ofGo = new Set(methods.filter((one) => one.family === 'go' && !isAskedFor(one)).map(shapeOfMethod));
  const apart = [...wanted].flatMap((one) =>
    [...ofGo].flatMap((other) => (one === other ? [] : [[one, other] as const])),
  );
  const plain = await plainShapes(question, apart);
  const shapes = new Set([...wanted].map(plain));
  return methods
    .filter((method) => mayStandFor(method, asked))
    .filter((method) => method.family !== 'go' || (!isAskedFor(method) && shapes.has(plain(shapeOfMethod(method)))));
}

/** Whether a method is one of a type, of C# in one of its parts; a block that adds to a type which is not declared here has those written in it. */
function isMethodOf(method: Definition, type: Definition, parts: ReadonlySet<string>): boolean {
  const { kind, name } = type.symbol;
  if (type.family === 'csharp') return parts.has(method.owner ?? '');
  if (kind === 'impl' && type.family === 'rust') return isWithin(method, type);
  if (method.container !== name || !isNear(method, type)) return false;
  // `object Shop extends Shop` of Scala has a trait of its name beside it.
  return type.family !== 'java' || isWithin(method, type);
}

function isWithin({ file, symbol: { line } }: Definition, type: Definition): boolean {
  return file === type.file && type.symbol.startLine <= line && line <= type.symbol.endLine;
}

/** Rust's methods may stand in other files than their types, Go's in those of the same package. */
function isNear(method: Definition, type: Definition): boolean {
  if (method.file === type.file) return true;
  if (method.family !== type.family) return false;
  return type.family === 'rust' || (type.family === 'go' && folderOf(method.file) === folderOf(type.file));
}
