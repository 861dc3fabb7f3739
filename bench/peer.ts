import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromServer } from './servers/serve.ts';

/** A server of the benchmark in a process of its own. */
export interface Peer {
  readonly url: string;
  readonly token: string;
  /** Processor time of the whole process so far, in microseconds. */
  cpuMicros(): Promise<number>;
  stop(): void;
}

/** Starts one of `bench/servers`. */
export async function startPeer(file: string, args: readonly string[]): Promise<Peer> {
  const child = fork(fileURLToPath(new URL(`servers/${file}.ts`, import.meta.url)), [...args], { silent: true });
  const ended = new Promise<never>((_, reject) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    child.once('exit', (code) => reject(new Error(`${file} ${args.at(-1)} ended with ${code}: ${text.slice(-800)}`)));
  });
  ended.catch(() => {});
  const next = async (): Promise<FromServer> => (await Promise.race([once(child, 'message'), ended]))[0];
  const at = await next();
  if (!('url' in at)) throw new Error(`${file} did not say where it is`);
  return {
    url: at.url,
    token: at.token ?? 'none',
    async cpuMicros() {
      child.send('cpu');
      const told = await next();
      if (!('cpuMicros' in told)) throw new Error(`${file} did not tell its processor time`);
      return told.cpuMicros;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
