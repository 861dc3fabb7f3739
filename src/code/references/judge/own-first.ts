import type { ImportedName } from '../names/import-names.ts';
import { takes, targetsOf } from '../names/link-ways.ts';
import type { Definition } from '../reference.ts';
import { isSaidByOne } from './asked-imports.ts';
import type { Case } from './in-reach.ts';

/**
 * Of what imports of Python may bring in what the module that they name declares itself, where there is such, and that
 * takes nothing of the name from another file: `blackd.main` is none of what `blackd` imports. Source: The Python Language
 * Reference, "The import system", a module's namespace.
 */
export function ownFirst(
  one: Case,
  names: readonly ImportedName[],
  through: readonly Definition[],
): readonly Definition[] {
  if (one.file.family !== 'python' || through.length < 2) return through;
  const own = through.filter((definition) => {
    const known = one.links.of(definition.file);
    const isOwn = known === null || !takes(known, definition.symbol.name);
    return isOwn && isSaidByOne(one, { names, test: isTarget }, definition);
  });
  return own.length > 0 ? own : through;
}

/** Whether an import leads to the file of a definition itself. */
function isTarget({ file, links }: Case, name: ImportedName, { file: declaring }: Definition): boolean {
  return targetsOf(links.of(file.path), name)?.has(declaring) ?? false;
}
