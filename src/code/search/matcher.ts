import { isAscii } from 'node:buffer';
import { err, ok, type Result } from '../../base/result.ts';
import { type Needs, needsAll } from '../index/needs.ts';
import { lineStart } from '../text/lines.ts';
import { type Find, linesFinder, type Match } from './broken-lines.ts';
import { type LineProgram, makeLineProgram, type TextProgram } from './line-program.ts';
import { type Folding, fixedRuns, needsOfLiteral } from './literal-needs.ts';
import { makeNeedsCheck, type NeedsCheck } from './needs-check.ts';
import { spellGroups } from './regex-cases.ts';
import { translateRegex } from './regex-dialect.ts';
import { needsOfRegex } from './regex-needs.ts';
import { describeRegexProblem } from './regex-problem.ts';
import {
  needsUnicode as holdsUnicode,
  isOfScripts,
  type ReadingOptions,
  readingsOf,
  WORD_CHARACTER,
} from './regex-readings.ts';
import { analyseRegex, type RegexSource } from './regex-source.ts';
import type { RegexToken } from './regex-tokens.ts';
import { smallLetters } from './small-letters.ts';
import { makeAnyCaseFinder, makeTextFinder, type TextFinder } from './text-check.ts';

// A hit is a line, as for grep: the line that a match starts in, counted once however many matches it holds.

/** Finds the hits of one query. */
export interface Matcher {
  /** False only when the file cannot hold a hit: a look at the bytes before they are decoded. */
  mayMatch(bytes: Buffer): boolean;
  /** What every text with a hit holds, for an index. */
  readonly needs: Needs;
  /** False only for a piece of a file that surely lacks what is needed; null when that is not looked for in pieces. */
  readonly mayHoldNeeds: NeedsCheck | null;
  /** How matching lines are told by their bytes; null when they are not. */
  readonly telling: TellingText | null;
  /** The first match in each matching line, in order; `bytes` are what the text was decoded from. */
  matches(text: string, bytes?: Buffer): Iterable<Match>;
  readonly isSensitive: boolean;
  /** Whether matching may take far longer than the text is long, so that it is to be watched over. */
  readonly needsGuard: boolean;
  /** What another thread makes the same matcher of. */
  readonly recipe: MatcherRecipe;
}

/** A query as it was written, and how it is meant. */
export interface MatcherRecipe {
  readonly kind: 'literal' | 'regex';
  readonly query: string;
  readonly options: MatchOptions;
}

/** A text of ASCII that stands in every matching line, to be looked for in bytes that are not UTF-16. */
export interface TellingText {
  readonly find: TextFinder;
  /** Whether a line that holds it matches; null where all do, at the place of the text. */
  readonly line: LineProgram | null;
  /** Whether to look for it tells as much as `mayMatch`. */
  readonly tellsAll: boolean;
  /** Whether it is all that is needed of a content, so that an index tells in which parts of it the lines stand. */
  readonly isAllNeeded: boolean;
}

/** How letters and word borders count. */
export interface MatchOptions {
  readonly case: 'smart' | 'sensitive' | 'insensitive';
  readonly word: boolean;
}

/**
 * Matches a text as it stands. Smart case: a capital in the query makes case count. A query beyond ASCII needs
 * the `u` flag for its other case. A line break matches that of any system: who copies lines from an answer has `\n`.
 */
export function literalMatcher(query: string, options: MatchOptions): Matcher {
  const isSensitive = options.case === 'sensitive' || (options.case === 'smart' && /\p{Lu}/u.test(query));
  const bytes = Buffer.from(query);
  // As Latin-1 the same text has other bytes, so that look is only for ASCII.
  const isOfAscii = bytes.length === query.length;
  const lines = query.includes('\n') ? query.split(/\r?\n/) : [query];
  const findBytes = isOfAscii && lines.length === 1 ? finderOf(bytes, isSensitive) : null;
  const flags = `g${isSensitive ? '' : 'i'}${isOfAscii ? '' : 'u'}`;
  const finderFor = (text: string): Find =>
    isSensitive ? literalFinder(text) : regexFinder(new RegExp(escapeRegex(text), flags));
  const makeFind = lines.length === 1 ? always(finderFor(query)) : linesFinder(lines, finderFor);
  const folding = { isSensitive, unicode: !isOfAscii };
  const needs = needsAll(lines.map((line) => needsOfLiteral(line, folding)));
  const mayHoldNeeds = makeNeedsCheck(needs, isSensitive);
  return {
    isSensitive,
    needsGuard: false,
    recipe: recipeOf('literal', query, options),
    needs,
    mayHoldNeeds,
    mayMatch: lines.length === 1 ? holdingCheck(findBytes) : (mayHoldNeeds ?? (() => true)),
    telling:
      findBytes === null || options.word
        ? null
        : { find: findBytes, line: null, tellsAll: true, isAllNeeded: isOnly(needs, query) },
    matches: (text) => firstOfLines(text, makeFind(), options.word),
  };
}

