import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signalServer } from './postgres-processes.ts';
import { isAlive, sendSignal } from './signal.ts';

// Started by postgres-cluster.ts with the cluster's folder. Waits until the one who started it closes our standard input
// or is gone, then ends the server, however it is (frozen too), and removes the folder.

const END_WITHIN_MS = 10_000;

const [folder = ''] = process.argv.slice(2);
process.stdin.resume().once('close', () => void end());

async function end(): Promise<void> {
  const pid = readServerPid();
  if (pid !== null) {
    signalServer(pid, 'SIGCONT');
    // Without a last checkpoint: nothing of it is wanted any more. It takes its shared memory along.
    sendSignal(pid, 'SIGQUIT');
    const givesUpAt = performance.now() + END_WITHIN_MS;
    while (isAlive(pid) && performance.now() < givesUpAt) await new Promise((resolve) => setTimeout(resolve, 10));
    if (isAlive(pid)) signalServer(pid, 'SIGKILL');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Null when it does not run. After a kill the number in the file may be another process by now. */
function readServerPid(): number | null {
  try {
    const [pid = '', data] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
    return data === join(folder, 'data') && isAlive(Number(pid)) && isOurs(pid) ? Number(pid) : null;
  } catch {
    return null;
  }
}

function isOurs(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    // No such file system here.
    return process.platform !== 'linux';
  }
}
