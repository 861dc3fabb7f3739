import type { Language } from '../lex/languages.ts';
import { commentRules, LEX_RULES } from '../lex/lex-rules.ts';
import type { LexRules } from '../lex/masking.ts';

/** How comments and literals of a language look; by its row of the table where no scanner of symbols knows it. */
export function maskRulesOf({ scanner, lineComments, blockComments }: Language): LexRules {
  return scanner === null ? commentRules(lineComments, blockComments) : LEX_RULES[scanner];
}
