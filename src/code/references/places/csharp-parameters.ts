import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { typeArgumentsEnd } from './type-arguments.ts';
import { argumentCount, parametersOf } from './typed-parameters.ts';

/** How many values a method may be given. */
interface Counts {
  readonly least: number;
  readonly most: number;
}

/** A declaration is held against each place of its name. */
const known = new WeakMap<FileSymbol, Counts | null>();

/**
 * Whether a method of C# may be called with as many values as stand in the brackets behind a place, if they do.
 * Source: C# language specification, "Applicable function member", "Method parameters".
 */
export function mayBeGiven(file: CodeFile, place: Place, symbol: FileSymbol): boolean {
  const given = argumentCount(file, place);
  if (given === null) return true;
  const counts = knownCounts(symbol);
  return counts === null || (counts.least <= given && given <= counts.most);
}

/** The same of a method that extends a type, where a value of that stands before the dot; what is made with types needs some. */
export function mayExtend(file: CodeFile, place: Place, symbol: FileSymbol): boolean {
  const isMade = typeArgumentsEnd(file, place.at + place.name.length) !== -1;
  if (isMade && !symbol.signature.includes(`${symbol.name}<`)) return false;
  const given = argumentCount(file, place);
  if (given === null) return true;
  const counts = knownCounts(symbol);
  return counts === null || (counts.least <= given && given < counts.most);
}

function knownCounts(symbol: FileSymbol): Counts | null {
  const before = known.get(symbol);
  const counts = before === undefined ? countsOf(symbol) : before;
  known.set(symbol, counts);
  return counts;
}

function countsOf(symbol: FileSymbol): Counts | null {
  const parameters = parametersOf(symbol);
  // Lines of the preprocessor in a head say that it has several lists.
  if (parameters === null || symbol.signature.includes('#')) return null;
  const isExtension = EXTENDED.test(parameters[0] ?? '');
  const needed = parameters.filter((parameter) => !MAY_LACK.test(parameter)).length;
  return {
    least: isExtension ? needed - 1 : needed,
    most: parameters.some((parameter) => ANY_NUMBER.test(parameter)) ? Number.POSITIVE_INFINITY : parameters.length,
  };
}

/** What stands before the dot when an extension method is called. */
const EXTENDED = /(?:^|\])\s*(?:(?:ref|in|scoped|readonly)\s+)*this\s/;
const ANY_NUMBER = /(?:^|[\s\]])params\s|^__arglist$/;
const MAY_LACK = /=|(?:^|[\s\]])params\s|\bOptional\b|^__arglist$/;
