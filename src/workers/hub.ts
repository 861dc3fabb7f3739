import { machineMs } from '../base/clock.ts';
import { background, describeFailure, type Log } from '../base/log.ts';
import type { Peers } from '../base/peers.ts';
import { UnavailableError } from '../base/unavailable.ts';
import type { Database, Statement, StatementResult, WriteOptions } from '../storage/database.ts';
import { fromPlain, INSTANT_MARKER } from '../storage/plain-statement.ts';
import type { Channel } from './channel.ts';
import { type Member, makeMember } from './member.ts';
import type { Answer, Ask, Call, News, OutcomeValue, ToOwner, ToWorker } from './protocol.ts';

/** How often workers are told until when they may believe what they keep, where that is not for ever. */
const BELIEF_EVERY_MS = 100;

/** The owner's side of its workers: executes what they ask, and takes changes and recalls round. */
export interface Hub {
  /** The database for the owner's own use: what it changes through this, every worker hears before the write resolves. */
  readonly database: Database;
  /** Serves a worker from now until its channel is closed. */
  join(worker: { readonly channel: Channel<ToWorker, ToOwner>; kill(reason: string): void }): void;
  close(): void;
}

/** What a hub is made of. */
export interface HubDeps {
  /** The database itself, of either engine. */
  readonly base: Database;
  readonly log: Log;
  /** Sent to every worker as it opens: plain data only. */
  readonly settings: unknown;
  /** Sums metrics in prom-client's JSON, so that those of workers that are gone are not lost. */
  sumMetrics(all: readonly (readonly unknown[])[]): Promise<readonly unknown[]>;
  /** The owner's own metrics. */
  countOwn(): Promise<readonly unknown[]>;
}

/** Makes the hub of a database. */
export function makeHub(deps: HubDeps): Hub {
  const hub = new OwnersHub(deps);
  return {
    database: hub.database,
    join: (worker) => hub.join(worker),
    close: () => hub.close(),
  };
}

