import type { SymbolKind } from '../../lex/symbol.ts';
import { isConstructor } from '../judge/constructors.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { isType } from '../types/type-heads.ts';
import { gatherKnown, type Known } from './known.ts';
import { bothEnds } from './uses-end.ts';

/**
 * What is known of some names, with the types that constructors among the targets make something of: it is by the name of
 * its type that a constructor is called. Too many of them are left alone, as `notesOnMaking` says.
 */
export async function withConstructed(
  texts: Pick<ReferenceTexts, 'holding' | 'declaring' | 'holders'>,
  known: Known,
  targets: readonly Definition[],
): Promise<Known> {
  const names = typeNames(targets);
  if (names.size === 0 || names.size > REFERENCE_LIMITS.frontierMax) return known;
  const types = await gatherKnown(texts, names);
  const definitions = new Map(known.definitions);
  for (const [name, own] of types.definitions) {
    const constructors = targets.filter((target) => target.container === name && isConstructor(target));
    definitions.set(name, [...own, ...constructors]);
  }
  return { definitions, files: new Set([...known.files, ...types.files]), end: bothEnds(known.end, types.end) };
}

/** Names of the types whose constructors are called otherwise than by their own names. */
function typeNames(targets: readonly Definition[]): ReadonlySet<string> {
  return new Set(
    targets.flatMap((target) => {
      const { container, symbol } = target;
      return container === null || container === symbol.name || !isConstructor(target) ? [] : [container];
    }),
  );
}

/** What an answer says of the calls that make something of what was asked for, and that no name leads to. */
export function notesOnMaking(targets: readonly Definition[]): readonly string[] {
  const notes: string[] = [];
  if (typeNames(targets).size > REFERENCE_LIMITS.frontierMax) {
    notes.push('calls by the names of their types are looked for when one is named by its path');
  }
  if (isOfConstructors(targets)) notes.push('calls through super, this, base or a subclass may be missing');
  if (targets.some((target) => target.family === 'c' && isConstructor(target))) {
    notes.push('what a declaration makes, such as Type name(…), is not seen');
  }
  if (targets.some(isMadeInSharp)) {
    notes.push('calls by new(…) are told where the same declaration names the type, others are not seen');
  }
  if (targets.some(isGoType)) notes.push('a type of Go is converted to and never called');
  return notes;
}

/** Whether constructors and nothing else were asked for. */
export function isOfConstructors(targets: readonly Definition[]): boolean {
  return targets.length > 0 && targets.every(isConstructor);
}

/**
 * Whether what is written like a call only gives a value another type, which calls nothing: `ID(1)`. Source: The Go
 * Programming Language Specification, "Conversions".
 */
export function isConversion(meant: readonly Definition[]): boolean {
  return meant.length > 0 && meant.every(isGoType);
}

function isGoType({ family, symbol }: Definition): boolean {
  return family === 'go' && isType(family, symbol);
}

const MADE: ReadonlySet<SymbolKind> = new Set(['class', 'struct']);

function isMadeInSharp(target: Definition): boolean {
  return target.family === 'csharp' && (MADE.has(target.symbol.kind) || isConstructor(target));
}
