import { NEEDS_NOTHING, type Needs, needsAll, needsAny, needsText } from '../index/needs.ts';
import { type Folding, isFixed } from './literal-needs.ts';
import type { RegexToken } from './regex-tokens.ts';

/**
 * What a text must hold for a valid pattern to match in it. What is not understood may be anything: a need too few
 * makes a search slower, one too many would lose hits. Where case does not count, letters of ASCII are taken in small;
 * it must not be said to count when a group may turn it off.
 */
export function needsOfRegex(tokens: readonly RegexToken[], folding: Folding): Needs {
  if (tokens.length > PATTERN_PIECES_MAX) return NEEDS_NOTHING;
  const reader: Reader = { tokens, at: 0, folding };
  const piece = readAlternatives(reader);
  return reader.at < tokens.length ? NEEDS_NOTHING : needsOf(piece);
}

/**
 * What is known of a part of a pattern: the only texts that it can match, or null when these are too many or not known,
 * and what a match of it must hold.
 */
interface Piece {
  readonly exact: readonly string[] | null;
  readonly needs: Needs;
}

/** Texts that a piece may stand for before it counts as unknown: enough for a digit or a few words. */
const EXACT_MAX = 24;
const EXACT_CHARACTERS_MAX = 200;

/** Longer patterns are not looked at: callers' have at most so many characters. Source: docs/tools.md, "find_code". */
const PATTERN_PIECES_MAX = 1_000;

const ANYTHING: Piece = { exact: null, needs: NEEDS_NOTHING };
const NOTHING_LONG: Piece = { exact: [''], needs: NEEDS_NOTHING };

interface Reader {
  readonly tokens: readonly RegexToken[];
  at: number;
  readonly folding: Folding;
}

function needsOf({ exact, needs }: Piece): Needs {
  return exact === null ? needs : needsAny(exact.map(needsText));
}

/** Up to the parenthesis that closes the group, or the end. */
function readAlternatives(reader: Reader): Piece {
  const alternatives = [readSequence(reader)];
  while (reader.tokens[reader.at]?.source === '|') {
    reader.at += 1;
    alternatives.push(readSequence(reader));
  }
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return only;
  const exact = alternatives.every((one) => one.exact !== null)
    ? bounded(alternatives.flatMap((one) => one.exact ?? []))
    : null;
  return { exact, needs: needsAny(alternatives.map(needsOf)) };
}

/**
 * Pieces one after the other. Texts that follow each other are put together for as long as they are few; then what they
 * need is noted, and a new run begins.
 */
function readSequence(reader: Reader): Piece {
  let run: readonly string[] = [''];
  let isWhole = true;
  const needs: Needs[] = [];
  const flush = (next: readonly string[]): void => {
    needs.push(needsAny(run.map(needsText)));
    run = next;
    isWhole = false;
  };
  while (reader.at < reader.tokens.length && !/^[|)]$/.test(borderAt(reader))) {
    const { first, rest } = readRepeated(reader);
    const joined = first.exact === null ? null : join(run, first.exact);
    if (joined !== null) run = joined;
    else {
      flush(first.exact ?? ['']);
      needs.push(first.needs);
    }
    // What comes between is unknown; what follows it follows its last round.
    if (rest !== null) flush(rest);
  }
  return { exact: isWhole ? run : null, needs: needsAll([...needs, needsAny(run.map(needsText))]) };
}

/** `|` and `)` only where they are borders, not where they are escaped. */
function borderAt({ tokens, at }: Reader): string {
  const token = tokens[at];
  return token?.type === 'other' ? token.source : '';
}

/** An atom with its quantifier: its first round, and what its last round ends in; null when there are no more rounds. */
function readRepeated(reader: Reader): { readonly first: Piece; readonly rest: readonly string[] | null } {
  const atom = readAtom(reader);
  const next = reader.tokens[reader.at];
  if (next?.type !== 'quantifier') return { first: atom, rest: null };
  reader.at += 1;
  if (next.source.startsWith('?')) {
    return {
      first: atom.exact === null ? ANYTHING : { exact: bounded(['', ...atom.exact]), needs: NEEDS_NOTHING },
      rest: null,
    };
  }
  const isNeeded = /^(?:\+|\{0*[1-9])/.test(next.source);
  return isNeeded ? { first: atom, rest: atom.exact ?? [''] } : { first: NOTHING_LONG, rest: [''] };
}

function readAtom(reader: Reader): Piece {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  if (token === undefined) return ANYTHING;
  if (token.type === 'literal') return exactly([token.character], reader.folding);
  if (token.type === 'class') return classPiece(token.source, reader.folding);
  if (token.source.startsWith('(')) return readGroup(reader, token.source);
  // Places take no room.
  if (/^(?:[$^]|\\[bB])$/.test(token.source)) return NOTHING_LONG;
  return ANYTHING;
}

function readGroup(reader: Reader, opening: string): Piece {
  const inner = readAlternatives(reader);
  // The parenthesis that closes it.
  reader.at += 1;
  // What look-around sees is not part of the match.
  return /^\(\?<?[=!]/.test(opening) ? NOTHING_LONG : inner;
}

/** A class of few characters is each of them. */
function classPiece(source: string, folding: Folding): Piece {
  const inner = source.slice(1, -1);
  if (inner === '' || inner.startsWith('^') || /\\[A-Za-z0-9]/.test(inner)) return ANYTHING;
  const characters: string[] = [];
  for (const [piece, from, to] of inner.matchAll(/(\\[\s\S]|[^\\])-(\\[\s\S]|[^\\])|\\[\s\S]|[^\\]/g)) {
    if (from === undefined || to === undefined) characters.push(piece.slice(-1));
    else {
      const first = from.charCodeAt(from.length - 1);
      const last = to.charCodeAt(to.length - 1);
      if (last - first >= EXACT_MAX) return ANYTHING;
      for (let code = first; code <= last; code++) characters.push(String.fromCharCode(code));
    }
  }
  return exactly(characters, folding);
}

function exactly(characters: readonly string[], folding: Folding): Piece {
  if (!characters.every((character) => isFixed(character, folding))) return ANYTHING;
  const texts = folding.isSensitive ? characters : characters.map(inSmall);
  return { exact: bounded(texts), needs: NEEDS_NOTHING };
}

function inSmall(character: string): string {
  return character.replace(/[A-Z]/, (letter) => letter.toLowerCase());
}

/** Null when the texts are too many. */
function bounded(texts: readonly string[]): readonly string[] | null {
  const distinct = [...new Set(texts)];
  return distinct.length <= EXACT_MAX && distinct.every(({ length }) => length <= EXACT_CHARACTERS_MAX)
    ? distinct
    : null;
}

function join(before: readonly string[], after: readonly string[]): readonly string[] | null {
  if (before.length * after.length > 4 * EXACT_MAX) return null;
  return bounded(before.flatMap((one) => after.map((other) => one + other)));
}
