import type { Language } from './languages.ts';
import type { ScannedLanguage } from './lex-rules.ts';

/*
 * Components hold their script between tags, with a template and styles around it. What is not script becomes spaces, so
 * that every offset keeps its place.
 */

/** Languages of components with scripts in them, by their ids. */
export const COMPONENTS: readonly string[] = ['vue', 'svelte', 'astro'];

/** A text as a scanner reads it. */
export interface ScannedText {
  readonly scanner: ScannedLanguage;
  readonly text: string;
}

/** Whether a scanner finds declarations in texts of a language. */
export function isScanned({ id, scanner }: Language): boolean {
  return scanner !== null || COMPONENTS.includes(id);
}

/** What is scanned of a text, all at its place: of a component its scripts. Null for a language without a scanner. */
export function scannedText({ id, scanner }: Language, text: string): ScannedText | null {
  if (scanner !== null) return { scanner, text };
  return COMPONENTS.includes(id) ? { scanner: 'script', text: onlyScripts(text, id) } : null;
}

const SCRIPT = /<script\b[^>]{0,500}>/gi;
const CLOSING = /<\/script\s*>/gi;

/** The scripts of a Vue or Svelte component, or what stands between the fences of an Astro one, at their places. */
export function onlyScripts(text: string, language: string): string {
  if (language === 'astro') return onlyFenced(text);
  let kept = '';
  let at = 0;
  const [opening, closing] = [new RegExp(SCRIPT), new RegExp(CLOSING)];
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    closing.lastIndex = open.index + open[0].length;
    const close = closing.exec(text);
    const end = close ? close.index : text.length;
    kept += blank(text.slice(at, open.index + open[0].length)) + text.slice(open.index + open[0].length, end);
    at = end;
    opening.lastIndex = Math.max(end, opening.lastIndex);
  }
  return kept + blank(text.slice(at));
}

function onlyFenced(text: string): string {
  const [open] = /^\s*---[^\S\n]*\n/.exec(text) ?? [];
  const end = open === undefined ? -1 : text.indexOf('\n---', open.length - 1);
  if (open === undefined || end === -1) return blank(text);
  return blank(open) + text.slice(open.length, end) + blank(text.slice(end));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
