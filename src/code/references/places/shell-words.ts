import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Place } from '../reference.ts';
import { isSignedVariable } from './signed-names.ts';

/** What a word of a shell may hold beside the characters of a name: `build-all`, `build.sh` and `./build` are others. */
const WORD_CHARACTER = /[\w.:@+\-/%~$]/;

/** Whether a name is a whole word of a shell, as one has to be to call a function; `name=` gives a variable a value. */
export function isShellWord({ mask }: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): boolean {
  const next = mask().charAt(at + name.length);
  return !WORD_CHARACTER.test(mask().charAt(at - 1)) && !WORD_CHARACTER.test(next) && next !== '=';
}

/** What may stand between the beginning of a command and its name: words that begin one themselves, and values for it. */
const BEFORE_COMMAND =
  /^[ \t]*(?:(?:then|do|else|elif|if|while|until|time|eval|trap|coproc)[ \t]+|\w+\+?=(?:"[^"]*"|'[^']*'|[^\s"'])*[ \t]+)*$/;

/** Whether a name is the first word of a command: in a shell functions are called so. */
export function isShellCall(file: CodeFile, place: Pick<Place, 'at' | 'name'>): boolean {
  const mask = file.mask();
  const end = place.at + place.name.length;
  if (isSignedVariable(file, place.at) || !isShellWord(file, place)) return false;
  if (/^(?:=|\[|[ \t]*\(\))/.test(mask.slice(end, end + 80)) || isCasePattern(file, end)) return false;
  const ahead = mask.slice(Math.max(0, place.at - REFERENCE_LIMITS.nearCharactersMax), place.at);
  // A backslash at the end of a line carries the command on.
  const command = withoutRedirections(withoutExpansions(ahead.replaceAll('\\\n', '  ')));
  const start = command.search(/[^;&|({`!\n]*$/);
  const [sign, words] = [command.slice(Math.max(0, start - 2), start), command.slice(start)];
  // `>&name` is a file, `a=(name)` a list, `((name))` a sum, `{name,other}` two words.
  if (/(?:>&|[=(]\(|&>|>\|)$/.test(sign) || (sign.endsWith('{') && !/^\s/.test(words))) return false;
  return BEFORE_COMMAND.test(withoutPattern(file, words, place.at));
}

/** Expansions one in another: `${A:-${B:-$(c)}}`. */
const EXPANSIONS_DEEP = 4;
/** One that holds no other; in a string a filler stands for its sign. */
const EXPANSION = new RegExp(`(?<=[$${FILLER}])(?:\\{[^{}()\`\\n]*\\}|\\([^{}()\`\\n]*\\))`, 'g');

/** What stands before a name, each expansion that has ended there as one word: its signs begin no command. */
function withoutExpansions(ahead: string): string {
  let left = ahead;
  for (let depth = 0; depth < EXPANSIONS_DEEP; depth++)
    left = left.replace(EXPANSION, ({ length }) => 'x'.repeat(length));
  return left;
}

/** A redirection may stand before the command, too. Source: POSIX, "Shell Command Language", 2.9.1 Simple Commands. */
const REDIRECTION = /\d*(?:>>|>\||<>|[<>]&?)[ \t]*[^\s;&|<>(){}`]+(?=[ \t])/g;

function withoutRedirections(ahead: string): string {
  return ahead.replace(REDIRECTION, ({ length }) => ' '.repeat(length));
}

/** `name)` and `name|other)` of a `case`, from behind the name: no bracket is open that this one closes. */
function isCasePattern(file: CodeFile, end: number): boolean {
  const pattern = /^[^\s;()&]*\)/.exec(file.mask().slice(end, end + REFERENCE_LIMITS.nearCharactersMax));
  return pattern !== null && !isInBrackets(file, end);
}

/** What stands before a name in its command, the pattern of a `case` taken out. */
function withoutPattern(file: CodeFile, before: string, at: number): string {
  const pattern = /^[ \t]*(?:\\.|[^\s()\\])+\)/.exec(before)?.[0];
  if (pattern === undefined) return before;
  return isInBrackets(file, at - before.length + pattern.length - 1) ? before : before.slice(pattern.length);
}

function isInBrackets(file: CodeFile, at: number): boolean {
  return file.mask()[file.structure().around(at)] === '(';
}
