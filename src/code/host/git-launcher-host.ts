import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIB, SECOND_MS } from '../../base/units.ts';
import type { LauncherPlace } from '../source/git-launcher.ts';
import { siblingModule } from './sibling-module.ts';

/** Memory of this process from which on to start another one takes longer than to ask for it. */
const LAUNCH_FROM_BYTES = 120 * MIB;

/** After an end of the launcher the next one is started no sooner. */
const RETRY_MS = 30 * SECOND_MS;

/** It holds connections and starts processes, for which a small heap suffices. */
const LAUNCHER_FLAGS = ['--max-old-space-size=24', '--max-semi-space-size=1', '--v8-pool-size=0'];

/** Starts the launcher when it is worth it. */
export interface GitLauncherHost {
  readonly place: LauncherPlace;
  /** Bytes that this process holds now. */
  look(bytes: number): void;
  /** Ends the launcher, and all git that it has started. */
  close(): void;
}

/** Makes the host of a launcher that has not been started. It ends with this process. */
export function makeGitLauncherHost(): GitLauncherHost {
  const path = join(tmpdir(), `portico-${randomBytes(12).toString('hex')}`, 'git');
  const isUp = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let launcher: ChildProcess | null = null;
  let retryAtMs = process.platform === 'win32' ? Number.POSITIVE_INFINITY : 0;

  function start(): void {
    retryAtMs = Number.POSITIVE_INFINITY;
    const started = fork(siblingModule(import.meta.url, '../source/git-launcher-process'), [path], {
      execArgv: LAUNCHER_FLAGS,
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    launcher = started;
    started.once('message', () => Atomics.store(isUp, 0, 1));
    started.once('error', () => undefined);
    started.once('exit', () => {
      Atomics.store(isUp, 0, 0);
      retryAtMs = performance.now() + RETRY_MS;
    });
    // It is no reason to stay alive.
    started.unref();
    started.channel?.unref();
  }

  return {
    place: { path, isUp },
    look(bytes) {
      if (bytes > LAUNCH_FROM_BYTES && performance.now() > retryAtMs) start();
    },
    close() {
      Atomics.store(isUp, 0, 0);
      if (launcher?.connected === true) launcher.disconnect();
    },
  };
}
