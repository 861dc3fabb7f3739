import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { silentLog } from '../../src/base/log.ts';
import { sumMetrics } from '../../src/http/metrics.ts';
import type { Database } from '../../src/storage/database.ts';
import type { AskBounds } from '../../src/workers/asker.ts';
import type { Channel } from '../../src/workers/channel.ts';
import { type Hub, makeHub } from '../../src/workers/hub.ts';
import type { ToOwner, ToWorker } from '../../src/workers/protocol.ts';
import { openRemote, type Remote } from '../../src/workers/remote-database.ts';

/** A worker within this process: its messages are cloned, as those of another process are. */
export interface TestWorker extends Remote {
  /** Why the hub killed it; empty while it lives. */
  readonly killedBecause: readonly string[];
  /** From now on it reads nothing, as a process that was stopped. */
  freeze(): void;
  /** Its process ends. */
  end(): void;
}

/** A hub on a database, with nothing of an owner around it. */
export function makeTestHub(base: Database, settings: unknown = null): Hub {
  return makeHub({ base, log: silentLog, settings, sumMetrics, countOwn: async () => [] });
}

/** Starts a worker of the hub. */
export async function joinTestWorker(hub: Hub, bounds: Partial<AskBounds> = {}): Promise<TestWorker> {
  const { port1, port2 } = new MessageChannel();
  const killedBecause: string[] = [];
  let isFrozen = false;
  const end = (): void => port1.close();
  hub.join({
    channel: channelOver<ToWorker, ToOwner>(port1),
    kill(reason) {
      killedBecause.push(reason);
      end();
    },
  });
  const channel = channelOver<ToOwner, ToWorker>(port2, () => isFrozen);
  const remote = await openRemote({ channel, log: silentLog, bounds });
  return {
    ...remote,
    killedBecause,
    end,
    freeze() {
      isFrozen = true;
    },
  };
}

function channelOver<Sent, Received>(port: MessagePort, isFrozen = () => false): Channel<Sent, Received> {
  let isClosed = false;
  port.on('close', () => {
    isClosed = true;
  });
  return {
    send(message) {
      if (!isFrozen()) port.postMessage(message);
    },
    onMessage: (act) =>
      void port.on('message', (message: Received) => {
        if (!isFrozen()) act(message);
      }),
    onClose(act) {
      if (isClosed) act();
      else port.once('close', act);
    },
  };
}
