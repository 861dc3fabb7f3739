import { languageOf } from '../lex/languages.ts';
import { maskCode } from '../lex/mask.ts';
import type { LexRules } from '../lex/masking.ts';
import { knownRulesOf } from '../lex/rules-of.ts';
import type { HeaderFile } from './header-file.ts';
import type { MaskedText } from './literal.ts';

/** A program's text with its mask; null for a language whose comments and strings are not known. */
export function maskFile(file: HeaderFile): MaskedText | null {
  const rules = rulesOf(file.path);
  return rules === null ? null : { text: file.text, mask: maskCode(file.text, rules) };
}

/** Whether a file is a program that `maskFile` can read. */
export function isProgram(path: string): boolean {
  return rulesOf(path) !== null;
}

function rulesOf(path: string): LexRules | null {
  const language = languageOf(path);
  return language === null ? null : knownRulesOf(language);
}
