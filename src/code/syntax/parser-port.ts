import type { MessagePort } from 'node:worker_threads';

let offered: MessagePort | null = null;

/** Tells this thread the way to the parser that all threads share. */
export function offerParserPort(port: MessagePort): void {
  // Only while an answer is waited for does it keep the thread alive.
  port.unref();
  offered = port;
}

/** The way to the shared parser; null where there is none, as in tests: then a thread starts its own. */
export function parserPort(): MessagePort | null {
  return offered;
}
