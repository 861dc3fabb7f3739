import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import {
  type HeaderFile,
  type HeaderReader,
  isHeaderName,
  PLACES_PER_FILE_MAX,
  placeAt,
  withParts,
} from './header-file.ts';

/** A block of nginx's configuration: `server { … }`. */
interface Block {
  readonly name: string;
  readonly parent: Block | null;
  readonly at: number;
  readonly headers: Header[];
  /** Offset of its first add_header of any name: also one that is told nowhere switches off those around. */
  addsAt: number | null;
  readonly notes: string[];
}

interface Header {
  readonly name: string;
  readonly value: string | null;
  readonly at: number;
  readonly directive: 'add_header' | 'more_set_headers' | 'proxy_hide_header';
  /** Whether it is sent with every status; add_header alone leaves errors out. */
  readonly isAlways: boolean;
}

/**
 * Comments, strings, punctuation and words, in which quotes are letters. Linear: each alternative begins differently, and
 * a string that is not closed ends with the text, where it would be tried from each of its quotes. Source: nginx,
 * `ngx_conf_file.c`, `ngx_conf_read_token`.
 */
const TOKEN =
  /#[^\n]*|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|[{};]|(?:\$\{\w{0,60}\}|\\[\s\S]|[^\s{};"'#\\])(?:\$\{\w{0,60}\}|\\[\s\S]|[^\s{};\\])*/g;
const TOKENS_MAX = 100_000;

/** In every file that `readNginx` finds something in. */
export const NGINX_HINT = /\b(?:add_header|more_set_headers|proxy_hide_header)\b/;

/** `add_header`, `more_set_headers` and `proxy_hide_header`, block by block, with what a block does not inherit. */
export const readNginx: HeaderReader = (file) => {
  const blocks = readBlocks(file.text);
  return blocks
    .filter((block) => block.headers.length > 0 || inheritanceNotes(block).length > 0)
    .slice(0, PLACES_PER_FILE_MAX)
    .map((block) => placeOf(file, block));
};

function readBlocks(text: string): readonly Block[] {
  const root: Block = { name: '', parent: null, at: 0, headers: [], addsAt: null, notes: [] };
  // `as` gives the empty list the type of its words.
  const state = { block: root, blocks: [root], words: [] as string[], at: 0 };
  let count = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (++count > TOKENS_MAX) break;
    if (token.startsWith('#')) continue;
    if (!'{};'.includes(token)) {
      if (state.words.length === 0) state.at = index;
      // Longer directives, such as lists of addresses, set no header.
      if (state.words.length < 20) state.words.push(unquote(token));
      continue;
    }
    endStatement(state, token);
    state.words = [];
  }
  return state.blocks;
}

interface BlockReading {
  block: Block;
  readonly blocks: Block[];
  words: string[];
  at: number;
}

/** `name {`, `}` or `directive …;`. */
function endStatement(state: BlockReading, mark: string): void {
  const { block, words, at } = state;
  if (mark === ';') readDirective(block, words, at);
  else if (mark === '}') state.block = block.parent ?? block;
  else {
    state.block = { name: words.join(' '), parent: block, at, headers: [], addsAt: null, notes: [] };
    state.blocks.push(state.block);
  }
}

function readDirective(block: Block, words: readonly string[], at: number): void {
  const [directive, name = '', value, ...rest] = words;
  // What it takes in may set headers too, and switch off those around: the answer has to say that it was not read.
  if (directive === 'include') block.notes.push(`includes ${name}, which is not followed`);
  if (directive === 'add_header_inherit') block.notes.push(`add_header_inherit ${name}`);
  if (directive === 'add_header') block.addsAt ??= at;
  if (directive === 'add_header' && isHeaderName(name)) {
    // A variable's value is known to the server only.
    const own = value === undefined || value.includes('$') ? null : value;
    block.headers.push({ name: name.toLowerCase(), value: own, at, directive, isAlways: rest.includes('always') });
  }
  if (directive === 'proxy_hide_header' && isHeaderName(name)) {
    // What comes from behind is hidden; an add_header beside it still sends.
    block.headers.push({ name: name.toLowerCase(), value: null, at, directive, isAlways: true });
  }
  if (directive !== 'more_set_headers') return;
  for (const word of words.slice(1)) {
    const colon = word.indexOf(':');
    const own = word.slice(0, colon);
    if (colon > 0 && isHeaderName(own)) {
      block.headers.push({
        name: own.toLowerCase(),
        value: word.slice(colon + 1).trim(),
        at,
        directive,
        isAlways: true,
      });
    }
  }
}

function unquote(token: string): string {
  return /^["']/.test(token) ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
}

function placeOf(file: HeaderFile, block: Block): HeaderPlace {
  const settings = block.headers.map(
    ({ name, value, at, directive }): HeaderSetting => ({
      name,
      value,
      line: file.lineAt(at),
      by: directive === 'proxy_hide_header' ? 'removed' : 'written',
    }),
  );
  const notes = [...inheritanceNotes(block), ...alwaysNotes(block), ...block.notes];
  const first = block.headers[0];
  const place = placeAt(file, 'nginx', first?.at ?? block.addsAt ?? block.at);
  return withParts(place, { scope: scopeOf(block), settings, notes });
}

function scopeOf(block: Block): string | null {
  const names: string[] = [];
  for (let own: Block | null = block; own !== null && names.length < 6; own = own.parent) {
    if (own.name !== '') names.unshift(own.name);
  }
  return names.length === 0 ? null : names.join(' > ');
}

/**
 * The trap: one add_header of its own, and a block inherits none. The headers of more_set_headers add up instead, and
 * switch nothing off. Source: nginx, ngx_http_headers_module; headers-more-nginx-module, "Description".
 */
function inheritanceNotes(block: Block): readonly string[] {
  const adds = (one: Block): readonly string[] =>
    one.headers.filter(({ directive }) => directive === 'add_header').map(({ name }) => name);
  if (block.addsAt === null) return [];
  let above = block.parent;
  while (above !== null && above.addsAt === null) above = above.parent;
  if (above === null || block.notes.some((note) => note.startsWith('add_header_inherit'))) return [];
  const own = adds(block);
  const lost = adds(above).filter((name) => !own.includes(name));
  if (lost.length === 0) return [];
  return [
    `an add_header here switches off those of ${above.name || 'the outer level'}: not sent here: ${lost.join(', ')}`,
  ];
}

function alwaysNotes(block: Block): readonly string[] {
  const names = block.headers.filter(({ isAlways }) => !isAlways).map(({ name }) => name);
  if (names.length === 0) return [];
  return [`without "always" not sent with errors (4xx, 5xx): ${names.join(', ')}`];
}
