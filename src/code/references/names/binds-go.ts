import { functionsAround } from '../places/functions-around.ts';
import type { Bound } from './binding-places.ts';
import type { Spot } from './governors.ts';

/** What a line may begin with before a name in a group of declarations: other names. */
const FIRST = /[(\n;]\s*(?:\w+\s*,\s*){0,20}$/;

/**
 * What binds a name in a function of Go beside what is declared by `:=` and in lists of parameters. Source: The Go Programming
 * Language Specification, "Declarations and scope", "Labeled statements".
 */
export function bindsInGo(spot: Spot): Bound | null {
  const { file, mask, at, next, word, open, bracket } = spot;
  if (/^(?:break|continue|goto)$/.test(word)) return { reach: 'self' };
  if (/^[.(]/.test(next) || functionsAround(file, at).length === 0) return null;
  const ahead = mask.slice(Math.max(0, at - 300), at);
  if (/\b(?:var|const)\s+(?:\w+\s*,\s*){0,20}$/.test(ahead) || word === 'type') return { reach: 'block' };
  if (bracket !== '(' || !/\b(?:var|const|type)\s*$/.test(mask.slice(Math.max(0, open - 20), open)))
    return isLabel(spot);
  return FIRST.test(ahead) && /^[\w,=*[\n;)]/.test(behind(spot)) ? { reach: 'outer', from: open } : null;
}

function behind({ mask, at, name }: Spot): string {
  return mask.slice(at + name.length, at + name.length + 80).trimStart();
}

function isLabel({ mask, at, next }: Spot): Bound | null {
  return /^:(?!=)/.test(next) && /[\n;{}]\s*$/.test(mask.slice(Math.max(0, at - 80), at)) ? { reach: 'self' } : null;
}
