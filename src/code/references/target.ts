import type { FindDeclared, FindInput } from '../operations/find.types.ts';
import { clipName } from '../search/lines.ts';
import { containerFit, type Qualifier } from '../search/symbol-container.ts';
import { readSymbolQuery } from '../search/symbol-fit.ts';
import { isOfKind } from '../search/symbols-of.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import type { Definition } from './reference.ts';

/** What a question about uses asks for, with the names before it in a name path. */
export interface TargetQuery extends Qualifier {
  readonly name: string;
  /** Which of several declarations of one path: `[1]` is the second. */
  readonly number: number | null;
}

/** A name in any of the scanned languages. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*[!?]?$/u;

/** Reads `add`, `Router/add[1]`, `Router.add()`, `fn add`; null when the query is no name. */
export function readTargetQuery(query: string): TargetQuery | null {
  const [, plain = query, number] = /^(.*?)\s*\[(\d{1,4})\]$/.exec(query.trim()) ?? [];
  const { name, containers, file, inFile } = readSymbolQuery(plain.trim());
  if (!NAME.test(name)) return null;
  return { name, containers, file, inFile, number: number === undefined ? null : Number(number) };
}

/** The declarations that a query means: all of the name, or of its path and kind those that lie nearest to it. */
export function chooseTargets(
  definitions: readonly Definition[],
  query: TargetQuery,
  kind: FindInput['kind'],
): readonly Definition[] {
  const { number } = query;
  const fits = definitions
    .filter(({ symbol }) => isOfKind(symbol, kind) && (number === null || numberOf(symbol.path) === number))
    .map((definition) => ({ definition, fit: containerFit(query, definition.symbol, definition.file) }));
  const nearest = fits.reduce((least, { fit }) => Math.min(least, fit ?? least), Number.POSITIVE_INFINITY);
  return fits.filter(({ fit }) => fit === nearest).map(({ definition }) => definition);
}

function numberOf(path: string): number {
  return Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 0);
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
