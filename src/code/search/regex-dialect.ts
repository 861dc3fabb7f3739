import { err, ok, type Result } from '../../base/result.ts';
import { characterSource, propertySource } from './regex-characters.ts';
import { type Translation, translateClass } from './regex-class.ts';
import { classEnd } from './regex-tokens.ts';

// Callers write patterns as ripgrep reads them, so what that has and V8 has not is written anew. What neither can do, and
// what V8 would silently take for plain letters, is refused.

/** A pattern in V8's syntax, without what each line has anyway. */
export interface TranslatedRegex {
  readonly pattern: string;
  /** `(?i)` at the beginning. */
  readonly asksInsensitive: boolean;
  /** Whether it has characters that stand for themselves, and a capital among them. */
  readonly hasLiteral: boolean;
  readonly hasUpperCase: boolean;
}

/** Writes a pattern of ripgrep's syntax in V8's; the refusal is a text for the caller. Takes time linear in it. */
export function translateRegex(query: string): Result<TranslatedRegex, string> {
  const flags = /^\(\?([imsu]+)\)/.exec(query);
  const state: State = { out: [], groups: [{ start: 0, opened: [] }], literals: [], last: null };
  for (let at = flags?.[0].length ?? 0; at < query.length; ) {
    const piece = pieceAt(query, at);
    const problem = translatePiece(piece, state);
    if (problem !== null) return err(refusalText(piece, at, problem));
    at += piece.length;
  }
  state.out.push(')'.repeat(state.groups.at(-1)?.opened.length ?? 0));
  return ok({
    pattern: state.out.join(''),
    asksInsensitive: flags?.[1]?.includes('i') ?? false,
    hasLiteral: state.literals.length > 0,
    hasUpperCase: /\p{Lu}/u.test(state.literals.join('')),
  });
}

interface State {
  readonly out: string[];
  /** Those that are open: where they begin, and the groups that flags in the midst of them have opened. */
  readonly groups: { readonly start: number; readonly opened: string[] }[];
  readonly literals: string[];
  /** What a quantifier would repeat. */
  last: { readonly start: number; readonly isRepeated: boolean } | null;
}

const ESCAPE =
  '\\\\(?:[xuU]\\{[0-9a-fA-F]{1,8}\\}|x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|c[A-Za-z]|[pP](?:\\{[^}]{0,60}\\}|[A-Za-z])|k<[^>]*>|b\\{[a-z-]+\\}|0[0-7]{0,2}|[1-9][0-9]*|[\\s\\S])';
/** An escape; a group's beginning; a quantifier; all else. */
const PIECE = new RegExp(
  `${ESCAPE}|\\(\\?(?:[a-zA-Z-]*[:)]|<?[=!]|P?<[^>]*>|P[=>])|\\(|(?:[*+?]|\\{[0-9]+(?:,[0-9]*)?\\})\\??|[\\s\\S]`,
  'uy',
);

/** The same within a class, where other signs have a meaning. */
const CLASS_PIECE = new RegExp(`${ESCAPE}|[\\s\\S]`, 'uy');

function pieceAt(query: string, at: number): string {
  if (query.charAt(at) === '[') return query.slice(at, classEnd(query, at) ?? at + 1);
  PIECE.lastIndex = at;
  return PIECE.exec(query)?.[0] ?? query.charAt(at);
}

function classPieceAt(text: string, at: number): string {
  CLASS_PIECE.lastIndex = at;
  return CLASS_PIECE.exec(text)?.[0] ?? text.charAt(at);
}

/** Null, or why it is refused. */
function translatePiece(piece: string, state: State): string | null {
  if (piece.startsWith('[')) return translateBrackets(piece, state);
  if (piece.length > 1 && piece.startsWith('\\')) return add(translateEscape(piece, state, false), state);
  if (piece.startsWith('(')) return openGroup(piece, state);
  if (piece === ')') closeGroup(state);
  else if (piece === '|') {
    const opened = state.groups.at(-1)?.opened ?? [];
    state.out.push(`${')'.repeat(opened.length)}|${opened.join('')}`);
    state.last = null;
  } else if (/^[*+?]|^\{./.test(piece)) repeatLast(piece, state);
  else if (piece === '\n') return LINE_BREAK;
  else {
    if (!/^[.^$]$/.test(piece)) state.literals.push(piece);
    return add({ source: piece }, state);
  }
  return null;
}

function add(translation: Translation, state: State): string | null {
  if ('problem' in translation) return translation.problem;
  state.last = { start: state.out.length, isRepeated: false };
  state.out.push(translation.source);
  return null;
}

function translateBrackets(piece: string, state: State): string | null {
  if (piece.length === 1) return 'nothing closes it: write \\[ for the sign itself';
  const reader = { pieceAt: classPieceAt, translate: (inner: string) => translateInClass(inner, state) };
  return add(translateClass(piece, reader), state);
}

function closeGroup(state: State): void {
  const group = state.groups.at(-1);
  if (group === undefined) return;
  state.out.push(')'.repeat(group.opened.length + 1));
  if (state.groups.length === 1) group.opened.length = 0;
  else {
    state.groups.pop();
    state.last = { start: group.start, isRepeated: false };
  }
}

/** Once or never, or any number of times. */
const SIMPLE = /^[*+?]\??$/;

/** What is repeated already is a group for the next quantifier, which V8 would not take. */
function repeatLast(piece: string, state: State): void {
  const { last, out } = state;
  const before = out.at(-1) ?? '';
  if (last?.isRepeated === true && SIMPLE.test(before) && SIMPLE.test(piece)) {
    // One repeat of both, since V8 takes exponential time for one within another.
    out[out.length - 1] = before.charAt(0) === piece.charAt(0) ? piece.charAt(0) : '*';
    return;
  }
  if (last?.isRepeated === true) {
    out[last.start] = `(?:${out[last.start]}`;
    out.push(')');
  }
  out.push(piece);
  if (last !== null) state.last = { start: last.start, isRepeated: true };
}

/** Of flags only those of case mean something in a line; V8 has them for groups alone. */
function openGroup(piece: string, state: State): string | null {
  const flags = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])$/.exec(piece);
  if (piece === '(?P>') return 'a pattern cannot call itself';
  if (flags === null || piece === '(?:') {
    beginGroup(piece.replace('(?P<', '(?<'), state);
    return piece === '(?P=' ? 'write \\k<name>' : null;
  }
  const [, on = '', off = '', end] = flags;
  if (/[^imsu]/.test(on) || /[^imsuxU]/.test(off) || off.includes('u')) return 'of flags there are i, m, s and u';
  const own = on.includes('i') ? '(?i:' : off.includes('i') ? '(?-i:' : '(?:';
  if (end === ':') beginGroup(own, state);
  else {
    state.groups.at(-1)?.opened.push(own);
    state.out.push(own);
    state.last = null;
  }
  return null;
}

