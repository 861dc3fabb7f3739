import type { Language } from './languages.ts';
import { commentRules, LEX_RULES, UNSCANNED_RULES } from './lex-rules.ts';
import type { LexRules } from './masking.ts';

/** How comments and literals of a language look: where no rules are known, its comments by the table and the usual quotes. */
export function rulesOf(language: Language): LexRules {
  return knownRulesOf(language) ?? rulesByRow(language);
}

/** The same; null for a language whose literals are not known. */
export function knownRulesOf({ scanner, id }: Language): LexRules | null {
  return scanner === null ? (UNSCANNED_RULES.get(id) ?? null) : LEX_RULES[scanner];
}

/** Once for each row of the table: to make rules takes longer than to mask a short text. */
const byRow = new Map<Language, LexRules>();

function rulesByRow(language: Language): LexRules {
  const rules = byRow.get(language) ?? commentRules(language.lineComments, language.blockComments);
  byRow.set(language, rules);
  return rules;
}
