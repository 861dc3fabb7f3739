import { endOf, fill, isLineStart, type LexRule, lineEnd, type Masking, SPACE } from './masking.ts';

/*
 * Grammars of Yacc and Bison are C with rules in them: declarations, `%%`, rules with actions in braces, `%%`, code. A line
 * of C may begin with `%` and a name, as an expression goes on, but never with `%%`: so the rules of C read both.
 */

const RULES = /^%%/m;

function isGrammar({ text, notes }: Masking): boolean {
  notes.isGrammar ??= RULES.test(text);
  return notes.isGrammar;
}

/** `%{` and `%}` around code: the code stands there as in any file. */
export const grammarBracket: LexRule = (masking, at) =>
  isLineStart(masking.text, at) ? fill(masking, at, at + 2, SPACE) : -1;

// No quote, comment or brace begins like another character of it.
const DECLARATION = /%[a-z](?:[^\n{/'"]|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/(?![*/]))*/y;

/** `%token A B`, `%type <a> b`, `%union` up to its brace. */
export const grammarDeclaration: LexRule = (masking, at) => {
  DECLARATION.lastIndex = at;
  const match = isLineStart(masking.text, at) && isGrammar(masking) ? DECLARATION.exec(masking.text) : null;
  return match === null ? -1 : fill(masking, at, at + match[0].length, SPACE);
};

/** The rules from the first `%%` on, of which only the actions are code. */
export const grammarRules: LexRule = (masking, at) => {
  if (!isLineStart(masking.text, at) || masking.notes.isPastGrammarStart) return -1;
  masking.notes.isPastGrammarStart = true;
  fill(masking, at, at + 2, SPACE);
  return maskRules(masking, at + 2);
};

/** Blanks rules up to the next action, which is read as code, or to the `%%` behind them. */
function maskRules(masking: Masking, from: number): number {
  const { text } = masking;
  const stops = /\/[*/]|["'{]|^%%/gm;
  stops.lastIndex = from;
  for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
    const at = stop.index;
    if (stop[0] === '{') {
      fill(masking, from, at, SPACE);
      masking.holes.push({ open: 0x7b, close: 0x7d, resume: maskRules, depth: 0 });
      return at + 1;
    }
    if (stop[0] === '%%') return fill(masking, from, at + 2, SPACE);
    stops.lastIndex = endOfPassed(text, at, stop[0]);
  }
  return fill(masking, from, text.length, SPACE);
}

/** Where a comment or literal ends. */
function endOfPassed(text: string, at: number, mark: string): number {
  if (mark === '/*') return endOf(text, '*/', at + 2);
  if (mark === '//') return lineEnd(text, at);
  const literal = mark === '"' ? /"(?:\\.|[^"\\\n])*"/y : /'(?:\\.|[^'\\\n])*'/y;
  literal.lastIndex = at;
  return literal.test(text) ? literal.lastIndex : at + 1;
}
