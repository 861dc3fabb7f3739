import { UnavailableError } from '../base/unavailable.ts';
import { MIB, SECOND_MS } from '../base/units.ts';
import { bytesOf, type PlainStatement } from '../storage/plain-statement.ts';
import { makeOutbox } from './channel.ts';
import type { Answer, Ask, Call, Outcome, OutcomeValue } from './protocol.ts';

/** What bounds a worker's asks. */
export interface AskBounds {
  /** Longest wait for an answer: longer than the owner's own deadlines and its wait for a worker that hangs. */
  readonly answerWithinMs: number;
  /** Asks, and bytes of their values, that may be without an answer. */
  readonly callsMax: number;
  readonly bytesMax: number;
}

const BOUNDS: AskBounds = { answerWithinMs: 5 * SECOND_MS, callsMax: 10_000, bytesMax: 64 * MIB };

interface Waiting {
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  resolve(value: OutcomeValue): void;
  reject(failure: Error): void;
}

/** The book of what was asked and not yet answered. */
export interface Asker {
  /** Rejects with `UnavailableError` when there is no answer in time, or too much waits already. */
  ask(
    ask: Ask,
    about?: { readonly statements?: readonly PlainStatement[]; readonly withinMs?: number },
  ): Promise<OutcomeValue>;
  receive(answers: readonly Answer[]): void;
  /** Fails whatever is asked from now on; resolves when all that waits has its answer, or is too late. */
  finish(reason: string): Promise<void>;
  /** Fails all that waits too. */
  fail(reason: string): void;
}

/** Makes the book; `post` gets the calls of one turn of the event loop together. */
export function makeAsker(post: (calls: readonly Call[]) => void, given: Partial<AskBounds> = {}): Asker {
  const bounds = { ...BOUNDS, ...given };
  const waiting = new Map<number, Waiting>();
  const send = makeOutbox<Call>(post);
  let waitingBytes = 0;
  let lastId = 0;
  let closedBecause: string | null = null;
  const idle = Promise.withResolvers<void>();

  function settle(id: number, outcome: Outcome): void {
    const caller = waiting.get(id);
    // Answered too late: its caller was told that nothing is known.
    if (caller === undefined) return;
    waiting.delete(id);
    waitingBytes -= caller.bytes;
    clearTimeout(caller.timer);
    if (closedBecause !== null && waiting.size === 0) idle.resolve();
    if (outcome.type === 'done') caller.resolve(outcome.value);
    else caller.reject(outcome.isUnavailable ? new UnavailableError(outcome.reason) : new Error(outcome.reason));
  }

  const giveUp = (id: number, reason: string): void => settle(id, { type: 'failed', isUnavailable: true, reason });

  return {
    async ask(ask, { statements = [], withinMs = bounds.answerWithinMs } = {}) {
      if (closedBecause !== null) throw new UnavailableError(closedBecause);
      const bytes = bytesOf(statements);
      if (waiting.size >= bounds.callsMax || waitingBytes + bytes > bounds.bytesMax)
        throw new UnavailableError(`${waiting.size} asks wait for the owner: try again in a second`);
      const id = ++lastId;
      return await new Promise<OutcomeValue>((resolve, reject) => {
        const timer = setTimeout(() => giveUp(id, 'the owner gave no answer in time'), withinMs);
        waiting.set(id, { bytes, timer, resolve, reject });
        waitingBytes += bytes;
        send({ id, ask });
      });
    },
    receive(answers) {
      for (const { id, outcome } of answers) settle(id, outcome);
    },
    async finish(reason) {
      closedBecause ??= reason;
      if (waiting.size > 0) await idle.promise;
    },
    fail(reason) {
      closedBecause ??= reason;
      for (const id of [...waiting.keys()]) giveUp(id, reason);
    },
  };
}
