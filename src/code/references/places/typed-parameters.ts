import { after } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { typeArgumentsEnd } from './type-arguments.ts';

/** What a method takes. */
export interface Taken {
  /** Types of its parameters as they are written, without type arguments. */
  readonly types: readonly string[];
  /** Whether the last of them stands for any number. */
  readonly isAny: boolean;
}

/** Characters between brackets that are looked at. */
const CHARACTERS_MAX = 2_000;

/** A place is held against each declaration of its name, and a declaration against each place. */
const given = new WeakMap<Place, number | null>();
const taken = new WeakMap<FileSymbol, Taken | null>();

/** How many values stand in the brackets behind a name of Java or C#; null where it is not called, or that is not clear. */
export function argumentCount(file: CodeFile, place: Place): number | null {
  const before = given.get(place);
  if (before !== undefined) return before;
  const end = place.at + place.name.length;
  const count = readArguments(file, after(file.mask(), Math.max(end, typeArgumentsEnd(file, end))));
  given.set(place, count);
  return count;
}

function readArguments(file: CodeFile, open: number): number | null {
  const mask = file.mask();
  const { closeOf } = file.structure();
  if (mask[open] !== '(') return null;
  const close = closeOf(open);
  if (after(mask, open + 1) >= close) return 0;
  if (close - open > CHARACTERS_MAX) return null;
  let commas = 0;
  let mayBeType = false;
  for (let at = open + 1; at < close; at += 1) {
    const sign = mask[at] ?? '';
    if ('([{'.includes(sign)) at = Math.max(at, closeOf(at));
    // A comma behind it may be one between the arguments of a type.
    else if (sign === '<') mayBeType = true;
    // Branches of a preprocessor give either these or those.
    else if (sign === '#' || (sign === ',' && mayBeType)) return null;
    else if (sign === ',') commas += 1;
  }
  return commas + 1;
}

/** What a method of Java takes, by its head; null where that is not whole. */
export function takenBy(symbol: FileSymbol): Taken | null {
  const before = taken.get(symbol);
  if (before !== undefined) return before;
  const parameters = parametersOf(symbol);
  const last = parameters?.at(-1) ?? '';
  const own = parameters && { types: parameters.map(typeOf), isAny: last.includes('...') };
  taken.set(symbol, own);
  return own;
}

/** The parameters of a head as they are written; null where it is not whole. */
export function parametersOf({ name, signature }: FileSymbol): readonly string[] | null {
  const open = openOf(signature, name);
  if (open === -1) return null;
  // A text among annotations may hold brackets; one in a body behind an arrow is none of these.
  const [head = ''] = signature.split('=>', 1);
  return /["']/.test(head.slice(open)) ? null : splitAt(head, open);
}

/** What stands between commas behind a bracket, up to the end of that; null where it does not end. */
export function splitAt(signature: string, open: number): readonly string[] | null {
  const parameters: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = from; at < signature.length; at += 1) {
    const sign = signature[at] ?? '';
    const isEnd = depth === 0 && sign === ')';
    if (depth === 0 && (isEnd || sign === ',')) {
      parameters.push(signature.slice(from, at).trim());
      from = at + 1;
    }
    if (isEnd) return parameters.filter((parameter) => parameter !== '');
    depth += DEPTHS[sign] ?? 0;
  }
  return null;
}

const DEPTHS: Readonly<Record<string, number>> = { '(': 1, '<': 1, '[': 1, ')': -1, '>': -1, ']': -1 };

/** Offset of the bracket behind a name in a head, and behind what it is made with in C#; -1 where there is none. */
function openOf(signature: string, name: string): number {
  const at = signature.search(new RegExp(`(?<![\\w$.@])${escapeRegex(name)}[ \\t]*(?:<[^()]{0,300}>[ \\t]*)?\\(`));
  return at === -1 ? -1 : signature.indexOf('(', at);
}

/** The type of a parameter without its arguments, annotations and words before it. */
function typeOf(parameter: string): string {
  const bare = parameter.replaceAll(/<[\s\S]*>/g, '').replaceAll(/@[\w.]+(?:\([^()]*\))?/g, '');
  return bare
    .replace(/\bfinal\b/, '')
    .replace(/[\w$]+\s*$/, '')
    .replaceAll(/\s/g, '');
}
