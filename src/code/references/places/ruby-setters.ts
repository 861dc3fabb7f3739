import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { separatorBefore } from './path-before.ts';

/*
 * A method of Ruby that is called `name=` is called by giving a value to what stands behind a dot: `one.name = 1`.
 * Source: Ruby documentation, "Assignment", "Assignment methods".
 */

/** The name by which a method that takes a value is called; null for any other, such as `==` and `[]=`. */
export function shortSetter(name: string): string | null {
  return /^\p{L}[\p{L}\p{N}_]*=$|^_[\p{L}\p{N}_]*=$/u.test(name) ? name.slice(0, -1) : null;
}

/** `= 1`, and the signs that make it of what was there before. */
const GIVEN = /^[ \t]*(?:\|\||&&|\*\*|<<|>>|[-+*/%|&^])?=(?![=~>])/;
/** A dot, and nothing of the head of a method: `def self.name=(value)`. */
const HEAD = /\bdef[ \t]+[\w:.]*$/;

/** A place whose name is given a value behind a dot, as the call that it is; null for any other. */
export function setterCall(file: CodeFile, place: Place): Place | null {
  const { at, name } = place;
  const mask = file.mask();
  if (file.family !== 'ruby' || !GIVEN.test(mask.slice(at + name.length, at + name.length + 40))) return null;
  if (separatorBefore(file, at) === -1 || HEAD.test(mask.slice(Math.max(0, at - 200), at))) return null;
  return { ...place, name: `${name}=`, isCall: true, isKey: false };
}
