import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { ImportedName } from './import-names.ts';

/** Functions that import one name, found once for all places of the name. */
const importing = new WeakMap<readonly ImportedName[], ReadonlySet<FileSymbol>>();

/**
 * Whether a function of Python around an offset imports a name, by these imports of it, and so hides what a line outside
 * of the function declares by that name. Source: The Python Language Reference, "Naming and binding".
 */
export function isImportedAnew(file: CodeFile, names: readonly ImportedName[], { at, line }: Declared): boolean {
  if (file.family !== 'python' || names.length === 0) return false;
  const known = importing.get(names) ?? functionsOf(file, names);
  importing.set(names, known);
  const inner = known.size === 0 ? undefined : functionsAround(file, at).findLast((symbol) => known.has(symbol));
  return inner !== undefined && (line <= inner.line || line > inner.endLine);
}

/** A place with the 1-based line of what its name may mean. */
interface Declared {
  readonly at: number;
  readonly line: number;
}

function functionsOf(file: CodeFile, names: readonly ImportedName[]): ReadonlySet<FileSymbol> {
  return new Set(names.flatMap(({ from }) => functionsAround(file, from).at(-1) ?? []));
}
