import type { ImportGraph } from '../imports/import-graph.ts';
import type { OperationContext } from '../questions/context.ts';
import type { StructureAspect, StructureInput } from '../questions/structure.types.ts';
import type { ProjectFiles } from '../source/project-files.ts';
import type { Source, SourceListing } from '../source/source.ts';
import type { Focus } from './focus.ts';
import type { Scope } from './scope.ts';
import type { UnitGraph } from './unit-graph.ts';

/** What the parts of an answer share. */
export interface Reading {
  readonly input: StructureInput;
  readonly context: OperationContext;
  readonly source: Source;
  readonly listing: SourceListing;
  readonly files: ProjectFiles;
  readonly imports: ImportGraph;
  readonly graph: UnitGraph;
  readonly scope: Scope | null;
  readonly focus: Focus;
  /** The state to compare with; null when none was asked for. */
  readonly earlier: Source | null;
  /** Told when the time was over, or the history not all there, before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

/** Whether one of the aspects was asked for. */
export function wants({ input }: Pick<Reading, 'input'>, ...aspects: readonly StructureAspect[]): boolean {
  return aspects.some((aspect) => input.aspects.includes(aspect));
}

/** The rows whose files are in focus. */
export function inFocus<Row extends { readonly file: string }>({ holds }: Focus, rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ file }) => holds(file));
}