function always(find: Find): () => Find {
  return () => find;
}

/** The first match in each line, or the first that is a whole word. */
function* firstOfLines(text: string, find: Find, isWord: boolean): Generator<Match, undefined> {
  let from = 0;
  for (let match = find(text, from); match !== null; match = find(text, from)) {
    if (isWord && !isWholeWord(text, match)) {
      // Past the whole character: within a pair of surrogates a pattern with the `u` flag would step back.
      from = match.start + ((text.codePointAt(match.start) ?? 0) > 0xffff ? 2 : 1);
      continue;
    }
    yield match;
    from = lineEnd(text, match.start) + 1;
  }
}

function finderOf(text: Buffer, isSensitive: boolean): TextFinder {
  return isSensitive ? makeTextFinder(text) : makeAnyCaseFinder(text);
}

/** True for all where nothing is looked for. */
function holdingCheck(find: TextFinder | null): (content: Buffer) => boolean {
  return find === null ? () => true : (content) => find(content)(0) !== -1;
}

/**
 * Matches a regular expression line by line; the refusal is a text for the caller. `^` and `$` mean the line, as for
 * grep.
 */
export function regexMatcher(query: string, options: MatchOptions): Result<Matcher, string> {
  const translated = translateRegex(query);
  if (!translated.ok) return translated;
  const { asksInsensitive, hasUpperCase, hasLiteral } = translated.value;
  const source = analyseRegex(translated.value);
  if (source.tokens.filter(isOfScripts).length > SCRIPT_PIECES_MAX)
    return err(`the regular expression has more than ${SCRIPT_PIECES_MAX} classes and borders such as \\w and \\b`);
  const problem = describeRegexProblem(query, source.tokens);
  if (problem !== null) return err(problem);
  // As ripgrep has it: without a letter to go by, a class such as \p{Lu} is meant as it is.
  const isSmart = options.case === 'smart' && !asksInsensitive && (hasUpperCase || !hasLiteral);
  const isAsked = options.case === 'sensitive' && !asksInsensitive;
  const isSensitive = isSmart || isAsked;
  const spelled = source.hasModifier ? spellGroups(source.tokens, !isSensitive) : source.insensitive;
  if (source.hasModifier && spelled === null)
    return err('a reference back where case does not count is not taken beside a group with flags, such as (?i:…)');
  const tokens = (source.hasModifier || !isSensitive ? spelled : null) ?? source.tokens;
  const how = { isSensitive, isWord: options.word, ignoresCase: !isSensitive && spelled === null };
  return ok({ ...matcherOf(source, tokens, how), recipe: recipeOf('regex', query, options) });
}

/** Options may come as a part of something larger. */
function recipeOf(kind: MatcherRecipe['kind'], query: string, options: MatchOptions): MatcherRecipe {
  return { kind, query, options: { case: options.case, word: options.word } };
}

/** Pieces that Unicode says the meaning of: each is long where it is written out, and takes V8 a millisecond. */
const SCRIPT_PIECES_MAX = 100;

function matcherOf(
  source: RegexSource,
  tokens: readonly RegexToken[],
  { isSensitive, ...how }: ReadingOptions & { readonly isSensitive: boolean },
): Omit<Matcher, 'recipe'> {
  const { ignoresCase } = how;
  const readings = readingsOf(tokens, how);
  const { wantsReturn: keepsReturn, stepsOn } = source;
  const needsUnicode = holdsUnicode(tokens) || (ignoresCase && source.mayFoldToAscii);
  const line = makeLineProgram(readings, { ignoresCase, needsUnicode, keepsReturn, stepsOn });
  const isExact = isSensitive && !source.hasModifier;
  // What the flag for case does with letters beyond ASCII; where it is spelled out, letters have the two cases that they have.
  const folding = { isSensitive: isExact, unicode: ignoresCase || needsUnicode || source.hasModifier };
  const needs = needsOfRegex(source.tokens, folding);
  const required = requiredText(source, { ...folding, isSensitive });
  const find = required === null ? null : finderOf(Buffer.from(required), isSensitive);
  const isTelling = find !== null && required !== null && required.length >= TELLING_LENGTH;
  const mayHoldNeeds = makeNeedsCheck(needs, isExact);
  const tellsAll = isOnly(needs, required);
  return {
    isSensitive,
    needsGuard: !source.isPlain,
    needs,
    mayHoldNeeds,
    mayMatch: mayHoldNeeds ?? holdingCheck(find),
    telling: isTelling ? { find, line, tellsAll, isAllNeeded: tellsAll } : null,
    matches(text, bytes) {
      if (isSensitive && isTelling) return matchesHolding(text, required, line);
      return source.looksAround
        ? matchesLineByLine(text, line)
        : matchesInLines(
            text,
            line.within(() => isAscii(bytes ?? Buffer.from(text))),
          );
    },
  };
}

