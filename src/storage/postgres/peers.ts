import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { background, describeFailure, type Log } from '../../base/log.ts';
import type { Peers } from '../../base/peers.ts';
import type { PlainStatement } from '../plain-statement.ts';
import { type Belief, makeBelief } from './peers-belief.ts';
import { type Ask, type Listener, openListener, within } from './peers-listener.ts';
import { makeNodes, type Nodes } from './peers-nodes.ts';
import { makeOutbox } from './peers-outbox.ts';
import { makeTickets } from './peers-tickets.ts';
import {
  announcement,
  channelOf,
  listenSql,
  meetingPlaceOf,
  type Notice,
  parseNotice,
  TELL_SQL,
} from './peers-wire.ts';

/** How often a node looks at the epoch and at who is there. ADR 0027. */
const LOOK_EVERY_MS = 250;
/** How long a change or a recall waits for the other nodes. ADR 0027. */
const OTHERS_WITHIN_MS = 500;

/** The nodes at one database, as one of them sees the others. */
export interface PostgresPeers extends Peers {
  /**
   * The statements that tell a change of these records when their transaction commits. They belong at its very end,
   * also of a transaction of several batches: all changes wait for each other on the row that they write.
   */
  announce(names: readonly string[]): { readonly statements: readonly PlainStatement[]; readonly ticket: string };
  /**
   * Resolves when no other node believes what was before the change of the ticket, which has been committed; 500 ms
   * later at most. Never rejects.
   */
  acknowledged(ticket: string): Promise<void>;
  /** Tells the others that this node is gone, and ends its connection. */
  close(): Promise<void>;
}

/** What the peers of a node need. */
export interface PostgresPeersDeps {
  /** Gives a connected client of its own, for LISTEN: no pooler in transaction mode may be in between. */
  readonly connect: () => Promise<Client>;
  /** Reads by another connection, while the one that listens is lost. */
  readonly read: Ask;
  readonly clock: Clock;
  readonly log: Log;
  /** Only in tests: longest wait for other nodes, where a busy machine must not end it. */
  readonly othersWithinMs?: number;
}

/** Joins the nodes at a database whose schema is up to date. Rejects when it cannot listen. */
export async function openPostgresPeers(deps: PostgresPeersDeps): Promise<PostgresPeers> {
  const self = joinNodes(deps);
  const { node, belief, nodes, tickets } = self;
  const withinMs = deps.othersWithinMs ?? OTHERS_WITHIN_MS;
  /** Nobody waits for other nodes longer than the bound, whatever fails. */
  const inTime = (waiting: Promise<void>) => within(withinMs, waiting).catch(() => {});
  const listener = await self.open();
  const stopLooking = lookRegularly(deps, { listener, belief, nodes });

  async function awaitOthers(ticket: string): Promise<void> {
    const ask: Ask = async (sql, parameters) =>
      (await listener.isUp(0)) ? await listener.ask(sql, parameters) : await deps.read(sql, parameters);
    // After the change: a node that is not there now has read what it knows after it. Unseen, the last list must do.
    await nodes.look(ask).catch(() => {});
    await tickets.wait(ticket, nodes.known());
  }

  async function recall(counter: string): Promise<void> {
    // A connection that is just made anew is worth the wait: the answer may be a refusal.
    if (!(await listener.isUp(withinMs))) return;
    const others = await nodes.others(listener.ask);
    if (others.size === 0) return;
    const ticket = tickets.issue();
    self.tell({ kind: 'recall', from: node, ticket, counter });
    await tickets.wait(ticket, others);
  }

  return {
    isAlone: false,
    currentForMs: belief.currentForMs,
    onChange: (act) => void self.changeActs.push(act),
    onRecall: (act) => void self.recallActs.push(act),
    announce(names) {
      const ticket = tickets.issue();
      return { ticket, statements: [announcement(self.place(), { from: node, ticket, names })] };
    },
    acknowledged: (ticket) => inTime(awaitOthers(ticket)),
    recall: (counter) => inTime(recall(counter)),
    async close() {
      stopLooking();
      const bye: Notice = { kind: 'bye', from: node };
      await listener.ask(TELL_SQL, [[self.place().channel], [JSON.stringify(bye)]]).catch(() => {});
      await listener.close();
    },
  };
}

