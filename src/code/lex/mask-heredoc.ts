import { codeBefore, fill, type LexRule, LITERAL, lineEnd, type Masking, SPACE } from './masking.ts';

/** Marks that turned out to have no end, after which no more are looked for: each costs a walk over the rest. */
const UNENDED_MAX = 16;

/** `<<~SQL`, `<<-SQL`, `<<SQL`, with or without quotes. Lower-case marks are possible, `class <<self` is none. */
const RUBY = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/y;
const SHELL = /<<(-?)[ \t]*\\?(["']?)([A-Za-z_][\w.-]*)\2/y;
const PHP = /<<<()[ \t]*(["']?)([A-Za-z_]\w*)\2(?=\r?\n)/y;

/** Ruby: the text begins on the next line, what follows the mark on its own line is code. */
export const rubyHeredoc: LexRule = (masking, at) => {
  const before = codeBefore(masking.text, at);
  // `a <<B` is more often a text than a shift, `a<<B` never; `:<<` is a symbol, behind `a: ` a text begins.
  if (/[\w)\]:]$/.test(masking.text[at - 1] ?? '') || /(?:\bclass|\bdef)$/.test(before)) return -1;
  return heredoc(masking, at, RUBY, /^[ \t]*(\w+)[ \t]*$/);
};

/** Shell: `<<<` is none. */
export const shellHeredoc: LexRule = (masking, at) =>
  masking.text[at + 2] === '<' ? at + 3 : heredoc(masking, at, SHELL, /^\t*([\w.-]+)$/);

/** PHP: behind the mark at its end the statement goes on. */
export const phpHeredoc: LexRule = (masking, at) => heredoc(masking, at, PHP, /^[ \t]*(\w+)\b/);

/**
 * Masks the lines of a text up to its mark, ahead of the walk, which then passes over them. Several on one line follow
 * each other, so each begins behind the one before.
 */
function heredoc(masking: Masking, at: number, opener: RegExp, closer: RegExp): number {
  const { text, hopeless } = masking;
  opener.lastIndex = at;
  const match = opener.exec(text);
  const unended = hopeless.get(UNENDED_MAX) ?? 0;
  if (match === null || unended >= UNENDED_MAX) return -1;
  const behind = hopeless.get(heredoc) ?? 0;
  const from = behind > at ? behind : lineEnd(text, at) + 1;
  const end = markEnd(text, from, match[3] ?? '', closer);
  if (end === -1) {
    hopeless.set(UNENDED_MAX, unended + 1);
    return -1;
  }
  // The mark at the end becomes blank: the line behind it must not look as if a literal went on.
  fill(masking, from, end - (match[3] ?? '').length, LITERAL);
  fill(masking, end - (match[3] ?? '').length, end, SPACE);
  hopeless.set(heredoc, Math.min(text.length, opener === PHP ? from : lineEnd(text, end) + 1));
  fill(
    masking,
    at + match[0].length - (match[3] ?? '').length - (match[2] ?? '').length,
    at + match[0].length,
    LITERAL,
  );
  return at + match[0].length;
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
