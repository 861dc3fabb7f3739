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
  const rules = returnedRules(masked, method.index);
  if (rules === null) {
    const notes = ['headers() does not return a literal list: what it sets is not told here'];
    return [...places, withParts(placeAt(file, 'next.config', method.index), { notes })];
  }
  return [...places, ...rules.slice(0, PLACES_PER_FILE_MAX).map((rule) => rulePlace(file, masked, rule))];
};

/** The list after the next `return`, or directly after an arrow. */
function returnedRules(masked: MaskedText, from: number): readonly Literal[] | null {
  const start = /(?:\breturn\b|=>)\s*(?:\(\s*)?\[/g;
  start.lastIndex = from;
  // A list further away is another function's.
  const match = start.exec(masked.mask.slice(0, from + 4_000));
  if (match === null) return null;
  const list = readLiteral(masked, match.index + match[0].length - 1).value;
  return list.kind === 'list' ? list.items : null;
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
