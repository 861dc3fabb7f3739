import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { describeFailure } from '../../base/log.ts';
import { err, ok } from '../../base/result.ts';
import { DamagedSegmentError } from '../index/segment-file.ts';
import type { KeeperClient, SourceAhead } from '../keeper/client.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { isHeldBack, keepPace } from '../process/pace.ts';
import type { OperationContext } from '../questions/context.ts';
import { helpSoFarMs, offerCountingSlot } from '../search/counting-slot.ts';
import { offerLauncher } from '../source/git-launcher.ts';
import { offerGitPort } from '../source/git-port.ts';
import { GitSilentError } from '../source/git-silent.ts';
import type { Source, SourceSelector } from '../source/source.ts';
import { offerParserPort } from '../syntax/parser-port.ts';
import { answerAhead } from './answer-ahead.ts';
import type { FromThread, RunMessage, ThreadData, ThreadWord, ToThread, ToThreadFromService } from './messages.ts';
import { waitedMs } from './sent-at.ts';
import { connectWire, type Wire } from './wire.ts';

// The entry of a thread of the engine process: it answers one question at a time and may be ended at any moment.

/** Kept back from the hard deadline, so that an answer with what is known still arrives. */
const RESERVE_MS_MAX = 500;
const RESERVE_SHARE = 0.2;

type AnyOperation = (input: unknown, context: OperationContext) => Promise<unknown>;

// The only question in hand: an `abort` that comes late names another id and must not hit the next question.
// Null without an index, or while the keeper is being started anew.
let keeper: Promise<KeeperClient> | null = null;
let running: { readonly id: number; readonly controller: AbortController } | null = null;

// Null where all goes by the main thread.
let wire: Wire | null = null;
/** The question that came by the wire last: its answer goes back there. */
let wiredId: number | null = null;

const { operationsUrl, gitLauncher, wire: wirePlace, countingSlot }: ThreadData = workerData ?? {};
if (gitLauncher !== undefined) offerLauncher(gitLauncher);
if (countingSlot !== undefined) offerCountingSlot(countingSlot);
if (parentPort !== null) keepCompiledModules();
parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'keeper') connectKeeper(message.port);
  else if (message.type === 'parser') offerParserPort(message.port);
  else if (message.type === 'git') offerGitPort(message.port);
  else hear(message);
});
// Who was turned away does without. Of a wire that breaks the service hears too, and ends the thread.
if (wirePlace !== undefined) wire = connectWire(wirePlace, { hear: hearWire, closed: leaveWire });

function hear(message: ToThreadFromService): void {
  if (message.type === 'run') void run(message);
  else if (message.type === 'prepare') void prepare();
  else if (running?.id === message.id) running.controller.abort();
}

/** What a question asks comes behind its head. */
function hearWire(head: unknown, text: string): void {
  // Nobody but the service is at the other end.
  const message = head as ToThreadFromService;
  if (message.type === 'run') {
    wiredId = message.id;
    hear({ ...message, input: JSON.parse(text) });
  } else hear(message);
}

function leaveWire(): void {
  wire = null;
}

function connectKeeper(port: MessagePort): void {
  port.on('close', () => {
    keeper = null;
    tell({ type: 'keeper_lost' });
  });
  keeper = (async () => (await import('../keeper/client.ts')).makeKeeperClient(port))();
}

/** Answers one question. A throw becomes a message: the thread is still good, only this answer failed. */
async function run(message: RunMessage): Promise<void> {
  const controller = new AbortController();
  running = { id: message.id, controller };
  const sources: Source[] = [];
  try {
    const operation = loaded.get(message.operation) ?? (await loadOperation(message.operation));
    // Not before: to load what was never loaded is not this caller's work, nor is it anything to hurry with.
    keepPace(message.pace);
    const startedMs = threadMs();
    const context = makeContext(message, controller.signal, sources);
    const output = await answerAtOnce(operation, message, context);
    const text = JSON.stringify(output ?? null);
    const workMs = threadMs() - startedMs;
    tell({ type: 'answer', id: message.id, output: text, workMs, isHeldBack: isHeldBack() });
  } catch (failure) {
    const reason = failure instanceof GitSilentError ? 'timeout' : 'crashed';
    tell({ type: 'threw', id: message.id, reason, detail: describeFailure(failure), isHeldBack: isHeldBack() });
  } finally {
    // Sources are closed after the answer is sent: nobody waits for it, and one that fails to close harms no answer.
    running = null;
    await Promise.allSettled(sources.map((source) => source.close()));
    if (running === null) (await keeper)?.rest();
  }
}

