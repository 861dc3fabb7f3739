import type { Worker } from 'node:cluster';

/** A connection on its way to a worker, as node:cluster sends it. */
interface HandedOver {
  readonly message: object;
  readonly handle: unknown;
}

type Send = (message: object, handle?: unknown, ...rest: unknown[]) => boolean;

/**
 * node:cluster keeps a connection open for ever that it was handing to a worker when that one died: its caller would
 * wait for an answer that nobody gives. This hands it to another worker. The acknowledgement goes by the message's own
 * number, so that node:cluster closes its copy as if the first worker had taken it; and a worker acknowledges before it
 * reads, so that nothing of the request is lost. Were the form of its messages another one, nothing would be done here.
 */
export function handOverAgain(worker: Worker, chooseOther: () => Worker | null): void {
  const child = worker.process;
  const underWay = new Map<number, HandedOver>();
  // The overloads of the types are one function that passes on what it is given.
  const send = child.send.bind(child) as Send;
  child.send = ((message: object, handle?: unknown, ...rest: unknown[]) => {
    const number = numberOf(message);
    if (number !== null && handle !== undefined) underWay.set(number, { message, handle });
    return send(message, handle, ...rest);
  }) as typeof child.send;
  child.on('internalMessage', (message: { readonly ack?: unknown } | null) => {
    if (typeof message?.ack === 'number') underWay.delete(message.ack);
  });
  const handOver = (): void => {
    // With a connection under way Node does not see by itself that the channel ended, and would go on sending there.
    if (child.connected) child.disconnect();
    for (const { message, handle } of underWay.values()) {
      const other = chooseOther();
      if (other === null) (handle as { close?(): void }).close?.();
      else (other.process.send as Send)(message, handle);
    }
    underWay.clear();
  };
  worker.once('exit', () => setTimeout(handOver, LAST_WORDS_MS));
}

/** After the end of a process: what it still said is read by then. */
const LAST_WORDS_MS = 20;

/** The number of a message that hands a connection over; null for any other. */
function numberOf(message: object): number | null {
  const { cmd, act, seq } = message as { readonly cmd?: unknown; readonly act?: unknown; readonly seq?: unknown };
  return cmd === 'NODE_CLUSTER' && act === 'newconn' && typeof seq === 'number' ? seq : null;
}
