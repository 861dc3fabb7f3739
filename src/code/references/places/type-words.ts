import type { CodeFile } from '../code-file.ts';

// Types that TypeScript calls by words which a program may give to its own functions, as test frameworks do with `any`.

// Source: TypeScript's handbook, "Everyday Types". Not `string`, `object` and their like: libraries of schemas have values
// of these names, which stand behind a colon as types do.
const TYPE_WORDS: ReadonlySet<string> = new Set('any unknown never'.split(' '));

const BEFORE =
  /(?:[:|&<]|=>|(?<![\w$.])(?:as|is|extends|keyof|satisfies)[ \t]|(?<![\w$.])type[ \t]+[\w$]+[ \t]*=)[ \t\r\n]*$/;
const BEHIND = /^[ \t]*(?:\[[ \t]*\]|[>|&])/;

/** Whether a name is such a word where a type is written: what is called, or has members, is a value. */
export function isTypeWord(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'script' || !TYPE_WORDS.has(name) || !/\.[mc]?tsx?$/.test(file.path)) return false;
  const mask = file.mask();
  const behind = mask.slice(at + name.length, at + name.length + 40);
  if (/^[ \t]*[(.`<?]/.test(behind)) return false;
  return BEFORE.test(mask.slice(Math.max(0, at - 160), at)) || BEHIND.test(behind);
}

/** Whether a name is the parameter that a type tells of: `(a): a is B`, `(a): asserts a`. */
export function isToldParameter(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'script') return false;
  const mask = file.mask();
  const told = /\)\s*:\s*(asserts\s+)?$/.exec(mask.slice(Math.max(0, at - 40), at));
  if (told === null) return false;
  return told[1] !== undefined || /^\s+is\s/.test(mask.slice(at + name.length, at + name.length + 40));
}
