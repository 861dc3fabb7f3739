import type { Worker } from 'node:cluster';
import type { ToOwner, ToWorker } from './protocol.ts';

/** One end of the way between a worker and its owner. Messages arrive whole and in order, or the channel is closed. */
export interface Channel<Sent, Received> {
  /** Never throws: what cannot be sent is lost with the channel, which `onClose` tells. `onSent` is called either way. */
  send(message: Sent, onSent?: () => void): void;
  onMessage(act: (message: Received) => void): void;
  /** Calls `act` once, also when the channel was closed before. */
  onClose(act: () => void): void;
}

/** The owner's end of the channel to a process of node:cluster. It is closed when the process is gone. */
export function channelTo(worker: Worker): Channel<ToWorker, ToOwner> {
  return {
    send: (message, onSent = () => {}) => void worker.process.send(message, onSent),
    onMessage: (act) => void worker.on('message', (message: ToOwner) => act(message)),
    onClose(act) {
      if (worker.isDead()) act();
      else worker.once('exit', act);
    },
  };
}

/** The worker's end. Throws in a process that no owner has started. */
export function channelToOwner(): Channel<ToOwner, ToWorker> {
  if (process.send === undefined) throw new Error('a worker is started by its owner only');
  return {
    send: (message, onSent = () => {}) => void process.send?.(message, onSent),
    onMessage: (act) => void process.on('message', (message: ToWorker) => act(message)),
    onClose(act) {
      if (process.connected) process.once('disconnect', act);
      else act();
    },
  };
}

/**
 * Collects what is sent within one turn of the event loop into one message: a message costs far more than what it
 * carries. Nothing waits longer than the turn.
 */
export function makeOutbox<T>(post: (items: readonly T[]) => void): (item: T) => void {
  let waiting: T[] = [];
  const flush = (): void => {
    const items = waiting;
    waiting = [];
    post(items);
  };
  return (item) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(item);
  };
}
