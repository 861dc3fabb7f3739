import { LEX_RULES } from '../../../lex/lex-rules.ts';
import { maskCode } from '../../../lex/mask.ts';
import { exportedNames, mayList } from '../../../lex/script-exports.ts';
import { languageIn } from '../../../lex/shebang.ts';
import type { FileSymbol } from '../../../lex/symbol.ts';
import type { NamedText } from '../../../search/symbols-of.ts';
import { makeBlobCache } from '../../../source/blob-cache.ts';

/** What only a module says. */
const MODULE = /^import\s|^[ \t]*export\s|\bexports(?:\.[\w$]+)?\s*=(?!=)|^(?:var|let|const)\s+\w+\s*=\s*require\(/m;

/** Names of files that a thread remembers. */
const REMEMBERED_MAX = 200_000;

const known = makeBlobCache<ReadonlySet<string> | null>(REMEMBERED_MAX, (names) => 1 + (names?.size ?? 0));

/** Names at its top that a script gives to other files; null for other languages, and when it does not tell. */
export function namesGiven(
  { path, text, blobId }: NamedText,
  symbols: readonly FileSymbol[],
): ReadonlySet<string> | null {
  const { scanner, id } = languageIn(path, text) ?? { scanner: null, id: '' };
  // Declarations of no module are there for every file, whatever modules they tell of.
  if (scanner !== 'script' || (/\.d\.[mc]?ts$/.test(path) && !/^(?:import|export)\s/m.test(text))) return null;
  return known.get(blobId === null ? null : `${id} ${blobId}`, () => {
    // To make a mask takes longer than all else here.
    const names = exportedNames(symbols, mayList(text) ? maskCode(text, LEX_RULES.script) : '');
    // A module gives away what it says and nothing else, and so does a program that its first line starts; a script
    // without imports may be loaded beside others.
    return names.size > 0 || text.startsWith('#!') || MODULE.test(text) ? names : null;
  });
}
