import { before } from '../../lex/code-text.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { isKotlinAccessor } from './kotlin-words.ts';

/** Words that read and write a property, by language. */
const ACCESSORS: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = {
  swift: new Set(['get', 'set', 'willSet', 'didSet', '_read', '_modify']),
  csharp: new Set(['get', 'set', 'init', 'add', 'remove']),
};

/** Whether a name that stands alone is the word that begins what reads or writes a property: `{ get set }`, `get { … }`. */
export function isAccessor(file: CodeFile, at: number, name: string): boolean {
  if (file.scanner === 'kotlin') return isKotlinAccessor(file, at, name);
  const words = ACCESSORS[file.family];
  if (words === undefined || !words.has(name)) return false;
  const mask = file.mask();
  if (mask[file.structure().around(at)] !== '{') return false;
  const ahead = mask.slice(Math.max(0, at - 80), at);
  const isFirst =
    /(?:[{};\n\])]|\b(?:get|set|throws|async|mutating|nonmutating|private|protected|internal|public))[ \t]*$/;
  if (!isFirst.test(ahead)) return false;
  return /^\s*(?:[{};]|=>|(?:get|set|throws|async)\b|\(\w+\)\s*\{)/.test(
    mask.slice(at + name.length, at + name.length + 80),
  );
}

/** What a file says that it belongs to, by language: names of packages are not those of declarations. */
const BELONGS: Readonly<Partial<Record<Family, RegExp>>> = {
  go: /^[ \t]*package[ \t]+$/,
  java: /^[ \t]*package[ \t]+[\w.`]*$/,
  csharp: /^[ \t]*namespace[ \t]+[\w.@]*$/,
  php: /^[ \t]*(?:<\?php[ \t]+)?namespace[ \t]+[\w\\]*$/,
};

/** What a `using` without `static` and without an alias names is a namespace. Source: C#, "Using namespace directives". */
const USING_AHEAD = /^[ \t]*(?:global[ \t]+)?using[ \t]+(?:global[ \t]*::[ \t]*)?(?:@?\w+[ \t]*\.[ \t]*)*@?$/;
const USING_BEHIND = /^\w+[ \t]*(?:\.[ \t]*@?\w+[ \t]*)*;/;

/**
 * Whether a name stands where only a package or namespace is named, as in the clause that tells a file's own: `package
 * main` uses no function `main`.
 */
export function isPackageClause(file: CodeFile, at: number): boolean {
  const pattern = BELONGS[file.family];
  if (pattern === undefined) return false;
  const structure = file.structure();
  const start = structure.lineStarts[structure.lineAt(at)] ?? at;
  if (at - start > HEAD_CHARACTERS_MAX) return false;
  const ahead = file.mask().slice(start, at);
  if (pattern.test(ahead)) return true;
  const isUsing = file.family === 'csharp' && USING_AHEAD.test(ahead);
  return isUsing && USING_BEHIND.test(file.mask().slice(at, at + HEAD_CHARACTERS_MAX));
}

/** Characters before a body that are looked at for what it is the body of. */
const HEAD_CHARACTERS_MAX = 300;

/** Whether a name that stands alone is declared as a case of an enum in Swift or Rust: `case request(Int)`. */
export function isEnumCase(file: CodeFile, at: number): boolean {
  if (file.family !== 'swift' && file.family !== 'rust') return false;
  const mask = file.mask();
  const structure = file.structure();
  const open = structure.around(at);
  if (mask[open] !== '{' || !isEnumBody(mask, open)) return false;
  const previous = mask[before(mask, at)] ?? '';
  if (file.family === 'rust') return /[{,\]]/.test(previous);
  const start = structure.lineStarts[structure.lineAt(at)] ?? at;
  const line = mask.slice(Math.max(start, at - HEAD_CHARACTERS_MAX), at);
  return /\bcase\s+$/.test(line) || (previous === ',' && /^[ \t]*(?:indirect[ \t]+)?case\b/.test(line));
}

function isEnumBody(mask: string, open: number): boolean {
  const head = mask.slice(Math.max(0, open - HEAD_CHARACTERS_MAX), open);
  const statement = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('{'), head.lastIndexOf('}')) + 1);
  return /\benum\s+\w+[^()=]*$/.test(statement);
}
