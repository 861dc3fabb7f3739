import { err, ok, type Result } from '../../base/result.ts';
import { asciiClass, characterSource, propertySource } from './regex-characters.ts';

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
  const state: State = { out: [], opened: [[]], literals: [] };
  for (let at = flags?.[0].length ?? 0; at < query.length; ) {
    const piece = pieceAt(query, at);
    const problem = translatePiece(piece, state);
    if (problem !== null) return err(refusalText(piece, at, problem));
    at += piece.length;
  }
  state.out.push(')'.repeat(state.opened.at(-1)?.length ?? 0));
  return ok({
    pattern: state.out.join(''),
    asksInsensitive: flags?.[1]?.includes('i') ?? false,
    hasLiteral: state.literals.length > 0,
    hasUpperCase: /\p{Lu}/u.test(state.literals.join('')),
  });
}

interface State {
  readonly out: string[];
  /** For each group that is open, the groups that flags in the midst of it have opened. */
  readonly opened: string[][];
  readonly literals: string[];
}

const ESCAPE =
  '\\\\(?:[xuU]\\{[0-9a-fA-F]{1,8}\\}|x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|c[A-Za-z]|[pP](?:\\{[^}]{0,60}\\}|[A-Za-z])|k<[^>]*>|b\\{[a-z-]+\\}|0[0-7]{0,2}|[1-9][0-9]*|[\\s\\S])';
const IN_CLASS = '(?:\\[:\\^?[a-z]+:\\]|\\\\[\\s\\S]|[^\\]\\\\])*\\]';
/** A bracket expression, in which a `]` that comes first stands for itself; an escape; a group's beginning; all else. */
const PIECE = new RegExp(
  `\\[\\^?\\]${IN_CLASS}|\\[\\^?${IN_CLASS}|${ESCAPE}|\\(\\?(?:[a-zA-Z-]*[:)]|<?[=!]|P?<[^>]*>|P[=>])|\\(|\\{[0-9]+(?:,[0-9]*)?\\}|[\\s\\S]`,
  'uy',
);

function pieceAt(query: string, at: number): string {
  PIECE.lastIndex = at;
  return PIECE.exec(query)?.[0] ?? query.charAt(at);
}

/** Null, or why it is refused. */
function translatePiece(piece: string, state: State): string | null {
  if (piece.length > 1 && piece.startsWith('[')) return translateClass(piece, state);
  if (piece.length > 1 && piece.startsWith('\\')) return add(translateEscape(piece, state, false), state);
  if (piece.startsWith('(')) return openGroup(piece, state);
  const opened = state.opened.at(-1) ?? [];
  if (piece === ')') {
    state.out.push(')'.repeat(opened.length + 1));
    if (state.opened.length > 1) state.opened.pop();
    else opened.length = 0;
  } else if (piece === '|') state.out.push(`${')'.repeat(opened.length)}|${opened.join('')}`);
  else if (piece === '\n') return LINE_BREAK;
  else {
    if (!/^(?:[.^$*+?]|\{.+)$/.test(piece)) state.literals.push(piece);
    state.out.push(piece);
  }
  return null;
}

/** A translation, or why there is none. */
type Translation = { readonly source: string } | { readonly problem: string };

function add(translation: Translation, state: State): string | null {
  if ('problem' in translation) return translation.problem;
  state.out.push(translation.source);
  return null;
}

/** Of flags only those of case mean something in a line; V8 has them for groups alone. */
function openGroup(piece: string, state: State): string | null {
  const flags = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])$/.exec(piece);
  if (piece === '(?P>') return 'a pattern cannot call itself';
  if (flags === null || piece === '(?:') {
    state.opened.push([]);
    state.out.push(piece.replace('(?P<', '(?<'));
    return piece === '(?P=' ? 'write \\k<name>' : null;
  }
  const [, on = '', off = '', end] = flags;
  if (/[^imsu]/.test(on) || /[^imsuxU]/.test(off) || off.includes('u')) return 'of flags there are i, m, s and u';
  const own = on.includes('i') ? '(?i:' : off.includes('i') ? '(?-i:' : '(?:';
  if (end === ':') state.opened.push([]);
  else state.opened.at(-1)?.push(own);
  state.out.push(own);
  return null;
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

const CLASS_PIECE = new RegExp(`\\[:(\\^?)([a-z]+):\\]|${ESCAPE}|[\\s\\S]`, 'gu');

function translateClass(piece: string, state: State): string | null {
  const head = /^\[\^?/.exec(piece)?.[0] ?? '[';
  const inner = piece.slice(head.length, -1);
  const turned = /^\[:\^([a-z]+):\]$/.exec(inner)?.[1];
  if (turned !== undefined) return add(asciiClass(turned, head === '['), state);
  if (OPERATORS.test(inner)) return 'what classes have in common or not is not taken: write one class, or a look-ahead';
  const parts: ClassPart[] = [];
  for (const [part, isTurned, name] of inner.matchAll(CLASS_PIECE)) {
    const translation = translateInClass(part, name, state);
    if (isTurned === '^') return 'a turned class is taken only on its own';
    if ('problem' in translation) return translation.problem;
    parts.push({ source: translation.source, isHyphen: part === '-', isSet: name !== undefined || SET.test(part) });
  }
  state.out.push(`${head}${joinClass(parts)}]`);
  return null;
}

/** Of two classes, for which V8 has no signs without another flag. */
const OPERATORS = /&&|--|~~/;
const SET = /^\\[dDwWsSpP]/;

/** A piece of a bracket expression. */
interface ClassPart {
  readonly source: string;
  readonly isHyphen: boolean;
  /** Whether it stands for several characters, so that no range begins or ends with it. */
  readonly isSet: boolean;
}

/** A hyphen that makes no range is written as an escape: whatever is put behind it later on makes none either. */
function joinClass(parts: readonly ClassPart[]): string {
  let mayBegin = false;
  let isEnd = false;
  return parts
    .map(({ source, isHyphen, isSet }, at) => {
      const next = parts[at + 1];
      const isRange = isHyphen && mayBegin && next !== undefined && !next.isSet;
      mayBegin = !isRange && !isEnd && !isSet;
      isEnd = isRange;
      return isHyphen && !isRange ? '\\-' : source;
    })
    .join('');
}

function translateInClass(part: string, name: string | undefined, state: State): Translation {
  if (name !== undefined) return asciiClass(name, null);
  if (part.length > 1 && part.startsWith('\\')) return translateEscape(part, state, true);
  if (part !== '-') state.literals.push(part);
  return { source: part === ']' || part === '[' ? `\\${part}` : part };
}

function refusalText(piece: string, at: number, problem: string): string {
  return `the regular expression is not taken: ${JSON.stringify(piece.slice(0, 40))} at character ${at + 1}: ${problem}. The syntax is ripgrep's; mode=text searches for the query as it stands.`;
}
