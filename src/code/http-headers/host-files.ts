import { fieldOf, type JsonNode, parseJson, stringAt } from '../formats/json.ts';
import { parseToml, type TomlEntry, tomlText } from '../formats/toml.ts';
import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import {
  type HeaderFile,
  type HeaderReader,
  isHeaderName,
  PLACES_PER_FILE_MAX,
  placeAt,
  SETTINGS_MAX,
  withParts,
} from './header-file.ts';

/** `headers` of vercel.json: a list of `source` with its headers. */
export const readVercel: HeaderReader = (file) => {
  const root = parseJson(file.text);
  return root === null ? unreadable(file, 'vercel') : ruleList(file, 'vercel', fieldOf(root, 'headers'));
};

/** `hosting.headers` of firebase.json, also with several sites. */
export const readFirebase: HeaderReader = (file) => {
  const root = parseJson(file.text);
  if (root === null) return unreadable(file, 'firebase');
  const hosting = fieldOf(root, 'hosting');
  const sites = Array.isArray(hosting?.value) ? hosting.value : [hosting];
  return sites.flatMap((site: JsonNode | undefined) => ruleList(file, 'firebase', fieldOf(site, 'headers')));
};

function unreadable(file: HeaderFile, tool: string): readonly HeaderPlace[] {
  // A broken file that does not speak of headers is no gap in an answer about headers.
  if (!/headers/.test(file.text)) return [];
  return [withParts(placeAt(file, tool, 0), { notes: ['the file could not be read: what it sets is not told'] })];
}

function ruleList(file: HeaderFile, tool: string, list: JsonNode | undefined): readonly HeaderPlace[] {
  if (!Array.isArray(list?.value)) return [];
  const rules: readonly JsonNode[] = list.value;
  return rules.slice(0, PLACES_PER_FILE_MAX).flatMap((rule) => {
    const headers: unknown = fieldOf(rule, 'headers')?.value;
    const rows: readonly JsonNode[] = Array.isArray(headers) ? headers : [];
    const settings = rows.flatMap((row) => settingOf(stringAt(row, 'key'), stringAt(row, 'value')));
    if (settings.length === 0) return [];
    const source = stringAt(rule, 'source') ?? stringAt(rule, 'regex');
    const conditions = ['has', 'missing'].filter((name) => fieldOf(rule, name) !== undefined);
    const place = { ...placeAt(file, tool, 0), line: rule.line };
    return [
      withParts(place, {
        scope: source === null ? null : `source ${source.text}`,
        settings,
        notes: conditions.length > 0 ? [`only under its conditions (${conditions.join(', ')})`] : [],
      }),
    ];
  });
}

function settingOf(
  key: { text: string; line: number } | null,
  value: { text: string; line: number } | null,
): HeaderSetting[] {
  if (key === null || value === null || !isHeaderName(key.text)) return [];
  return [{ name: key.text.toLowerCase(), value: value.text, line: key.line, by: 'written' }];
}

/** `[[headers]]` of netlify.toml. */
export const readNetlify: HeaderReader = (file) => {
  const toml = parseToml(file.text);
  if (typeof toml === 'string') return unreadable(file, 'netlify');
  const rules = new Map<number, TomlEntry[]>();
  for (const entry of toml.entries) {
    // The element's number joins `[[headers]]` with the `[headers.values]` below it.
    if (entry.table[0] === 'headers') rules.set(entry.element, [...(rules.get(entry.element) ?? []), entry]);
  }
  return [...rules.values()].slice(0, PLACES_PER_FILE_MAX).flatMap((entries) => {
    const scope = tomlText(entries.find(({ key, table }) => key === 'for' && table.length === 1)?.value);
    const settings = entries.flatMap((entry) => tomlSettings(entry));
    const first = settings[0];
    if (first === undefined) return [];
    const place = { ...placeAt(file, 'netlify', 0), line: entries[0]?.line ?? first.line };
    return [withParts(place, { scope: scope === null ? null : `for ${scope}`, settings })];
  });
};

/** A row of `[headers.values]`, or the inline table `values = { … }`. */
function tomlSettings({ table, key, value, line }: TomlEntry): HeaderSetting[] {
  if (value.kind === 'table') {
    return [...value.entries].flatMap(([name, own]) => settingOf({ text: name, line }, textOf(tomlText(own), line)));
  }
  if (table[1] !== 'values') return [];
  return settingOf({ text: key, line }, textOf(tomlText(value), line));
}

function textOf(text: string | null, line: number): { text: string; line: number } | null {
  return text === null ? null : { text, line };
}

/** A `_headers` file of Netlify or Cloudflare: a path, then its headers, indented. */
export const readHeadersFile: HeaderReader = (file) => {
  const places: HeaderPlace[] = [];
  let scope: string | null = null;
  let at = 0;
  for (const line of file.text.split(/(?<=\n)/)) {
    const text = line.trim();
    const number = file.lineAt(at);
    if (text !== '' && !text.startsWith('#')) {
      // Indentation alone parts a header from a path, which may hold a colon too.
      if (/^\S/.test(line)) {
        scope = text;
        places.push({ ...placeAt(file, '_headers', at), scope });
      } else if (scope !== null) addField(places, text, number);
    }
    at += line.length;
  }
  return places
    .filter(({ settings }) => settings.length > 0)
    .slice(0, PLACES_PER_FILE_MAX)
    .map((place) => withParts(place, {}));
};

/** `Name: value`, or `! Name`, which takes one away (Cloudflare). */
function addField(places: HeaderPlace[], text: string, line: number): void {
  const place = places.pop();
  if (place === undefined) return;
  const removed = /^!\s*([A-Za-z-]+)$/.exec(text)?.[1];
  const colon = text.indexOf(':');
  const own: HeaderSetting[] =
    removed !== undefined && isHeaderName(removed)
      ? [{ name: removed.toLowerCase(), value: null, line, by: 'removed' }]
      : settingOf(
          { text: text.slice(0, Math.max(colon, 0)).trim(), line },
          { text: text.slice(colon + 1).trim(), line },
        );
  const isFull = place.settings.length >= SETTINGS_MAX;
  places.push(isFull ? place : { ...place, settings: [...place.settings, ...own] });
}
