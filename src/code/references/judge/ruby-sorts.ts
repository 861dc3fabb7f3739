import type { Definition, Place } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import type { Case } from './in-reach.ts';

/**
 * Whether Ruby cannot mean a declaration where a name stands: with a bracket right behind it the name calls a method, whose
 * name may begin with a capital, and is no constant: `Array(one)`. Source: Ruby documentation, "Methods", `Kernel#Array`.
 */
export function isOfOtherRubySort({ file }: Case, { at, name }: Place, { family, symbol }: Definition): boolean {
  if (file.family !== 'ruby' || !/^\p{Lu}/u.test(name) || file.mask()[at + name.length] !== '(') return false;
  return isType(family, symbol) || symbol.kind === 'variable';
}