/** One node: what it knows of the others, and what it does when they speak. */
function joinNodes(deps: PostgresPeersDeps) {
  const { clock, log } = deps;
  const node = randomInt(1, 2 ** 31 - 1);
  const changeActs: ((names: readonly string[] | null) => void | Promise<void>)[] = [];
  const recallActs: ((counter: string) => Promise<void>)[] = [];
  const tickets = makeTickets({ clock, node, withinMs: deps.othersWithinMs ?? OTHERS_WITHIN_MS });
  let place = meetingPlaceOf('');
  const opened = Promise.withResolvers<Listener>();
  let helloTicket = '';
  const nodes = makeNodes({ clock, node, tickets, place: () => place });
  const outbox = makeOutbox({
    log,
    // What is answered while the connection is being made waits for it: the other node waits, too.
    async send(channels, payloads) {
      const listener = await opened.promise;
      await listener.isUp(OTHERS_WITHIN_MS);
      await listener.ask(TELL_SQL, [channels, payloads]);
    },
  });
  const tell = (notice: Notice, channel = place.channel) => outbox.put(channel, JSON.stringify(notice));
  const act = async (names: readonly string[] | null) => {
    await Promise.all(changeActs.map((changeAct) => changeAct(names)));
  };
  const belief = makeBelief({ clock, log, act, acted: (done) => done.forEach(answer) });

  /** A ticket begins with the number of its node, which alone listens for the answer. */
  function answer(ticket: string): void {
    const asker = Number.parseInt(ticket, 10);
    if (asker !== node) tell({ kind: 'done', from: node, ticket }, channelOf(place, asker));
  }

  /** Answered also when returning failed here: what was not returned stays taken, and waiting longer changes nothing. */
  async function actOnRecall({ counter, ticket }: Extract<Notice, { kind: 'recall' }>): Promise<void> {
    const outcomes = await Promise.allSettled(recallActs.map((recallAct) => recallAct(counter)));
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      log.event('peers.recall.failed', { failure: describeFailure(outcome.reason) }, 'warn');
    }
    answer(ticket);
  }

  function onNotice(payload: string): void {
    const notice = parseNotice(payload);
    if (notice === null) return;
    // Its own changes too: one whose outcome this node never learnt may be committed long after it dropped the record.
    if (notice.kind === 'change') belief.heard(notice);
    if (notice.from === node) return;
    if (notice.kind === 'bye') nodes.left(notice.from);
    else nodes.came(notice.from);
    if (notice.kind === 'hello') answer(notice.ticket);
    if (notice.kind === 'done') tickets.answered(notice.ticket, notice.from);
    if (notice.kind === 'recall') background(log, 'peers.recall', actOnRecall(notice));
  }

  /** Listens first, looks then: what is changed after the look is heard. */
  async function begin(ask: Ask): Promise<void> {
    const [row] = await ask('select current_schema()::text as schema');
    place = meetingPlaceOf(String(Object(row).schema));
    await ask(listenSql(place, node));
    tickets.forgetSilence();
    const { epoch, beganMs } = await nodes.look(ask);
    helloTicket = tickets.issue();
    const hello: Notice = { kind: 'hello', from: node, ticket: helloTicket };
    await ask(TELL_SQL, [[place.channel], [JSON.stringify(hello)]]);
    belief.begin(epoch, beganMs);
  }

  /** Open once the others know that this node is there, and so that it must be asked for what it holds. */
  async function open(): Promise<Listener> {
    const listener = await openListener({ ...deps, begin, onNotice, onLost: () => belief.lose() });
    opened.resolve(listener);
    await tickets.wait(helloTicket, nodes.known());
    return listener;
  }

  return { node, nodes, tickets, belief, changeActs, recallActs, tell, open, place: () => place };
}

/** Looks at the epoch by the connection that listens: its answer shows both that storage and that notices arrive. */
function lookRegularly(
  { clock, log }: PostgresPeersDeps,
  parts: { readonly listener: Listener; readonly belief: Belief; readonly nodes: Nodes },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const lookIn = (ms: number): void => {
    timer = setTimeout(() => background(log, 'peers.look', look()), ms).unref();
  };

  async function look(): Promise<void> {
    const startedMs = clock.monotonicMs();
    // The listener itself tells of a loss and mends it.
    const sight = await parts.nodes.look(parts.listener.ask).catch(() => null);
    if (sight !== null) parts.belief.saw(sight.epoch, sight.beganMs);
    if (!isStopped) lookIn(Math.max(0, LOOK_EVERY_MS - (clock.monotonicMs() - startedMs)));
  }

  lookIn(LOOK_EVERY_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
