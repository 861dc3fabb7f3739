import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { makeKeeper } from '../keeper/keeper.ts';
import { serveKeeper } from '../keeper/serve.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { keepPace } from '../process/pace.ts';
import { offerLauncher } from '../source/git-launcher.ts';
import { offerOwnStores } from '../source/own-store.ts';
import type { FromKeeperThread, KeeperData, ToKeeperThread } from './messages.ts';

// The entry of the keeper's thread. Threads that answer questions speak to it directly, each through a port of its own.

if (parentPort !== null) serveThread(parentPort);

function serveThread(service: MessagePort): void {
  keepPace('quick');
  const { indexDirectory, gitLauncher }: KeeperData = workerData;
  if (gitLauncher !== undefined) offerLauncher(gitLauncher);
  offerOwnStores(indexDirectory);
  const tell = (message: FromKeeperThread): void => service.postMessage(message);
  keepCompiledModules();
  const keeper = makeKeeper({
    indexDirectory,
    clock: systemClock,
    onFailure: (what, detail) => tell({ type: 'failure', what, detail }),
  });
  service.on('message', (message: ToKeeperThread) => serveKeeper(keeper, message.port));
}
