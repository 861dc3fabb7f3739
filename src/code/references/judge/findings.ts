import { folderOf } from '../../text/paths.ts';
import type { Definition, Verdict } from '../reference.ts';

/** `else`: it surely means nothing that the project declares by the name; `unclear`: nothing but the name speaks for any. */
export type Finding = Verdict | 'else' | 'unclear' | null;

/** `exact` when all are one: overloads, a declaration and its parts, or variants of one file for several systems. */
export function exactly(definitions: readonly Definition[]): Verdict | null {
  if (definitions.length === 0) return null;
  const [first] = definitions;
  const isOne = definitions.every(
    ({ file, container, family }) =>
      container === first?.container &&
      (file === first?.file || (family === 'go' && folderOf(file) === folderOf(first?.file ?? ''))),
  );
  return { evidence: isOne ? 'exact' : 'import', meant: definitions };
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
  return container === null && (symbol.depth === 0 || (family === 'c' && symbol.kind === 'variable'));
}
