import { after, before, wordBefore } from '../../lex/code-text.ts';
import { type CodeFile, endOfLineAt, lineAt, startOfLine } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';
import { offsetOf } from './declarations.ts';
import { parameterScope } from './function-heads.ts';
import type { Range } from './scopes.ts';

/*
 * What binds names in scripts beside patterns and parameters. Sources: ECMAScript, "Syntax-Directed Operations: Scope Analysis";
 * TypeScript Handbook, "Parameter Properties", "Enums", "Inferring Within Conditional Types".
 */

/** What may stand before the name of a parameter: decorators, and the words that make a property of it. */
const MODIFIERS =
  /(?:(?:@[\w$.]{1,80}(?:\([^()]{0,150}(?:\([^()]{0,80}\)[^()]{0,80}){0,4}\))?|\b(?:public|private|protected|readonly|override))\s+){1,6}$/;

/** Where what belongs to a parameter begins; the name itself for what stands in no list. */
export function parameterStart(file: CodeFile, at: number, bracket: number): number {
  const mask = file.mask();
  if (mask[bracket] !== '(' || !/[\w)]/.test(mask[before(mask, at)] ?? '')) return at;
  const ahead = mask.slice(Math.max(bracket + 1, at - 300), at);
  return at - (MODIFIERS.exec(ahead)?.[0].length ?? 0);
}

/** Where a declaration that is listed hides its name as a variable does: a parameter of a constructor, a value of an enum. */
export function listedScope(file: CodeFile, at: number): Range | null {
  const mask = file.mask();
  const open = file.structure().around(at);
  if (mask[open] === '(') return parameterScope(file, open);
  return mask[open] === '{' && isOfEnum(mask, open) ? { from: open, to: file.structure().closeOf(open) } : null;
}

/** Whether what hides a name in a script may be one of some declarations, which are listed: of a parameter, of an enum's value. */
export function bindsItself(file: CodeFile, own: readonly Pick<Definition, 'file' | 'symbol'>[]): boolean {
  return own.some(({ file: path, symbol }) => path === file.path && listedScope(file, offsetOf(file, symbol)) !== null);
}

function isOfEnum(mask: string, open: number): boolean {
  return /\benum\s+[\w$]{1,200}\s*$/.test(mask.slice(Math.max(0, open - 220), open));
}

/** The block that a declaration holds in, with the head of a `for`; null at the top of the file, where all may use it. */
export function blockAround(file: CodeFile, at: number): Range | null {
  const mask = file.mask();
  let bracket = file.structure().around(at);
  if (bracket === -1) return null;
  if (mask[bracket] === '(') {
    const close = file.structure().closeOf(bracket);
    const body = after(mask, close + 1);
    return { from: bracket, to: mask[body] === '{' ? file.structure().closeOf(body) : endOfLineAt(file, close) };
  }
  while (bracket !== -1 && mask[bracket] !== '{') bracket = file.structure().around(bracket);
  return bracket === -1 ? null : { from: bracket, to: file.structure().closeOf(bracket) };
}

/** The range in which holds what a word declares: of `var` the function, or the file where none is around a block. */
export function declaredScope(file: CodeFile, at: number, word: string): Range | null {
  const block = blockAround(file, at);
  return word === 'var' && block !== null ? functionAround(file, at) : block;
}

/** Blocks in blocks that are gone through. */
const BLOCKS_MAX = 100;

function functionAround(file: CodeFile, at: number): Range {
  const { around, closeOf } = file.structure();
  const mask = file.mask();
  let bracket = around(at);
  for (let left = BLOCKS_MAX; left > 0 && bracket !== -1; left -= 1) {
    if (mask[bracket] === '{' && isBody(file, bracket)) return { from: bracket, to: closeOf(bracket) };
    bracket = around(bracket);
  }
  return { from: 0, to: mask.length };
}

/** Whether a brace begins the body of a function. */
function isBody(file: CodeFile, open: number): boolean {
  const mask = file.mask();
  const end = before(mask, open);
  if (mask.slice(end - 1, end + 1) === '=>' || wordBefore(mask, open) === 'static') return true;
  const close = mask[end] === ')' ? end : typedEnd(mask, open);
  const list = close === -1 ? -1 : file.structure().openOf(close);
  return list !== -1 && parameterScope(file, list)?.to === file.structure().closeOf(open);
}

