import { lineAt } from '../code-file.ts';
import type { ImportedName } from '../names/import-names.ts';
import { takes, targetsOf } from '../names/link-ways.ts';
import type { Definition, Place } from '../reference.ts';
import { TYPE_KINDS } from '../types/type-heads.ts';
import { isSaidByOne } from './asked-imports.ts';
import { isOutside } from './findings.ts';
import { type Case, isIncluded } from './in-reach.ts';

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

/**
 * In the body of a class of C++ its name means that very class, and so no member that another file has in the body of a
 * class of that name. What stands outside of all bodies (`void Type::name()`) may be one of it. Source: C++ standard,
 * [class.pre], the injected class name.
 */
export function ofClassAround(
  { file }: Case,
  { at, path }: Place,
  found: readonly Definition[],
): readonly Definition[] {
  const type = path.at(-1) ?? '';
  if (file.family !== 'c' || path.length !== 1 || found.every((definition) => definition.file === file.path))
    return found;
  const line = lineAt(file, at);
  const isWithin = file.symbols().some(({ name, kind, startLine, endLine }) => {
    return name === type && TYPE_KINDS.has(kind) && startLine <= line && line <= endLine;
  });
  return isWithin ? found.filter((definition) => definition.file === file.path || isOutside(definition)) : found;
}

/**
 * Of members of types of C and C++ that are called alike those of the types which a file includes, where it includes one:
 * a program may have others, of which that file knows nothing. What stands outside of its class includes that itself.
 * Source: ISO C++, "One-definition rule".
 */
export function ofIncluded(one: Case, found: readonly Definition[]): readonly Definition[] {
  if (one.file.family !== 'c' || found.length < 2) return found;
  const included = found.filter(({ file }) => isIncluded(one, file));
  if (included.length === 0 || included.length === found.length) return found;
  return found.filter((definition) => included.includes(definition) || isOutsideOfOne(one, definition, included));
}

function isOutsideOfOne(one: Case, definition: Definition, included: readonly Definition[]): boolean {
  const there: Case = { ...one, file: { ...one.file, path: definition.file } };
  return isOutside(definition) && included.some(({ file }) => isIncluded(there, file));
}

/** Whether an import leads to the file of a definition itself. */
function isTarget({ file, links }: Case, name: ImportedName, { file: declaring }: Definition): boolean {
  return targetsOf(links.of(file.path), name)?.has(declaring) ?? false;
}
