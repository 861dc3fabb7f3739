import { joinedLines } from '../../formats/lines.ts';
import { makeCheckouts } from './ci-checkouts.ts';
import { scalarOf } from './ci-scalar.ts';

/** A command of a step of CI, as it is written. */
interface CiCommand {
  readonly command: string;
  readonly line: number;
  /** Where the step says that it runs; null for the top. */
  folder: string | null;
  /** Where `cd` led from there, `~` for somewhere; null for nowhere. */
  readonly move: string | null;
}

const FOLDER = /^(?:- )?working-directory:(.*)$/;

/** The folder that a line names for a step or for all; undefined where it names none. */
function folderIn(inner: string): string | undefined {
  return scalarOf(FOLDER.exec(inner)?.[1] ?? '') || undefined;
}

/** A step as far as it has been read: its commands begin at `first`. */
interface CiStep {
  readonly first: number;
  readonly indent: number;
  folder: string | null;
  /** Whether it never runs. */
  readonly isOff: boolean;
}

/** A condition that nothing meets. Source: GitHub, "Workflow syntax", `if`. */
const OFF = /^(?:- )?if:\s*["']?(?:\$\{\{\s*)?false\b[\s}"']*(?:#.*)?$/;

/**
 * Commands of `run:` steps and of lists such as `script:` and `test_script:`, one line each or joined by backslashes. What spans lines otherwise, as
 * a folded block does, is left out.
 */
export function ciCommands(text: string): readonly CiCommand[] {
  const commands: CiCommand[] = [];
  let block: Block | null = null;
  let shell = NEW_SHELL;
  const defaults = makeDefaults();
  let step: CiStep = { first: 0, indent: 0, folder: null, isOff: false };
  const jobs = makeJobs();
  const checkouts = makeCheckouts();
  const input = makeInput();
  for (const { inner, indent, line } of codeLines(text)) {
    block = openAt(block, indent);
    const isOutside = block === null || indent <= block.indent;
    if (isOutside && defaults.enter(inner, indent)) continue;
    const key = isOutside ? inner : keyIn(block, inner);
    jobs.enter(key, indent, step);
    checkouts.enter(key);
    step = enterLine(step, commands, { inner: key, indent });
    const read = readStep(inner, keyIndent(inner, indent), block);
    block = read.block;
    const command = unquote(read.command);
    shell = enterShell(read.isNew ? NEW_SHELL : shell, command);
    const isGiven = input.enter(read.command, read.isNew || inner.startsWith('- '));
    if (command === '' || isGiven || jobs.isOff(step) || checkouts.isAway()) continue;
    commands.push({ command, line, folder: step.folder ?? defaults.folder(), move: shell.move });
  }
  return commands;
}

/** A line that is one, to YAML and to a shell: neither carries it on. */
const COMMENT = /^\s*#/;

/** Lines that say something, those that backslashes join as one. */
function* codeLines(
  text: string,
): Iterable<{ readonly inner: string; readonly indent: number; readonly line: number }> {
  for (const [raw, line] of joinedLines(text, COMMENT)) {
    const inner = raw.trimStart();
    if (inner !== '' && !inner.startsWith('#')) yield { inner, indent: raw.length - inner.length, line };
  }
}

/** Folders that `defaults:` names, for all steps of a job or of the file. */
function makeDefaults() {
  const known: { readonly indent: number; readonly folder: string }[] = [];
  let open: number | null = null;
  return {
    folder: (): string | null => known.at(-1)?.folder ?? null,
    /** Whether a line belongs to `defaults:`. A job is over where a line is less indented than its keys. */
    enter(inner: string, indent: number): boolean {
      while ((known.at(-1)?.indent ?? 0) > indent) known.pop();
      if (/^defaults:\s*(?:#.*)?$/.test(inner)) open = indent;
      else if (open !== null && indent <= open) open = null;
      const folder = open === null ? undefined : folderIn(inner);
      if (open !== null && folder !== undefined) known.push({ indent: open, folder });
      return open !== null;
    },
  };
}

/** The shell that runs the commands of a step, one after the other. */
interface Shell {
  readonly isNew: boolean;
  readonly move: string | null;
}

const NEW_SHELL: Shell = { isNew: true, move: null };
const MOVES = /(?:^|[\s;&|({])(?:cd|chdir|pushd|popd|Set-Location)(?:\s|;|$)/;

/**
 * The shell behind a command. A `cd` that a step begins with is believed; of others it would have to be known whether they
 * run, and in which shell.
 */
function enterShell({ isNew, move }: Shell, command: string): Shell {
  if (command === '') return { isNew, move };
  if (!MOVES.test(command)) return { isNew: false, move };
  return { isNew: false, move: isNew ? (/^cd\s+([^\s;&|]+)$/.exec(command)?.[1] ?? '~') : '~' };
}

/** Jobs that never run. */
function makeJobs() {
  let off: number | null = null;
  return {
    isOff: (step: CiStep): boolean => step.isOff || off !== null,
    enter(key: string, indent: number, step: CiStep): void {
      if (off !== null && indent < off) off = null;
      // What is not further indented than the steps is a key of the job.
      if (OFF.test(key) && !key.startsWith('- ') && indent <= step.indent) off = indent;
    },
  };
}

/** Lines that a program is given as its input or within quotes: none of them is a command, nor is half of one. */
function makeInput() {
  let state: ShellState = null;
  return {
    /** Whether a line is one of them; the commands of a step begin anew. */
    enter(command: string, isNew: boolean): boolean {
      const within = isNew ? null : state;
      state = stateBehind(within, command);
      return within !== null || (state !== null && 'quote' in state);
    },
  };
}

/** What the lines of a shell stand in: a text in quotes, or one that ends with a word on its own line; null for neither. */
type ShellState = { readonly quote: string } | { readonly end: string } | null;

const HEREDOC = /(?<!<)<<-?\s*(["'\\]?)([A-Za-z_]\w{0,60})\1/g;
/** Signs of one line that are looked at. */
const HEREDOCS_MAX = 8;

/** Source: POSIX, "Shell Command Language", "Quoting" and "Here-Document". */
function stateBehind(state: ShellState, line: string): ShellState {
  if (state !== null && 'end' in state) return line.trim() === state.end ? null : state;
  const { quote, code } = quoteBehind(state?.quote ?? null, line);
  if (quote !== null) return { quote };
  // `echo "a<<EOF"` writes the sign and begins none.
  const marks = [...code.matchAll(HEREDOC)].slice(0, HEREDOCS_MAX);
  const end = marks.find(({ index }) => quoteBehind(state?.quote ?? null, code.slice(0, index)).quote === null)?.[2];
  return end === undefined ? null : { end };
}

/** The quote that is open behind a line, and the line up to its comment, which a number sign in quotes does not begin. */
function quoteBehind(before: string | null, line: string): { readonly quote: string | null; readonly code: string } {
  let open = before;
  for (const { 0: sign, index } of line.matchAll(/\\[\s\S]|["']|(?<!\S)#/g)) {
    if (sign === '#') {
      if (open === null) return { quote: null, code: line.slice(0, index) };
    } else if (open === null) open = sign.length === 1 ? sign : null;
    // Within single quotes a backslash is one, and may stand before the quote that ends them.
    else if (sign === open || (open === "'" && sign === "\\'")) open = null;
  }
  return { quote: open, code: line };
}

/** A dash begins a step; the folder of a step may stand behind the commands that it is about. */
function enterLine(
  step: CiStep,
  commands: CiCommand[],
  { inner, indent }: { readonly inner: string; readonly indent: number },
): CiStep {
  const isNew = inner.startsWith('- ');
  const begun = isNew ? { first: commands.length, indent, folder: null, isOff: false } : step;
  const isOff = begun.isOff || (OFF.test(inner) && (isNew || indent > step.indent));
  if (isOff) commands.length = Math.min(commands.length, begun.first);
  const entered = { ...begun, isOff };
  const folder = folderIn(inner);
  if (folder === undefined) return entered;
  for (const command of commands.slice(entered.first)) command.folder = folder;
  return { ...entered, folder };
}

interface ReadStep {
  /** The command that a line gives, or empty. */
  readonly command: string;
  /** The step whose commands stand below the line. */
  readonly block: Block | null;
  /** Whether the line begins the commands of a step, which one shell runs. */
  readonly isNew: boolean;
}

/** What stands below a step: the lines of one text, or a list, or keys of its own. */
interface Block {
  readonly indent: number;
  readonly isText: boolean;
  /** The step that has it as one of its keys. */
  readonly outer: Block | null;
}

const STEP = /^(?:- )?(?:run|(?:before_|test_|build_)?script):\s*(.*)$/;
/** Keys of a step that is a map, of which one holds the command. Source: CircleCI, "Configuration reference", "run". */
const COMMAND = /^command:\s*(.*)$/;
const KEY = /^[\w-]+:(?:\s|$)/;

/** A text that is the value of a key ends where the next key begins. */
function openAt(block: Block | null, indent: number): Block | null {
  return block !== null && block.outer !== null && indent <= block.indent ? block.outer : block;
}

/** A key of a step, named as GitHub does: CircleCI has an underscore in it, and says it of jobs as well, where it is passed over. */
function keyIn(block: Block | null, inner: string): string {
  return isKeyOf(block, inner) ? inner.replace(/^working_d/, 'working-d') : '';
}

function isKeyOf(block: Block | null, inner: string): boolean {
  return block !== null && !block.isText && KEY.test(inner);
}

/** What belongs to a key is indented further than the key, which may stand behind a dash. */
function keyIndent(inner: string, indent: number): number {
  return indent + (inner.startsWith('- ') ? 2 : 0);
}

function readStep(inner: string, indent: number, block: Block | null): ReadStep {
  const isInside = block !== null && (indent > block.indent || inner.startsWith('- '));
  const isKey = isInside && isKeyOf(block, inner);
  const step = STEP.exec(inner)?.[1] ?? (isKey ? COMMAND.exec(inner)?.[1] : undefined);
  if (step !== undefined) return beginStep(step, indent, isKey ? block : null);
  const command = isInside && !isKey ? inner.replace(/^- /, '') : '';
  return { command, block: isInside ? block : null, isNew: false };
}

function beginStep(step: string, indent: number, outer: Block | null): ReadStep {
  if (/^>/.test(step)) return { command: '', block: null, isNew: true };
  const isBlock = /^(?:\|[+-]?)?$/.test(step);
  const block = isBlock ? { indent, isText: step !== '', outer } : outer;
  return { command: isBlock ? '' : step, block, isNew: true };
}

function unquote(text: string): string {
  const command = scalarOf(text).replace(/\s+/g, ' ').trim();
  // Half of a command is none.
  return command.length <= COMMAND_CHARACTERS_MAX ? command : '';
}

const COMMAND_CHARACTERS_MAX = 400;
