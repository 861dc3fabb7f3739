import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import {
  type HeaderFile,
  type HeaderReader,
  isHeaderName,
  PLACES_PER_FILE_MAX,
  placeAt,
  withParts,
} from './header-file.ts';
import { type Literal, type MaskedText, readLiteral } from './literal.ts';
import { maskFile } from './masked.ts';

/** `headers()` of next.config: the rules that it returns as literals, and `poweredByHeader`. */
export const readNextConfig: HeaderReader = (file) => {
  const masked = maskFile(file);
  if (masked === null) return [];
  const places: HeaderPlace[] = [];
  // `true` is what Next does anyway, and says nothing.
  const removed = /\bpoweredByHeader\s*:\s*false\b/.exec(masked.mask);
  if (removed !== null) {
    const place = placeAt(file, 'next.config', removed.index);
    places.push(
      withParts(place, { settings: [{ name: 'x-powered-by', value: null, line: place.line, by: 'removed' }] }),
    );
  }
  const method = /\bheaders\s*(?:\(\s*\)\s*\{|:\s*(?:async\s*)?(?:function\s*)?\(\s*\)\s*(?:=>|\{))/.exec(masked.mask);
  if (method === null) return places;
  const { rules, notes } = returnedRules(masked, method.index + method[0].length);
  const told = rules.slice(0, PLACES_PER_FILE_MAX).map((rule) => rulePlace(file, masked, rule));
  if (notes.length > 0) places.push(withParts(placeAt(file, 'next.config', method.index), { notes }));
  return [...places, ...told];
};

/** Returns of one method that are read. */
const RETURNS_MAX = 20;
/** Characters of a method that are gone through. */
const BODY_MAX = 20_000;

interface Returned {
  readonly rules: readonly Literal[];
  readonly notes: readonly string[];
}

/** The lists that a method returns whose body or value begins at an offset: other methods behind it are none of it. */
function returnedRules(masked: MaskedText, from: number): Returned {
  const start = from + (/^\s*/.exec(masked.mask.slice(from, from + 200))?.[0].length ?? 0);
  const isBlock = masked.mask[from - 1] === '{' || masked.mask[start] === '{';
  const values = isBlock
    ? returnsIn(masked.mask, masked.mask[from - 1] === '{' ? from : start + 1)
    : [valueAt(masked.mask, start)];
  const lists = values.map((at) => readLiteral(masked, at).value);
  const rules = lists.flatMap((list) => (list.kind === 'list' ? list.items : []));
  const isKnown = lists.length > 0 && lists.every(({ kind }) => kind === 'list');
  const unread = 'headers() does not return a literal list: what it sets is not told here';
  const some = 'not every list that headers() returns is a literal: what the others set is not told here';
  const several = 'headers() returns one of several lists: which, is decided at run time';
  return {
    rules,
    notes: [...(isKnown ? [] : [rules.length === 0 ? unread : some]), ...(lists.length > 1 ? [several] : [])],
  };
}

/** Where the values begin that a body returns itself, and not a function within it. */
function returnsIn(mask: string, from: number): readonly number[] {
  const returns: number[] = [];
  const body = mask.slice(from, from + BODY_MAX);
  // Of each brace that is open whether it is within a function; the first is that of the method.
  const open = [false];
  for (const { 0: found, index } of body.matchAll(/[{}]|(?<![\w$.])return\b/g)) {
    const isInner = open.at(-1) ?? false;
    if (found === '{') open.push(isInner || FUNCTION_BEFORE.test(body.slice(Math.max(0, index - 80), index)));
    else if (found === '}') open.pop();
    else if (!isInner && returns.length < RETURNS_MAX) returns.push(valueAt(mask, from + index + found.length));
    if (open.length === 0) break;
  }
  return returns;
}

/** What stands before the body of a function: an arrow, or a name or word with parameters that no `if` or loop has. */
const FUNCTION_BEFORE =
  /=>\s*$|\bfunction\b[^(){}]{0,60}\([^()]{0,60}\)\s*$|(?<![\w$.])(?!(?:if|for|while|switch|catch|with)\b)[\w$]{1,40}\([^()]{0,60}\)\s*$/;

/** Behind white space, and the bracket that may stand around a value. */
function valueAt(mask: string, from: number): number {
  return from + (/^\s*(?:\(\s*(?=\[))?/.exec(mask.slice(from, from + 200))?.[0].length ?? 0);
}

function rulePlace(file: HeaderFile, masked: MaskedText, rule: Literal): HeaderPlace {
  const place = placeAt(file, 'next.config', rule.at);
  const entries = rule.kind === 'map' ? rule.entries : null;
  const source = entries?.get('source');
  const scope = source?.kind === 'text' ? `source ${source.text}` : null;
  const headers = listOf(masked, entries?.get('headers'));
  if (headers === null) return withParts(place, { scope, notes: ['its headers are made at run time'] });
  const settings = headers.flatMap((header) => settingOf(file, header));
  const known = headers.every((header) => header.kind === 'map');
  return withParts(place, { scope, settings, notes: known ? [] : ['some of its headers are made at run time'] });
}

/** A list, or the constant of the same file that a name stands for. */
function listOf(masked: MaskedText, value: Literal | undefined): readonly Literal[] | null {
  if (value?.kind === 'list') return value.items;
  if (value?.kind !== 'computed') return null;
  const name = /^[\w$]{1,60}/.exec(masked.mask.slice(value.at, value.at + 60))?.[0]?.replaceAll('$', '\\$');
  if (name === undefined) return null;
  // Only `const`: a `let` may have been given another value by then.
  const constant = new RegExp(`\\bconst\\s+${name}\\s*(?::[^=\\n]{0,80})?=\\s*(?=\\[)`).exec(masked.mask);
  if (constant === null) return null;
  const list = readLiteral(masked, constant.index + constant[0].length).value;
  return list.kind === 'list' ? list.items : null;
}

function settingOf(file: HeaderFile, header: Literal): HeaderSetting[] {
  if (header.kind !== 'map') return [];
  const [key, value] = [header.entries.get('key'), header.entries.get('value')];
  if (key?.kind !== 'text' || !isHeaderName(key.text)) return [];
  const text = value?.kind === 'text' ? value.text : null;
  return [{ name: key.text.toLowerCase(), value: text, line: file.lineAt(key.at), by: 'written' }];
}
