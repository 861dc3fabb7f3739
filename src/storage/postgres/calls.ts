import { type Clock, systemClock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { makeBreaker } from './breaker.ts';
import type { Connector } from './connector.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type FailureKind, kindOf } from './failures.ts';
import { makePool } from './pool.ts';
import { makeSession, makeStatementNames, type Session } from './session.ts';

/** What one call may take at most, in milliseconds, waiting for a connection and for locks included. ADR 0024. */
const DEADLINE_MS = 650;

// A server that is there gives up a little earlier, so that its silence means that it is not there.
const STATEMENT_SHARE = 6 / 7;
const LOCK_SHARE = 5 / 7;

/** How long a server that was frozen or cut off keeps the locks of a transaction that says nothing more. */
const IDLE_TRANSACTION_MS = 2_000;

/** A probe waits longer than a call: it is what a thawed server answers first. */
const PROBE_MS = 2_000;

/** Longest wait for what runs and for the server's goodbye when the pool is closed. */
const CLOSE_MS = 2_000;

/** How often a transaction that another one undid is tried. */
const TRIES_MAX = 4;

/** Goes the whole way to the server's disk and leaves everything as it is; a replica refuses it. */
const PROBE_WRITE = 'update migration set applied_at = applied_at where name = (select min(name) from migration)';

/** The way to the server: every call has a deadline, and none waits for a server that is known to be away. */
export interface Calls {
  /**
   * Runs work on a connection of its own; again when another transaction made it fail, so it must leave nothing behind.
   * Rejects with `UnavailableError` when it is not known to be done, with `Error` when the statement was refused.
   */
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Rejects while the server is away, or has failed to write and still cannot. */
  check(): Promise<void>;
  /** Waits for what runs, for a bounded time. */
  close(): Promise<void>;
}

interface Failed {
  readonly kind: FailureKind;
  readonly text: string;
}

/** Makes the way to a server, without connecting yet. `deadlineMs` is longer for work that nobody waits for. */
export function makeCalls(deps: {
  readonly connector: Connector;
  readonly clock: Clock;
  readonly log: Log;
  readonly deadlineMs?: number;
}): Calls {
  const { connector, deadlineMs = DEADLINE_MS } = deps;
  const { tell } = connector;
  const nameStatement = makeStatementNames();
  const statementMs = Math.round(deadlineMs * STATEMENT_SHARE);
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let hasFailedToWrite = false;

  const connect = async (withinMs: number): Promise<Session> => {
    const lockMs = Math.round(deadlineMs * LOCK_SHARE);
    const options = { withinMs, statementMs, lockMs, idleTransactionMs: IDLE_TRANSACTION_MS, isPipelined: true };
    return makeSession(await connector.connect(options), nameStatement, (session) => pool.lost(session));
  };
  const pool = makePool({
    connect: () => connect(deadlineMs),
    log: deps.log,
    onUnreachable: (failure) => breaker.trip(`no connection could be made: ${tell(failure)}`),
  });
  const breaker = makeBreaker({ ...deps, probe, onAway: (failure) => pool.drop(failure) });

  async function probe(): Promise<void> {
    const session = await connect(PROBE_MS);
    const timer = setTimeout(() => session.destroy(), PROBE_MS);
    try {
      await session.control(PROBE_WRITE);
      hasFailedToWrite = false;
    } catch (failure) {
      session.destroy();
      throw failure;
    } finally {
      clearTimeout(timer);
    }
    if (isClosed) session.destroy();
    else pool.add(session);
  }

  async function attempt<T>(work: (session: Session) => Promise<T>, deadline: Deadline): Promise<Result<T, Failed>> {
    const session = await pool.take(deadline);
    const takenMs = systemClock.monotonicMs();
    deadline.whenPassed(() => session.destroy());
    try {
      return ok(await work(session));
    } catch (failure) {
      const failed = judge(session, failure, deadline);
      const usedMs = systemClock.monotonicMs() - takenMs;
      if (isUseless(failed)) session.destroy();
      // A call that waited for its connection has not given the server the time that a live one may take.
      if (deadline.hasPassed ? usedMs > statementMs : failed.kind === 'lost') breaker.trip(failed.text);
      return err(failed);
    } finally {
      pool.give(session);
    }
  }

  function judge(session: Session, failure: unknown, { hasPassed }: Deadline): Failed {
    if (hasPassed) return { kind: 'lost', text: `no answer within ${deadlineMs} ms` };
    return { kind: session.isUsable ? kindOf(failure) : 'lost', text: tell(failure) };
  }

  async function runWithin<T>(work: (session: Session) => Promise<T>, deadline: Deadline): Promise<T> {
    const outcome = await repeat(() => attempt(work, deadline), deadline);
    if (outcome.ok) return outcome.value;
    const { kind, text } = outcome.error;
    hasFailedToWrite ||= kind === 'cannot';
    throw explain(kind, text);
  }

  async function run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (isClosed) throw new UnavailableError('the database is closed');
    breaker.guard();
    const deadline = startDeadline(deadlineMs);
    const call = runWithin(work, deadline);
    running.add(call);
    try {
      return await call;
    } finally {
      deadline.stop();
      running.delete(call);
    }
  }

  return {
    run,
    check: () =>
      run(async (session) => {
        if (!hasFailedToWrite) return void (await session.control('select 1'));
        await session.control(PROBE_WRITE);
        hasFailedToWrite = false;
      }),
    async close() {
      isClosed = true;
      breaker.stop();
      await withinMs(CLOSE_MS, Promise.allSettled(running));
      await withinMs(CLOSE_MS, pool.close());
    },
  };
}

function isUseless({ kind }: Failed): boolean {
  return kind === 'lost' || kind === 'stale';
}

/** Tries again what was undone for a reason that will be gone. */
async function repeat<T>(attempt: () => Promise<Result<T, Failed>>, deadline: Deadline): Promise<Result<T, Failed>> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt();
    if (outcome.ok || tries >= TRIES_MAX || deadline.hasPassed) return outcome;
    if (outcome.error.kind !== 'conflict' && outcome.error.kind !== 'stale') return outcome;
  }
}

/** Without a cause: a driver's failure may carry what it was connecting with. */
function explain(kind: FailureKind, text: string): Error {
  if (kind === 'refused') return new Error(`the database refused a statement: ${text}`);
  return new UnavailableError(`the database gave no result: ${text}`);
}

/** Waits for work, but not longer than a bound. */
async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  const bound = Promise.withResolvers<void>();
  const timer = setTimeout(bound.resolve, ms);
  await Promise.race([work, bound.promise]);
  clearTimeout(timer);
}
