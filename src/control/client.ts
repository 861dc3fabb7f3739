import { createConnection } from 'node:net';
import {
  ANSWER_WITHIN_MS,
  BACKUP_WITHIN_MS,
  type ControlAnswer,
  type ControlRequest,
  LINE_BYTES_MAX,
} from './protocol.ts';
import { socketAddress } from './socket-path.ts';

/** Asks the service that runs on a data directory. Null when none is listening there. */
export async function askService(dataDir: string, request: ControlRequest): Promise<ControlAnswer | null> {
  try {
    using address = socketAddress(dataDir);
    const withinMs = request.operation === 'backup' ? BACKUP_WITHIN_MS : ANSWER_WITHIN_MS;
    return await exchange(address.path, `${JSON.stringify(request)}\n`, withinMs);
  } catch (failure) {
    if (isNobodyListening(failure)) return null;
    throw failure;
  }
}

function exchange(path: string, line: string, withinMs: number): Promise<ControlAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path });
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(withinMs, () => socket.destroy(new Error('the running service did not answer in time')));
    socket.once('connect', () => socket.write(line));
    socket.once('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > LINE_BYTES_MAX) socket.destroy(new Error('the answer of the running service is too long'));
    });
    socket.once('end', () => {
      socket.end();
      if (text === '') reject(new Error('the running service closed the connection without an answer'));
      // Written by our own server, one JSON document a line.
      else resolve(JSON.parse(text) as ControlAnswer);
    });
  });
}

function isNobodyListening(failure: unknown): boolean {
  const code = (failure as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR';
}
