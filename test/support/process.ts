import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { engineSettings } from './engine.ts';

/** The real service as a process of its own, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string;
  /** The key that the first start printed; null at later starts. */
  readonly firstKey: string | null;
  readonly pid: number;
  /** Everything on standard output and standard error so far. */
  output(): string;
  /** Ends it with a signal and waits for the end; gives the exit code (null after a kill). */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `portico serve` on a free port and waits until it says that it is ready. */
export async function startServiceProcess(options: {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: string;
}): Promise<ServiceProcess> {
  const file = new URL('../../bin/portico.js', import.meta.url).pathname;
  const settings = await engineSettings(options.dataDir);
  const child = spawn(
    process.execPath,
    [file, 'serve', '--port', '0', '--data-dir', options.dataDir, ...(options.args ?? [])],
    {
      env: { ...process.env, ...settings, ...options.env },
      cwd: options.directory ?? process.cwd(),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const text = { all: '' };
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: string): void => {
      text.all += chunk;
      const found = /endpoint {2}(\S+)\/mcp\n[\s\S]*\n {2}key /.exec(text.all)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${text.all}`)));
    child.once('error', reject);
  });
  return {
    url,
    firstKey: /key {7}(mcp_\S+)/.exec(text.all)?.[1] ?? null,
    pid: child.pid ?? 0,
    output: () => text.all,
    stop: (signal) => stop(child, signal),
  };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
