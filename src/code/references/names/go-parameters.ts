import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import { listItems } from './list-items.ts';

// What functions of Go bind in their heads. Source: The Go Programming Language Specification, "Function types", "Function literals".

/** Functions of one symbol, and characters of a list, that are looked at: one with more is data. */
const FUNCTIONS_MAX = 2_000;
const LIST_MAX = 4_000;

/** Names that the functions in a symbol bind, read once for all names that are asked. */
const known = new WeakMap<CodeFile, Map<string, ReadonlySet<string>>>();

/** Whether a function in a symbol of Go has a parameter, result, receiver or parameter for a type of that name. */
export function isGoParameter(file: CodeFile, name: string, symbol: Pick<FileSymbol, 'line' | 'endLine'>): boolean {
  if (file.family !== 'go') return false;
  const bySymbol = known.get(file) ?? new Map<string, ReadonlySet<string>>();
  known.set(file, bySymbol);
  const key = `${symbol.line}-${symbol.endLine}`;
  const names =
    bySymbol.get(key) ?? namesIn(file, startOfLine(file, symbol.line), startOfLine(file, symbol.endLine + 1));
  bySymbol.set(key, names);
  return names.has(name);
}

/** What may bind names around an offset: the functions, in Go also a variable at the top that may hold some without a name. */
export function bindersAround(file: CodeFile, at: number): readonly FileSymbol[] {
  const functions = functionsAround(file, at);
  if (file.family !== 'go' || functions.length > 0) return functions;
  const line = lineAt(file, at);
  const held = holders.get(file) ?? file.symbols().filter(mayHold);
  holders.set(file, held);
  return held.filter((symbol) => symbol.line <= line && line <= symbol.endLine);
}

const holders = new WeakMap<CodeFile, readonly FileSymbol[]>();

function mayHold({ kind, depth, signature }: FileSymbol): boolean {
  return kind === 'variable' && depth === 0 && signature.includes('=');
}

function namesIn(file: CodeFile, from: number, to: number): ReadonlySet<string> {
  const names = new Set<string>();
  const text = file.mask().slice(from, to);
  let left = FUNCTIONS_MAX;
  for (const head of text.matchAll(/\bfunc\b\s{0,20}/g)) {
    if (left === 0) break;
    left -= 1;
    const lists = listsBehind(file, from + head.index + head[0].length);
    for (const list of lists) for (const name of boundIn(list)) names.add(name);
  }
  return names;
}

/** The lists in the head of a function from behind its word on: a receiver, parameters for types, parameters, results. */
function listsBehind(file: CodeFile, from: number): readonly string[] {
  const mask = file.mask();
  const lists: string[] = [];
  for (let at = from; lists.length < 4; ) {
    const open = behindName(mask, at);
    if (mask[open] !== '(' && mask[open] !== '[') break;
    const close = file.structure().closeOf(open);
    // What is never closed is no list.
    if (!/[)\]]/.test(mask[close] ?? '')) break;
    lists.push(mask.slice(open + 1, Math.min(close, open + LIST_MAX)));
    at = close + 1;
  }
  return lists;
}

/** Offset behind spaces and the name of a function. */
function behindName(mask: string, at: number): number {
  return at + (/^[ \t]*(?:\w+[ \t]*)?/.exec(mask.slice(at, at + 200))?.[0].length ?? 0);
}

/** Names that a list binds; none where it has only types. */
function boundIn(list: string): readonly string[] {
  const items = listItems(list);
  return items.some((item) => NAMED.test(item)) ? items.flatMap((item) => /^\s*(\w+)/.exec(item)?.[1] ?? []) : [];
}

/** A name with its type; words of the language begin a type. */
const NAMED = /^\s*(?!(?:chan|func|map|struct|interface)\b)\w+\s+[\w*[(<.]/;
