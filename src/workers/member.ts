import { SECOND_MS } from '../base/units.ts';
import { type Channel, makeOutbox } from './channel.ts';
import type { Answer, Call, News, Opening, ToOwner, ToWorker } from './protocol.ts';

/** A worker that does not act on news in this time is killed: whoever waits for it must not wait longer. */
const HEARD_WITHIN_MS = 2 * SECOND_MS;
/** Longest wait for the end of a process that was killed; without a stuck system call it takes milliseconds. */
const GONE_WITHIN_MS = SECOND_MS / 2;
/**
 * A recall that is not answered in this time is left: its worker may be slow, and nothing wrong is believed by it. Well
 * below what a request may wait for storage (http/patience.ts), as on PostgreSQL.
 */
const RETURNED_WITHIN_MS = SECOND_MS / 2;
/**
 * A worker that answered nothing for so many beats hangs, and is replaced. Beats and not a time: after the machine, or
 * all processes together, stood still there is one late beat.
 */
const BEAT_EVERY_MS = 2 * SECOND_MS;
const MISSED_BEATS_MAX = 5;
/** Longest wait for the metrics of one worker. */
const COUNTED_WITHIN_MS = SECOND_MS;

/** A worker, as its owner knows it. */
export interface Member {
  answer(answer: Answer): void;
  /** Resolves when the worker has dropped what changed, or is gone. Never rejects. */
  tellChange(news: News): Promise<void>;
  /** Resolves when the worker has returned what it holds, is gone, or takes too long. Never rejects. */
  tellRecall(news: News): Promise<void>;
  tellBelief(untilMs: number): void;
  /** The worker's metrics of now, or the latest that it told if it does not answer. */
  count(): Promise<readonly unknown[]>;
  /** The latest that was told. */
  counted(): readonly unknown[];
}

/** What a member asks of the hub. */
export interface MemberDeps {
  readonly channel: Channel<ToWorker, ToOwner>;
  /** Ends the process at once. */
  kill(reason: string): void;
  opening(): Opening;
  serve(calls: readonly Call[], member: Member): void;
}

/** Listens to a worker. Until it says that it is open it has nothing that it could believe, and is told nothing. */
export function makeMember(deps: MemberDeps): Member {
  const { channel } = deps;
  const gone = Promise.withResolvers<void>();
  const awaited = new Map<number, () => void>();
  let state: 'loading' | 'open' | 'gone' = 'loading';
  let lastId = 0;
  let lastCounted: readonly unknown[] = [];

  /** False when there was no answer in time. */
  function ask(withinMs: number, makeMessage: (id: number) => ToWorker): Promise<boolean> {
    if (state !== 'open') return Promise.resolve(true);
    const id = ++lastId;
    return new Promise((resolve) => {
      const settle = (isAnswered: boolean): void => {
        clearTimeout(timer);
        awaited.delete(id);
        resolve(isAnswered);
      };
      const timer = setTimeout(() => settle(false), withinMs);
      awaited.set(id, () => settle(true));
      channel.send(makeMessage(id));
    });
  }

  const tell = (news: News, withinMs: number) => ask(withinMs, (id) => ({ type: 'news', id, news }));

  /** Asks for metrics, so that those of a worker that dies are known up to its last beat. */
  function watch(missed: number): void {
    if (state !== 'open') return;
    if (missed >= MISSED_BEATS_MAX) {
      deps.kill('did not answer');
      return;
    }
    let isAnswered = false;
    void ask(BEAT_EVERY_MS * MISSED_BEATS_MAX, (id) => ({ type: 'count', id })).then(() => {
      isAnswered = true;
    });
    setTimeout(() => watch(isAnswered ? 0 : missed + 1), BEAT_EVERY_MS).unref();
  }

  const member: Member = {
    answer: makeOutbox<Answer>((answers) => channel.send({ type: 'answers', answers })),
    async tellChange(news) {
      if (await tell(news, HEARD_WITHIN_MS)) return;
      deps.kill('did not act on a change');
      await Promise.race([gone.promise, wait(GONE_WITHIN_MS)]);
    },
    async tellRecall(news) {
      await tell(news, RETURNED_WITHIN_MS);
    },
    tellBelief(untilMs) {
      if (state === 'open') channel.send({ type: 'belief', untilMs });
    },
    async count() {
      await ask(COUNTED_WITHIN_MS, (id) => ({ type: 'count', id }));
      return lastCounted;
    },
    counted: () => lastCounted,
  };

  channel.onMessage((message) => {
    if (message.type === 'asks') deps.serve(message.calls, member);
    else if (message.type === 'heard') awaited.get(message.id)?.();
    else if (message.type === 'counted') {
      lastCounted = message.metrics;
      awaited.get(message.id)?.();
    } else if (message.type === 'listening') watch(0);
    else if (message.type === 'open' && state === 'loading') {
      state = 'open';
      channel.send({ type: 'opened', ...deps.opening() });
    }
  });
  channel.onClose(() => {
    state = 'gone';
    gone.resolve();
    for (const settle of [...awaited.values()]) settle();
  });
  return member;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
