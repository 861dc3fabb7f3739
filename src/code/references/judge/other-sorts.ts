import { isShellWord } from '../places/shell-words.ts';
import { isSignedVariable } from '../places/signed-names.ts';
import type { Definition, Place } from '../reference.ts';
import { isOfOtherCSort } from './c-sorts.ts';
import { isOfOtherCSharpSort } from './csharp-sorts.ts';
import { isOfOtherGoSort } from './go-sorts.ts';
import type { Case } from './in-reach.ts';
import { isOfOtherJavaSort } from './java-names.ts';
import { isOfOtherKotlinSort } from './kotlin-sorts.ts';
import { isOfOtherPhpSort } from './php-sorts.ts';
import { isOfOtherRubySort } from './ruby-sorts.ts';
import { rustFit } from './rust-members.ts';
import { isOfOtherScriptSort } from './script-sorts.ts';
import { isOfOtherSwiftSort } from './swift-sorts.ts';

/** What single languages say of it, each of which answers for its own files. */
const OF_LANGUAGES = [
  isOfOtherScriptSort,
  isOfOtherGoSort,
  isOfOtherJavaSort,
  isOfOtherKotlinSort,
  isOfOtherCSort,
  isOfOtherCSharpSort,
  isOfOtherPhpSort,
  isOfOtherRubySort,
  isOfOtherSwiftSort,
];

/** Tells whether a place asks for something of another sort than one of some declarations, which the language calls apart from it. */
export function otherSorts(one: Case, place: Place, all: readonly Definition[]): (definition: Definition) => boolean {
  return (definition) => {
    const { symbol } = definition;
    if (OF_LANGUAGES.some((isOfOtherSort) => isOfOtherSort(one, place, definition, all))) return true;
    if (rustFit(one.file, place, definition) === 'never') return true;
    if (symbol.kind === 'variable') return false;
    return isSignedVariable(one.file, place.at) || (one.file.family === 'shell' && !isShellWord(one.file, place));
  };
}
