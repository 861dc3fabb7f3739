import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';

/** What a name in the list behind a class is: a base, in the value of a keyword, or given to a call that makes a base. */
export type BaseRole = 'base' | 'keyword' | 'argument';

/**
 * What names of a class's list are, by their offsets. A keyword, `metaclass=Meta` too, goes to what makes the class: the
 * class is one of its kind and inherits nothing from it. Source: The Python Language Reference, "Class definitions".
 */
export function pythonRoles(file: CodeFile, symbol: FileSymbol): (at: number) => BaseRole {
  const from = startOfLine(file, symbol.line) + symbol.column - 1;
  const head = file.mask().slice(from, from + REFERENCE_LIMITS.headCharactersMax + symbol.name.length);
  const roles = rolesIn(head);
  return (at) => roles[at - from] ?? 'base';
}

function rolesIn(head: string): readonly BaseRole[] {
  let depth = 0;
  let isValue = false;
  return head.split('').map((character) => {
    depth += stepOf(character);
    if (depth === 0 || (depth === 1 && character === ',')) isValue = false;
    else if (depth === 1 && character === '=') isValue = true;
    if (isValue) return 'keyword';
    return depth > 1 ? 'argument' : 'base';
  });
}

function stepOf(character: string): number {
  if ('([{'.includes(character)) return 1;
  return ')]}'.includes(character) ? -1 : 0;
}
