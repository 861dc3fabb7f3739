import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import type { Case } from './in-reach.ts';

/**
 * A constant of Ruby: of the innermost module around the place that has one of the name, or of the path before it; behind
 * `::` with nothing before it one of the top. `else` where the name before it is declared by nobody in the project, so that
 * it has nothing of the project. Source: Ruby documentation, "Constants", "Looking up constants".
 */
export function judgeConstant(one: Case, place: Place, own: readonly Definition[]): Verdict | 'else' | null {
  if (one.file.family !== 'ruby' || !/^\p{Lu}/u.test(place.name)) return null;
  const isOfTop = place.isOfUnknown && isWrittenFromTop(one.file, place.at);
  if (place.isOfUnknown && !isOfTop) return null;
  const paths = own.map(({ symbol }) => wholePath(symbol));
  for (const outer of [...(isOfTop ? [] : modulesAround(one.file, place.at)), null]) {
    const path = [...(outer === null ? [] : [outer]), ...place.path, place.name].join('/');
    const found = own.filter((_, at) => paths[at] === path);
    // A class may be opened in several files.
    if (found.length > 0) return { evidence: 'exact', meant: found };
  }
  const owner = place.path.at(-1);
  const isElse = owner === undefined ? isOfTop : isOfOutside(one, owner, own);
  return isElse ? 'else' : null;
}

/** Whether a path begins with `::`, behind no value. */
function isWrittenFromTop({ mask }: CodeFile, at: number): boolean {
  return /(?<![\w)\]}"'`?!@$])::(?:\w{1,100}::){0,6}$/.test(mask().slice(Math.max(0, at - 700), at));
}

/** Whether the project declares nothing of the name of what a constant is asked of, where that was looked for. */
function isOfOutside({ types }: Case, owner: string, own: readonly Definition[]): boolean {
  return types.named.get(owner)?.length === 0 && own.every(({ container }) => container !== owner);
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
