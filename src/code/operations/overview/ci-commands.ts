import { joinedLines } from '../../formats/lines.ts';

/** A command of a step of CI, as it is written. */
interface CiCommand {
  readonly command: string;
  readonly line: number;
  /** Where the step says that it runs; null for the top. */
  folder: string | null;
  /** Where `cd` led from there, `~` for somewhere; null for nowhere. */
  readonly move: string | null;
}

const FOLDER = /^(?:- )?working-directory:\s*["']?([^"'#]+?)["']?\s*(?:#.*)?$/;

/** A step as far as it has been read: its commands begin at `first`. */
interface CiStep {
  readonly first: number;
  folder: string | null;
}

/**
 * Commands of `run:` steps and of lists such as `script:` and `test_script:`, one line each or joined by backslashes. What spans lines otherwise, as
 * a folded block does, is left out.
 */
export function ciCommands(text: string): readonly CiCommand[] {
  const commands: CiCommand[] = [];
  let block: Block | null = null;
  let shell = NEW_SHELL;
  const defaults = makeDefaults();
  let step: CiStep = { first: 0, folder: null };
  for (const { inner, indent, line } of codeLines(text)) {
    block = openAt(block, indent);
    const isOutside = block === null || indent <= block.indent;
    if (isOutside && defaults.enter(inner, indent)) continue;
    step = enterLine(step, commands, isOutside ? inner : keyIn(block, inner));
    // What belongs to a key is indented further than the key, which may stand behind a dash.
    const read = readStep(inner, indent + (inner.startsWith('- ') ? 2 : 0), block);
    block = read.block;
    const command = unquote(read.command);
    shell = enterShell(read.isNew ? NEW_SHELL : shell, command);
    if (command !== '') commands.push({ command, line, folder: step.folder ?? defaults.folder(), move: shell.move });
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
      const folder = open === null ? undefined : FOLDER.exec(inner)?.[1];
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

/** A dash begins a step; the folder of a step may stand behind the commands that it is about. */
function enterLine(step: CiStep, commands: readonly CiCommand[], inner: string): CiStep {
  const entered = inner.startsWith('- ') ? { first: commands.length, folder: null } : step;
  const folder = FOLDER.exec(inner)?.[1];
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
  const bare = text.replace(/ #.*$/, '').trim();
  const quoted = /^(["'])(.*)\1$/.exec(bare);
  const command = (quoted?.[2] ?? bare).replace(/\s+/g, ' ').trim();
  // Half of a command is none.
  return command.length <= COMMAND_CHARACTERS_MAX ? command : '';
}

const COMMAND_CHARACTERS_MAX = 400;
