import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { makeKeeper } from '../keeper/keeper.ts';
import { serveKeeper } from '../keeper/serve.ts';
import type { FromKeeperThread, ToKeeperThread } from './messages.ts';

// The entry of the keeper's thread. Threads that answer questions speak to it directly, each through a port of its own.

const indexDirectory: string = workerData.indexDirectory;

const keeper = makeKeeper({
  indexDirectory,
  clock: systemClock,
  onFailure: (what, detail) => tell({ type: 'failure', what, detail }),
});

parentPort?.on('message', (message: ToKeeperThread) => serve(message.port));

function serve(port: MessagePort): void {
  serveKeeper(keeper, port);
}

function tell(message: FromKeeperThread): void {
  parentPort?.postMessage(message);
}
