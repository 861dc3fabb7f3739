import { CSHARP_FORMATS, lineComment, maskText, type TextRule, textRule } from './mask-literals.ts';
import type { LexRule } from './masking.ts';

const CSHARP_TOLD = /#(?:[:!]|[ \t]*(?:region|endregion|error|warning|pragma|nullable|line)(?!\w))/y;

/**
 * A line of C# that tells a reader or the compiler something, and holds no code. Source: C# language specification,
 * "Pre-processing directives".
 */
export const csharpTold: LexRule = (masking, at) => {
  CSHARP_TOLD.lastIndex = at;
  if (!CSHARP_TOLD.test(masking.text)) return -1;
  let before = at - 1;
  while (before >= 0 && ' \t\uFEFF'.includes(masking.text[before] ?? '')) before -= 1;
  return before < 0 || '\r\n'.includes(masking.text[before] ?? '') ? lineComment(masking, at) : -1;
};

const RAW = /(\${0,8})("{3,200})/y;
/** By their openers. */
const rawRules = new Map<string, TextRule>();
/** Openers of which the rule is remembered. */
const RAW_RULES_MAX = 16;

/**
 * `"""…"""`, which ends with as many quotes as it began with. Behind a `$` the braces hold code; behind more of them as many
 * braces do, which are not read. Source: C# language reference, "Raw string literals".
 */
export const csharpRaw: LexRule = (masking, at) => {
  RAW.lastIndex = at;
  const [opener, dollars = '', close = ''] = RAW.exec(masking.text) ?? [];
  return opener === undefined ? -1 : maskText(masking, at + opener.length, rawRule(opener, dollars, close));
};

function rawRule(opener: string, dollars: string, close: string): TextRule {
  const known = rawRules.get(opener);
  if (known !== undefined) return known;
  const isOne = dollars.length === 1;
  const rule = textRule({ close, overLines: true, holes: isOne ? ['{'] : [], formats: isOne ? CSHARP_FORMATS : null });
  if (rawRules.size < RAW_RULES_MAX) rawRules.set(opener, rule);
  return rule;
}
