import type { Compilable } from 'kysely';
import { machineMs } from '../base/clock.ts';
import { background, type Log } from '../base/log.ts';
import type { Peers } from '../base/peers.ts';
import { SECOND_MS } from '../base/units.ts';
import type { Database, StatementResult } from '../storage/database.ts';
import { INSTANT_MARKER, toPlain } from '../storage/plain-statement.ts';
import { makeQueryBuilder, nowOf } from '../storage/query-builder.ts';
import { type AskBounds, makeAsker } from './asker.ts';
import type { Channel } from './channel.ts';
import type { News, Opening, ToOwner, ToWorker } from './protocol.ts';

/** Longest that a recall holds up the caller who would else be refused: the owner's own bound, and the way to it. */
const RECALL_WITHIN_MS = 0.6 * SECOND_MS;
/** Longest wait for the metrics of all workers; the owner answers after a shorter one with those that it has. */
const METRICS_WITHIN_MS = 3 * SECOND_MS;

/** What a worker has of its owner. */
export interface Remote {
  /** The owner's database, as if it were this process's own but for `exclusively` and `snapshot`. */
  readonly database: Database;
  /** What the composition root gave to its workers. */
  readonly settings: unknown;
  /** The metrics of all workers and of the owner, each in prom-client's JSON. */
  collectMetrics(): Promise<readonly unknown[]>;
}

/** Joins the owner at the other end. Resolves when the owner has opened its database; rejects when it is gone first. */
export function openRemote(deps: {
  readonly channel: Channel<ToOwner, ToWorker>;
  readonly log: Log;
  readonly bounds?: Partial<AskBounds>;
}): Promise<Remote> {
  const { channel } = deps;
  const opened = Promise.withResolvers<Remote>();
  const asker = makeAsker((calls) => channel.send({ type: 'asks', calls }), deps.bounds);
  const peers = makeRemotePeers(asker.ask, deps.log);
  channel.onMessage((message) => {
    if (message.type === 'answers') asker.receive(message.answers);
    else if (message.type === 'news') {
      const act = peers.hear(message.news).then(() => channel.send({ type: 'heard', id: message.id }));
      background(deps.log, 'worker.news', act);
    } else if (message.type === 'belief') peers.believe(message.untilMs);
    else if (message.type === 'opened') {
      peers.believe(message.believedUntilMs);
      const database = makeRemoteDatabase(asker, peers.peers, message);
      const collectMetrics = async () =>
        (await asker.ask({ type: 'metrics' }, { withinMs: METRICS_WITHIN_MS })) as readonly unknown[];
      opened.resolve({ database, settings: message.settings, collectMetrics });
    }
  });
  channel.onClose(() => {
    peers.believe(0);
    asker.fail('the owner is gone');
    opened.reject(new Error('the owner is gone'));
  });
  channel.send({ type: 'open' });
  return opened.promise;
}

/** The other processes, as this worker knows them: through its owner. */
function makeRemotePeers(ask: ReturnType<typeof makeAsker>['ask'], log: Log) {
  const onChange: ((names: readonly string[] | null) => void | Promise<void>)[] = [];
  const onRecall: ((counter: string) => Promise<void>)[] = [];
  let believedUntilMs = 0;
  const peers: Peers = {
    isAlone: false,
    currentForMs: () =>
      believedUntilMs === Number.POSITIVE_INFINITY ? believedUntilMs : Math.max(0, believedUntilMs - machineMs()),
    onChange: (act) => void onChange.push(act),
    async recall(counter) {
      try {
        await ask({ type: 'recall', counter }, { withinMs: RECALL_WITHIN_MS });
      } catch {
        // Not all could be asked: the caller goes on with what the counter says.
        log.event('limits.recall_failed', { counter }, 'warn');
      }
    },
    onRecall: (act) => void onRecall.push(act),
  };
  return {
    peers,
    believe(untilMs: number): void {
      believedUntilMs = untilMs;
    },
    async hear(news: News): Promise<void> {
      if (news.type === 'changed') await Promise.all(onChange.map((act) => act(news.names)));
      else await Promise.all(onRecall.map((act) => act(news.counter)));
    },
  };
}

function makeRemoteDatabase(asker: ReturnType<typeof makeAsker>, peers: Peers, opening: Opening): Database {
  const { engine, isClockGiven } = opening;
  return {
    query: makeQueryBuilder(engine),
    engine,
    peers,
    now: isClockGiven ? INSTANT_MARKER : nowOf(engine),
    async read<Row>(compilable: Compilable<Row>): Promise<Row[]> {
      const statement = toPlain({ query: compilable.compile() });
      const rows = await asker.ask({ type: 'read', statement }, { statements: [statement] });
      // The query's type says what its rows are, as in every engine.
      return ownRows(rows as readonly Readonly<Record<string, unknown>>[]) as Row[];
    },
    async write(batch, { changed, isLoose = false } = {}) {
      if (batch.length === 0) return [];
      const statements = batch.map(toPlain);
      const ask = { type: 'write', statements, changed: changed ?? null, isLoose } as const;
      const results = (await asker.ask(ask, { statements })) as readonly StatementResult[] | null;
      return results === null ? null : results.map(({ changes, rows }) => ({ changes, rows: ownRows(rows) }));
    },
    exclusively: async () => {
      throw new Error('only the owner does what one process may do at a time');
    },
    snapshot: async () => {
      throw new Error('only the owner takes snapshots');
    },
    async check() {
      await asker.ask({ type: 'check' });
    },
    close: () => asker.finish('the database is closed'),
  };
}

/** Bytes arrive as windows on the whole message, which they would keep in memory for as long as they are kept. */
function ownRows(rows: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>>[] {
  return rows.map((row) => {
    if (!Object.values(row).some((value) => value instanceof Uint8Array)) return row;
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? new Uint8Array(value) : value]),
    );
  });
}
