import type { Language } from '../../../lex/languages.ts';
import { familyOf } from '../../../references/code-file.ts';

/** Languages without a scanner that use what another one declares. */
const USES_OF: Readonly<Record<string, string>> = {
  asm: 'c',
  cuda: 'c',
  lex: 'c',
  objc: 'c',
  fsharp: 'csharp',
  vb: 'csharp',
  groovy: 'java',
  vue: 'script',
  svelte: 'script',
  astro: 'script',
};

/**
 * Whose declarations a file may use; null for a template, in which any language may stand. What builds a program or runs
 * others (Make, PowerShell, SQL …) has names of its own: `mkdir` of a Makefile is no function of a script.
 */
export function familyOfVoter(language: Language | null): string | null {
  if (language === null || language.kind !== 'programming') return null;
  return familyOf(language) ?? USES_OF[language.id] ?? language.id;
}
