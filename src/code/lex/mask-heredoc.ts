import {
  codeBefore,
  fill,
  isGivenUp,
  type LexRule,
  LITERAL,
  lineEnd,
  type Masking,
  noteUnclosed,
  SPACE,
} from './masking.ts';

/** `<<~SQL`, `<<-SQL`, `<<SQL`, with or without quotes. Lower-case marks are possible, `class <<self` is none. */
const RUBY = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/y;
const SHELL = /<<(-?)[ \t]*\\?(["']?)([A-Za-z_][\w.-]*)\2/y;
const PHP = /<<<()[ \t]*(["']?)([A-Za-z_]\w*)\2(?=\r?\n)/y;

/**
 * Code in a text, up to its brace, where nothing in it could be taken for the beginning of a comment, and a literal is whole; in
 * PHP also `$name` and `$name->property`. Source: PHP manual, "Strings", "Variable parsing".
 */
export const RUBY_HOLE =
  /(?<!\\)#(\{(?:[^"'`{}#%<$/\\\n]|(?<!\?)"[^"{}#\\\n]{0,200}"|(?<!\?)'[^'{}#\\\n]{0,200}'|\{[^"'`{}#%<$/\\\n]{0,200}\}){1,300}\})/g;
const SHELL_HOLE = /(?<!\\)\$(\((?!\()[^"'`()#%<$\\\n]{1,300}\))/g;
const PHP_HOLE =
  /(\{\$(?:[^"'`{}#/\\\n]|"[^"{}$\\\n]{0,200}"|'[^'{}$\\\n]{0,200}'){1,300}\}|(?<=(?<!\\)(?:\\\\){0,8})\$[\p{L}_][\p{L}\p{N}_]*(?:->[\p{L}_][\p{L}\p{N}_]*)?)/gu;
const QUOTED = /"[^"]*"|'[^']*'/g;

/** How a language's heredocs look; `hole` is null where no code in them is read. */
interface Form {
  readonly opener: RegExp;
  readonly closer: RegExp;
  readonly hole: RegExp | null;
}

/** Ruby: the text begins on the next line, what follows the mark on its own line is code. */
export const rubyHeredoc: LexRule = (masking, at) => {
  const before = codeBefore(masking.text, at);
  // `a <<B` is more often a text than a shift, `a<<B` never; `:<<` is a symbol, behind `a: ` a text begins.
  if (/[\w)\]:]$/.test(masking.text[at - 1] ?? '') || /(?:\bclass|\bdef)$/.test(before)) return -1;
  return heredoc(masking, at, { opener: RUBY, closer: /^[ \t]*(\w+)[ \t]*$/, hole: RUBY_HOLE });
};

/** Shell: `<<<` is none, and what a quoted mark ends is not expanded. Source: POSIX, "Shell Command Language", 2.7.4. */
export const shellHeredoc: LexRule = (masking, at) => {
  if (masking.text[at + 2] === '<') return at + 3;
  const isQuoted = /^<<-?[ \t]{0,8}[\\"']/.test(masking.text.slice(at, at + 12));
  const hole = isQuoted ? null : SHELL_HOLE;
  return heredoc(masking, at, { opener: SHELL, closer: /^\t*([\w.-]+)$/, hole });
};

/** PHP: behind the mark at its end the statement goes on. */
export const phpHeredoc: LexRule = (masking, at) =>
  heredoc(masking, at, { opener: PHP, closer: /^[ \t]*(\w+)\b/, hole: PHP_HOLE });

/**
 * Masks the lines of a text up to its mark, ahead of the walk, which then passes over them. Several on one line follow
 * each other, so each begins behind the one before.
 */
function heredoc(masking: Masking, at: number, { opener, closer, hole }: Form): number {
  const { text, notes } = masking;
  opener.lastIndex = at;
  const match = opener.exec(text);
  if (match === null || isGivenUp(masking, opener)) return -1;
  const from = notes.heredocEnd > at ? notes.heredocEnd : lineEnd(text, at) + 1;
  const end = markEnd(text, from, match[3] ?? '', closer);
  if (end === -1) return noteUnclosed(masking, opener);
  // The mark at the end becomes blank: the line behind it must not look as if a literal went on.
  fill(masking, from, end - (match[3] ?? '').length, LITERAL);
  if (hole !== null && match[2] !== "'") openHoles(masking, from, end, hole);
  fill(masking, end - (match[3] ?? '').length, end, SPACE);
  notes.heredocEnd = Math.min(text.length, opener === PHP ? from : lineEnd(text, end) + 1);
  fill(
    masking,
    at + match[0].length - (match[3] ?? '').length - (match[2] ?? '').length,
    at + match[0].length,
    LITERAL,
  );
  return at + match[0].length;
}

/** Brings back the code in a text that is filled, with its braces and quotes, as in other literals. */
export function openHoles(masking: Masking, from: number, to: number, hole: RegExp): void {
  const { text, units } = masking;
  for (const match of text.slice(from, to).matchAll(hole)) {
    const code = match[1] ?? '';
    const start = from + match.index + match[0].length - code.length;
    for (let at = start; at < start + code.length; at += 1) units[at] = text.charCodeAt(at);
    for (const { 0: quoted, index } of code.matchAll(QUOTED))
      fill(masking, start + index + 1, start + index + quoted.length - 1, LITERAL);
  }
}

/** Offset beyond the mark that ends a text; -1 when no line has it. */
function markEnd(text: string, from: number, mark: string, closer: RegExp): number {
  for (let found = text.indexOf(mark, from); found !== -1; found = text.indexOf(mark, lineEnd(text, found))) {
    const start = text.lastIndexOf('\n', found) + 1;
    const line = text.slice(start, Math.min(lineEnd(text, found), found + mark.length + 80)).trimEnd();
    if (found - start < 400 && closer.exec(line)?.[1] === mark) return found + mark.length;
  }
  return -1;
}