/** What every match holds, in any case where that does not count: the longest piece whose bytes are known; null for none. */
function requiredText({ requiredLiteral }: RegexSource, folding: Folding): string | null {
  if (requiredLiteral === null || folding.isSensitive) return requiredLiteral;
  const [longest = ''] = fixedRuns(requiredLiteral, folding).toSorted((a, b) => b.length - a.length);
  return longest === '' ? null : longest;
}

/** Whether a text, in any case, is all that is needed. */
function isOnly(needs: Needs, text: string | null): boolean {
  return text !== null && needs.type === 'text' && smallLetters(needs.bytes).equals(Buffer.from(text.toLowerCase()));
}

/** A text of so many characters stands in few lines of most texts, which are sooner found by it than by the pattern. */
const TELLING_LENGTH = 3;

/** Tries the lines that hold a text which every match holds. */
function* matchesHolding(text: string, required: string, line: LineProgram): Iterable<Match> {
  for (let at = text.indexOf(required); at !== -1; ) {
    const end = lineEnd(text, at);
    const match = matchAlone(text, { start: lineStart(text, at), end }, line);
    if (match !== null) yield match;
    at = text.indexOf(required, end + 1);
  }
}

/**
 * Runs over the whole text, which is fast, to find lines that may match, and tries each of these alone. Without
 * look-around a match within a line is also one within the text, so no line is missed.
 */
function* matchesInLines(text: string, line: TextProgram): Iterable<Match> {
  const { whole } = line;
  whole.lastIndex = 0;
  for (let found = whole.exec(text); found !== null; found = whole.exec(text)) {
    // What follows the last line break is no line.
    if (found.index >= text.length && (text === '' || text.endsWith('\n'))) return;
    const start = lineStart(text, found.index);
    const end = lineEnd(text, start);
    const match = matchAlone(text, { start, end }, line);
    if (match !== null) yield match;
    whole.lastIndex = end + 1;
    if (end >= text.length) return;
  }
}

/** Every line alone, for patterns that look around: in the whole text they would see the neighbouring lines. */
function* matchesLineByLine(text: string, line: LineProgram): Iterable<Match> {
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const match = matchAlone(text, { start, end }, line);
    if (match !== null) yield match;
    start = end + 1;
  }
}

/** The fastest way where case counts: `indexOf` needs no pattern. */
function literalFinder(query: string): Find {
  return (text, from) => {
    const start = from > text.length ? -1 : text.indexOf(query, from);
    return start === -1 ? null : { start, end: start + query.length };
  };
}

/** From a position on, by the pattern's own; the pattern must have the `g` flag. */
function regexFinder(regex: RegExp): Find {
  return (text, from) => {
    regex.lastIndex = from;
    const found = from > text.length ? null : regex.exec(text);
    return found === null ? null : { start: found.index, end: found.index + found[0].length };
  };
}

/** By letters of every script, as a pattern's whole words are. */
function isWholeWord(text: string, { start, end }: Match): boolean {
  // Two code units where the one before is the second of a character.
  const before = /[\udc00-\udfff]/.test(text.charAt(start - 1)) ? text.slice(start - 2, start) : text.charAt(start - 1);
  const after = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : '';
  return !WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after);
}

/** Position of the line break that ends the line, or the text's end. */
function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end;
}

/** The first match in one line. */
function matchAlone(text: string, place: Match, line: Pick<LineProgram, 'exec'>): Match | null {
  const found = line.exec(text.slice(place.start, place.end));
  if (found === null) return null;
  const start = place.start + found.index;
  return { start, end: start + found[0].length };
}

/** The text as a pattern that matches only it, also within a class; with the `u` flag no escape but these is valid. */
export function escapeRegex(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('-', '\\x2d')
    .replaceAll('\n', '\\n');
}
