import { isNameCode } from './masking.ts';
import type { FileSymbol } from './symbol.ts';

/**
 * Names at the top of a script that it gives out, as its own code calls them: by a word before the declaration, in a
 * list, as the default, or as a property of its exports. What stands in `export { a } from` is another file's.
 */
export function exportedNames(symbols: readonly FileSymbol[], mask: string): ReadonlySet<string> {
  const names = new Set(listedNames(mask));
  let wasGiven = false;
  for (const { name, path, depth, signature } of symbols) {
    if (depth !== 0 || path.includes('/')) continue;
    // In `export const a = 1, b = 2` the word stands before the first.
    const isFurther: boolean = wasGiven && signature.startsWith(name) && !isNameCode(signature.charCodeAt(name.length));
    wasGiven = isFurther || GIVEN_OUT.test(signature);
    if (wasGiven) names.add(name);
  }
  return names;
}

/** Those of them that stand elsewhere than before their declaration, which may be in a function. */
export function listedNames(mask: string): ReadonlySet<string> {
  const names = new Set<string>();
  const gives = new RegExp(GIVES);
  for (let match = gives.exec(mask); match; match = gives.exec(mask)) {
    // What was read of a list is not read again.
    gives.lastIndex = readExport(mask, match, names);
  }
  return names;
}

/** Whether a text may give out what its declarations do not say themselves: it is asked before the mask is made. */
export function mayList(text: string): boolean {
  return /\bexport\s*(?:type\s*)?[{=]|\bexport\s+default\b|\bexports\b/.test(text);
}

/** Words before what is given out; `declare` tells of something that is there for every file. */
const GIVEN_OUT = /^(?:export|declare)\b|^(?:module\.)?exports\./;
const GIVES = /(?<![\w$.])(?:export|(?:module\.)?exports)(?![\w$])/g;
const EXPORT_LIST = /\s*(?:type\s*)?\{/y;
/** What a value follows: `export default`, `export =`, `exports =`, `exports.a =`. */
const BEFORE_VALUE = /\s+default\b\s*|(?:\.[\w$]+)?\s*=(?![=>])\s*/y;
/** `app = exports`, on which more may be put, and `a = exports.a =`. */
const ALIAS = /(?<![\p{L}\p{N}_$.])(?!exports\b)([\p{L}_$][\p{L}\p{N}_$]*)\s*=\s*$/u;
const FROM = /\s*from\b/y;
const NAMED =
  /(?:new\s+|async\s+)?(?:(?:function\b(?:\s*\*)?|(?:abstract\s+)?class\b)\s*)?(?!(?:module|exports|function|class|extends)\b)([\p{L}_$][\p{L}\p{N}_$]*)/uy;
const ANOTHER = /\s*=(?![=>])\s*/y;
/** Names that are set one after the other: `exports = a = b`. */
const CHAIN_MAX = 8;
/** Characters before `exports` in which a name for it is looked for. */
const ALIAS_CHARACTERS_MAX = 100;

/** Adds what the word at a match gives out; answers where to go on, beyond the word. */
function readExport(mask: string, { 0: word, index }: RegExpExecArray, names: Set<string>): number {
  const end = index + word.length;
  const open = word === 'export' ? matchEnd(EXPORT_LIST, mask, end) : -1;
  if (open !== -1) {
    const list = itemsOf(mask, open);
    if (matchEnd(FROM, mask, list.end) === -1) addItems(list.items, EXPORTED, names);
    return list.end;
  }
  const value = matchEnd(BEFORE_VALUE, mask, end);
  if (word !== 'export' && (value !== -1 || mask[end] !== '.')) {
    const alias = ALIAS.exec(mask.slice(Math.max(0, index - ALIAS_CHARACTERS_MAX), index))?.[1];
    if (alias !== undefined) names.add(alias);
  }
  if (value === -1) return end;
  if (mask[value] !== '{') {
    addValue(mask, value, names);
    return end;
  }
  const object = itemsOf(mask, value + 1);
  addItems(object.items, PROPERTY, names);
  if (word !== 'export') addItems(object.items, METHOD, names);
  return object.end;
}

/** The name that a value is; what is called is not itself given out. */
function addValue(mask: string, from: number, names: Set<string>): void {
  for (let [at, count] = [from, 0]; at !== -1 && count < CHAIN_MAX; count += 1) {
    NAMED.lastIndex = at;
    const match = NAMED.exec(mask);
    if (match === null) return;
    const end = at + match[0].length;
    const isCall = mask[end] === '(' && match[0] === match[1];
    if (!isCall) names.add(match[1] ?? '');
    at = matchEnd(ANOTHER, mask, end);
  }
}

/** `a`, `type a`, `a as b`. */
const EXPORTED = /^\s*(?:type\s+(?!as\b))?([\p{L}_$][\p{L}\p{N}_$]*)(?:\s+as\s|\s*$)/u;
/** `a`, `...a`, `b: a`. */
const PROPERTY = /^\s*(?:\.\.\.|[\p{L}\p{N}_$]+\s*:\s*)?([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u;

/** `a() {}`, `a: function`, `a: () =>` of what a module gives out. */
const METHOD =
  /^\s*(?:(?:async|get|set)\s+)?(?:\*\s*)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?=\(|<|:\s*(?:async\b|function\b|\(|<|[\p{L}_$][\p{L}\p{N}_$]*\s*=>))/u;

function addItems(items: readonly string[], pattern: RegExp, names: Set<string>): void {
  for (const item of items) {
    const name = pattern.exec(item)?.[1];
    if (name !== undefined) names.add(name);
  }
}

/** Characters of a list that are read, and of one of its items. */
const LIST_CHARACTERS_MAX = 20_000;
const ITEM_CHARACTERS_MAX = 300;

/** What commas part from behind an opening brace on; what items hold in brackets is no item. */
function itemsOf(mask: string, from: number): { readonly items: readonly string[]; readonly end: number } {
  const items: string[] = [];
  const max = Math.min(mask.length, from + LIST_CHARACTERS_MAX);
  let start = from;
  let depth = 0;
  let at = from;
  for (; at < max && depth >= 0; at += 1) {
    const sign = mask[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth >= 0 && (depth > 0 || sign !== ',')) continue;
    items.push(mask.slice(start, Math.min(at, start + ITEM_CHARACTERS_MAX)));
    start = at + 1;
  }
  return { items, end: at };
}

/** The end of what a sticky pattern finds at an offset; -1 for nothing. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
