import { type Language, languageOf } from './languages.ts';
import { makeChanceReader } from './shared-endings.ts';
import { languageIn } from './shebang.ts';

/**
 * `languageOf` for the files of one project: `.h` is C++ where more sources are C++ than C, and what has an ending of a
 * language by chance is in the one that is meant, or in none.
 */
export function makeLanguageReader(paths: readonly string[]): (path: string) => Language | null {
  const byChance = makeChanceReader(paths);
  let cpp = 0;
  for (const path of paths) {
    if (/\.(?:cc|cpp|cxx|c\+\+)$/i.test(path)) cpp += 1;
    else if (/\.c$/i.test(path)) cpp -= 1;
  }
  return (path) => {
    const meant = byChance(path);
    if (meant !== undefined) return meant;
    return cpp > 0 && /\.h$/i.test(path) ? languageOf('a.hpp') : languageOf(path);
  };
}

/** What only C++ has, at the beginning of a line: its standard headers have no ending. */
const CPP =
  /^[ \t]*(?:class[ \t]+\w+(?:[ \t]+\w+){0,3}[ \t]*(?:\{|:(?!:)|$)|namespace(?:[ \t]+[\w:]+)?[ \t]*\{|template[ \t]*<|(?:public|private|protected):|using[ \t]+(?:namespace[ \t]|\w+[ \t]*=|\w+::)|#[ \t]*include[ \t]*<\w+>)/m;

/** The language of one file by its name and its text, where the others of its project are not looked at. */
export function languageOfText(path: string, text: string): Language | null {
  return /\.h$/i.test(path) && CPP.test(text) ? languageOf('a.hpp') : languageIn(path, text);
}
