import { maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import { languageIn } from '../../lex/shebang.ts';
import { isField, symbolsOf } from '../../search/symbols-of.ts';
import { makeLineIndex } from '../../text/lines.ts';

/** In languages without a scanner: what stands behind a word that declares, wherever a line begins with it. */
const DECLARATION =
  /^[ \t]*(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\([^)\n]{0,40}\))?|unsafe|const|declare|override|open|sealed|data)[ \t]+){0,6}(?:function\*?|class|def|fn|func|fun|interface|struct|enum|trait|type|const|let|var|module|object|record)[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?([A-Za-z_$][\w$]{1,100})|^(?:exports|module\.exports|[A-Za-z_$][\w$]{0,40}(?:\.prototype)?)\.([A-Za-z_$][\w$]{1,100})[ \t]*=[ \t]*(?:async[ \t]+)?(?:function|\()/gm;

/** A name with the line that declares it. */
export interface NamedLine {
  readonly name: string;
  readonly line: number;
}

/**
 * The names that a file declares, as they are found by their names, but for fields and titles of tests. What it imports
 * (`import { type Row }`), and what stands in comments and texts, it does not declare.
 */
export function namesDeclared(path: string, text: string): readonly NamedLine[] {
  const language = languageIn(path, text);
  if (language === null) return [];
  if (language.scanner === null) return namesByWords(maskCode(text, rulesOf(language)));
  return symbolsOf({ path, blobId: null, text }).filter(
    (symbol) => symbol.kind !== 'test' && symbol.kind !== 'impl' && !isField(symbol),
  );
}

function namesByWords(mask: string): readonly NamedLine[] {
  const lines = makeLineIndex(mask);
  return [...mask.matchAll(DECLARATION)].map(({ index, 1: name, 2: assigned }) => {
    return { name: name ?? assigned ?? '', line: lines.lineAt(index) };
  });
}
