import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MIB, SECOND_MS } from '../../base/units.ts';
import { compileCacheEnvironment } from '../process/compile-cache.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { type LauncherAddress, socketOf } from '../source/git-launcher.ts';

/** Memory of this process from which on to start another one takes longer than to ask for it. */
const LAUNCH_FROM_BYTES = 120 * MIB;

/** After an end of a launcher, or a start that failed, the next one is started no sooner; each time twice as late. */
const RETRY_MS = 30 * SECOND_MS;
const RETRY_TIMES_MAX = 64;

/** The system knows sockets by no longer paths. */
const PATH_BYTES_MAX = 100;

/** It holds connections and starts processes, for which a small heap suffices. */
const LAUNCHER_FLAGS = ['--max-old-space-size=24', '--max-semi-space-size=1', '--v8-pool-size=0'];

/** Starts the launcher when it is worth it. */
export interface GitLauncherHost {
  readonly address: LauncherAddress;
  /** Bytes that this process holds now. */
  look(bytes: number): void;
  /** Ends the launcher, and all git that it has started. */
  close(): void;
}

/**
 * Makes the host of launchers that have not been started; they end with this process. Each has its own folder below the
 * one for temporary files, which nobody else may enter. Where there can be none, git is started directly.
 */
export function makeGitLauncherHost(temporaryFolder: string): GitLauncherHost {
  const base = join(temporaryFolder, `portico-${randomBytes(12).toString('hex')}`);
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const address: LauncherAddress = { base, current };
  let launcher: { readonly process: ChildProcess; isUp: boolean } | null = null;
  let number = 0;
  let retryTimes = 1;
  let retryAtMs = isPossible(address) ? 0 : Number.POSITIVE_INFINITY;

  function start(): void {
    number += 1;
    const own = number;
    const folder = `${base}-${own}`;
    try {
      mkdirSync(folder, { mode: 0o700 });
      launcher = { process: forkLauncher(socketOf(address, own)), isUp: false };
    } catch {
      // No place for it, or no process: both may pass.
      ended(folder);
      return;
    }
    const started = launcher;
    started.process.once('message', () => {
      started.isUp = true;
      Atomics.store(current, 0, own);
    });
    for (const event of ['error', 'exit'])
      started.process.once(event, () => {
        if (launcher === started) ended(folder);
      });
  }

  function ended(folder: string): void {
    launcher = null;
    Atomics.store(current, 0, 0);
    rmSync(folder, { recursive: true, force: true });
    retryAtMs = performance.now() + retryTimes * RETRY_MS;
    retryTimes = Math.min(2 * retryTimes, RETRY_TIMES_MAX);
  }

  return {
    address,
    look(bytes) {
      // A thread has given it up, since it did not answer.
      if (launcher?.isUp === true && Atomics.load(current, 0) === 0) launcher.process.kill('SIGKILL');
      else if (launcher === null && bytes > LAUNCH_FROM_BYTES && performance.now() > retryAtMs) start();
    },
    close() {
      retryAtMs = Number.POSITIVE_INFINITY;
      Atomics.store(current, 0, 0);
      if (launcher?.process.connected === true) launcher.process.disconnect();
    },
  };
}

function isPossible(address: LauncherAddress): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(socketOf(address, 10_000)) <= PATH_BYTES_MAX;
}

function forkLauncher(path: string): ChildProcess {
  const started = fork(siblingModule(import.meta.url, '../source/git-launcher-process'), [path], {
    execArgv: LAUNCHER_FLAGS,
    env: compileCacheEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It is no reason to stay alive.
  started.unref();
  started.channel?.unref();
  return started;
}
