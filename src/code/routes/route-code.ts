import type { Language } from '../lex/languages.ts';
import { maskCode } from '../lex/mask.ts';
import { indexAt } from '../lex/pairs.ts';
import { rulesOf } from '../lex/rules-of.ts';

/** A route that a file declares in a literal text. */
export interface Route {
  /** In capitals; `ANY` for every method. */
  readonly method: string;
  /**
   * As written; what other functions and files put before it is not added, the literal prefix of a class or a router of Python,
   * what its own file takes a router of a script in below, and literal groups are.
   */
  readonly path: string;
  readonly framework: string;
  readonly file: string;
  readonly line: number;
}

/** A text and its mask, in which only code is left. */
export interface Code {
  readonly file: string;
  readonly text: string;
  readonly mask: string;
  /** Line (1-based) of a position, asked for in any order. */
  lineAt(position: number): number;
}

/** A text with its mask; where its lines begin is found once, however many routes ask for theirs. */
export function makeCode(file: string, text: string, mask: string): Code {
  let starts: Int32Array | null = null;
  return {
    file,
    text,
    mask,
    lineAt(position) {
      starts ??= Int32Array.from([0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]);
      return indexAt(starts, position) + 1;
    },
  };
}

/** A program with its mask; ends of lines are `\n` alone, so that no pattern has to know of others. */
export function readCode(file: string, written: string, language: Language): Code {
  const text = written.replaceAll('\r\n', '\n');
  return makeCode(file, text, maskCode(text, rulesOf(language)));
}

/** Matches that begin in code, not in a comment or a text. */
export function* codeMatches({ text, mask }: Code, pattern: RegExp): Generator<RegExpExecArray> {
  for (const match of text.matchAll(pattern)) {
    const first = match.index + (match[0].length - match[0].trimStart().length);
    if (mask.charAt(first) === text.charAt(first)) yield match;
  }
}

/** Line (1-based) of the first sign of a match that is no white space. */
export function lineOf(code: Code, match: RegExpExecArray): number {
  return code.lineAt(match.index + (match[0].length - match[0].trimStart().length));
}

/** First groups of all matches. */
export function namesBy(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

/** A path behind the prefix of a class or a router, with one slash between them. */
export function joinPaths(prefix: string, path: string): string {
  if (prefix === '') return path === '' ? '/' : path;
  return path === '' ? prefix : `${prefix.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}
