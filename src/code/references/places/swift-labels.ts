import { after, before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** Characters before a name that are looked at. */
const NEAR = 120;

/**
 * Whether a name of Swift is what an argument or an element of a tuple is labelled with (`f(name: 1)`), or what a list of
 * parameters calls one (`func f(for name: T)`): neither uses what is declared elsewhere. Source: The Swift Programming
 * Language, "Function Call Expression", "Function Declaration".
 */
export function isSwiftLabel(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  if (file.family !== 'swift' || mask[after(mask, at + name.length)] !== ':') return false;
  if (mask[file.structure().around(at)] !== '(') return false;
  if (/[(,]/.test(mask[before(mask, at)] ?? '')) return true;
  return /[(,]\s*(?:@\w+\s+)?\w+\s+$/.test(mask.slice(Math.max(0, at - NEAR), at));
}
