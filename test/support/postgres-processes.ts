import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sendSignal } from './signal.ts';

/**
 * Sends a signal to a PostgreSQL server and to all of its processes (they are its children, each in a group of its own).
 * The server first, so that it starts no other meanwhile; when thawed it comes last, so that it misses no child.
 */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  const family = [pid, ...childrenOf(pid)];
  if (signal === 'SIGCONT') family.reverse();
  if (signal === 'SIGSTOP' || signal === 'SIGKILL') sendSignal(pid, 'SIGSTOP');
  // Asked again: one may have been started between the question and the stop.
  for (const member of new Set([...family, ...childrenOf(pid)])) sendSignal(member, signal);
}

function childrenOf(pid: number): number[] {
  const all = existsSync('/proc/self/stat') ? readProc() : readPs();
  return all.filter(({ parent }) => parent === pid).map((found) => found.pid);
}

interface Found {
  readonly pid: number;
  readonly parent: number;
}

function readProc(): Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        // The name of the program, in parentheses, may hold spaces; state and parent come after it.
        const parent = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
        return { pid: Number(name), parent: Number(parent) };
      } catch {
        return { pid: Number(name), parent: 0 };
      }
    });
}

function readPs(): Found[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid: pid ?? 0, parent: parent ?? 0 };
  });
}
