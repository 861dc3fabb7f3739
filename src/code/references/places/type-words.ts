import { wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { typeArgumentsStart } from './type-arguments.ts';
import { standsInType } from './type-positions.ts';

// Types that TypeScript calls by words which a program may give to its own functions: `any`, `string`, `object`.

// Source: TypeScript's handbook, "Everyday Types".
const TYPE_WORDS: ReadonlySet<string> = new Set(
  'any unknown never void string number boolean bigint symbol object undefined'.split(' '),
);

const BEFORE =
  /(?:[:|&<]|=>|(?<![\w$.])(?:as|is|extends|keyof|satisfies)[ \t]|(?<![\w$.])type[ \t]+[\w$]+[ \t]*=)[ \t\r\n]*$/;
const BEHIND = /^[ \t]*[>|&]/;
const CHOOSES = /^[ \t]*\?/;

/**
 * Whether a name is such a word where a type is written: what is called, or has members, is a value. In a file that binds
 * the name to a value only what surely is a type is none of its uses.
 */
export function isTypeWord(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'script' || !TYPE_WORDS.has(name) || !/\.[mc]?tsx?$/.test(file.path)) return false;
  const mask = file.mask();
  const behind = mask.slice(at + name.length, at + name.length + 40);
  if (/^[ \t]*[(.`<]/.test(behind) || wordBefore(mask, at) === 'typeof') return false;
  if (/^[ \t]*\[[ \t]*\]/.test(behind) || standsInType(file, at)) return true;
  const mayBeType = BEFORE.test(mask.slice(Math.max(0, at - 160), at)) || BEHIND.test(behind);
  return mayBeType && !CHOOSES.test(behind) && !bindsValue(file, name);
}

/** What is known of which of these words files bind to values. */
const bound = new WeakMap<CodeFile, Map<string, boolean>>();

/** Places of a word that may be parts of patterns, of which with more any may be one. */
const PARTS_MAX = 500;

/** Whether a file may bind a word to what another file declares, or declare it: parameters are their own. */
function bindsValue(file: CodeFile, name: string): boolean {
  const byName = bound.get(file) ?? new Map<string, boolean>();
  bound.set(file, byName);
  const known = byName.get(name) ?? (isImported(file, name) || isBound(file, name));
  byName.set(name, known);
  return known;
}

function isImported(file: CodeFile, name: string): boolean {
  const statements = file.mask().split(/['"`;]/);
  const word = new RegExp(`(?<![\\w$.])${name}(?![\\w$])`);
  return statements.some((statement) => {
    const from = statement.lastIndexOf('import');
    return from !== -1 && word.test(statement.slice(from));
  });
}

function isBound(file: CodeFile, name: string): boolean {
  const mask = file.mask();
  const declared = `(?:(?:const|let|var|class|enum|namespace)\\s+|function[\\s*]+)${name}(?![\\w$])`;
  if (new RegExp(`(?<![\\w$.])${declared}`).test(mask)) return true;
  // In a pattern: `const { any } = await import('./a')`.
  const parts = [...mask.matchAll(new RegExp(`[{,]\\s*(?=${name}\\s*[,}=])`, 'g'))].slice(0, PARTS_MAX);
  const { around } = file.structure();
  return (
    parts.length === PARTS_MAX ||
    parts.some(({ 0: { length }, index }) => {
      const at = index + length;
      return mask[around(at)] === '{' && typeArgumentsStart(file, at) === -1;
    })
  );
}

/** Whether a name is the parameter that a type tells of: `(a): a is B`, `(a): asserts a`. */
export function isToldParameter(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'script') return false;
  const mask = file.mask();
  const told = /\)\s*:\s*(asserts\s+)?$/.exec(mask.slice(Math.max(0, at - 40), at));
  if (told === null) return false;
  return told[1] !== undefined || /^\s+is\s/.test(mask.slice(at + name.length, at + name.length + 40));
}
