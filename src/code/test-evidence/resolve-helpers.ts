import { bisect } from '../../base/bisect.ts';
import { before, type CodeText, firstFrom, type Token } from '../lex/code-text.ts';
import type { NamedCode, Reading } from './reading.ts';
import type { TestFileDeps } from './test-file.types.ts';

/** What is known of the code that a case mentions. Offsets rise. */
export interface Reach {
  /** Where something asserts: directly, by a function of this file, or by one of another file that is known to. */
  readonly asserting: readonly number[];
  /** Where a function asserts, those too that are called for their value: what they check is the ground of the case. */
  readonly through: readonly number[];
  /** Where code is called of which nobody knows whether it asserts. */
  readonly unknown: readonly number[];
  readonly functions: ReadonlySet<NamedCode>;
  readonly unresolved: readonly string[];
}

/** One mention of a function of the file, and the functions that it stands in. */
interface Mention {
  readonly from: number;
  readonly target: NamedCode;
}

/** Declarations of one name that are kept; a text with more of one name is no test. */
const DECLARATIONS_MAX = 20;

/**
 * Follows the names that cases mention to the code that they stand for, within the file and, as far as `assertsIn`
 * answers, beyond it. A mention counts as a call: helpers are handed over as callbacks as often as they are called.
 */
export function resolveHelpers(reading: Reading, deps: TestFileDeps): Reach {
  const direct = reading.assertions.map(({ from }) => ({ from }));
  const outside = reading.outside.map((call) => ({
    ...call,
    from: call.at,
    asserts: deps.assertsIn?.(call.specifier, call.name) ?? null,
  }));
  const { code } = reading;
  const told = outside.filter(({ asserts }) => asserts === true);
  const open = outside.filter(({ asserts, mayAssert }) => asserts === null && mayAssert);
  const mentions = mentionsOf(reading);
  const holdersOf = makeHolders(reading);
  const callersOf: Holders = (at) => holdersOf(at).filter((holder) => !isPlainValue(code, holder, at));
  const functions = spread(mentions, callersOf, [
    ...direct.flatMap(({ from }) => holdersOf(from)),
    ...told.flatMap(({ from }) => callersOf(from)),
  ]);
  const unknown = spread(
    mentions,
    holdersOf,
    open.flatMap(({ from }) => holdersOf(from)),
  );
  const through = [...told, ...mentions.filter(({ target }) => functions.has(target))].map(({ from }) => from);
  return {
    asserting: rising([...direct.map(({ from }) => from), ...through.filter((at) => !isForItsValue(code, at))]),
    through: rising(through),
    unknown: rising([
      ...open.map(({ from }) => from),
      ...mentions.filter(({ target }) => unknown.has(target)).map(({ from }) => from),
    ]),
    functions,
    unresolved: [...new Set(open.map(({ specifier, name }) => specifier || name))],
  };
}

/** Whether a call stands where its value goes on: `const a = make(t)`, `use(make(t))`. A name that is not called does not. */
function isForItsValue({ mask, tokens, language }: CodeText, at: number): boolean {
  const index = firstFrom(tokens, at);
  const token = tokens[index];
  if (token === undefined || token.open === -1) return false;
  let start = at;
  for (let back = index - 1; tokens[back + 1]?.receiver !== '' && back >= 0; back -= 1)
    start = tokens[back]?.from ?? start;
  let last = before(mask, start);
  if (/(?:^|\W)await$/.test(mask.slice(Math.max(0, last - 5), last + 1))) last = before(mask, last - 4);
  if (mask[last] === '=') return !/[=!<>]/.test(mask[last - 1] ?? '');
  // An argument, but not what stands in the parentheses of a condition or for itself.
  return mask[last] === ',' || (mask[last] === '(' && language !== 'python' && /[\w$]/.test(mask[last - 1] ?? ''));
}

