import { before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { ownerInCallable } from './php-callables.ts';
import { isSignedVariable } from './signed-names.ts';

/** What PHP tells by the place of a name from what it may mean: a member behind a sign, a method in a callable. */
export function isOfOtherPhpSort(file: CodeFile, place: Place, symbol: FileSymbol): boolean {
  return isPhpFunctionCall(file, place, symbol) || isOnlyCalled(file, place, symbol);
}

/** Whether a callable hands a name on, and nothing can be called by it. Source: PHP Manual, "Callbacks / Callables". */
function isOnlyCalled(file: CodeFile, { at }: Place, { kind }: FileSymbol): boolean {
  if (file.family !== 'php' || kind === 'method' || kind === 'test') return false;
  return ownerInCallable(file.mask(), at) !== null;
}

/**
 * Whether a call of PHP means a function by its name alone, and so never a member, which stands behind `->` or `::`
 * everywhere. Source: PHP Manual, "Classes and Objects", "The Basics".
 */
function isPhpFunctionCall(file: CodeFile, { at, isCall }: Place, { kind }: FileSymbol): boolean {
  if (file.family !== 'php' || !isCall || (kind !== 'method' && kind !== 'variable')) return false;
  const mask = file.mask();
  const end = before(mask, at);
  return !isSignedVariable(file, at) && !/(?:->|::)$/.test(mask.slice(Math.max(0, end - 1), end + 1));
}
