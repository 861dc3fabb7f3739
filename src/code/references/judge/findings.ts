import { escapeRegex } from '../../search/matcher.ts';
import { folderOf } from '../../text/paths.ts';
import type { Definition, Verdict } from '../reference.ts';
import { arityOf } from '../types/csharp-arity.ts';

/** `else`: it surely means nothing that the project declares by the name; `unclear`: nothing but the name speaks for any. */
export type Finding = Verdict | 'else' | 'unclear' | null;

/** `exact` when all are one: overloads, a declaration and its parts, or variants of one file for several systems. */
export function exactly(definitions: readonly Definition[]): Verdict | null {
  if (definitions.length === 0) return null;
  const [first] = definitions;
  const isOne = definitions.every(
    (definition) =>
      first !== undefined &&
      definition.container === first.container &&
      (definition.file === first.file || areTogether(definition, first)),
  );
  return { evidence: isOne ? 'exact' : 'import', meant: definitions };
}

/** Whether declarations of one name in two files of a folder are one: in Go by their package, in C# as parts of a type. */
function areTogether(one: Definition, other: Definition): boolean {
  if (folderOf(one.file) !== folderOf(other.file)) return false;
  return one.family === 'go' || (one.family === 'csharp' && isPart(one) && isPart(other));
}

/** Whether two declarations of a name are parts of one type of C# in one folder: what leads to the type may lead to one of them. */
export function arePartsOfOne(one: Definition, other: Definition): boolean {
  if (one.family !== 'csharp' || one.container !== other.container || !areTogether(one, other)) return false;
  return arityOf(one.symbol) === arityOf(other.symbol);
}

/** Source: C# language specification, "Partial type declarations". */
export function isPart({ symbol }: Definition): boolean {
  return /(?<![\w@])partial\s+(?:class|struct|interface|record)\s/.test(symbol.signature);
}

/** Whether all are members of one type of one file, or stand in one file outside of types; false for none. */
export function sameFile(definitions: readonly Definition[]): boolean {
  const [first] = definitions;
  return (
    first !== undefined &&
    definitions.every(({ file, container }) => file === first.file && container === first.container)
  );
}

/**
 * Whether it stands at the top of its file and is a member of nothing, or of a namespace of C++. What an enum of C names is
 * of what is around it.
 */
export function isTop({ symbol, container, family, isOfNamespace }: Definition): boolean {
  if (isOfNamespace) return true;
  // Around what no type is around there are but namespaces in C#, with braces of their own or not.
  return (
    container === null && (symbol.depth === 0 || family === 'csharp' || (family === 'c' && symbol.kind === 'variable'))
  );
}

/** Whether a member of C++ stands outside of its class, whose name it then says. */
export function isOutside({ symbol, container }: Definition): boolean {
  return new RegExp(`(?<!\\w)${escapeRegex(container ?? '')}(?:<[^()]{0,100}>)?\\s*::`).test(symbol.signature);
}
