import { parseArgs } from 'node:util';
import { COMMANDS, COMMON_OPTIONS, type Command, SERVE_OPTIONS } from './commands.ts';
import { UsageError } from './protocol.ts';

/** A command line, understood. */
export type CommandLine =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'serve';
      readonly dataDir: string | null;
      readonly roots: readonly string[];
      readonly port: string | null;
      readonly host: string | null;
    }
  | {
      readonly kind: 'operation';
      readonly command: Command;
      readonly arguments: Readonly<Record<string, string>>;
      readonly dataDir: string | null;
      readonly isJson: boolean;
    };

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** Reads the words after `portico`. Throws `UsageError` with a text that names what does not fit. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const [first = 'help'] = argv;
  if (first === 'help' || argv.includes('--help')) return { kind: 'help' };
  if (first === 'serve') return readServe(argv.slice(1));
  const command = COMMANDS.find(({ words }) => words.split(' ').every((word, at) => argv[at] === word));
  if (command === undefined) throw new UsageError(`portico has no command "${argv.slice(0, 2).join(' ')}"`);
  const { values, positionals } = parse(argv.slice(command.words.split(' ').length), command.options);
  return {
    kind: 'operation',
    command,
    arguments: { ...namedPositionals(command, positionals), ...namedOptions(command, values) },
    dataDir: textOrNull(values['data-dir']),
    isJson: values.json === true,
  };
}

function readServe(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv, SERVE_OPTIONS);
  if (positionals.length > 0) throw new UsageError(`serve takes no "${positionals[0]}": name a root with --root DIR`);
  const roots = Array.isArray(values.root) ? values.root.map(String) : [];
  return {
    kind: 'serve',
    roots,
    dataDir: textOrNull(values['data-dir']),
    port: textOrNull(values.port),
    host: textOrNull(values.host),
  };
}

function parse(
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
    throw new UsageError(failure instanceof Error ? failure.message : String(failure));
  }
}

function namedPositionals(command: Command, given: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  command.positionals.forEach((name, at) => {
    const text = given[at];
    if (text === undefined) throw new UsageError(`${command.words}: ${name.toUpperCase()} is missing`);
    named[name] = text;
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
  }
  return named;
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function textOrNull(value: Values[string]): string | null {
  return typeof value === 'string' ? value : null;
}
