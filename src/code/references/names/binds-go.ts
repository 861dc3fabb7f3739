import { before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Bound } from './binding-places.ts';
import type { Spot } from './governors.ts';
import { listItems } from './list-items.ts';
import { blockAround, type Range } from './scopes.ts';

/** What a line may begin with before a name in a group of declarations: other names. */
const FIRST = /[(\n;]\s*(?:\w+\s*,\s*){0,20}$/;
/** What is given a value behind a name: `name := 1`, `name, b := 1, 2`. */
const IS_GIVEN = /^\s*(?:,\s*\w+\s*){0,20}:=/;

/**
 * What binds a name in a function of Go, be it one without a name that a variable holds. Source: The Go Programming Language
 * Specification, "Declarations and scope", "Function types", "Labeled statements".
 */
export function bindsInGo(spot: Spot): Bound | null {
  const { file, mask, at, name, next, word, open, bracket } = spot;
  if (/^(?:break|continue|goto)$/.test(word)) return { reach: 'self' };
  if (isParameter(spot)) return bodyBehind(file, open);
  const receiver = receiverAround(spot);
  if (receiver !== null) return bodyBehind(file, receiver);
  if (/^[.(]/.test(next) || blockAround(file, at) === null) return null;
  if (IS_GIVEN.test(mask.slice(at + name.length, at + name.length + 400))) return { reach: 'block' };
  const ahead = mask.slice(Math.max(0, at - 300), at);
  if (/\b(?:var|const)\s+(?:\w+\s*,\s*){0,20}$/.test(ahead) || word === 'type') return { reach: 'block' };
  if (bracket !== '(' || !/\b(?:var|const|type)\s*$/.test(mask.slice(Math.max(0, open - 20), open)))
    return isLabel(spot);
  return FIRST.test(ahead) && /^[\w,=*[\n;)]/.test(behind(spot)) ? { reach: 'outer', from: open } : null;
}

/** Characters of one list that are looked at: one with more is data. */
const LIST_MAX = 4_000;
/** A name with its type, before which a blank stands and no sign of a product; words of the language begin a type. */
const NAMED = /^\s*(?!(?:chan|func|map|struct|interface)\b)\w+\s+(?:[\w[(.]|\*(?!\s)|<-)/;

/** Whether a name is a parameter, a result, a receiver or a parameter for a type: a list of types alone binds none. */
function isParameter({ file, mask, previous, bracket, open }: Spot): boolean {
  if ((bracket !== '(' && bracket !== '[') || !/[([,]/.test(previous) || !isOfHead(file, open)) return false;
  const close = Math.min(file.structure().closeOf(open), open + LIST_MAX);
  return listItems(mask.slice(open + 1, close)).some((item) => NAMED.test(item));
}

/** What follows the list of a receiver: the name of the method, and what that takes. */
const IS_METHOD = /^[ \t]*\w+[ \t]*\(/;

/**
 * Where the list of a receiver begins in which a name stands for what its type is made with: `func (b Box[T]) …`. Null where
 * it does not. Source: The Go Programming Language Specification, "Method declarations".
 */
function receiverAround({ file, mask, previous, bracket, open }: Spot): number | null {
  if (bracket !== '[' || !/[[,]/.test(previous)) return null;
  const { around, closeOf } = file.structure();
  const list = around(open);
  if (mask[list] !== '(' || wordBefore(mask, list) !== 'func') return null;
  const close = closeOf(list);
  return IS_METHOD.test(mask.slice(close + 1, close + 1 + METHOD_MAX)) ? list : null;
}

/** Characters behind a receiver that hold the name of its method. */
const METHOD_MAX = 300;

/** Lists of one head: a receiver, parameters for types, parameters and results. */
const LISTS_MAX = 4;

/** Whether a bracket begins a list of the head of a function, of a method of an interface, or of a type. */
function isOfHead(file: CodeFile, open: number): boolean {
  const mask = file.mask();
  let list = open;
  for (let left = LISTS_MAX; left > 0; left -= 1) {
    const word = wordBefore(mask, list);
    if (word === 'func') return true;
    const start = before(mask, list) + 1 - word.length;
    const declaring = word === '' ? '' : wordBefore(mask, start);
    if (declaring === 'func' || (declaring === 'type' && mask[list] === '[')) return true;
    const behind = before(mask, start);
    if (!/[)\]]/.test(mask[behind] ?? '') || mask.slice(behind, list).includes('\n')) break;
    list = file.structure().openOf(behind);
  }
  const around = file.structure().around(list);
  return mask[around] === '{' && wordBefore(mask, around) === 'interface';
}

/** From a list of a head to the end of the body behind it; of the list alone where a line ends without one. */
function bodyBehind(file: CodeFile, open: number): Range {
  const mask = file.mask();
  const { closeOf } = file.structure();
  let at = closeOf(open) + 1;
  for (const end = Math.min(mask.length, at + LIST_MAX); at < end; at += 1) {
    const sign = mask[at] ?? '';
    if (sign === '\n' || sign === ',' || sign === ';' || sign === ')') break;
    const isBody = sign === '{' && !/^(?:interface|struct)$/.test(wordBefore(mask, at));
    if (isBody) return { from: open, to: closeOf(at) };
    if ('([{'.includes(sign)) at = Math.max(at, closeOf(at));
  }
  return { from: open, to: at };
}

function behind({ mask, at, name }: Spot): string {
  return mask.slice(at + name.length, at + name.length + 80).trimStart();
}

function isLabel({ mask, at, next }: Spot): Bound | null {
  return /^:(?!=)/.test(next) && /[\n;{}]\s*$/.test(mask.slice(Math.max(0, at - 80), at)) ? { reach: 'self' } : null;
}