function beginGroup(source: string, state: State): void {
  state.groups.push({ start: state.out.length, opened: [] });
  state.out.push(source);
  state.last = null;
}

const LINE_BREAK =
  'patterns are tried on one line at a time, so a line break never matches: search for one of the lines, or use mode=text with the lines as they stand';

function translateEscape(piece: string, state: State, inClass: boolean): Translation {
  const code = codeOf(piece);
  if (code !== null) return character(code, state, inClass);
  const name = piece.slice(1);
  if (/^[pP]./.test(name)) {
    const source = propertySource(name);
    return source === null ? { problem: 'there is no such class of characters' } : { source };
  }
  if (/^[dDwWsSrtfv]$/.test(name)) return { source: piece };
  if (/^[^A-Za-z0-9<>]/u.test(name)) return character(name.codePointAt(0) ?? 0, state, inClass);
  const source = inClass ? IN_CLASS_ONLY.get(name) : (PLACES.get(name) ?? (/^(?:[1-9]|k<)/.test(name) ? piece : null));
  return source === undefined || source === null
    ? { problem: INSTEAD.get(name) ?? 'there is no such escape' }
    : { source };
}

/** What takes no room; the text is one line. */
const PLACES = new Map([
  ['b', '\\b'],
  ['B', '\\B'],
  ['A', '^'],
  ['z', '$'],
  ...['<', 'b{start}'].map((name) => [name, '\\b(?=\\w)'] as const),
  ...['>', 'b{end}'].map((name) => [name, '\\b(?<=\\w)'] as const),
  ['b{start-half}', '(?<!\\w)'],
  ['b{end-half}', '(?!\\w)'],
]);

const IN_CLASS_ONLY = new Map([
  ['n', '\\n'],
  ['b', '\\x08'],
  ['<', '<'],
  ['>', '>'],
]);

/** What to write for escapes of other dialects. */
const INSTEAD = new Map([
  ['Z', 'write \\z or $'],
  ['h', 'write [ \\t]'],
  ['H', 'write [^ \\t]'],
  ['N', 'write .'],
  ['e', 'write \\x1b'],
  ['l', 'write [a-z]'],
  ['u', 'write \\u{…}, or [A-Z] for a capital'],
  ['x', 'write \\x41 or \\x{…}'],
  ['R', LINE_BREAK],
  ['Q', 'escape each sign, or use mode=text'],
  ['E', 'escape each sign, or use mode=text'],
  ['K', 'write what stands before it as (?<=…)'],
]);

const CONTROLS = new Map([
  ['\\a', 7],
  ['\\n', 10],
]);

/** The character that an escape stands for by its number; null for other escapes. */
function codeOf(piece: string): number | null {
  const pair = /^\\u(d[89ab]..)\\u(d[c-f]..)$/i.exec(piece);
  if (pair !== null) return String.fromCharCode(hex(pair[1]), hex(pair[2])).codePointAt(0) ?? null;
  const digits = /^\\[xuU]\{?([0-9a-fA-F]+)\}?$/.exec(piece)?.[1];
  if (digits !== undefined) return hex(digits);
  const octal = /^\\(0[0-7]*)$/.exec(piece)?.[1];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const control = /^\\c([A-Za-z])$/.exec(piece)?.[1];
  return control === undefined ? (CONTROLS.get(piece) ?? null) : control.charCodeAt(0) % 32;
}

function hex(digits = ''): number {
  return Number.parseInt(digits, 16);
}

function character(code: number, state: State, inClass: boolean): Translation {
  if (code > 0x10ffff) return { problem: 'there is no such character' };
  if (code === 10) return inClass ? { source: '\\n' } : { problem: LINE_BREAK };
  state.literals.push(String.fromCodePoint(code));
  return { source: characterSource(code) };
}

function translateInClass(piece: string, state: State): Translation {
  if (piece.length > 1 && piece.startsWith('\\')) return translateEscape(piece, state, true);
  state.literals.push(piece);
  return { source: piece === ']' || piece === '[' ? `\\${piece}` : piece };
}

function refusalText(piece: string, at: number, problem: string): string {
  return `the regular expression is not taken: ${JSON.stringify(piece.slice(0, 40))} at character ${at + 1}: ${problem}. The syntax is ripgrep's; mode=text searches for the query as it stands.`;
}
