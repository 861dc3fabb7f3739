import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, lineAt } from '../code-file.ts';
import { bindingAround } from '../names/binding-places.ts';
import { offsetOf } from '../names/declarations.ts';
import { hidesImport, scriptBindingFrom } from '../names/local-names.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Definition, Place } from '../reference.ts';
import { type Case, isBehindDot } from './in-reach.ts';
import { typeOfName } from './receiver-types.ts';

/**
 * Whether something else is meant by the name of what has a member: a parameter or what a block declares, of Kotlin and Scala
 * as well, whose values and objects may have names without a capital; in a script also a value that was given the member in
 * another function.
 */
export function isHiddenContainer(
  { file }: Case,
  { path, at }: Place,
  { file: declaring, symbol }: Definition,
): boolean {
  const [first = ''] = path;
  if (path.length !== 1) return false;
  if (file.family === 'java') return bindingAround(file, first, at) !== null;
  if (file.family !== 'script') return false;
  if (declaring !== file.path) return hidesImport(file, first, at);
  if (scriptBindingFrom(file, first, at) > offsetOf(file, symbol)) return true;
  if (!isBehindDot(file, symbol)) return false;
  return !mayBeGivenMembers(file, first) || isOfWrittenType(file, first, at) || !isInItsFunction(file, symbol, at);
}

/**
 * Whether what is given to a member of a name may declare it: in TypeScript that of a function of the file alone, else the
 * member is one of a type. Source: TypeScript 3.1, "Properties declarations on functions".
 */
function mayBeGivenMembers(file: CodeFile, name: string): boolean {
  if (!TYPED.test(file.path)) return true;
  return file
    .symbols()
    .some((symbol) => symbol.name === name && (symbol.kind === 'function' || symbol.kind === 'class'));
}

const TYPED = /\.[cm]?tsx?$/;

/** Whether TypeScript takes a member of a name for that of a type, and no value that is given to it for a declaration. */
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
