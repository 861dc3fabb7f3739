import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, lineAt } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import { hidesImport, scriptBindingFrom } from '../names/local-names.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Definition, Place } from '../reference.ts';
import { type Case, isBehindDot } from './in-reach.ts';
import { typeOfName } from './receiver-types.ts';

/**
 * Whether a script means something else by the name of what has a member: a parameter, what a block declares, or a value
 * that was given the member in another function.
 */
export function isHiddenContainer(
  { file }: Case,
  { path, at }: Place,
  { file: declaring, symbol }: Definition,
): boolean {
  const [first = ''] = path;
  if (file.family !== 'script' || path.length !== 1) return false;
  if (declaring !== file.path) return hidesImport(file, first, at);
  if (scriptBindingFrom(file, first, at) > offsetOf(file, symbol)) return true;
  return isBehindDot(file, symbol) && (isOfWrittenType(file, first, at) || !isInItsFunction(file, symbol, at));
}

const TYPED = /\.[cm]?tsx?$/;

/**
 * Whether TypeScript takes a member of a name for that of a type, and no value that is given to it for a declaration.
 * Source: TypeScript 3.1, "Properties declarations on functions".
 */
export function isOfWrittenType(file: CodeFile, name: string, at: number): boolean {
  return TYPED.test(file.path) && typeOfName(file, name, at) !== null;
}

/** Whether an offset is in the function in which something is given a member, or that is in none. */
function isInItsFunction(file: CodeFile, symbol: FileSymbol, at: number): boolean {
  const around = functionsAround(file, offsetOf(file, symbol)).filter(
    ({ name, line }) => name !== symbol.name || line !== symbol.line,
  );
  const inner = around.at(-1);
  const line = lineAt(file, at);
  return inner === undefined || (inner.startLine <= line && line <= inner.endLine);
}
