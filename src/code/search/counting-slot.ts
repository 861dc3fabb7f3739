import { threadId } from 'node:worker_threads';

// One search of a process is helped at a time, so that counting takes one more core at most, whoever asks.

/** The id of the thread that is being helped, or 0; null where threads do not agree on one, as in tests. */
let slot: Int32Array | null = null;

/** Makes what the threads of a process agree by. */
export function makeCountingSlot(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Tells this thread what the others agree by. */
export function offerCountingSlot(offered: Int32Array): void {
  slot = offered;
}

/** True when nobody else is being helped: this thread is, until it leaves. */
export function takeCountingSlot(): boolean {
  return slot === null || Atomics.compareExchange(slot, 0, 0, threadId) === 0;
}

/** Lets others be helped. */
export function leaveCountingSlot(): void {
  if (slot !== null) freeCountingSlot(slot, threadId);
}

/** Lets go for a thread that was ended; nothing changes where it was not being helped. */
export function freeCountingSlot(of: Int32Array, thread: number): void {
  Atomics.compareExchange(of, 0, thread, 0);
}

/** CPU time that has been taken for searches of this thread by the one that helps it, milliseconds. */
let helpMs = 0;

/** Notes what the helping thread has taken. */
export function noteHelp(ms: number): void {
  helpMs += ms;
}

/** All that it has taken so far: a question's work is that of both threads. */
export function helpSoFarMs(): number {
  return helpMs;
}