class OwnersHub {
  readonly database: Database;
  readonly #deps: HubDeps;
  readonly #members = new Set<Member>();
  readonly #onChange: ((names: readonly string[] | null) => void | Promise<void>)[] = [];
  readonly #onRecall: ((counter: string) => Promise<void>)[] = [];
  #beliefTimer: NodeJS.Timeout | null = null;
  /** Metrics of workers that are gone: a sum that fell would look like a restart to whoever reads it. */
  #past: Promise<readonly unknown[]> = Promise.resolve([]);

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.database = this.#shareDatabase();
    const { peers } = deps.base;
    peers.onChange((names) => this.#tellChange(names, null));
    peers.onRecall((counter) => this.#collect(counter, null));
    if (!peers.isAlone) this.#spreadBelief();
  }

  join(worker: Parameters<Hub['join']>[0]): void {
    const member = makeMember({
      ...worker,
      opening: () => this.#opening(),
      serve: (calls, from) => {
        for (const call of calls) background(this.#deps.log, 'worker.call', this.#serve(call, from));
      },
    });
    this.#members.add(member);
    worker.channel.onClose(() => {
      this.#members.delete(member);
      this.#past = this.#sumPast(member.counted());
    });
  }

  close(): void {
    if (this.#beliefTimer !== null) clearTimeout(this.#beliefTimer);
  }

  #opening() {
    const { base, settings } = this.#deps;
    const isClockGiven = base.now === INSTANT_MARKER;
    return { engine: base.engine, isClockGiven, believedUntilMs: this.#believedUntilMs(), settings };
  }

  async #serve({ id, ask }: Call, from: Member): Promise<void> {
    from.answer(await this.#outcome(id, ask, from));
  }

  async #outcome(id: number, ask: Ask, from: Member): Promise<Answer> {
    try {
      return { id, outcome: { type: 'done', value: await this.#run(ask, from) } };
    } catch (failure) {
      const isUnavailable = failure instanceof UnavailableError;
      const reason = failure instanceof Error ? failure.message : String(failure);
      return { id, outcome: { type: 'failed', isUnavailable, reason } };
    }
  }

  async #run(ask: Ask, from: Member): Promise<OutcomeValue> {
    const { base } = this.#deps;
    switch (ask.type) {
      case 'read':
        return await base.read({ compile: () => fromPlain(ask.statement).query });
      case 'write': {
        const { changed, isLoose } = ask;
        const options = changed === null ? { isLoose } : { isLoose, changed };
        return await this.#write(ask.statements.map(fromPlain), options, from);
      }
      case 'check':
        await base.check();
        return null;
      case 'recall':
        await Promise.all([this.#collect(ask.counter, from), base.peers.recall(ask.counter)]);
        return null;
      case 'metrics':
        return await this.#metrics();
    }
  }

  /** `from` is the worker that writes, null the owner; whoever writes drops its own copies. */
  async #write(
    batch: readonly Statement[],
    options: WriteOptions,
    from: Member | null,
  ): Promise<readonly StatementResult[] | null> {
    const { changed } = options;
    if (changed === undefined) return await this.#deps.base.write(batch, options);
    let isUndone = false;
    try {
      const results = await this.#deps.base.write(batch, options);
      isUndone = results === null;
      return results;
    } finally {
      // After a failure too: the write may have happened.
      if (!isUndone) await this.#tellChange(changed, from);
    }
  }

  async #tellChange(names: readonly string[] | null, from: Member | null): Promise<void> {
    const news: News = { type: 'changed', names };
    await Promise.all([
      ...this.#others(from).map((member) => member.tellChange(news)),
      ...this.#onChange.map((act) => act(names)),
    ]);
  }

  /** Has everybody here but `from` return what it holds of a counter. */
  async #collect(counter: string, from: Member | null): Promise<void> {
    const news: News = { type: 'recall', counter };
    await Promise.all([
      ...this.#others(from).map((member) => member.tellRecall(news)),
      ...this.#onRecall.map((act) => act(counter)),
    ]);
  }

  #others(from: Member | null): Member[] {
    return [...this.#members].filter((member) => member !== from);
  }

  #believedUntilMs(): number {
    const nowMs = machineMs();
    return nowMs + this.#deps.base.peers.currentForMs();
  }

  /** An instant and not a span: however late it arrives, nothing is believed longer than the base itself may. */
  #spreadBelief(): void {
    const untilMs = this.#believedUntilMs();
    for (const member of this.#members) member.tellBelief(untilMs);
    this.#beliefTimer = setTimeout(() => this.#spreadBelief(), BELIEF_EVERY_MS).unref();
  }

  async #metrics(): Promise<readonly unknown[]> {
    const now = await Promise.all([...this.#members].map((member) => member.count()));
    return [await this.#deps.countOwn(), await this.#past, ...now];
  }

  async #sumPast(metrics: readonly unknown[]): Promise<readonly unknown[]> {
    const before = await this.#past;
    try {
      return await this.#deps.sumMetrics([before, metrics.filter((metric) => !isGauge(metric))]);
    } catch (failure) {
      // Counts that cannot be read are no reason to lose those before them.
      this.#deps.log.event('worker.metrics_failed', { failure: describeFailure(failure) }, 'error');
      return before;
    }
  }

  #shareDatabase(): Database {
    const { base } = this.#deps;
    const peers: Peers = {
      isAlone: false,
      currentForMs: () => base.peers.currentForMs(),
      onChange: (act) => void this.#onChange.push(act),
      recall: async (counter) => {
        await Promise.all([this.#collect(counter, null), base.peers.recall(counter)]);
      },
      onRecall: (act) => void this.#onRecall.push(act),
    };
    return {
      query: base.query,
      engine: base.engine,
      peers,
      now: base.now,
      read: (query) => base.read(query),
      write: (batch, options = {}) => this.#write(batch, options, null),
      exclusively: (work) => base.exclusively(work),
      snapshot: () => base.snapshot(),
      check: () => base.check(),
      close: () => base.close(),
    };
  }
}

/** What a process has just now ends with it. */
function isGauge(metric: unknown): boolean {
  return (metric as { readonly type?: unknown }).type === 'gauge';
}
