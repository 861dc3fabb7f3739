import type { FindDeclared, FindInput } from '../operations/find.types.ts';
import { clipName } from '../search/lines.ts';
import { readSymbolQuery } from '../search/symbol-fit.ts';
import { isOfKind } from '../search/symbols-of.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import type { Definition } from './reference.ts';

/** What a question about uses asks for. */
export interface TargetQuery {
  readonly name: string;
  /** Names before it in a name path, from the outside in; empty when only the name was given. */
  readonly containers: readonly string[];
  /** Which of several declarations of one path: `[1]` is the second. */
  readonly number: number | null;
}

/** A name in any of the scanned languages. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*[!?]?$/u;

/** Reads `add`, `Router/add[1]`, `Router.add()`, `fn add`; null when the query is no name. */
export function readTargetQuery(query: string): TargetQuery | null {
  const [, plain = query, number] = /^(.*?)\s*\[(\d{1,4})\]$/.exec(query.trim()) ?? [];
  const { name, containers } = readSymbolQuery(plain.trim());
  if (!NAME.test(name)) return null;
  return { name: name.replace(/[!?]$/, ''), containers, number: number === undefined ? null : Number(number) };
}

/** The declarations that a query means: all of the name, or those of its path and kind. */
export function chooseTargets(
  definitions: readonly Definition[],
  { containers, number }: TargetQuery,
  kind: FindInput['kind'],
): readonly Definition[] {
  const fitting = definitions.filter(
    ({ symbol }) => isOfKind(symbol, kind) && (number === null || numberOf(symbol.path) === number),
  );
  if (containers.length === 0) return fitting;
  const inside = fitting.filter((definition) => hasContainers(outerNames(definition), containers));
  // Only when nothing has such a path are modules asked for: they may be called like what they hold.
  if (inside.length > 0) return inside;
  return fitting.filter((one) => hasContainers([...moduleNames(one), ...outerNames(one)], containers));
}

function numberOf(path: string): number {
  return Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 0);
}

/** In any case, since callers write containers from memory. */
function hasContainers(names: readonly string[], containers: readonly string[]): boolean {
  return containers.every((name, at) => names[names.length - containers.length + at] === name.toLowerCase());
}

function outerNames({ symbol }: Definition): readonly string[] {
  const outer = symbol.path.split('/').slice(0, -1);
  return outer.map((part) => part.replace(/\[\d+\]$/, '').toLowerCase());
}

/** Folders and file, as far as they name a module. */
function moduleNames({ file }: Definition): readonly string[] {
  return file
    .replace(/(?:\/(?:index|mod|__init__))?\.[^./]*$/, '')
    .toLowerCase()
    .split('/');
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
