import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { MIB, SECOND_MS } from '../../base/units.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { keepPaceOf } from '../process/pace.ts';
import { GIT_ENVIRONMENT, GIT_SETTINGS } from './git-command.ts';
import type { LaunchRequest } from './git-launcher.ts';

// The entry of the launcher: a small process that starts git for a large one. See git-launcher.ts.

/** Longest first line of a connection. */
const LINE_BYTES_MAX = 4 * MIB;

/** A run whose connections have not all come by then is none: who asked has ended between two of them. */
const MEETING_MS_MAX = 10 * SECOND_MS;

/** The connections of a run that have come. */
interface Meeting {
  control?: Socket;
  input?: Socket;
  output?: Socket;
  request?: LaunchRequest;
  readonly timer: NodeJS.Timeout;
}

const [, , path = ''] = process.argv;
const running = new Set<ChildProcess>();
const meetings = new Map<string, Meeting>();

keepCompiledModules();
// Who started it is gone, by whatever death: nobody reads what git says any more.
process.on('disconnect', end);
// It ends with who started it, not before: a signal to the whole group would leave its runs without it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
createServer(meet)
  .on('error', end)
  .listen(path, () => process.send?.('ready', undefined, undefined, () => undefined));

function end(): void {
  for (const child of running) child.kill('SIGKILL');
  // Who made the folder may be gone as well.
  rmSync(dirname(path), { recursive: true, force: true });
  process.exit(0);
}

/** Reads what a connection is; nothing follows the first line of any before its run has started. */
function meet(socket: Socket): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', read);
  function read(piece: Buffer): void {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > LINE_BYTES_MAX) socket.destroy();
    if (!piece.includes(0x0a)) return;
    socket.off('data', read);
    const [word, run = '', request] = splitLine(Buffer.concat(pieces).toString());
    const meeting = meetings.get(run) ?? openMeeting(run);
    if (word === 'C') takeControl(run, meeting, socket, request ?? '');
    else if (word === 'I') meeting.input = socket;
    else meeting.output = socket;
    // Of control only its end is waited for, which is not seen unless it is read.
    if (word === 'C') socket.resume();
    else socket.pause();
    begin(run, meeting);
  }
}

function splitLine(line: string): readonly string[] {
  return /^(\S+) (\S+) ?(.*)\n$/.exec(line)?.slice(1) ?? [];
}

function openMeeting(run: string): Meeting {
  const meeting: Meeting = { timer: setTimeout(() => leave(run), MEETING_MS_MAX) };
  meetings.set(run, meeting);
  return meeting;
}

/** Ends a run that has not begun. */
function leave(run: string): void {
  const meeting = meetings.get(run);
  if (meeting === undefined) return;
  meetings.delete(run);
  clearTimeout(meeting.timer);
  for (const socket of [meeting.control, meeting.input, meeting.output]) socket?.destroy();
}

function takeControl(run: string, meeting: Meeting, control: Socket, request: string): void {
  meeting.control = control;
  control.once('close', () => leave(run));
  // The engine wrote it, a process of this service.
  meeting.request = JSON.parse(request) as LaunchRequest;
}

/** Starts a run as soon as all its connections are there. */
function begin(run: string, { control, input, output, request, timer }: Meeting): void {
  if (control === undefined || input === undefined || output === undefined || request === undefined) return;
  clearTimeout(timer);
  meetings.delete(run);
  const child = startGit(request, input, output);
  // They are git's now.
  input.destroy();
  output.destroy();
  if (child === null || child.pid === undefined) {
    child?.once('error', () => undefined);
    control.end('F\n');
    return;
  }
  running.add(child);
  child.once('exit', (status) => {
    running.delete(child);
    control.end(`S ${status ?? ''}\n`);
  });
  control.once('close', () => child.kill('SIGKILL'));
  if (control.destroyed) child.kill('SIGKILL');
  keepPaceOf(child, request.niceness);
  control.write(`P ${child.pid}\n`);
}

/** Null where it cannot even be tried, such as in a folder that has become a file. */
function startGit({ workingDirectory, args }: LaunchRequest, input: Socket, output: Socket): ChildProcess | null {
  try {
    const stdio = [input, output, 'ignore' as const];
    return spawn('git', [...GIT_SETTINGS, ...args], { cwd: workingDirectory, env: GIT_ENVIRONMENT, stdio });
  } catch {
    // The run is told that it failed; so is one that is told by an event.
    return null;
  }
}
