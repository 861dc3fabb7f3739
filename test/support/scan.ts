import { languageOf } from '../../src/code/lex/languages.ts';
import { scanSymbols } from '../../src/code/lex/scan-symbols.ts';

/** What a text of a file declares, as `first-last kind path`. Throws where the file's language has no scanner. */
export function scan(file: string, text: string): string[] {
  const language = languageOf(file);
  if (!language) throw new Error(`no language for ${file}`);
  return scanSymbols(language, text).map(({ kind, path, line, endLine }) => `${line}-${endLine} ${kind} ${path}`);
}
