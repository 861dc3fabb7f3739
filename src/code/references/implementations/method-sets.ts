import { clipName } from '../../text/lines.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import { TYPE_KINDS } from '../types/type-heads.ts';
import { gatherDeclared, type Known } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { type PlainShape, plainShapes } from './alias-shapes.ts';
import { typesWithAll } from './embedded-methods.ts';
import { goTypeKey, nameOfKey, type OwnMethods } from './go-types.ts';
import { type IsApart, makeIsApart } from './head-types.ts';
import type { Implementation } from './implementation.ts';
import { type AskedMethod, askedMethods, isGoInterface, standardWith } from './interface-methods.ts';
import { isAskedFor, shapeOfMethod, withPackage } from './method-shapes.ts';

/** Methods of one interface that are compared. */
const METHODS_MAX = 100;
/** Interfaces whose methods are looked for in one question. */
const INTERFACES_MAX = REFERENCE_LIMITS.frontierMax;

/** What was found by methods alone, and what of it was not looked for. */
export interface MethodSets {
  readonly found: readonly Implementation[];
  readonly notes: readonly string[];
}

/**
 * Go's types that have all methods of an interface, which the language asks for nowhere in writing: `exact` when the
 * types of their parameters and results are the same too, else nothing.
 */
export async function findMethodSets(question: ReferenceQuestion, targets: readonly Definition[]): Promise<MethodSets> {
  const all = targets.filter(isGoInterface);
  const notes = targets.flatMap(writtenAsOther);
  if (all.length === 0) return { found: [], notes };
  const interfaces = all.slice(0, INTERFACES_MAX);
  if (all.length > INTERFACES_MAX) notes.push(`the methods of ${INTERFACES_MAX} interfaces only were compared`);
  const comparable: ReadonlyMap<string, AskedMethod>[] = [];
  for (const [key, { methods, unknown }] of await askedMethods(question, interfaces)) {
    const why = unknown === null ? null : `it takes in ${clipName(unknown)}, which is not known`;
    const tooMany = methods.size > METHODS_MAX ? `it has more than ${METHODS_MAX} methods` : null;
    if (why !== null || tooMany !== null) notes.push(notCompared(clipName(nameOfKey(key)), why ?? tooMany ?? ''));
    else if (methods.size > 0) comparable.push(methods);
  }
  const { types, isCut } = await typesWith(question, comparable);
  if (comparable.some(mayBeFromOutside)) notes.push(FROM_OUTSIDE);
  if (isCut) notes.push('not all types that get methods from what they embed were followed');
  const found = types.map((definition) => ({ definition, evidence: 'exact', depth: 1, of: null }) as const);
  return { found, notes };
}

const FROM_OUTSIDE = 'which types get such methods from embedded types of outside is not known';

/** Whether code of others may declare one of some methods: one in a capital that names no type of the project. */
function mayBeFromOutside(methods: ReadonlyMap<string, AskedMethod>): boolean {
  return [...methods].some(([name, { types }]) => /^\p{Lu}/u.test(name) && types.every((type) => type === null));
}

/** What a type of Go is written as that is none of the language: it may be an interface, and so what was asked for. */
const WRITTEN_AS =
  /^(?:type\s+)?\w+\s+(?:=\s*)?(?!(?:u?int\d*|float\d\d|complex\d+|string|bool|byte|rune|uintptr)$)((?:\w+\.)?[A-Za-z_]\w*)$/;

function writtenAsOther({ family, symbol }: Definition): readonly string[] {
  const written = family === 'go' && symbol.kind === 'type' ? WRITTEN_AS.exec(symbol.signature)?.[1] : undefined;
  return written === undefined ? [] : [notCompared(clipName(symbol.name), `it is written as ${clipName(written)}`)];
}

function notCompared(name: string, why: string): string {
  return `types that have the methods of ${name} without naming it were not looked for: ${why}`;
}

