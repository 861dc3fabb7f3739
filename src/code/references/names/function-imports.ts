import type { CodeFile, Family } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { ImportedName } from './import-names.ts';
import { blockAround, holds, type Range, scopeOf } from './scopes.ts';

/** Languages whose functions may import a name for themselves; of Java's kin Scala does. */
const IMPORTING: ReadonlySet<Family> = new Set(['python', 'rust', 'java']);

/** Where functions import one name for themselves, found once for all places of the name. */
const importing = new WeakMap<readonly ImportedName[], readonly Range[]>();

/**
 * Whether a function around an offset imports a name, by these imports of it, and so hides what a line outside of it, or of
 * the block that the import stands in, declares by that name. Sources: The Python Language Reference, "Naming and binding";
 * The Rust Reference, "Use declarations"; Scala Language Specification, "Import Clauses".
 */
export function isImportedAnew(file: CodeFile, names: readonly ImportedName[], { at, line }: Declared): boolean {
  if (!IMPORTING.has(file.family) || names.length === 0) return false;
  const known = importing.get(names) ?? names.flatMap(({ from }) => rangeOf(file, from));
  importing.set(names, known);
  const declaredAt = file.structure().lineStarts[line - 1] ?? 0;
  return known.some((range) => holds(range, at) && !holds(range, declaredAt));
}

/** A place with the 1-based line of what its name may mean. */
interface Declared {
  readonly at: number;
  readonly line: number;
}

function rangeOf(file: CodeFile, from: number): readonly Range[] {
  if (functionsAround(file, from).length === 0) return [];
  if (file.family === 'python') return [scopeOf(file, from)];
  return [blockAround(file, from) ?? []].flat();
}
