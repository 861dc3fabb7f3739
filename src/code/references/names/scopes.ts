import { type CodeFile, type Family, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { functionsAround } from '../places/functions-around.ts';

/** Offsets from the first one on, up to but without the last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whether a range holds an offset. */
export function holds({ from, to }: Range, at: number): boolean {
  return from <= at && at < to;
}

/**
 * Where holds what is declared at an offset: the block that it stands in; for what stands among parameters, these and
 * the body behind them. In Python the innermost function, without its head for what stands in its body. It errs towards
 * less.
 */
export function scopeOf(file: CodeFile, at: number): Range {
  if (file.family === 'python') return pythonScope(file, at);
  const open = file.structure().around(at);
  if (open === -1) return { from: 0, to: file.mask().length };
  const close = file.structure().closeOf(open);
  if (file.mask()[open] !== '(') return { from: open, to: close };
  // The list itself begins the scope, so that a function's parameters are nearer than what stands around it.
  return { from: open, to: bodyEnd(file, close + 1) };
}

function pythonScope(file: CodeFile, at: number): Range {
  const inner = functionsAround(file, at).at(-1);
  if (inner === undefined) return { from: 0, to: file.mask().length };
  const head = startOfLine(file, inner.line);
  const body = pythonBody(file, head);
  // Defaults and types of parameters mean what names mean outside.
  return { from: at < body ? head : body, to: startOfLine(file, inner.endLine + 1) };
}

/** Where the body begins behind a head of Python; where the head does when that has no end. */
function pythonBody(file: CodeFile, head: number): number {
  const mask = file.mask();
  const to = Math.min(mask.length, head + REFERENCE_LIMITS.headCharactersMax);
  for (let at = head; at < to; at += 1) {
    if (mask[at] === ':') return at + 1;
    if (mask[at] === '(' || mask[at] === '[') at = Math.max(at, file.structure().closeOf(at));
  }
  return head;
}

/** Languages in which a list may stand between a class's parameters and its body: `class A(val b: B) : C(), D {`. */
const LISTED_HEADS: ReadonlySet<Family> = new Set(['java', 'csharp']);

/** Where the body ends that follows a list of parameters; where the statement ends when none does. */
function bodyEnd(file: CodeFile, from: number): number {
  const mask = file.mask();
  const to = Math.min(mask.length, from + REFERENCE_LIMITS.headCharactersMax);
  for (let at = from; at < to; at += 1) {
    const character = mask[at] ?? '';
    if (character === '{') return file.structure().closeOf(at);
    if (character === '(' || character === '[') at = Math.max(at, file.structure().closeOf(at));
    else if (character === '\n' && !goesOn(mask, from, at)) return at;
    else if (';})]'.includes(character) || (character === ',' && !LISTED_HEADS.has(file.family))) return at;
  }
  return to;
}

/** Whether a head goes on behind the end of a line. */
function goesOn(mask: string, from: number, lineEnd: number): boolean {
  const before = mask.slice(Math.max(from, lineEnd - 80), lineEnd).trimEnd();
  if (/(?:[=:,&|]|[=-]>)$/.test(before)) return true;
  return /^\s*(?:[{:=?.&|]|->|where\b|throws\b)/.test(mask.slice(lineEnd, lineEnd + 200));
}

/** The innermost bracket of a kind around an offset; null where there is none. */
export function bracketAround(file: CodeFile, at: number, isWanted: (sign: string) => boolean): Range | null {
  const { around, closeOf } = file.structure();
  let open = at === -1 ? -1 : around(at);
  while (open !== -1 && !isWanted(file.mask()[open] ?? '')) open = around(open);
  return open === -1 ? null : { from: open, to: closeOf(open) };
}

/** The innermost block around an offset; null at the top of a file. */
export function blockAround(file: CodeFile, at: number): Range | null {
  return bracketAround(file, at, (sign) => sign === '{');
}
