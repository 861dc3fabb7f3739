import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { offsetOf } from '../names/declarations.ts';
import { readPlace } from '../places/places.ts';
import type { Place } from '../reference.ts';
import { blankBrackets } from './blank-brackets.ts';

/** A name for another type, as it is written. */
export interface Aliased {
  readonly symbol: FileSymbol;
  /** The name of the type that it stands for. */
  readonly place: Place;
}

/** Brackets that say more of a type, by language. */
const BRACKETS: Readonly<Partial<Record<CodeFile['scanner'], string>>> = { scala: '()[]', kotlin: '<>' };

/** A type with all that is before its dots, and nothing behind it on its line. */
const TARGET = /^\s*=\s*((?:[\p{L}_$][\p{L}\p{N}_$]*\s*\.\s*)*)([\p{L}_$][\p{L}\p{N}_$]*)[^\S\n]*(?:[\n;}]|$)/u;

/**
 * The names of a file of Scala or Kotlin that stand for one of some types, from which a class may derive by them as well.
 * Sources: Scala 2.13 Specification, "Type Declarations and Type Aliases"; Kotlin language specification, "Type alias".
 */
export function aliasedIn(file: CodeFile, names: ReadonlySet<string>): readonly Aliased[] {
  const brackets = BRACKETS[file.scanner];
  if (brackets === undefined) return [];
  const aliases = file.symbols().filter(({ kind }) => kind === 'type');
  return aliases.flatMap((symbol) => {
    const from = offsetOf(file, symbol) + symbol.name.length;
    const rest = file.mask().slice(from, from + REFERENCE_LIMITS.headCharactersMax);
    const [all, path = '', name = ''] = TARGET.exec(blankBrackets(rest, brackets)) ?? [];
    if (all === undefined || !names.has(name)) return [];
    const at = from + all.indexOf(name, all.indexOf('=') + 1 + path.length);
    return [{ symbol, place: readPlace(file, at, name) }];
  });
}
