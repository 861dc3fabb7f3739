import { setTimeout as wait } from 'node:timers/promises';
import { type Asked, type Line, nextAddress, type Seen } from '../support/line.ts';

/** A change as a caller elsewhere saw it; milliseconds from its acknowledgement, negative when before it. */
export interface Watched {
  /** When the last request began that was still answered as before. */
  readonly lastOldMs: number;
  /** When the first answer came that knew of the change. */
  readonly firstNewMs: number;
  /** Requests that began after the acknowledgement and were answered as before. */
  readonly stale: number;
  /** Answers that were neither. */
  readonly strange: readonly string[];
}

/** What is asked again and again, and how its answers are read. */
export interface Watch {
  readonly lines: readonly Line[];
  readonly asked: Pick<Asked, 'token' | 'method' | 'params'>;
  read(seen: Seen): 'old' | 'new' | 'strange';
}

/** Between two requests of a connection. */
const PAUSE_MS = 2;
/** Old answers on each connection before the change, so that the process keeps what it knows. */
const OLD_FIRST = 3;
/** The change is over after so many new answers in a row on each connection, which an old one would follow. */
const NEW_LAST = 12;
/** Longer is a broken promise by far. */
const GIVE_UP_MS = 5_000;

/** Asks on all connections, changes something meanwhile, and asks on until all have known of it for a while. */
export async function watchChange(watch: Watch, change: () => Promise<void>): Promise<Watched> {
  const answers: { readonly seen: Seen; readonly is: 'old' | 'new' | 'strange' }[] = [];
  const state = { acknowledgedMs: Number.POSITIVE_INFINITY };
  const warm = watch.lines.map(() => Promise.withResolvers<void>());
  const callers = watch.lines.map(async (line, at) => {
    const address = nextAddress();
    let [old, fresh] = [0, 0];
    while (fresh < NEW_LAST && performance.now() - state.acknowledgedMs < GIVE_UP_MS) {
      const seen = await line.send({ ...watch.asked, address });
      const is = watch.read(seen);
      answers.push({ seen, is });
      fresh = is === 'new' ? fresh + 1 : 0;
      old += is === 'old' ? 1 : 0;
      if (old >= OLD_FIRST || is !== 'old') warm[at]?.resolve();
      await wait(PAUSE_MS);
    }
  });
  await Promise.all(warm.map(({ promise }) => promise));
  await change();
  state.acknowledgedMs = performance.now();
  await Promise.all(callers);
  const old = answers.filter(({ is }) => is === 'old').map(({ seen }) => seen.beganMs - state.acknowledgedMs);
  const fresh = answers.filter(({ is }) => is === 'new').map(({ seen }) => seen.endedMs - state.acknowledgedMs);
  return {
    lastOldMs: Math.max(...old),
    firstNewMs: Math.min(...fresh),
    stale: old.filter((beganMs) => beganMs > 0).length,
    strange: answers
      .filter(({ is }) => is === 'strange')
      .map(({ seen }) => `${seen.status}: ${seen.text.slice(0, 200)}`),
  };
}
