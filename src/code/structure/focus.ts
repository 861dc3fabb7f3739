import type { EntryPoint } from '../questions/overview.types.ts';
import { type Scope, unitsIn } from './scope.ts';
import type { UnitGraph } from './unit-graph.ts';

/** What lists are about: the scope that was asked for, or all. */
export interface Focus {
  holds(file: string): boolean;
  holdsUnit(unit: number): boolean;
}

/** All there is. */
export const NO_FOCUS: Focus = { holds: () => true, holdsUnit: () => true };

/** The focus on a scope; null is all. */
export function makeFocus(graph: UnitGraph, scope: Scope | null): Focus {
  if (scope === null) return NO_FOCUS;
  const { kind, path } = scope;
  const units = new Set(unitsIn(graph, scope));
  return {
    holds: (file) => (kind === 'file' ? file === path : file.startsWith(`${path}/`)),
    holdsUnit: (unit) => units.has(unit),
  };
}

/** Whether an entry point lies there: it is declared there, or leads there. */
export function holdsEntry({ holds }: Focus, { file, target, isThere, builtFrom }: EntryPoint): boolean {
  return (
    holds(file) || (isThere === true && target !== null && holds(target)) || (builtFrom != null && holds(builtFrom))
  );
}
