import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { MINUTE_MS } from '../../src/base/units.ts';

/** How a client's program ended and what it showed. */
export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a program runs and what it may know. */
export interface ProgramPlace {
  /** Its home, empty before: no program may find a configuration of the person who runs the tests. */
  readonly home: string;
  /** Its working directory; the home when left out. */
  readonly cwd?: string;
  /** Variables beside PATH and HOME, which are all that it has otherwise. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A hung client must not hang whoever waits for it. */
const DEADLINE_MS = MINUTE_MS;

/** For programs that would else ask hosts of the internet: all but loopback goes through a proxy that is not there. */
export const NO_NETWORK = { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' };

/** The environment of a client: its own home, the Node that runs this, and nothing of the person's. */
export function programEnv({ home, env }: ProgramPlace): Record<string, string> {
  return { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, USERPROFILE: home, NO_COLOR: '1', ...env };
}

/** Runs a JavaScript program of a client with Node and gives what it showed, whatever its exit code. */
export function runProgram(file: string, args: readonly string[], place: ProgramPlace): Promise<ProgramRun> {
  const options = { env: programEnv(place), cwd: place.cwd ?? place.home, timeout: DEADLINE_MS, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], options, (failure, stdout, stderr) => {
      const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : 1;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}
