/** One option of a command. */
interface Option {
  /** Placeholder of its value in the help; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  readonly isRequired?: true;
  /** May be given several times. */
  readonly isRepeated?: true;
  /** A switch that is an argument, `yes` when it is given. */
  readonly isSwitch?: true;
  /** Name of the operation's argument; the option's own name in camel case when absent. */
  readonly argument?: string;
}

/** A word that follows a command's own words. */
interface Positional {
  /** Name of the operation's argument; in capitals the placeholder of the help unless that has another. */
  readonly argument: string;
  readonly placeholder?: string;
  /** A path on this machine: a relative one is relative to where the command was typed. */
  readonly isPath?: true;
}

/** One command of `portico`: its words, what follows them, and the operation that it asks for. */
export interface Command {
  readonly words: string;
  readonly operation: string;
  readonly positionals: readonly Positional[];
  readonly options: Readonly<Record<string, Option>>;
  readonly help: string;
  /** An argument that is read from standard input, so that it is in no process list. */
  readonly stdin?: { readonly option: string; readonly argument: string };
}

const keyOptions = {
  expires: { value: 'ISO|30d', help: 'when the key ends' },
  'monthly-cap': { value: 'N', help: 'calls a month' },
  tools: { value: 'a,b', help: 'only these tools (plans pro and max)' },
} as const;

/** Every command but `serve`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'account create',
    operation: 'account.create',
    positionals: [],
    options: {
      email: { value: 'E', help: 'e-mail address', isRequired: true },
      plan: { value: 'P', help: 'free, pro or max (free)' },
    },
    help: 'make an account',
  },
  {
    words: 'account list',
    operation: 'account.list',
    positionals: [],
    options: {},
    help: 'all accounts with their usage',
  },
  {
    words: 'account show',
    operation: 'account.show',
    positionals: [{ argument: 'email' }],
    options: {},
    help: 'one account',
  },
  {
    words: 'account set-plan',
    operation: 'account.set-plan',
    positionals: [{ argument: 'email' }, { argument: 'plan' }],
    options: {},
    help: 'change the plan; acts on the next request',
  },
  {
    words: 'key create',
    operation: 'key.create',
    positionals: [],
    options: {
      account: { value: 'E', help: 'e-mail address of the owner', isRequired: true },
      name: { value: 'N', help: 'what the key is for', isRequired: true },
      environment: { value: 'T', help: 'environment tag of the prefix' },
      ...keyOptions,
    },
    help: 'make an API key; it is shown once',
  },
  {
    words: 'key update',
    operation: 'key.update',
    positionals: [{ argument: 'prefix' }],
    options: {
      name: { value: 'N', help: 'what the key is for' },
      expires: { value: 'ISO|30d|never', help: 'when the key ends' },
      'monthly-cap': { value: 'N|none', help: 'calls a month' },
      tools: { value: 'a,b|all', help: 'the tools that it may call' },
    },
    help: 'change a key; acts on the next request',
  },
  {
    words: 'key rotate',
    operation: 'key.rotate',
    positionals: [{ argument: 'prefix' }],
    options: { overlap: { value: '24h', help: 'how long the old secret stays good (not at all; at most 7d)' } },
    help: 'give a key a new secret; it is shown once',
  },
  {
    words: 'key revoke',
    operation: 'key.revoke',
    positionals: [{ argument: 'prefix' }],
    options: {},
    help: 'end a key at once',
  },
  {
    words: 'key list',
    operation: 'key.list',
    positionals: [],
    options: { account: { value: 'E', help: 'only the keys of this account' } },
    help: 'keys with their status, never their secrets',
  },
  {
    words: 'key import',
    operation: 'key.import',
    positionals: [],
    options: {
      account: { value: 'E', help: 'e-mail address of the owner', isRequired: true },
      name: { value: 'N', help: 'what the key is for', isRequired: true },
      'legacy-stdin': { help: 'read the mcp_sk_… key from standard input', isRequired: true },
    },
    stdin: { option: 'legacy-stdin', argument: 'token' },
    help: 'take over an older key',
  },
  {
    words: 'project list',
    operation: 'project.list',
    positionals: [],
    options: {},
    help: 'the repositories that are served',
  },
  {
    words: 'project add',
    operation: 'project.add',
    positionals: [{ argument: 'location', placeholder: 'PATH', isPath: true }],
    options: { name: { value: 'N', help: "the project's name (from the folder's name)" } },
    help: 'serve a local repository or folder',
  },
  {
    words: 'project remove',
    operation: 'project.remove',
    positionals: [{ argument: 'name' }],
    options: {},
    help: 'stop serving one',
  },
  { words: 'doctor', operation: 'doctor', positionals: [], options: {}, help: 'check the installation' },
  {
    words: 'migrate',
    operation: 'migrate',
    positionals: [],
    options: {},
    help: 'bring the storage up to date, as every start does',
  },
  {
    words: 'backup',
    operation: 'backup',
    positionals: [{ argument: 'file', isPath: true }],
    options: { force: { help: 'overwrite the file', isSwitch: true } },
    help: 'write all that is stored into a file; also while the service runs',
  },
  {
    words: 'restore',
    operation: 'restore',
    positionals: [{ argument: 'file', isPath: true }],
    options: {},
    help: 'read a backup into an empty storage of either engine; no service may run on it',
  },
  {
    words: 'copy',
    operation: 'copy',
    positionals: [],
    options: {
      to: {
        value: 'URL',
        help: 'an empty PostgreSQL database (postgres://…), or a new data directory',
        isRequired: true,
      },
    },
    help: 'copy the storage to another engine; stopped halfway it goes on when called again',
  },
];

/** Options of `portico serve`. */
export const SERVE_OPTIONS: Readonly<Record<string, Option>> = {
  root: { value: 'DIR', help: 'a repository or folder to serve (PORTICO_ROOTS)', isRepeated: true },
  port: { value: 'N', help: 'port (PORTICO_PORT, 3900)' },
  host: { value: 'H', help: 'address (PORTICO_HOST, 127.0.0.1)' },
  workers: { value: 'N', help: 'processes that serve (PORTICO_WORKERS, 1)' },
};

