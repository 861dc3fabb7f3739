import type { HeaderSetting } from '../questions/headers.types.ts';
import { type HeaderFile, type HeaderReader, isHeaderName, placeAt, withParts } from './header-file.ts';
import { type Literal, type MaskedText, readLiteral } from './literal.ts';
import { maskFile } from './masked.ts';

/** A quoted word that may be a header's name. */
const QUOTED = /(["'`])([A-Za-z][A-Za-z-]{5,50})\1/g;

/** Names of one file that are looked at; a table of headers has dozens, no program sets more. */
const NAMES_LOOKED_AT_MAX = 200;

/** Functions that set a header on an answer: Express, Node, Servlet, net/http, Gin, Fetch, Flask, Plug, Tower … */
const SETTERS: ReadonlySet<string> = new Set(
  'set setHeader header addHeader append Set Add Header add insert put set_header add_header withHeader setdefault put_resp_header setRawHeader replace Append TryAdd'.split(
    ' ',
  ),
);
/** Functions that take a header away; `disable` is Express's, for `x-powered-by`. */
const REMOVERS: ReadonlySet<string> = new Set([
  'removeHeader',
  'disable',
  'remove_header',
  'Del',
  'unset',
  'delete',
  'remove',
  'header_remove',
]);

/** What may stand before an object of headers that goes to an answer. */
const OBJECT_OWNER =
  /(?:\.(?:set|header|headers|writeHead)\s*\([^(){}]{0,60}|\bnew\s+Headers\s*\(\s*|\bheaders\s*[:=]\s*)$/;

/** Header names that a program writes down where it sets a header, each with its value if that is written too. */
export const readCodeLiterals: HeaderReader = (file) => {
  const masked = maskFile(file);
  if (masked === null) return [];
  const settings: HeaderSetting[] = [];
  let looked = 0;
  for (const match of file.text.matchAll(QUOTED)) {
    if (looked >= NAMES_LOOKED_AT_MAX) break;
    const name = (match[2] ?? '').toLowerCase();
    // In a comment or within another text the mask has no quote there.
    if (!isHeaderName(name) || masked.mask[match.index] !== match[1]) continue;
    looked += 1;
    const found = readSetting(masked, match.index, match.index + match[0].length);
    if (found !== null) settings.push({ name, line: file.lineAt(match.index), ...found });
  }
  settings.push(...phpHeaders(file, masked));
  // One place for a file: which of its lines meet in one answer is decided at run time.
  const first = settings[0];
  if (first === undefined) return [];
  const place = { ...placeAt(file, 'code', 0), line: first.line };
  return [withParts(place, { settings, notes: ['which answers these lines act on is not told by the text alone'] })];
};

/** `header('Name: value')` of PHP, which takes a whole line. */
const PHP_HEADER =
  /(?<![\w>:$])header\s*\(\s*(["'])([A-Za-z-]{5,50}):((?:[^"'\\\n]|\\.|(?!\1)["']){0,2000})\1\s*(?=([,)])?)/g;

function phpHeaders(file: HeaderFile, { text, mask }: MaskedText): readonly HeaderSetting[] {
  if (!file.path.endsWith('.php')) return [];
  const settings: HeaderSetting[] = [];
  for (const match of text.matchAll(PHP_HEADER)) {
    if (settings.length >= NAMES_LOOKED_AT_MAX) break;
    const { 1: quote, 2: name = '', 3: written = '', 4: end, index } = match;
    if (mask.slice(index, index + 6) !== 'header' || !isHeaderName(name)) continue;
    // What is joined to it, or put in by a variable, is known at run time only.
    const isWhole = end !== undefined && (quote === "'" || !/\$|\{/.test(written));
    const value = isWhole ? written.trim().replace(/\\(["'\\])/g, '$1') : null;
    settings.push({ name: name.toLowerCase(), value, line: file.lineAt(index), by: 'written' });
  }
  return settings;
}

type Found = Pick<HeaderSetting, 'value' | 'by'>;

/** What is done with the name between two offsets; null when it is only read or compared. */
function readSetting(masked: MaskedText, from: number, to: number): Found | null {
  const before = masked.mask.slice(Math.max(0, from - 120), from);
  const after = masked.mask.slice(to, to + 40);
  // Something may stand before the name, as in `put_resp_header(conn, "…")`.
  const callee = /([A-Za-z_]\w{0,40})\s*(?:<[^<>]{0,40}>)?\(\s*(?:[a-z]\w{0,20}\s*,\s*)?$/.exec(before)?.[1];
  if (callee !== undefined) return readCall(masked, callee, { after, to });
  if (/(?:headers|response|resp|res|Header\(\)|Headers)\s*\[\s*$/i.test(before)) return readIndexed(masked, after, to);
  const parting = /^\s*(?:=>|:)/.exec(after)?.[0];
  if (parting === undefined || !isAnswerObject(masked, from)) return null;
  return written(readLiteral(masked, to + parting.length).value);
}

function readCall(masked: MaskedText, callee: string, { after, to }: { after: string; to: number }): Found | null {
  // With a second argument it is another function of the same name: a set's, a cache's.
  if (REMOVERS.has(callee)) return /^\s*\)/.test(after) ? { value: null, by: 'removed' } : null;
  const comma = /^\s*,/.exec(after)?.[0];
  if (comma === undefined || !SETTERS.has(callee)) return null;
  return written(readLiteral(masked, to + comma.length).value);
}

function readIndexed(masked: MaskedText, after: string, to: number): Found | null {
  const assignment = /^\s*\]\s*=(?![=~>])/.exec(after)?.[0];
  return assignment === undefined ? null : written(readLiteral(masked, to + assignment.length).value);
}

function written(literal: Literal): Found {
  return { value: literal.kind === 'text' ? literal.text : null, by: 'written' };
}

/** Whether the object around an offset is one of headers that goes to an answer. */
function isAnswerObject({ mask }: MaskedText, at: number): boolean {
  let open = 0;
  // Backwards over no more than a large table: else each name would cost the whole file before it.
  for (let i = at - 1; i >= Math.max(0, at - 4_000); i--) {
    const character = mask[i] ?? '';
    if (')]}'.includes(character)) open += 1;
    if (!'([{'.includes(character)) continue;
    if (open === 0) return character === '{' && OBJECT_OWNER.test(mask.slice(Math.max(0, i - 100), i));
    open -= 1;
  }
  return false;
}
