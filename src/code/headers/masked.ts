import { languageOf } from '../lex/languages.ts';
import { LEX_RULES, type ScannedLanguage } from '../lex/lex-rules.ts';
import { type LexRules, maskCode } from '../lex/mask.ts';
import type { HeaderFile } from './header-file.ts';
import type { MaskedText } from './literal.ts';

/** Rules of languages that have no scanner of their own, by the one whose literals look the same. */
const ALIKE: Readonly<Record<string, ScannedLanguage>> = {
  kotlin: 'java',
  csharp: 'java',
  scala: 'java',
  groovy: 'java',
};

/** Heredocs and `%w[…]` are not told from code here: what readers look for hardly stands in them. */
const RUBY: LexRules = {
  lineComments: ['#'],
  blockComment: null,
  longStrings: [],
  quotes: '"\'',
  isScript: false,
  isRust: false,
};
const PHP: LexRules = { ...LEX_RULES.java, lineComments: ['//', '#'], longStrings: [] };

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
  if (language === null) return null;
  const scanner = language.scanner ?? ALIKE[language.id];
  if (scanner !== undefined) return LEX_RULES[scanner];
  if (language.id === 'ruby') return RUBY;
  return language.id === 'php' ? PHP : null;
}
