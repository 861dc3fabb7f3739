import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import {
  type HeaderReader,
  isHeaderName,
  PLACES_PER_FILE_MAX,
  placeAt,
  SCOPE_CHARACTERS_MAX,
  SETTINGS_MAX,
  withParts,
} from './header-file.ts';

/** A string that is not closed ends with its line. Either quote begins one. Source: httpd, `ap_getword_conf`. */
const WORD = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|[^\s"']\S*/g;
/** Actions that put a value there. What `edit`, `note` and `echo` make of an answer depends on that answer. */
const SETS: ReadonlySet<string> = new Set(['set', 'add', 'append', 'merge', 'setifempty']);

/** In every file that `readApache` finds something in. */
export const APACHE_HINT = /^[ \t]*"?Header["\s]/im;

/** `Header [always] set …` of mod_headers, by the section around it. */
export const readApache: HeaderReader = (file) => {
  // By section: what one `<Files>` sends, another does not.
  const places = new Map<string, HeaderPlace>();
  const sections: string[] = [];
  let at = 0;
  for (const { line, length } of directivesOf(file.text)) {
    const start = at;
    at += length;
    const words = (line.match(WORD) ?? []).slice(0, 12);
    enterSection(sections, line, words[0] ?? '');
    const found = /^header$/i.test(words[0] ?? '') ? readHeader(words, file.lineAt(start)) : null;
    if (found !== null) addFound(places, sections.join(' > '), found, placeAt(file, 'apache', start));
  }
  return [...places.values()].map((place) => withParts(place, { notes: [...new Set(place.notes)].slice(0, 8) }));
};

/** Lines with their lengths in the file; a backslash at its end joins one with the next. Source: httpd, "Configuration Files", "Syntax". */
function* directivesOf(text: string): Generator<{ readonly line: string; readonly length: number }> {
  let parts: string[] = [];
  let length = 0;
  for (const line of text.split(/(?<=\n)/)) {
    length += line.length;
    parts.push(line.replace(/\\\r?\n$/, ' '));
    if (/\\\r?\n$/.test(line)) continue;
    yield { line: parts.join(''), length };
    [parts, length] = [[], 0];
  }
  if (parts.length > 0) yield { line: parts.join(''), length };
}

interface Found {
  readonly setting: HeaderSetting;
  readonly notes: readonly string[];
}

/** Copied only while there is room: a file of nothing but headers would cost the square of its lines. */
function addFound(places: Map<string, HeaderPlace>, scope: string, found: Found, start: HeaderPlace): void {
  const known = places.get(scope);
  if (known === undefined && places.size >= PLACES_PER_FILE_MAX) return;
  const place = known ?? { ...start, scope: scope === '' ? null : scope };
  if (place.settings.length >= SETTINGS_MAX) return;
  const notes = [...place.notes, ...found.notes];
  places.set(scope, { ...place, settings: [...place.settings, found.setting], notes });
}

/**
 * `<Files …>` opens a section, `</Files>` closes it. A file of opening lines alone must not grow the scope without end:
 * what stands deeper is told as part of the section around it.
 */
function enterSection(sections: string[], line: string, first: string): void {
  if (first.startsWith('</')) sections.pop();
  else if (first.startsWith('<') && sections.length < 20)
    sections.push(line.trim().replace(/^<|>$/g, '').slice(0, SCOPE_CHARACTERS_MAX));
}

function bareWord(word: string): string {
  const quote = word.charAt(0);
  return quote === '"' || quote === "'"
    ? word.slice(1, word.endsWith(quote) && word.length > 1 ? -1 : undefined)
    : word;
}

function readHeader(
  words: readonly string[],
  line: number,
): { setting: HeaderSetting; notes: readonly string[] } | null {
  const isAlways = /^always$/i.test(words[1] ?? '');
  const rest = words.slice(isAlways || /^onsuccess$/i.test(words[1] ?? '') ? 2 : 1);
  const [action = '', name = '', value] = rest.map(bareWord);
  if (!isHeaderName(name)) return null;
  const setting = { name: name.toLowerCase(), line };
  if (action.toLowerCase() === 'unset') return { setting: { ...setting, value: null, by: 'removed' }, notes: [] };
  if (!SETS.has(action.toLowerCase()) || value === undefined) return null;
  // `%{VAR}e` and expressions are known to the server only.
  const isComputed = /%\{|^expr=/.test(value);
  const notes = [
    ...(isAlways ? [] : [`without "always" not sent with errors: ${name}`]),
    ...(rest.slice(3).some((word) => /^(?:env=|"?expr=)/.test(word)) ? [`only under a condition: ${name}`] : []),
  ];
  return { setting: { ...setting, value: isComputed ? null : value, by: 'written' }, notes };
}
