import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';

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