async function typesWith(
  question: ReferenceQuestion,
  asked: readonly ReadonlyMap<string, AskedMethod>[],
): Promise<{ readonly types: readonly Definition[]; readonly isCut: boolean }> {
  if (asked.length === 0) return { types: [], isCut: false };
  const known = await gatherDeclared(question.texts, new Set(asked.flatMap((wanted) => [...wanted.keys()])));
  const methods = methodsIn(known);
  const plain = await plainShapes(question, differing(asked, methods));
  const heads = asked.flatMap((wanted) => [...wanted.values()].map(({ types }) => types));
  const isApart = await makeIsApart(
    question,
    heads,
    [...methods.values()].flat().map(({ definition }) => definition),
  );
  const ownMethods = makeOwnMethods(methods, plain, isApart);
  const { full, isCut } = await typesWithAll(
    question,
    asked.map((wanted) => ({ byType: ownMethods(wanted), count: wanted.size })),
  );
  const { definitions } = await gatherDeclared(question.texts, new Set([...full].map(nameOfKey)));
  const types = [...definitions.values()]
    .flat()
    // An interface that has the methods of another one has no code for them.
    .filter(({ symbol }) => TYPE_KINDS.has(symbol.kind) && symbol.kind !== 'interface' && !isAlias(symbol))
    .filter(({ file, symbol }) => full.has(goTypeKey(file, symbol.name)))
    .filter(({ file, role }) => question.accepts({ path: file, role }));
  return { types, isCut };
}

/** Another name for a type is none of its own. */
function isAlias({ kind, signature }: Definition['symbol']): boolean {
  return kind === 'type' && /^(?:type\s+)?\w+\s*=/.test(signature);
}

/** A method that a type of Go declares itself, by `goTypeKey`. */
interface Method {
  readonly definition: Definition;
  readonly name: string;
  readonly shape: string;
  readonly isInterface: boolean;
  readonly type: string;
}

function methodsIn({ definitions }: Known): ReadonlyMap<string, readonly Method[]> {
  const methods = [...definitions.values()]
    .flat()
    .filter(({ family, container }) => family === 'go' && container !== null)
    .map((one) => ({
      definition: one,
      name: one.symbol.name,
      shape: shapeOfMethod(one),
      isInterface: isAskedFor(one),
      type: goTypeKey(one.file, one.container ?? ''),
    }));
  return Map.groupBy(methods, ({ name }) => name);
}

/** Shapes of one name that are written otherwise than an interface has them. */
function* differing(
  asked: readonly ReadonlyMap<string, AskedMethod>[],
  byName: ReadonlyMap<string, readonly Method[]>,
): Generator<readonly [string, string]> {
  for (const [name, wanted] of asked.flatMap((methods) => [...methods])) {
    for (const { shape } of byName.get(name) ?? []) if (shape !== wanted.shape) yield [wanted.shape, shape];
  }
}

/** Answers what each type of Go declares itself of some methods. */
function makeOwnMethods(
  byName: ReadonlyMap<string, readonly Method[]>,
  plain: PlainShape,
  isApart: IsApart,
): (wanted: ReadonlyMap<string, AskedMethod>) => ReadonlyMap<string, OwnMethods> {
  return (wanted) => {
    const byType = new Map<string, { isInterface: boolean; names: Set<string>; fitting: Set<string> }>();
    for (const [name, { shape: wantedShape, types }] of wanted) {
      for (const { type, shape, isInterface, definition } of ofPackage(byName.get(name) ?? [], wantedShape)) {
        const own = byType.get(type) ?? { isInterface, names: new Set(), fitting: new Set() };
        byType.set(type, own);
        own.names.add(name);
        const isSame = shape === wantedShape || plain(shape) === plain(wantedShape);
        if (isSame && !isApart(types, definition)) own.fitting.add(name);
      }
    }
    return new Map<string, OwnMethods>([...byType, ...standardWith(wanted)]);
  };
}

/** Without those that are their own package's alone and another one's: they neither fit nor hide one that does. */
function ofPackage(methods: readonly Method[], wantedShape: string): readonly Method[] {
  const [from] = withPackage(wantedShape);
  return methods.filter(({ shape }) => withPackage(shape)[0] === from);
}
