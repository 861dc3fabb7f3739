import { type Language, languageOf } from './languages.ts';

/** `languageOf` for the files of one project: `.h` is C++ where more sources are C++ than C. */
export function makeLanguageReader(paths: Iterable<string>): (path: string) => Language | null {
  let cpp = 0;
  for (const path of paths) {
    if (/\.(?:cc|cpp|cxx|c\+\+)$/i.test(path)) cpp += 1;
    else if (/\.c$/i.test(path)) cpp -= 1;
  }
  return (path) => (cpp > 0 && /\.h$/i.test(path) ? languageOf('a.hpp') : languageOf(path));
}
