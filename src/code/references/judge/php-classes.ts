import { isGlobalOfLanguage } from '../../lex/builtin-names.ts';
import { classNamedAt, fullClassName, lastOf } from '../names/php-names.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { exactly, type Finding } from './findings.ts';
import type { Case } from './in-reach.ts';

/**
 * A class of PHP that a name alone stands for: the one of its full name, which a file tells by its namespace and its imports.
 * Where the project has none of that name, `class_alias` may still give it to one.
 */
export function judgeClass(
  one: Case,
  { at, name, path, isOfUnknown }: Place,
  own: readonly Definition[],
): Verdict | 'else' | null {
  if (one.file.family !== 'php' || path.length > 0 || isOfUnknown) return null;
  const types = own.filter(isTypeAlone);
  const full = types.length === 0 ? null : classNamedAt(one.file, at, name);
  if (full === null) return null;
  const found = exactly(types.filter((type) => fullNameOf(type, type.symbol.name) === full));
  // What the language has under a name of no namespace is given to nothing else, unless the project may declare it there.
  const isOfLanguage = full === name.toLowerCase() && isGlobalOfLanguage('php', name);
  return found ?? (isOfLanguage && types.every(({ namespace }) => namespace !== null) ? 'else' : null);
}

/**
 * Whether what was found is but a class of another full name than the one that a name stands for by itself. Of one in a file
 * of several namespaces the full name is not known.
 */
export function isOtherClass({ file }: Case, { at, name, path, isOfUnknown }: Place, found: Finding): boolean {
  if (file.family !== 'php' || path.length > 0 || isOfUnknown) return false;
  if (found === null || typeof found === 'string' || !found.meant.every(isTypeAlone)) return false;
  const full = classNamedAt(file, at, name);
  return full !== null && !found.meant.some((type) => [null, full].includes(fullNameOf(type, type.symbol.name)));
}

function isTypeAlone({ symbol, container }: Definition): boolean {
  return isType('php', symbol) && container === null;
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