/** `const a = make(t)` has made its value once: to mention `a` calls nothing again. */
function isPlainValue(code: CodeText, { span }: NamedCode, at: number): boolean {
  const head = code.mask.slice(span.from, Math.min(at, span.from + 300));
  return isForItsValue(code, at) && /^(?:const|let|var)\b/.test(head) && !/=>|\{|\bfunction\b/.test(head);
}

function rising(offsets: readonly number[]): readonly number[] {
  return [...offsets].sort((a, b) => a - b);
}

/** Whether any of the rising offsets lies in a range. */
export function hasWithin(offsets: readonly number[], from: number, to: number): boolean {
  return firstAtOrAfter(offsets, to) > firstAtOrAfter(offsets, from);
}

function firstAtOrAfter(offsets: readonly number[], at: number): number {
  return bisect(offsets.length, (index) => (offsets[index] ?? at) < at);
}

function mentionsOf(reading: Reading): readonly Mention[] {
  const byName = new Map<string, NamedCode[]>();
  for (const declared of reading.functions) {
    const list = byName.get(declared.name) ?? [];
    if (list.length < DECLARATIONS_MAX) list.push(declared);
    byName.set(declared.name, list);
  }
  const isMeant = reading.means ?? ((token, candidate) => isMeantByForm(token, candidate, byName, reading.selves));
  const mentions: Mention[] = [];
  for (const token of reading.code.tokens) {
    const candidates = byName.get(token.word);
    if (candidates === undefined) continue;
    const target = targetOf(token, candidates, isMeant);
    if (target !== null) mentions.push({ from: token.from, target });
    for (const overload of overloadsAt(reading.code, token, candidates))
      if (overload !== target) mentions.push({ from: token.from, target: overload });
  }
  return mentions;
}

/** Java's methods of one name: which is meant, their parameters tell, so it may be any but the one around. */
function overloadsAt({ language }: CodeText, token: Token, candidates: readonly NamedCode[]): readonly NamedCode[] {
  if (language !== 'java' || token.isMember) return [];
  return candidates.filter(({ span }) => !holds(span, token.from));
}

/** The declaration that a token means: the innermost whose scope holds it. Null within that declaration itself. */
function targetOf(
  token: Token,
  candidates: readonly NamedCode[],
  isMeant: (token: Token, candidate: NamedCode) => boolean,
): NamedCode | null {
  let best: NamedCode | null = null;
  for (const candidate of candidates) {
    const isOwn = holds(candidate.span, token.from);
    if (!holds(candidate.scope, token.from) || !(isOwn || isMeant(token, candidate))) continue;
    const isNearer = best === null || candidate.scope.from > best.scope.from;
    if (isNearer || (isOwn && candidate.scope.from === best?.scope.from)) best = candidate;
  }
  return best === null || holds(best.span, token.from) ? null : best;
}

/** Whether a word has the form by which a declaration is reached: bare, or after a receiver. */
function isMeantByForm(
  token: Token,
  candidate: NamedCode,
  names: ReadonlyMap<string, readonly NamedCode[]>,
  selves: ReadonlySet<string>,
): boolean {
  return candidate.isMember ? isReached(token, candidate, names, selves) : !token.isMember;
}

function holds({ from, to }: { readonly from: number; readonly to: number }, at: number): boolean {
  return at >= from && at < to;
}

/** Whether a member is taken from the thing of the file that has it, or from that thing itself by `this`. */
function isReached(
  token: Token,
  { span }: NamedCode,
  names: ReadonlyMap<string, readonly NamedCode[]>,
  selves: ReadonlySet<string>,
): boolean {
  if (selves.has('')) return true;
  if (!token.isMember) return false;
  return selves.has(token.receiver) || (names.get(token.receiver) ?? []).some((owner) => holds(owner.span, span.from));
}

/** The functions whose code an offset belongs to, from the inside out. */
type Holders = (at: number) => readonly NamedCode[];

/** Functions inside of each other that are followed. */
const NESTING_MAX = 40;

/** What stands in a case that a function declares is the case's own and does not count for the function. */
function makeHolders(reading: Reading): Holders {
  const isInCase = makeIsInCase(reading);
  const rising = [...reading.functions].sort((a, b) => a.span.from - b.span.from);
  const starts = rising.map(({ span }) => ({ from: span.from }));
  const outer: number[] = [];
  const stack: number[] = [];
  for (const [index, { span }] of rising.entries()) {
    while (stack.length > 0 && (rising[stack.at(-1) ?? 0]?.span.to ?? 0) <= span.from) stack.pop();
    outer.push(stack.at(-1) ?? -1);
    stack.push(index);
  }
  return (at) => {
    const holders: NamedCode[] = [];
    const isOwn = isInCase(at);
    let index = firstFrom(starts, at + 1) - 1;
    for (let depth = 0; index >= 0 && depth < NESTING_MAX; depth += 1) {
      const holder = rising[index];
      if (holder !== undefined && holder.span.to > at && (!isOwn || isInCase(holder.span.from))) holders.push(holder);
      index = outer[index] ?? -1;
    }
    return holders;
  };
}

function makeIsInCase(reading: Reading): (at: number) => boolean {
  const cases = reading.cases.filter(({ kind }) => kind !== 'suite').map(({ span }) => span);
  // The farthest end up to each case, so that nesting needs no tree.
  const ends: number[] = [];
  for (const { to } of cases) ends.push(Math.max(ends.at(-1) ?? 0, to));
  return (at) => (ends[firstFrom(cases, at + 1) - 1] ?? 0) > at;
}

/** The seeds, those that mention such a one, and so on. */
function spread(mentions: readonly Mention[], holdersOf: Holders, seeds: readonly NamedCode[]): ReadonlySet<NamedCode> {
  const found = new Set(seeds);
  const byTarget = Map.groupBy(mentions, ({ target }) => target);
  const queue = [...found];
  for (let target = queue.pop(); target !== undefined; target = queue.pop()) {
    for (const { from } of byTarget.get(target) ?? []) {
      for (const holder of holdersOf(from)) {
        if (found.has(holder)) continue;
        found.add(holder);
        queue.push(holder);
      }
    }
  }
  return found;
}
