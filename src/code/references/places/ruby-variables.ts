import { type CodeFile, startOfLine } from '../code-file.ts';
import { functionsAround } from './functions-around.ts';
import { rubyPatternNames } from './ruby-patterns.ts';

/*
 * In Ruby a bare name is a variable when a value was given to it before in its method, or it is one of the parameters of
 * that method or of a block; else it is a call.
 */

/** Where the names of a piece of code are first bound, found once for all of them. */
const bound = new WeakMap<object, ReadonlyMap<string, number>>();

/** Whether a bare name is a variable at an offset. */
export function isRubyVariable(file: CodeFile, name: string, at: number): boolean {
  // What is bound outside of a method does not reach in.
  const around = functionsAround(file, at).at(-1) ?? null;
  const [from, to] =
    around === null ? [0, file.mask().length] : [startOfLine(file, around.line), startOfLine(file, around.endLine + 1)];
  const key = around ?? file;
  const names = bound.get(key) ?? boundIn(file.mask().slice(from, to), from, file.text.slice(from, to));
  bound.set(key, names);
  const first = names.get(name);
  return first !== undefined && first <= at;
}

/** `a = 1`, `a, b = 1, 2`, `a ||= 1`, `rescue Failed => a`, `for a in b`; what stands behind a dot is a method. */
const GIVEN =
  /(?<![\w.@$:&]|\bdef[ \t])([a-z_]\w{0,99})(?=[ \t]*(?:(?:\|\||&&|\*\*|<<|>>|[-+*/%|&^])?=(?![=~>])|,[ \t]*\*?[a-z_][\w, *]{0,200}=(?![=~>])))|\brescue\b[^\n=]{0,200}=>[ \t]*([a-z_]\w{0,99})|\bfor[ \t]+([a-z_]\w{0,99})/g;
/** The parameters of a method or lambda, and those of a block; `def a = b` has none. */
const LISTS =
  /\bdef[ \t]+[^\s(;]{1,200}(?![^\s(;])[ \t]*(?:\(([^)]{0,2000})|(?![ \t]*=)([^\n;]{0,500}))|->[ \t]*\(?([^){\n]{0,500})|(?:\{|\bdo)[ \t]*\|([^|]{0,500})\|/g;
/** `/(?<name>a)/ =~ b` */
const CAPTURES = /\(\?<([a-z_]\w{0,99})>(?=[^\n]{0,300}\/[a-z]{0,8}[ \t]*=~)/g;

function boundIn(code: string, from: number, text: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const add = (name: string, at: number): void => {
    names.set(name, Math.min(names.get(name) ?? at, at));
  };
  for (const match of code.matchAll(GIVEN)) add(match[1] ?? match[2] ?? match[3] ?? '', from + match.index);
  for (const match of text.matchAll(CAPTURES)) add(match[1] ?? '', from + match.index);
  for (const { name, at } of rubyPatternNames(code)) add(name, from + at);
  for (const match of code.matchAll(LISTS)) {
    const list = match.slice(1).find((part) => part !== undefined) ?? '';
    for (const [name] of list.matchAll(/(?<![\w.@$:])[a-z_]\w*/g)) add(name, from + match.index);
  }
  return names;
}
