import { classNamedAt, fullClassName, lastOf } from '../names/php-names.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { exactly } from './findings.ts';
import type { Case } from './in-reach.ts';

/**
 * A class of PHP that a name alone stands for: the one of its full name, which a file tells by its namespace and its imports.
 * Where the project has none of that name, `class_alias` may still give it to one.
 */
export function judgeClass(
  one: Case,
  { at, name, path, isOfUnknown }: Place,
  own: readonly Definition[],
): Verdict | null {
  if (one.file.family !== 'php' || path.length > 0 || isOfUnknown) return null;
  const types = own.filter(({ symbol, container }) => isType('php', symbol) && container === null);
  const full = types.length === 0 ? null : classNamedAt(one.file, at, name);
  return full === null ? null : exactly(types.filter((type) => fullNameOf(type, type.symbol.name) === full));
}

/** Whether a class, as a file of PHP writes it, is the one that a definition is a member of. */
export function isOfClass({ file }: Pick<Case, 'file'>, written: string, definition: Definition): boolean {
  const { container } = definition;
  const full = fullClassName(file, written);
  if (container === null) return false;
  if (full === null) return definition.file === file.path && lastOf(written) === container;
  return full === fullNameOf(definition, container);
}

function fullNameOf({ namespace }: Definition, name: string): string | null {
  return namespace === null ? null : `${namespace}${name.toLowerCase()}`;
}
