import { err, ok, type Result } from '../../../base/result.ts';

/** Simple commands of one line, in order, as lists of words. */
export interface SplitCommand {
  readonly commands: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Commands of one call, and words of one of them. */
const COMMANDS_MAX = 20;
const WORDS_MAX = 200;

interface Splitting {
  readonly commands: string[][];
  readonly notes: Set<string>;
  word: string | null;
  at: number;
}

/**
 * Takes a command line apart as a shell would, without ever running one. What only a shell could work out
 * (substitutions, variables, pipes, redirections) is refused rather than guessed at. Source: POSIX, "Token Recognition".
 */
export function splitCommand(text: string): Result<SplitCommand, string> {
  const splitting: Splitting = { commands: [[]], notes: new Set(), word: null, at: 0 };
  const line = text.replace(/\r/g, '').replace(/^\s*(?:[$%]|>)\s+/, '');
  while (splitting.at < line.length) {
    const refusal = step(splitting, line);
    if (refusal !== null) return err(refusal);
  }
  endWord(splitting);
  const commands = splitting.commands.filter((words) => words.length > 0);
  if (commands.length > COMMANDS_MAX) return err(`more than ${COMMANDS_MAX} commands`);
  if (commands.some((words) => words.length > WORDS_MAX)) return err(`more than ${WORDS_MAX} words`);
  return ok({ commands, notes: [...splitting.notes] });
}

/** Takes what is next; a text says why it cannot be taken. */
function step(splitting: Splitting, line: string): string | null {
  const next = line[splitting.at] ?? '';
  if (next === "'" || next === '"') return takeQuoted(splitting, line, next);
  if (next === '\\') return takeEscape(splitting, line);
  if (next === '#' && splitting.word === null) return skipComment(splitting, line);
  if (/[ \t]/.test(next)) endWord(splitting);
  else if (next === '\n' || next === ';') endCommand(splitting);
  else if (line.startsWith('&&', splitting.at)) {
    endCommand(splitting);
    splitting.at += 1;
  } else {
    const refusal = refuseMark(splitting, line);
    if (refusal !== null) return refusal;
    splitting.word = (splitting.word ?? '') + next;
  }
  splitting.at += 1;
  return null;
}

function takeQuoted(splitting: Splitting, line: string, quote: string): string | null {
  const end = line.indexOf(quote, splitting.at + 1);
  if (end === -1) return `a quote (${quote}) is not closed`;
  const inner = line.slice(splitting.at + 1, end);
  if (quote === '"' && /`|\$[({A-Za-z_]/.test(inner)) return substitutionText();
  splitting.word = (splitting.word ?? '') + inner;
  splitting.at = end + 1;
  return null;
}

/** A backslash at a line's end joins the lines; elsewhere the next character stands for itself. */
function takeEscape(splitting: Splitting, line: string): null {
  const escaped = line[splitting.at + 1] ?? '';
  if (escaped !== '\n') splitting.word = (splitting.word ?? '') + escaped;
  splitting.at += 2;
  return null;
}

function skipComment(splitting: Splitting, line: string): null {
  const end = line.indexOf('\n', splitting.at);
  splitting.at = end === -1 ? line.length : end;
  return null;
}

/** Marks that only a shell gives a meaning to. `a>=1` is what people write where they mean a range. */
function refuseMark(splitting: Splitting, line: string): string | null {
  const rest = line.slice(splitting.at, splitting.at + 3);
  if (/^[<>]/.test(rest)) {
    const isRange =
      splitting.word !== null &&
      /^[A-Za-z@][\w.@/[\],-]*(?:[<>=!~].*)?$/.test(splitting.word) &&
      /^[<>]=?\d?/.test(rest) &&
      /^[<>]=?\s*\d/.test(line.slice(splitting.at));
    if (!isRange) return 'it redirects input or output: give the install command alone';
    splitting.notes.add('a shell takes an unquoted < or > for a redirection: quote the requirement before running it');
    return null;
  }
  if (rest.startsWith('|')) return 'it is a pipe or an alternative: give the install command alone';
  if (rest.startsWith('&')) return 'it runs something in the background: give the install command alone';
  if (/^(?:`|\$[({A-Za-z_])/.test(rest)) return substitutionText();
  return /^[()]/.test(rest) ? 'it groups commands: give the install command alone' : null;
}

function substitutionText(): string {
  return 'it has a variable or substitution, which nothing here works out: write the packages themselves';
}

function endWord(splitting: Splitting): void {
  if (splitting.word !== null) splitting.commands.at(-1)?.push(splitting.word);
  splitting.word = null;
}

function endCommand(splitting: Splitting): void {
  endWord(splitting);
  splitting.commands.push([]);
}