/** What takes no longer than the keeper's look at the files begins before it has looked. */
async function answerAtOnce(operation: AnyOperation, message: RunMessage, context: ThreadContext): Promise<unknown> {
  const { input } = message;
  const client = COMMON_OPERATIONS.includes(message.operation) ? await keeper : null;
  const answer = (ahead: OperationContext): Promise<unknown> => operation(input, ahead);
  const found = client === null ? null : await answerAhead(answer, context, context.aheadBy(client));
  return found === null ? await answerWithIndex(operation, input, context) : found.output;
}

/** A damaged index never decides an answer: it is reported, and the question is answered again by reading all. */
async function answerWithIndex(operation: AnyOperation, input: unknown, context: ThreadContext): Promise<unknown> {
  try {
    return await operation(input, context);
  } catch (failure) {
    if (!(failure instanceof DamagedSegmentError)) throw failure;
    (await keeper)?.reportDamage(failure);
    return await operation(input, context.withoutIndex());
  }
}

/** What most questions are, and quick; others are loaded when they come. */
const COMMON_OPERATIONS = ['find', 'read'];

async function prepare(): Promise<void> {
  const { OPERATIONS } = await import(operationsUrl);
  for (const name of COMMON_OPERATIONS) await OPERATIONS[name]?.();
}

/** Kept, because an `import` takes a tenth of a millisecond also where it has nothing left to load. */
const loaded = new Map<string, AnyOperation>();

/** Operations are loaded when first asked for. Only own names count, so `constructor` is no operation. */
async function loadOperation(name: string): Promise<AnyOperation> {
  const { OPERATIONS } = await import(operationsUrl);
  if (!Object.hasOwn(OPERATIONS, name)) throw new Error(`no such operation: ${name}`);
  const operation: AnyOperation = await OPERATIONS[name]();
  loaded.set(name, operation);
  return operation;
}

/**
 * What an operation may use. The time left is less what the question waited for this thread, or for the process. What is
 * opened here is noted in `sources`, so that an operation cannot forget to close it.
 */
function makeContext(message: RunMessage, signal: AbortSignal, sources: Source[]): ThreadContext {
  const remainingMs = message.remainingMs - waitedMs(message.sentAtMs);
  const reserveMs = Math.min(RESERVE_MS_MAX, remainingMs * RESERVE_SHARE);
  const deadlineAtMs = performance.now() + remainingMs - reserveMs;
  const contextWith = (open: typeof openKept): OperationContext => ({
    signal,
    deadlineAtMs,
    async openSource(selector) {
      const opened = await open(selector, listingWaitMs(deadlineAtMs));
      if (!opened.ok) return err(opened.error);
      sources.push(opened.value);
      return ok(opened.value);
    },
  });
  return {
    ...contextWith(openKept),
    withoutIndex: () => contextWith(openPlain),
    aheadBy: (client) => (selector) => {
      const found = client.openAhead(selector, Math.min(AHEAD_WAIT_MS_MAX, listingWaitMs(deadlineAtMs)));
      if (found !== null) sources.push(found.source);
      return found;
    },
  };
}

interface ThreadContext extends OperationContext {
  /** The same with sources that have no index. */
  withoutIndex(): OperationContext;
  /** Opens sources as the keeper told them last. */
  aheadBy(client: KeeperClient): (selector: SourceSelector) => SourceAhead | null;
}

/** A listing that is not done by then is answered with what there is of it, and the rest of the time used for that. */
const LISTING_WAIT_MS_MAX = 3_000;

/** Of a listing that takes longer the word is waited for when the question is answered anew, not twice. */
const AHEAD_WAIT_MS_MAX = 250;

function listingWaitMs(deadlineAtMs: number): number {
  return Math.min(LISTING_WAIT_MS_MAX, Math.max(0, deadlineAtMs - performance.now()) / 2);
}

async function openKept(selector: SourceSelector, waitMs: number): ReturnType<typeof openPlain> {
  return (await (await keeper)?.open(selector, waitMs)) ?? (await openPlain(selector));
}

async function openPlain(selector: SourceSelector) {
  // Loaded late: operations that need no source start without the cost of git and the file readers.
  const { openSource } = await import('../source/open-source.ts');
  return await openSource(selector);
}

/** CPU time of this thread so far, and of the one that counts for it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000 + helpSoFarMs();
}

function tell(message: FromThread): void {
  if ('id' in message && message.id === wiredId && tellByWire(message)) return;
  parentPort?.postMessage(message);
}

/** False when it is too long for the wire, or there is none. */
function tellByWire(message: ThreadWord): boolean {
  if (wire === null) return false;
  if (message.type !== 'answer') return wire.send(message);
  const { output, ...head } = message;
  return wire.send(head, output);
}
