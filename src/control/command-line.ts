import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { COMMANDS, COMMON_OPTIONS, type Command, placeholderOf, SERVE_OPTIONS } from './commands.ts';
import { UsageError } from './protocol.ts';

/** A command line, understood. */
export type CommandLine =
  /** `words` is what the help was asked of; empty for all. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'serve';
      readonly dataDir: string | null;
      readonly roots: readonly string[];
      readonly port: string | null;
      readonly host: string | null;
      readonly workers: string | null;
    }
  | {
      readonly kind: 'operation';
      readonly command: Command;
      readonly arguments: Readonly<Record<string, string>>;
      readonly dataDir: string | null;
      readonly isJson: boolean;
    };

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/**
 * Reads the words after `portico`; relative paths are relative to `directory`. Throws `UsageError` with a text that
 * names what does not fit.
 */
export function readCommandLine(argv: readonly string[], directory: string): CommandLine {
  const [first = 'help'] = argv;
  if (first === 'help') return { kind: 'help', words: argv.slice(1) };
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help', words: leadingWords(argv) };
  if (first === '--version' || first === 'version') return { kind: 'version' };
  if (first === 'serve') return readServe(argv.slice(1));
  const command = COMMANDS.find(({ words }) => words.split(' ').every((word, at) => argv[at] === word));
  if (command === undefined) throw new UsageError(unknownCommand(leadingWords(argv)));
  const rest = argv.slice(command.words.split(' ').length);
  const { values, positionals } = parse(command.words, rest, command.options);
  return {
    kind: 'operation',
    command,
    arguments: { ...namedPositionals(command, positionals, directory), ...namedOptions(command, values) },
    dataDir: textOrNull(values, 'data-dir'),
    isJson: values.json === true,
  };
}

function leadingWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return end === -1 ? argv : argv.slice(0, end);
}

function unknownCommand([first = '', second]: readonly string[]): string {
  const group = COMMANDS.filter(({ words }) => words.startsWith(`${first} `)).map(({ words }) => words.split(' ')[1]);
  if (group.length === 0) {
    const firsts = new Set(['serve', ...COMMANDS.map(({ words }) => words.split(' ')[0])]);
    return `there is no command "${first}", only ${[...firsts].join(', ')}`;
  }
  const what = second === undefined ? `${first}: a second word is missing` : `there is no command "${first} ${second}"`;
  return `${what}; ${first} has ${group.join(', ')}`;
}

function readServe(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse('serve', argv, SERVE_OPTIONS);
  if (positionals.length > 0) throw new UsageError(`serve takes no "${positionals[0]}": name a root with --root DIR`);
  const roots = Array.isArray(values.root) ? values.root.map(String) : [];
  if (roots.includes('')) throw new UsageError('--root is empty');
  return {
    kind: 'serve',
    roots,
    dataDir: textOrNull(values, 'data-dir'),
    port: textOrNull(values, 'port'),
    host: textOrNull(values, 'host'),
    workers: textOrNull(values, 'workers'),
  };
}

function parse(
  words: string,
  argv: readonly string[],
  own: Command['options'],
): { readonly values: Values; readonly positionals: readonly string[] } {
  const options: Record<string, { type: 'string' | 'boolean'; multiple?: boolean }> = {};
  for (const [name, option] of Object.entries({ ...own, ...COMMON_OPTIONS })) {
    options[name] = { type: option.value === undefined ? 'boolean' : 'string', multiple: option.isRepeated === true };
  }
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (failure) {
    throw new UsageError(parseProblem(words, Object.keys(options), failure));
  }
}

/** What does not fit, in our words: Node's own speak to the programmer. */
function parseProblem(words: string, names: readonly string[], failure: unknown): string {
  const { code, message } = failure as { readonly code?: string; readonly message: string };
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return `${words} has no option ${option}, only ${names.map((name) => `--${name}`).join(', ')}`;
  }
  if (message.includes('does not take')) return `${option} takes no value`;
  return `${option} needs a value (one that begins with a dash is written ${option}=-…)`;
}

function namedPositionals(command: Command, given: readonly string[], directory: string): Record<string, string> {
  const named: Record<string, string> = {};
  command.positionals.forEach((positional, at) => {
    const text = given[at];
    if (text === undefined) throw new UsageError(`${command.words}: ${placeholderOf(positional)} is missing`);
    if (text === '') throw new UsageError(`${command.words}: ${placeholderOf(positional)} is empty`);
    named[positional.argument] = positional.isPath ? resolve(directory, text) : text;
  });
  const surplus = given[command.positionals.length];
  if (surplus !== undefined) throw new UsageError(`${command.words} takes no "${surplus}"`);
  return named;
}

function namedOptions(command: Command, values: Values): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    if (value === undefined && option.isRequired) throw new UsageError(`${command.words}: --${name} is missing`);
    if (typeof value === 'string') named[option.argument ?? camelCase(name)] = value;
    if (value === true && option.isSwitch) named[name] = 'yes';
  }
  return named;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Null when not given. An empty text is refused: it is what a script's unset variable leaves behind. */
function textOrNull(values: Values, name: string): string | null {
  const value = values[name];
  if (value === '') throw new UsageError(`--${name} is empty`);
  return typeof value === 'string' ? value : null;
}
