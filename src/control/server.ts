import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describeFailure, type Log } from '../base/log.ts';
import { UnavailableError } from '../base/unavailable.ts';
import { type ControlAnswer, type ControlRequest, LINE_BYTES_MAX, RefusedError, UsageError } from './protocol.ts';
import { socketAddress } from './socket-path.ts';

/** Connections of the command at once; more wait in the system's queue. */
const CONNECTIONS_MAX = 32;

/** How long a connection may take to ask. */
const ASKED_WITHIN_MS = 10_000;

/** An open control socket. */
export interface ControlServer {
  close(): Promise<void>;
}

/**
 * Answers the `portico` command while the service runs. Whoever may write to the data directory's socket is the
 * operator: the folder is 0700 and the socket 0600. A socket file left by a killed service is replaced, which is safe
 * because the caller holds the data directory's lock.
 */
export async function openControlServer(deps: {
  readonly dataDir: string;
  readonly log: Log;
  readonly run: (request: ControlRequest) => Promise<unknown>;
}): Promise<ControlServer> {
  rmSync(join(deps.dataDir, 'control.sock'), { force: true });
  /** Connections that have asked for nothing yet: they need not be waited for. */
  const idle = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
    answerOn(socket, deps, () => idle.delete(socket));
  });
  server.maxConnections = CONNECTIONS_MAX;
  using address = socketAddress(deps.dataDir);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.path, resolve);
  });
  chmodSync(join(deps.dataDir, 'control.sock'), 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of idle) socket.destroy();
      }),
  };
}

function answerOn(socket: Socket, deps: Parameters<typeof openControlServer>[0], onAsked: () => void): void {
  let text = '';
  let isAnswered = false;
  socket.setEncoding('utf8');
  socket.setTimeout(ASKED_WITHIN_MS, () => {
    if (!isAnswered) socket.destroy();
  });
  socket.on('end', () => {
    if (!isAnswered) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    if (isAnswered) return;
    text += chunk;
    if (text.length > LINE_BYTES_MAX) {
      socket.destroy();
      return;
    }
    const end = text.indexOf('\n');
    if (end === -1) return;
    isAnswered = true;
    onAsked();
    void answerLine(text.slice(0, end), deps).then((answer) => socket.end(`${JSON.stringify(answer)}\n`));
  });
}

/** Never rejects: every failure becomes an answer. */
async function answerLine(line: string, deps: Parameters<typeof openControlServer>[0]): Promise<ControlAnswer> {
  try {
    // The socket's only callers are programs of the operator; `run` checks the shape.
    return { ok: true, result: (await deps.run(JSON.parse(line) as ControlRequest)) ?? null };
  } catch (failure) {
    return presentFailure(failure, deps.log);
  }
}

/** Turns a failure into what the command prints; what is not meant for people goes to the log. */
export function presentFailure(failure: unknown, log: Log): ControlAnswer & { readonly ok: false } {
  if (failure instanceof RefusedError) return { ok: false, kind: 'refused', message: failure.message };
  if (failure instanceof UsageError) return { ok: false, kind: 'usage', message: failure.message };
  log.event('control.failed', { failure: describeFailure(failure) }, 'error');
  // Only the operator reads this: a full disk is theirs to clear, and a change that may be half-known theirs to look at.
  if (failure instanceof UnavailableError) {
    const message = `no answer from storage: ${failure.message}. A change that was asked for is not confirmed. Put that right, look at what is there, then try again.`;
    return { ok: false, kind: 'failed', message };
  }
  return { ok: false, kind: 'failed', message: 'the service failed; its log says why' };
}
