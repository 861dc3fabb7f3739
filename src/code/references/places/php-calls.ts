import { before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { isSignedVariable } from './signed-names.ts';

/**
 * Whether a call of PHP means a function by its name alone, and so never a member, which stands behind `->` or `::`
 * everywhere. Source: PHP Manual, "Classes and Objects", "The Basics".
 */
export function isPhpFunctionCall(file: CodeFile, { at, isCall }: Place, { kind }: FileSymbol): boolean {
  if (file.family !== 'php' || !isCall || (kind !== 'method' && kind !== 'variable')) return false;
  const mask = file.mask();
  const end = before(mask, at);
  return !isSignedVariable(file, at) && !/(?:->|::)$/.test(mask.slice(Math.max(0, end - 1), end + 1));
}