/** The one command that is no operation: it becomes the service. */
const SERVE = { words: 'serve', positionals: [], options: SERVE_OPTIONS, help: 'run the service' } as const;

/** Options that every command has. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  'data-dir': { value: 'D', help: 'data directory (PORTICO_DATA_DIR, .portico)' },
  json: { help: 'one JSON document on standard output' },
  help: { help: 'this text' },
};

/** The help, made from the tables: of every command, or of those that begin with `words`; one alone with its options. */
export function usage(words: readonly string[] = []): string {
  const all = [SERVE, ...COMMANDS];
  const found = all.filter((command) => words.every((word, at) => command.words.split(' ')[at] === word));
  const shown = found.length === 0 ? all : found;
  const calls = shown.map((command) => `  portico ${callText(command)}\n      ${command.help}`);
  const [only] = shown;
  const options = shown.length === 1 && only !== undefined ? optionRows({ ...only.options, ...COMMON_OPTIONS }) : [];
  const common = `Every command: ${optionsText(COMMON_OPTIONS)}`;
  return [
    'Usage:',
    ...calls,
    ...(options.length === 0 ? [common] : options),
    'Exit 0 done, 1 refused, 2 wrong use.',
  ].join('\n');
}

/** Placeholder of a positional, as the help and refusals show it. */
export function placeholderOf({ argument, placeholder }: Positional): string {
  return placeholder ?? argument.toUpperCase();
}

function callText({ words, positionals, options }: Pick<Command, 'words' | 'positionals' | 'options'>): string {
  return [words, positionals.map(placeholderOf).join(' '), optionsText(options)].filter(Boolean).join(' ');
}

function optionRows(options: Readonly<Record<string, Option>>): readonly string[] {
  const rows = Object.entries(options).map(([name, { value, help }]) => [`--${name} ${value ?? ''}`.trim(), help]);
  const width = Math.max(...rows.map(([call = '']) => call.length));
  return rows.map(([call = '', help]) => `  ${call.padEnd(width)}  ${help}`);
}

function optionsText(options: Readonly<Record<string, Option>>): string {
  return Object.entries(options)
    .map(([name, { value, isRequired, isRepeated }]) => {
      const text = value === undefined ? `--${name}` : `--${name} ${value}`;
      return (isRequired ? text : `[${text}]`) + (isRepeated ? '…' : '');
    })
    .join(' ');
}
