import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import type { Case } from './in-reach.ts';

/** A constant of Ruby: of the innermost module around the place that has one of the name, or of the path before it. */
export function judgeConstant(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (one.file.family !== 'ruby' || !/^\p{Lu}/u.test(place.name)) return null;
  const paths = own.map(({ symbol }) => wholePath(symbol));
  for (const outer of [...modulesAround(one.file, place.at), null]) {
    const path = [...(outer === null ? [] : [outer]), ...place.path, place.name].join('/');
    const found = own.filter((_, at) => paths[at] === path);
    // A class may be opened in several files.
    if (found.length > 0) return { evidence: 'exact', meant: found };
  }
  return null;
}

/**
 * Paths of the modules and classes that are opened around an offset, the innermost first, those left out whose head it
 * stands in. `class A::B` opens what is of both, and nothing of `A` itself.
 */
function modulesAround(file: CodeFile, at: number): readonly string[] {
  const line = file.structure().lineAt(at) + 1;
  return file
    .symbols()
    .filter((symbol) => symbol.line < line && line <= symbol.endLine && isType('ruby', symbol))
    .map(wholePath)
    .toReversed();
}

function wholePath({ path }: FileSymbol): string {
  return namesOf(path).join('/');
}
