import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { KIB } from '../../base/units.ts';
import { GIT_ENVIRONMENT, GIT_SETTINGS } from './git-command.ts';
import type { LaunchRequest } from './git-launcher.ts';

// The entry of the launcher: a small process that starts git for a large one. See git-launcher.ts.

/** Longest first line of a connection. */
const LINE_BYTES_MAX = 256 * KIB;

const [, , path = ''] = process.argv;
const running = new Set<ChildProcess>();
/** Connections of runs of which the other one has not come yet. */
const datas = new Map<string, Socket>();
const controls = new Map<string, { readonly control: Socket; readonly request: LaunchRequest }>();

// Nobody else may speak to it: the folder is made for it, and is its owner's alone.
mkdirSync(dirname(path), { mode: 0o700 });
// Who started it is gone, by whatever death: nobody reads what git says any more.
process.on('disconnect', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit(0);
});
createServer(meet).listen(path, () => process.send?.('ready'));

/** Reads what a connection is; nothing follows the line of data before its run has started. */
function meet(socket: Socket): void {
  let text = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', read);
  function read(piece: string): void {
    text += piece;
    const end = text.indexOf('\n');
    if (end === -1 && text.length > LINE_BYTES_MAX) socket.destroy();
    if (end === -1) return;
    socket.off('data', read);
    const [word = '', run = ''] = text.split(/[ \n]/, 2);
    if (word === 'D') takeData(run, socket);
    else takeControl(run, socket, text.slice(word.length + run.length + 2));
  }
}

function takeData(run: string, data: Socket): void {
  data.pause();
  datas.set(run, data);
  data.once('close', () => datas.delete(run));
  begin(run);
}

/** What comes after the request is that git is to be killed. */
function takeControl(run: string, control: Socket, rest: string): void {
  const end = rest.indexOf('\n');
  // The engine wrote it, a process of this service.
  const request = JSON.parse(rest.slice(0, end)) as LaunchRequest;
  controls.set(run, { control, request });
  control.once('close', () => controls.delete(run));
  begin(run, rest.length > end + 1);
}

/** Starts a run as soon as both of its connections are there. */
function begin(run: string, isKilled = false): void {
  const data = datas.get(run);
  const asked = controls.get(run);
  if (data === undefined || asked === undefined) return;
  const { control, request } = asked;
  const { workingDirectory, args, niceness } = request;
  const stdio = [data, data, 'ignore'] as const;
  const child = spawn('git', [...GIT_SETTINGS, ...args], {
    cwd: workingDirectory,
    env: GIT_ENVIRONMENT,
    stdio: [...stdio],
  });
  // git has it now.
  data.destroy();
  running.add(child);
  const kill = (): void => void child.kill('SIGKILL');
  child.once('error', () => control.end('F\n'));
  child.once('exit', (status) => {
    running.delete(child);
    control.end(`S ${status ?? ''}\n`);
  });
  control.on('data', kill);
  control.once('close', kill);
  if (child.pid === undefined) return;
  if (niceness !== null) setPace(child.pid, niceness);
  control.write(`P ${child.pid}\n`);
  if (isKilled) kill();
}

function setPace(processId: number, niceness: number): void {
  try {
    setPriority(processId, niceness);
  } catch {
    // It has ended by itself.
  }
}
