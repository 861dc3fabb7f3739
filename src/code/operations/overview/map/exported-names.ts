import { languageOf } from '../../../lex/languages.ts';

/** What gives names away together: `module.exports = { a, b: c }`, `export { a as b }`. */
const LISTS = /(?:\bmodule\.exports\s*=|\bexport)\s*\{([^{}]{0,20000})\}/g;
/** What gives one away: `module.exports = a`, `module.exports.a =`, `exports.a =`, `export default a`, `export function a`. */
const SINGLE =
  /(?:\bmodule\.exports\s*=\s*|\bexports\.|\bexport\s+default\s+|\bexport\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|var|interface|type|enum|namespace)\s+)(?:async\s+)?(?:function\*?\s+|class\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const IMPORTS = /^import\s/m;
const GIVES = /^\s*export\b|\bexports\b/m;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Names that a JavaScript or TypeScript file gives away; null for other languages, and when it does not tell. */
export function exportedNames(path: string, text: string): ReadonlySet<string> | null {
  const { scanner } = languageOf(path) ?? { scanner: null };
  if (scanner !== 'script') return null;
  const names = new Set<string>();
  for (const [, list = ''] of text.matchAll(LISTS)) for (const [name] of list.matchAll(NAME)) names.add(name);
  for (const [, name = ''] of text.matchAll(SINGLE)) names.add(name);
  if (names.size > 0) return names;
  // A module gives away what it says and nothing else; a script without imports may be loaded beside others.
  return IMPORTS.test(text) && !GIVES.test(text) ? names : null;
}
