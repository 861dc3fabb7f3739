import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import {
  type HeaderFile,
  type HeaderReader,
  isHeaderName,
  PLACES_PER_FILE_MAX,
  placeAt,
  SCOPE_CHARACTERS_MAX,
  SETTINGS_MAX,
  withParts,
} from './header-file.ts';

/** A string that is not closed ends with its line. */
const WORD = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|`[^`]*`|[^\s"`]+/g;

/** A `header { … }` that is not closed yet. */
interface OpenBlock {
  readonly place: HeaderPlace;
  readonly settings: HeaderSetting[];
  /** Blocks around it: it ends when no more than these are open. */
  readonly depth: number;
}

interface Reading {
  readonly file: HeaderFile;
  readonly places: HeaderPlace[];
  readonly blocks: string[];
  open: OpenBlock | null;
}

/** The `header` directive of a Caddyfile, alone or as a block. */
export const readCaddyfile: HeaderReader = (file) => {
  const reading: Reading = { file, places: [], blocks: [], open: null };
  let at = 0;
  for (const line of file.text.split(/(?<=\n)/)) {
    if (reading.places.length >= PLACES_PER_FILE_MAX) break;
    const words = wordsOf(line);
    // The directive is read before its own brace counts, so that `depth` is that of the blocks around it.
    if (reading.open !== null) addField(reading.open, words, file.lineAt(at));
    else if (words[0] === 'header') readDirective(reading, words, at);
    if (words.at(-1) === '{' && reading.blocks.length < 30)
      reading.blocks.push(words.slice(0, -1).join(' ').slice(0, SCOPE_CHARACTERS_MAX));
    if (words[0] === '}') endBlock(reading);
    at += line.length;
  }
  return reading.places;
};

function addField(open: OpenBlock, words: readonly string[], line: number): void {
  const setting = readField(words, line);
  if (setting !== null && open.settings.length < SETTINGS_MAX) open.settings.push(setting);
}

function readDirective(reading: Reading, words: readonly string[], at: number): void {
  const { file, blocks, places } = reading;
  const matcher = matcherOf(words);
  const scope = [...blocks, ...matcher].join(' > ');
  const place = { ...placeAt(file, 'caddy', at), scope: scope === '' ? null : scope };
  const setting = readField(words.slice(1 + matcher.length), place.line);
  if (words.at(-1) === '{') reading.open = { place, settings: [], depth: blocks.length };
  else if (setting !== null) places.push(withParts(place, { settings: [setting] }));
}

function endBlock(reading: Reading): void {
  const { blocks, places, open } = reading;
  blocks.pop();
  if (open === null || blocks.length > open.depth) return;
  if (open.settings.length > 0) places.push(withParts(open.place, { settings: open.settings }));
  reading.open = null;
}

function wordsOf(line: string): readonly string[] {
  const words = (line.match(WORD) ?? []).slice(0, 20);
  // In a Caddyfile `#` begins a comment at the start of a word only; within one it is part of an address.
  const comment = words.findIndex((word) => word.startsWith('#'));
  return comment === -1 ? words : words.slice(0, comment);
}

/** `/path`, `*` or `@name` between the directive and the field. */
function matcherOf(words: readonly string[]): readonly string[] {
  const [, second = ''] = words;
  return /^[/@*]/.test(second) ? [second] : [];
}

/** `Name value`, `-Name`, `+Name value`, `?Name value`, `>Name value`. */
function readField(words: readonly string[], line: number): HeaderSetting | null {
  const [field = '', value] = words;
  const name = field.replace(/^[-+?>]/, '').toLowerCase();
  if (!isHeaderName(name)) return null;
  if (field.startsWith('-')) return { name, value: null, line, by: 'removed' };
  if (value === undefined) return null;
  // A third word replaces what the second finds in the value, and a heredoc stands on the lines below: neither is read.
  const isElsewhere = value.startsWith('<<') || (words[2] !== undefined && words[2] !== '{');
  if (isElsewhere) return { name, value: null, line, by: 'written' };
  const text = value.replace(/^["`]|["`]$/g, '');
  // A placeholder such as `{http.request.host}` is known to the server only.
  return { name, value: /\{[^}]*\}/.test(text) ? null : text, line, by: 'written' };
}
