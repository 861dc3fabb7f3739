import type { Config } from './config.ts';
import { readCommandLine } from './control/command-line.ts';
import { usage } from './control/commands.ts';
import { printable } from './control/printable.ts';
import { UsageError } from './control/protocol.ts';
import { readVersion } from './version.ts';

type Operation = Extract<ReturnType<typeof readCommandLine>, { kind: 'operation' }>;
type Serve = Extract<ReturnType<typeof readCommandLine>, { kind: 'serve' }>;

/** The `portico` command. Ends the process: 0 done, 1 refused, 2 wrong use. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const line = readCommandLine(argv, process.cwd());
    if (line.kind === 'help') process.stdout.write(`${usage(line.words)}\n`);
    else if (line.kind === 'version') process.stdout.write(`${readVersion()}\n`);
    else if (line.kind === 'serve') await serve(line);
    else process.exitCode = await operate(line);
  } catch (failure) {
    process.exitCode = failure instanceof UsageError ? 2 : 1;
    const hint = failure instanceof UsageError ? '\nSee npx portico --help.' : '';
    tell(`${failure instanceof Error ? failure.message : String(failure)}${hint}`);
  }
}

/** A line for the operator, beside the result. */
function tell(text: string): void {
  process.stderr.write(`portico: ${printable(text)}\n`);
}

/** What the command line says wins over what the environment says. */
async function readSettings(over: Readonly<Record<string, string | null>>): Promise<Config> {
  const { readConfig } = await import('./config.ts');
  const given = Object.entries(over).filter((entry): entry is [string, string] => entry[1] !== null);
  return readConfig({ ...process.env, ...Object.fromEntries(given) }, process.cwd());
}

async function serve(line: Serve): Promise<void> {
  const { runService } = await import('./main.ts');
  const config = await readSettings({
    PORTICO_DATA_DIR: line.dataDir,
    PORTICO_PORT: line.port,
    PORTICO_HOST: line.host,
    PORTICO_WORKERS: line.workers,
  });
  await runService(config, line.roots, process.cwd());
}

async function operate(line: Operation): Promise<number> {
  const { operate: runOperation } = await import('./operate.ts');
  const { presentResult } = await import('./control/present.ts');
  const config = await readSettings({ PORTICO_DATA_DIR: line.dataDir });
  const input = line.command.stdin === undefined ? {} : { [line.command.stdin.argument]: await readStdin() };
  const answer = await runOperation({ config, tell }, line.command.operation, { ...line.arguments, ...input });
  if (!answer.ok) {
    tell(answer.message);
    return answer.kind === 'usage' ? 2 : 1;
  }
  process.stdout.write(`${line.isJson ? JSON.stringify(answer.result) : presentResult(line.command, answer.result)}\n`);
  return line.command.operation === 'doctor' && !isHealthy(answer.result) ? 1 : 0;
}

/** The first line of standard input: a credential that must be in no process list. At most 4 KiB. */
async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 4_096) throw new UsageError('standard input holds more than one key');
  }
  return text.trim();
}

function isHealthy(result: unknown): boolean {
  return Array.isArray(result) && result.every((check: { readonly ok?: unknown }) => check.ok === true);
}
