import { before } from '../../lex/code-text.ts';
import { listedNames } from '../../lex/script-exports.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';

const PATTERN = /^(?:const|let|var)\b[^=]*\{/;

/**
 * Whether a script takes what a value has by a name and keeps it to itself (`const { add } = value`): that may be what is
 * declared elsewhere, so it is a use as much as a declaration. What it gives out under the name is its own.
 */
export function isTakenByName(file: CodeFile, { kind, name, line, column, signature }: FileSymbol): boolean {
  if (kind !== 'variable' || file.family !== 'script' || !PATTERN.test(signature)) return false;
  const at = startOfLine(file, line) + column - 1;
  const mask = file.mask();
  const isProperty = mask[file.structure().around(at)] === '{' && /[{,]/.test(mask[before(mask, at)] ?? '');
  return isProperty && !listedIn(file).has(name);
}

/** Names that files give out in lists, found once. */
const listed = new WeakMap<CodeFile, ReadonlySet<string>>();

function listedIn(file: CodeFile): ReadonlySet<string> {
  const names = listed.get(file) ?? listedNames(file.mask());
  listed.set(file, names);
  return names;
}
