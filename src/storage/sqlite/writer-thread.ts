import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openForWriting } from './connection.ts';
import { executeGroup } from './execute-group.ts';
import type { FromWriter, ToWriter, WriteRequest } from './messages.ts';
import { makeStatementCache } from './statement-cache.ts';

// The entry of the writer thread, which holds the only connection that writes. Everything that waits when it becomes
// free is committed together, so that one wait for the disk serves all of it (ADR 0004).

/** Batches of one commit: bounds how long the first of them waits for the last. */
const GROUP_MAX = 512;

const connection = openForWriting(String(workerData.file));
const prepare = makeStatementCache(connection);

parentPort?.on('message', (first: ToWriter) => {
  let message: ToWriter | null = first;
  while (message !== null) {
    const group: WriteRequest[] = [];
    while (message?.type === 'write' && group.length < GROUP_MAX) {
      group.push(message.request);
      message = nextMessage();
    }
    if (group.length > 0) tell({ type: 'decided', outcomes: executeGroup(connection, prepare, group) });
    if (message?.type === 'close') return close();
  }
});
tell({ type: 'ready' });

function nextMessage(): ToWriter | null {
  return parentPort === null ? null : (receiveMessageOnPort(parentPort)?.message ?? null);
}

function tell(message: FromWriter): void {
  parentPort?.postMessage(message);
}

/** The thread ends when its port is closed: the last connection to close folds the log into the database. */
function close(): void {
  connection.close();
  parentPort?.close();
}
