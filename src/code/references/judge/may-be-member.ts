import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';
import { superNames, typeAround } from '../types/type-heads.ts';

/**
 * Whether definitions may be members of what stands before a place: nothing that is of a module, or of a function of Python,
 * and of a namespace of C++ only behind `name::`, where a value and what a template is given are none.
 */
export function mayBeMember(
  { file: { mask } }: { readonly file: Pick<CodeFile, 'mask'> },
  { path, at }: Place,
): (definition: Definition) => boolean {
  const isBehindName = path.length > 0 && mask()[before(mask(), at)] === ':';
  return ({ container, isOfModule, isOfNamespace, family, symbol }) => {
    const isOfFunction = family === 'python' && symbol.kind === 'function';
    return container !== null && !isOfModule && !isOfFunction && (isBehindName || !isOfNamespace);
  };
}

/**
 * Whether a type that derives from others hands on to another value what it is asked for itself: in its own code its member
 * is had by the word for itself, and what others have it from may be any type that derives from the same.
 */
export function mayHandOn(file: CodeFile, { at }: Place): (definition: Definition) => boolean {
  const around = typeAround(file, at)?.name ?? null;
  const isDerived = around !== null && superNames(file, around).length > 0;
  return ({ container, file: declaring }) => isDerived && container === around && declaring === file.path;
}
