import { countOf, withoutCount } from '../../lex/symbol-path.ts';
import type { FindDeclared } from '../../questions/find.types.ts';
import { type ContainerFit, containerFit } from '../../search/symbol-container.ts';
import type { TargetQuery } from '../../search/target-query.ts';
import { clipName } from '../../text/lines.ts';
import { arePartsOfOne } from '../judge/findings.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import { arityOf } from '../types/csharp-arity.ts';
import { isType } from '../types/type-heads.ts';

/** The declarations that a query means, and how near they lie to the names before it; null when there are none. */
export interface Chosen {
  readonly targets: readonly Definition[];
  readonly fit: ContainerFit | null;
}

/** All declarations of the name, or of its path those that lie nearest to it. */
export function chooseTargets(definitions: readonly Definition[], query: TargetQuery): Chosen {
  const { number } = query;
  const fits = definitions
    .filter(({ symbol }) => number === null || countOf(symbol.path) === number)
    .map((definition) => ({ definition, fit: containerFit(query, definition.symbol, definition.file) }));
  const nearest = fits.reduce<ContainerFit | null>((least, { fit }) => nearer(least, fit), null);
  const targets = fits.filter(({ fit }) => fit !== null && fit === nearest).map(({ definition }) => definition);
  return { targets, fit: nearest };
}

function nearer(one: ContainerFit | null, other: ContainerFit | null): ContainerFit | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The name right before that of a query, which may be a type's; null when there is none, or only that of a file. */
export function outerName({ file, inFile, containers }: TargetQuery): string | null {
  return (file === null ? containers : inFile).at(-1) ?? null;
}

/**
 * The declarations with all others of their paths in their files, such as overloads: a use is led to a path, and nothing
 * says which of these it means. Types of C# that are made with another number of types are told apart, with what they
 * have, and so is what a class has itself from what is made of it. Those that were chosen stand first.
 */
export function withOthersOfPath(
  chosen: readonly Definition[],
  definitions: readonly Definition[],
): readonly Definition[] {
  const paths = new Set(chosen.map(pathKey));
  const known = new Set(chosen);
  const isMeant = (one: Definition) => paths.has(pathKey(one)) || chosen.some((other) => arePartsOfOne(one, other));
  return [...chosen, ...definitions.filter((one) => !known.has(one) && isMeant(one))];
}

/** How many different paths some declarations have. */
export function countPaths(definitions: readonly Definition[]): number {
  return new Set(definitions.map(pathKey)).size;
}

function pathKey({ file, symbol, family, owner, side }: Definition): string {
  const key = `${file}\0${withoutCount(symbol.path)}\0${side ?? ''}`;
  if (family !== 'csharp') return key;
  return `${key}\0${owner ?? ''}\0${isType(family, symbol) ? arityOf(symbol) : ''}`;
}

/** Declarations as an answer names them: those of the code itself first. */
export function describeTargets(targets: readonly Definition[]): {
  readonly shown: readonly FindDeclared[];
  readonly total: number;
} {
  const ordered = targets.toSorted((a, b) => Number(a.role !== 'source') - Number(b.role !== 'source'));
  const shown = ordered.slice(0, REFERENCE_LIMITS.declarationsShown).map(({ file, symbol }) => ({
    file,
    line: symbol.line,
    kind: symbol.kind,
    path: clipName(symbol.path),
  }));
  return { shown, total: targets.length };
}

/** One name for a declaration, whatever question it comes up in. */
export function keyOf({ file, symbol }: Pick<Definition, 'file' | 'symbol'>): string {
  return `${file}\0${symbol.line}\0${symbol.path}`;
}
