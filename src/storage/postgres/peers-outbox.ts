import { background, type Log } from '../../base/log.ts';

/** Messages of one statement. */
const TOLD_AT_ONCE_MAX = 100;
/** Messages that wait; one more is not sent, and whoever waits for its answer waits to its bound. */
const WAITING_MAX = 10_000;

/** Sends messages in their order, together while a statement is under way. */
export interface Outbox {
  put(channel: string, payload: string): void;
}

/** An outbox; what `send` rejects is lost, as it would be with the connection. */
export function makeOutbox(deps: {
  readonly log: Log;
  readonly send: (channels: readonly string[], payloads: readonly string[]) => Promise<unknown>;
}): Outbox {
  const waiting: { readonly channel: string; readonly payload: string }[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    // Not at once, so that what is put together is sent together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, TOLD_AT_ONCE_MAX);
      const channels = batch.map(({ channel }) => channel);
      const payloads = batch.map(({ payload }) => payload);
      await deps.send(channels, payloads).catch(() => {});
    }
    isSending = false;
  }

  return {
    put(channel, payload) {
      if (waiting.length >= WAITING_MAX) return;
      waiting.push({ channel, payload });
      if (isSending) return;
      isSending = true;
      background(deps.log, 'peers.send', sendAll());
    },
  };
}
