import type { CodeFile } from '../code-file.ts';
import { parametersOfThis } from '../names/this-object.ts';

/** Characters behind the bracket of parameters that are looked at. */
const PARAMETER_CHARACTERS_MAX = 240;
const PARAMETER = /^\(\s{0,40}this\s{0,40}:/;
const TYPE = /^\(\s*this\s*:\s*([A-Z][\w$]*)\s*(?:<[^=;(){}]{0,160}>)?\s*[,)]/;

/**
 * What a script writes as the type of `this` for the function around an offset: `function print(this: Printer)`. `type` is
 * null where it is more than a name with its arguments; null where nothing is written.
 */
export function typeOfThis(file: CodeFile, at: number): { readonly type: string | null } | null {
  if (file.family !== 'script') return null;
  const open = parametersOfThis(file, at);
  const parameters = open === -1 ? '' : file.mask().slice(open, open + PARAMETER_CHARACTERS_MAX);
  return PARAMETER.test(parameters) ? { type: TYPE.exec(parameters)?.[1] ?? null } : null;
}
