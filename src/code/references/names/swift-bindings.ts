import type { CodeFile } from '../code-file.ts';
import type { Bound } from './binding-places.ts';
import type { Spot } from './governors.ts';
import { type Range, scopeOf } from './scopes.ts';

/** Characters before and behind a name that are looked at. */
const NEAR = 300;
/** `let name`, `let (a, name)`, `case let .some(a, name)`. */
const BINDS = /\b(?:let|var)\s+(?:[\w.?]{0,80}\(\s*)?(?:[\w:]{1,80}\s*,\s*){0,8}(?:\w{1,80}:\s*)?$/;
/** The later ones of several: `let a = 1, name = 2`. */
const BINDS_LATER =
  /\b(?:let|var)\s+(?:\w{1,80}\s*(?::[^=,\n(){}]{0,80})?(?:=(?:[^,\n(){}[\]]|\([^()]{0,100}\)){0,60})?,\s*){1,8}$/;
/** What a closure captures under another name: `{ [name = a] in`, `{ [a, weak name = b] in`. */
const CAPTURES = /[[,]\s*(?:(?:weak|unowned(?:\(\w+\))?)\s+)?$/;
const IS_GIVEN = /^\s*=(?!=)/;
/** `for name in`, `for try await (a, name) in`, whereas `for name:` is a parameter. */
const LOOPS = /\bfor\s+(?:try\s+)?(?:await\s+)?(?:\(\s*(?:\w{1,80}\s*,\s*){0,8})?$/;
const LOOPED = /^(?:\s*,\s*\w{1,80}){0,8}\s*(?:\)\s*)?(?::[^{}\n]{0,80})?\sin\b/;
/** What a list of parameters stands behind: the head of a function, or the beginning of a closure. */
const HEAD =
  /(?:\bfunc\s+[^\s(){}<]{1,80}\s*(?:<[^(){}]{0,200})?|\b(?:init[?!]?|subscript)\s*(?:<[^(){}]{0,200})?|\b(?:set|willSet|didSet)|\{\s*(?:@\w+\s+){0,4}(?:\[[^\]{}]{0,200}\]\s*)?)\s*$/;
/** What stands before the first parameter of a closure without brackets: `{ name in`, `{ @Sendable [weak self] a, name in`. */
const FIRST = /^\s*(?:@\w+\s+){0,4}(?:\[[^\]{}]*\]\s*)?(?:\w+\s*,\s*){0,8}$/;

/**
 * What binds a name in Swift. A constant holds for the whole block that it stands in, which errs towards hiding. Source: The
 * Swift Programming Language, "Declarations", "Patterns" and "Closure Expression".
 */
export function bindsInSwift({ file, mask, at, name, open }: Spot): Bound | null {
  const head = mask.slice(Math.max(0, at - NEAR), at);
  const next = mask.slice(at + name.length, at + name.length + NEAR);
  if (BINDS.test(head) || (LOOPS.test(head) && LOOPED.test(next))) return { reach: 'block' };
  if (/^\s*(?:=(?!=)|:)/.test(next) && BINDS_LATER.test(head)) return { reach: 'block' };
  if (mask[open] === '[' && IS_GIVEN.test(next) && CAPTURES.test(head)) return closureAround(file, open);
  if (mask[open] === '(') return parameterAt(file, at, { head, next });
  const isFirst = open !== -1 && FIRST.test(mask.slice(Math.max(open + 1, at - NEAR), at));
  return isFirst && /^\s*(?:,\s*\w+\s*){0,8}(?:->[^{}\n]{0,120})?\s*\bin\b/.test(next) ? scopeOf(file, at) : null;
}

/** A name among the parameters of a function or a closure: `(name: T)`, `(label name: T)`, `{ (a, name) in`. */
function parameterAt(
  file: CodeFile,
  at: number,
  { head, next }: { readonly head: string; readonly next: string },
): Bound | null {
  const mask = file.mask();
  const open = file.structure().around(at);
  const before = mask.slice(Math.max(0, open - NEAR), open);
  if (!HEAD.test(before) || !/[(,]\s*(?:\w+\s+)?$/.test(head) || !/^\s*[:,)]/.test(next)) return null;
  return /[{\]]\s*$/.test(before) ? { reach: 'block', from: open } : scopeOf(file, at);
}

/** The closure that a list of what it captures begins. */
function closureAround(file: CodeFile, list: number): Range | null {
  const open = file.structure().around(list);
  return file.mask()[open] === '{' ? { from: open, to: file.structure().closeOf(open) } : null;
}
