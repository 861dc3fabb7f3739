import { languageOf } from '../lex/languages.ts';

/** Languages that share their packages, by the file that imports; what is given where the file tells no language. */
export function packageFamilyOf(file: string, otherwise = ''): string {
  const language = languageOf(file);
  const id = language?.scanner ?? language?.id ?? otherwise;
  if (['vue', 'svelte', 'astro'].includes(id)) return 'script';
  if (id === 'kotlin' || id === 'scala') return 'java';
  // Headers are of both.
  return id === 'cpp' ? 'c' : id;
}
