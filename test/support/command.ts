import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineSettings } from './engine.ts';

/** What a run of the command printed and how it ended. */
export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON document on standard output; throws when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the documents as a script would
  json(): any;
}

/** Runs the real `portico` command against a data directory. */
export async function runCommand(
  dataDir: string,
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CommandRun> {
  const file = fileURLToPath(new URL('../../bin/portico.js', import.meta.url));
  const settings = await engineSettings(dataDir);
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...args, '--data-dir', dataDir],
      { env: { ...process.env, ...settings, ...options.env }, maxBuffer: 64 * 1_048_576 },
      (failure, stdout, stderr) => {
        const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : 1;
        resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) });
      },
    );
    child.stdin?.end(options.stdin ?? '');
  });
}
