import type { ImportedName } from '../names/import-names.ts';
import { takes, targetsOf } from '../names/link-ways.ts';
import type { Definition } from '../reference.ts';
import type { Case } from './in-reach.ts';

/**
 * Of what imports of Python may bring in what the module that they name declares itself, where there is such, and that
 * takes nothing of the name from another file: `blackd.main` is none of what `blackd` imports. Source: The Python Language
 * Reference, "The import system", a module's namespace.
 */
export function ownFirst(
  { file, links }: Case,
  names: readonly ImportedName[],
  through: readonly Definition[],
): readonly Definition[] {
  if (file.family !== 'python' || through.length < 2) return through;
  const ofFile = links.of(file.path);
  const targets = new Set(names.flatMap((name) => [...(targetsOf(ofFile, name) ?? [])]));
  const own = through.filter((definition) => {
    const known = links.of(definition.file);
    return targets.has(definition.file) && (known === null || !takes(known, definition.symbol.name));
  });
  return own.length > 0 ? own : through;
}
