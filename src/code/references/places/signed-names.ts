import type { CodeFile, Family } from '../code-file.ts';

/** Families whose variables are written with a `$` before their name that is no part of it. */
export const SIGNED: ReadonlySet<Family> = new Set(['php', 'shell']);

/** Whether the sign before a name says that it is a variable: `$name`, `${name}`, and `${#name}` of a shell. */
export function isSignedVariable({ family, text }: CodeFile, at: number): boolean {
  // The mask of a string keeps what stands in its braces and not the sign before these.
  return SIGNED.has(family) && /\$(?:\{[#!]?)?$/.test(text.slice(Math.max(0, at - 3), at));
}
