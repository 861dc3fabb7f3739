import { clipName } from '../../text/lines.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
import type { Case } from '../judge/in-reach.ts';
import { judge } from '../judge/judge.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { type Addresses, findAddresses } from '../names/addresses.ts';
import { definitionOf } from '../names/declarations.ts';
import { importedNames } from '../names/import-names.ts';
import { ownNames } from '../names/own-names.ts';
import type { Definition } from '../reference.ts';
import { aliasedIn } from '../types/aliased-types.ts';
import { ANONYMOUS } from '../types/anonymous-types.ts';
import { type Derived, derivedIn } from '../types/derived-types.ts';
import { isType } from '../types/type-heads.ts';
import { NO_TYPES } from '../types/types-around.ts';
import { mayBeMeant, visitFiles } from '../uses/gather.ts';
import { gatherDeclared, gatherKnown, type Known } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { keyOf } from '../uses/target.ts';
import { bothEnds } from '../uses/uses-end.ts';
import { givenTo } from '../uses/uses-in-file.ts';
import type { Implementation, Walk } from './implementation.ts';
import { findMethodSets } from './method-sets.ts';

/** Breadth-first through what derives from some types. */
export async function walkDown(walk: Walk, types: readonly Definition[], depthMax: number): Promise<void> {
  let frontier = types;
  for (let depth = 1; depth <= depthMax && (frontier.length > 0 || depth === 1); depth += 1) {
    const next = await stepWithAliases(walk, frontier, depth);
    frontier = depth < depthMax ? withRoom(walk, next) : [];
  }
}

/** Names for names that are followed. */
const ALIASES_MAX = 3;

/** One step down; what derives from a name for a type derives from the type itself. */
async function stepWithAliases(
  walk: Walk,
  targets: readonly Definition[],
  depth: number,
): Promise<readonly Definition[]> {
  let { next, aliases } = await step(walk, targets, { depth, isFirst: depth === 1 });
  for (let hop = 0; hop < ALIASES_MAX && aliases.length > 0; hop += 1) {
    const more = await step(walk, withRoom(walk, aliases), { depth, isFirst: false });
    next = [...next, ...more.next];
    aliases = more.aliases;
  }
  return next;
}

/** Types that derive from others, and names that only stand for one. */
interface Below {
  readonly next: readonly Definition[];
  readonly aliases: readonly Definition[];
}

interface Step {
  readonly depth: number;
  /** Whether it begins at what was asked for. */
  readonly isFirst: boolean;
}

async function step(walk: Walk, targets: readonly Definition[], { depth, isFirst }: Step): Promise<Below> {
  const { question } = walk;
  for (const target of targets) walk.expanded.add(typeKey(target));
  const names = new Set(targets.length === 0 ? [question.query.name] : targets.map(({ symbol }) => symbol.name));
  const known = isFirst ? question.known : await gatherKnown(question.texts, names);
  walk.end = bothEnds(walk.end, known.end);
  await question.links.follow(known.files);
  const { texts, links } = question;
  const isOwnOf = ownNames(known.definitions);
  const addresses = await findAddresses({ texts, links, holders: known.files, isOwnOf }, targets);
  const { add, next } = takeInto(walk);
  const said: Implementation[] = [];
  const aliases: Definition[] = [];
  const end = await visitFiles({ texts, addresses }, { names: [...names], files: known.files }, (file) => {
    const isShown = question.accepts(file);
    const called = withAliases(file, { names, targets, addresses });
    const read = (derived: Derived): Implementation | null =>
      implementationOf(walk, { file, derived, known, targets, addresses }, { depth, isFirst });
    aliases.push(...aliasedIn(file, called).flatMap((alias) => toFollow(walk, read(alias))));
    // What a line of Go says may be of a type in another file.
    if (!isShown && file.family !== 'go') return;
    for (const derived of derivedIn(file, called)) {
      const one = read(derived);
      if (one === null) continue;
      if (isSaid(one.definition)) said.push(one);
      else if (isShown) add(one);
    }
  });
  walk.end = bothEnds(walk.end, end);
  for (const one of await declaredOf(question, said)) add(one);
  if (isFirst) {
    const { found, notes } = await findMethodSets(question, targets);
    for (const one of found) add(one);
    for (const note of notes) walk.notes.add(note);
  }
  return { next: [...next.values()], aliases };
}