/** Offset of the bracket before the type of what a function gives back; -1 where none stands before a brace. */
function typedEnd(mask: string, open: number): number {
  const ahead = mask.slice(Math.max(0, open - 200), open);
  const at = /\)\s*:[^;{}()=]*$/.exec(ahead)?.index;
  return at === undefined ? -1 : open - ahead.length + at;
}

const DECLARES = /(?<![\w$.])(const|let|var|using)\s+$/;
/** Characters and brackets of a statement that are gone back through from one of its names. */
const BACK_MAX = 400;

/** The word that declares a variable by its name alone, the second and later ones of a statement as well; else null. */
export function declaringWord(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): string | null {
  const mask = file.mask();
  const [, word] = DECLARES.exec(mask.slice(Math.max(0, at - 60), at)) ?? [];
  if (word !== undefined) return word;
  if (mask[before(mask, at)] !== ',') return null;
  if (!/^\s*(?:[,;:!}]|=(?![=>])|\n|$)/.test(mask.slice(at + name.length, at + name.length + 40))) return null;
  return wordOfStatement(file, before(mask, at));
}

/** The word that a statement of variables begins with, from the comma before one of them back. */
function wordOfStatement(file: CodeFile, comma: number): string | null {
  const mask = file.mask();
  let at = comma;
  for (let left = BACK_MAX; left > 0 && at >= 0; left -= 1) {
    const sign = mask[at] ?? '';
    if (/[;([{<]/.test(sign)) return null;
    const word = /[\w$]/.test(sign) ? wordBefore(mask, at + 1) : '';
    if (STATEMENTS.test(word)) return VARIABLES.test(word) && mask[at - word.length] !== '.' ? word : null;
    at = /[)\]}]/.test(sign) ? file.structure().openOf(at) - 1 : at - Math.max(1, word.length);
  }
  return null;
}

const VARIABLES = /^(?:const|let|var|using)$/;
/** What a statement begins with. */
const STATEMENTS = /^(?:const|let|var|using|return|throw|case|yield|export|import|if|else|for|while|do)$/;

/** What declares something, in a statement or as part of an expression. */
const HEAD = /(?<![\w$.])(?:(class|function[\s*]|enum)\s*|(interface|type|namespace)[ \t]+)$/;
const IN_EXPRESSION = /(?:[=(,:?&|[!]|\breturn|\bextends)\s*$/;

/**
 * Where a place that the scanner does not list hides its name: what is declared within a function, also as a part of an
 * expression, a type that is inferred, a key that is gone through, and the name of a label.
 */
export function unlistedScope(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): Range | null {
  const mask = file.mask();
  const ahead = mask.slice(Math.max(0, at - 80), at);
  const next = mask.slice(after(mask, at + name.length), after(mask, at + name.length) + 12);
  if (/(?<![\w$.])(?:break|continue)[ \t]+$/.test(ahead)) return { from: at, to: at + 1 };
  if (/(?<![\w$.])infer\s+$/.test(ahead)) return { from: at, to: endOfType(file, at) };
  const open = file.structure().around(at);
  if (mask[open] === '[' && /^in\b/.test(next) && mask[before(mask, at)] === '[') {
    const around = file.structure().around(open);
    return mask[around] === '{' ? { from: around, to: file.structure().closeOf(around) } : null;
  }
  const [head = '', declaring, contextual] = HEAD.exec(ahead) ?? [];
  const word = declaring ?? contextual ?? '';
  if (word === '' || !/^[<({=]|^extends\b|^implements\b/.test(next)) return null;
  const isPart = word === 'class' && IN_EXPRESSION.test(ahead.slice(0, ahead.length - head.length));
  return isPart ? bodyOfClass(file, at) : blockAround(file, at);
}

/** From the name of a class to the end of its body. */
function bodyOfClass(file: CodeFile, at: number): Range | null {
  const mask = file.mask();
  const head = /^[^{};]{0,300}\{/.exec(mask.slice(at, at + 301))?.[0];
  return head === undefined ? null : { from: at, to: file.structure().closeOf(at + head.length - 1) };
}

/** The end of the declaration that an offset of a type stands in, or of its line. */
function endOfType(file: CodeFile, at: number): number {
  const line = lineAt(file, at);
  const inner = file.symbols().findLast((one) => one.line <= line && one.endLine >= line);
  return inner === undefined ? endOfLineAt(file, at) : startOfLine(file, inner.endLine + 1);
}
