import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';

/** Macros whose argument is code that somebody else's file will hold. Source: docs.rs/quote, docs.rs/syn. */
const QUOTE = /\b(?:quote|quote_spanned|parse_quote|parse_quote_spanned)[ \t]*![ \t]*[({[]/g;

/** A masked Rust file without the code that it only writes: what stands in `quote! { … }` is blank, of the same length. */
export function withoutQuoted(mask: string): string {
  if (!mask.includes('quote')) return mask;
  const structure = structureOf(mask, LEX_RULES.rust);
  const parts: string[] = [];
  let done = 0;
  for (const match of mask.matchAll(QUOTE)) {
    const open = match.index + match[0].length - 1;
    if (open < done) continue;
    const close = structure.closeOf(open);
    parts.push(mask.slice(done, open + 1), mask.slice(open + 1, close).replace(/[^\n]/g, ' '));
    done = close;
  }
  return done === 0 ? mask : parts.join('') + mask.slice(done);
}