/** Adds what is found to a walk; `next` are those of them from which the next step goes on. */
function takeInto(walk: Walk): { add(one: Implementation): void; readonly next: ReadonlyMap<string, Definition> } {
  const next = new Map<string, Definition>();
  // Of several that were asked for one may derive from another; a single one is no implementation of itself.
  const asked = new Set(walk.question.targets.map(typeKey));
  const onlyAsked = asked.size === 1 ? [...asked][0] : null;
  return {
    next,
    add(one) {
      const key = typeKey(one.definition);
      const before = walk.found.get(key);
      // Where Go says it in a line of its own, the type itself is shown, once.
      if (key === onlyAsked || (before !== undefined && !isSaid(before.definition))) return;
      walk.found.set(key, one);
      if (isFollowed(one) && !walk.expanded.has(key)) next.set(key, one.definition);
    },
  };
}

/** A name for a type where others may derive from it and it was not followed before. */
function toFollow(walk: Walk, alias: Implementation | null): readonly Definition[] {
  return alias !== null && isFollowed(alias) && !walk.expanded.has(typeKey(alias.definition)) ? [alias.definition] : [];
}

/** Those of some types that there is room to follow. */
function withRoom(walk: Walk, types: readonly Definition[]): readonly Definition[] {
  const { frontierMax, expandedMax } = REFERENCE_LIMITS;
  const room = Math.max(0, Math.min(frontierMax, expandedMax - walk.expanded.size));
  walk.left += Math.max(0, types.length - room);
  return types.slice(0, room);
}

/** Some names with what a file calls what it imports by them. */
function withAliases(
  file: CodeFile,
  { names, targets, addresses }: { readonly names: ReadonlySet<string> } & Pick<Candidate, 'targets' | 'addresses'>,
): ReadonlySet<string> {
  const imported = importedNames(file);
  const given = givenTo(file, { names: imported, addresses }, targets);
  return new Set([...names, ...[...names].flatMap((name) => imported.aliasesOf(name)), ...given]);
}

/** Whether others may derive from a type in their turn: not from one without a name. */
function isFollowed({ definition: { family, symbol }, evidence }: Implementation): boolean {
  return evidence !== 'name' && isType(family, symbol) && symbol.name !== ANONYMOUS;
}

/** The types that lines of Go are about, each as it is declared in its package; the line where that is not found. */
async function declaredOf(
  question: ReferenceQuestion,
  said: readonly Implementation[],
): Promise<readonly Implementation[]> {
  if (said.length === 0) return said;
  const names = new Set(said.map(({ definition }) => definition.symbol.name));
  const { definitions } = await gatherDeclared(question.texts, names);
  const all = said.map((one) => {
    const declared = (definitions.get(one.definition.symbol.name) ?? []).find(
      (definition) => isType(definition.family, definition.symbol) && typeKey(definition) === typeKey(one.definition),
    );
    return declared === undefined ? one : { ...one, definition: declared };
  });
  return all.filter(({ definition: { file, role } }) => question.accepts({ path: file, role }));
}

/** Go's types by package, since what is said of one may stand in another file. */
function typeKey(definition: Definition): string {
  const { file, family, symbol } = definition;
  return family === 'go' ? `${folderOf(file)}\0${symbol.name}` : keyOf(definition);
}

function isSaid({ symbol }: Definition): boolean {
  return symbol.signature === symbol.name;
}

interface Candidate {
  readonly file: CodeFile;
  readonly derived: Derived;
  readonly known: Known;
  readonly targets: readonly Definition[];
  readonly addresses: Addresses;
}

/** Null when the name in a head means another type than those asked for. */
function implementationOf(
  walk: Walk,
  { file, derived, known, targets, addresses }: Candidate,
  { depth, isFirst }: Step,
): Implementation | null {
  const names = importedNames(file);
  const all = mayBeMeant(names, derived.place, known.definitions, (name) =>
    targets.flatMap((target) => (addresses.bringsIn(file.path, name, target) ? [target.symbol.name] : [])),
  );
  const one: Case = { file, names, links: walk.question.links, hidden: () => false, addresses, types: NO_TYPES };
  const verdict = judge(
    one,
    derived.place,
    all.filter(({ family, symbol }) => isType(family, symbol)),
  );
  const wanted = new Set(targets.map(keyOf));
  const meant = verdict.meant.find((definition) => wanted.has(keyOf(definition)));
  const isAlias = !known.definitions.has(derived.place.name);
  if (isAlias && verdict.evidence !== 'exact') return null;
  if (meant === undefined && (verdict.evidence !== 'name' || targets.length > 0)) return null;
  const of = isFirst || meant === undefined ? null : clipName(meant.symbol.path);
  // What a call makes of a type that it is given is not known.
  const evidence = derived.isGiven === true ? 'name' : verdict.evidence;
  return { definition: definitionOf(file, derived.symbol), evidence, depth, of };
}
