import { languageNamed, languageOf } from '../lex/languages.ts';

/** Languages that share their packages, by the file that imports; by the given name where the file's tells none. */
export function packageFamilyOf(file: string, otherwise = ''): string {
  const language = languageOf(file) ?? languageNamed(otherwise);
  const id = language?.scanner ?? language?.id ?? otherwise;
  if (['vue', 'svelte', 'astro'].includes(id)) return 'script';
  if (id === 'kotlin' || id === 'scala') return 'java';
  // Headers are of both.
  return id === 'cpp' ? 'c' : id;
}
