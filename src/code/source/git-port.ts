import type { MessagePort } from 'node:worker_threads';

let offered: MessagePort | null = null;

/** Tells this thread the way to the processes of `cat-file` that all threads share. */
export function offerGitPort(port: MessagePort): void {
  // Only while an answer is waited for does it keep the thread alive.
  port.unref();
  offered = port;
}

/** The way to the shared processes; null where there is none, as in tests: then a source starts its own. */
export function gitPort(): MessagePort | null {
  return offered;
}
