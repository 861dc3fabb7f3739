import type { Definition } from '../reference.ts';
import { gatherDeclared } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { typeShape, withPackage } from './method-shapes.ts';

/** Names that are looked up for one question; what else differs is told as it is written. */
const NAMES_MAX = 300;
/** Steps from an alias to what it stands for, which may be one as well. */
const STEPS_MAX = 4;

/** Gives a shape with other names for types replaced by what they stand for. */
export type PlainShape = (shape: string) => string;

/**
 * How shapes that differ are made comparable: `type A = B` of Go makes two names mean one type, so that methods that name
 * either are the same. Source: The Go Programming Language Specification, "Alias declarations".
 */
export async function plainShapes(
  { texts }: Pick<ReferenceQuestion, 'texts'>,
  pairs: Iterable<readonly [string, string]>,
): Promise<PlainShape> {
  const aliases = new Map<string, string>();
  let names: ReadonlySet<string> = namesApart(pairs);
  for (let step = 0; step < STEPS_MAX && names.size > 0; step += 1) {
    const { definitions } = await gatherDeclared(texts, names);
    const found = [...definitions].flatMap(([name, all]) => {
      const target = aliasOf(name, all);
      return target === null || aliases.has(name) ? [] : [[name, target] as const];
    });
    for (const [name, target] of found) aliases.set(name, target);
    names = new Set(found.flatMap(([, target]) => wordsOf(target)));
  }
  if (aliases.size === 0) return (shape) => shape;
  return (shape) => withoutAliases(shape, aliases);
}

/** Names of types that one shape has and the other has not. */
function namesApart(pairs: Iterable<readonly [string, string]>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [one, other] of pairs) {
    const [mine, theirs] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
    for (const name of [...mine, ...theirs]) {
      if (names.size < NAMES_MAX && mine.has(name) !== theirs.has(name)) names.add(name);
    }
  }
  return names;
}

function wordsOf(shape: string): readonly string[] {
  return withPackage(shape)[1].match(/[\p{L}_][\p{L}\w]*/gu) ?? [];
}

/** What all declarations of a name as a type make it stand for; null where one makes it a type of its own. */
function aliasOf(name: string, all: readonly Definition[]): string | null {
  const types = all.filter(({ family, container }) => family === 'go' && container === null);
  const targets = new Set(
    types.map(({ symbol }) => {
      const written =
        symbol.kind === 'type' ? /^(?:type\s+)?\w+\s*=\s*(\S.*)$/s.exec(symbol.signature)?.[1] : undefined;
      return written === undefined || written.includes('…') ? null : typeShape(written);
    }),
  );
  const [target] = targets;
  return targets.size === 1 && target !== undefined && target !== name ? target : null;
}

function withoutAliases(shape: string, aliases: ReadonlyMap<string, string>): string {
  const [from, rest] = withPackage(shape);
  let plain = rest;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const next = plain.replace(/[\p{L}_][\p{L}\w]*/gu, (name) => aliases.get(name) ?? name);
    if (next === plain) break;
    plain = next;
  }
  return from + plain;
}
