import { IMPORT_LIMITS } from '../limits.ts';

/** Names that one text declares; a list that long is made by a program. */
const DECLARED_MAX = 1_000;
const TOKEN = /[{}]|(?<![\w$.#])(?:(?:import|export)(?![\w$])|declare\s+module\s*(['"]))/g;

/**
 * Modules that a text declares by name, as `declare module 'x'` does where nothing is imported or given out at the top.
 * Where something is, the same words add to a module that is declared elsewhere, and this is empty.
 * Source: TypeScript Handbook, "Ambient Modules" and "Module Augmentation".
 */
export function ambientModules(text: string, mask: string): readonly string[] {
  if (!/(?<![\w$.#])declare\s+module\s*['"]/.test(mask)) return [];
  const names = new Set<string>();
  for (const { after, quote } of topTokens(mask)) {
    if (quote === undefined && !isTypeQuery(mask, after)) return [];
    const name = quote === undefined ? null : stringFrom({ text, mask }, after, quote);
    if (name !== null && names.size < DECLARED_MAX) names.add(name);
  }
  return [...names];
}

/** What begins a declaration of a module, with the quote, and what gives in or out, without; both outside of braces. */
function* topTokens(mask: string): Generator<{ readonly after: number; readonly quote: string | undefined }> {
  let depth = 0;
  for (const { 0: token, 1: quote, index } of mask.matchAll(TOKEN)) {
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0) yield { after: index + token.length, quote };
  }
}

/** `import('x').A`, which makes no module of the text that it stands in. */
function isTypeQuery(mask: string, after: number): boolean {
  return mask
    .slice(after, after + 80)
    .trimStart()
    .startsWith('(');
}

/** A string from behind its opening quote on; null where it is not closed or too long for a name. */
function stringFrom(
  { text, mask }: { readonly text: string; readonly mask: string },
  start: number,
  quote: string,
): string | null {
  const end = mask.slice(start, start + IMPORT_LIMITS.nameCharactersMax + 1).indexOf(quote);
  return end < 1 ? null : text.slice(start, start + end);
}
