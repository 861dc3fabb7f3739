import { describeFailure } from '../../base/log.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { safeAnswer } from '../../tools/shared/safe-answer.ts';
import type { ToolAnswer, ToolCaller, ToolContext } from '../../tools/tool.ts';
import { type McpDeps, TOOL_DEADLINE_MS } from './deps.ts';
import { progressTokenOf } from './meta.ts';
import type { ReadyTurn } from './turn.ts';

/** How a tool's run ended. Everything but `answered` and `abandoned` gave the charged unit back. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: ToolAnswer }
  /** The caller went away; nobody reads the answer. */
  | { readonly kind: 'abandoned' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'timed_out' }
  /** Memory ran short, and it seemed to hold the most, or it needed more than one question gets. */
  | { readonly kind: 'too_large' }
  /** The engine or storage is away, so that the call could not be run at all. */
  | { readonly kind: 'unavailable' };

/** One report of progress, as `notifications/progress` carries it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a caller is told when a tool crashed: never why, only by which id the log knows. */
export const FAILED_TEXT =
  'The tool failed. The call was not counted. Try again; if it stays, give the request id to support.';

/** What a caller is told when a tool was stopped by the deadline. */
export const TIMED_OUT_TEXT =
  'The tool was stopped because it took too long. The call was not counted. Ask for less: a narrower path, fewer results.';

/** What a caller is told when a tool was stopped by the bound of memory, which all questions under way share. */
export const TOO_LARGE_TEXT =
  'The tool was stopped because memory ran short while it worked on the question. The call was not counted. Ask for less: a narrower path, fewer files; or try again.';

/** Most progress reports that one call may send. */
const REPORTS_MAX = 1_000;

/**
 * Runs the turn's tool under a deadline and settles its charge: kept for every answer of the tool and for callers who
 * went away, given back when the service is at fault. Source: docs/contract.md, C5.
 */
export async function runTool(deps: McpDeps, turn: ReadyTurn, report: (progress: Progress) => void): Promise<Outcome> {
  const outcome = await attempt(deps, turn, report);
  const isKept = outcome.kind === 'answered' || outcome.kind === 'abandoned';
  if (turn.charge !== null && !isKept) deps.limits.giveBack(turn.charge);
  deps.metrics.countCall(turn.exchange.notes.tool ?? 'none', outcome.kind, turn.charge !== null && isKept);
  return outcome;
}

async function attempt(deps: McpDeps, turn: ReadyTurn, report: (progress: Progress) => void): Promise<Outcome> {
  const { exchange, work } = turn;
  if (work.kind !== 'tool') return { kind: 'failed' };
  const stop = stopSignal(exchange.signal, deps.toolDeadlineMs ?? TOOL_DEADLINE_MS);
  try {
    const run = work.tool.run(work.args, makeContext(deps, turn, stop.signal, report));
    return { kind: 'answered', answer: await untilStopped(deps, stop.signal, run) };
  } catch (failure) {
    if (exchange.signal.aborted) return { kind: 'abandoned' };
    const { requestId, notes } = exchange;
    const kind = readFailure(failure, stop.signal.aborted);
    deps.log.event(`tool.${kind}`, { requestId, tool: notes.tool, failure: describeFailure(failure) }, 'error');
    return { kind };
  } finally {
    stop.clear();
  }
}

/** Aborted when the caller goes away or the deadline passes. By hand: a signal of the platform would live to its deadline. */
function stopSignal(gone: AbortSignal, deadlineMs: number): { readonly signal: AbortSignal; clear(): void } {
  const stop = new AbortController();
  const onGone = (): void => stop.abort(gone.reason);
  const timer = setTimeout(() => stop.abort(new Error(`the tool took longer than ${deadlineMs} ms`)), deadlineMs);
  gone.addEventListener('abort', onGone, { once: true });
  if (gone.aborted) onGone();
  return {
    signal: stop.signal,
    clear() {
      clearTimeout(timer);
      gone.removeEventListener('abort', onGone);
    },
  };
}

/** A tool that does not hear the signal is left to itself: its caller gets an answer in time all the same. */
async function untilStopped<T>(deps: McpDeps, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const onStop = (): void => stopped.reject(signal.reason);
  signal.addEventListener('abort', onStop, { once: true });
  if (signal.aborted) onStop();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', onStop);
    // Nobody waits for what was left; how it ended is worth a line at most.
    if (signal.aborted) work.catch((left: unknown) => deps.log.event('tool.left', { failure: String(left) }, 'debug'));
  }
}

function makeContext(
  deps: McpDeps,
  turn: ReadyTurn,
  signal: AbortSignal,
  report: (progress: Progress) => void,
): ToolContext {
  const { principal, exchange } = turn;
  const caller: ToolCaller = principal;
  const wantsProgress = turn.stream !== 'never' && progressTokenOf(turn.message.params) !== undefined;
  return {
    caller,
    requestId: exchange.requestId,
    signal,
    now: deps.clock.now(),
    progress: wantsProgress ? makeProgress(report) : () => {},
  };
}

/** Progress must grow with every report (MCP, "Progress"); what does not, and what is too much, is left out. */
function makeProgress(report: (progress: Progress) => void): ToolContext['progress'] {
  let last = Number.NEGATIVE_INFINITY;
  let reports = 0;
  return (done, total, message) => {
    if (!(done > last) || reports >= REPORTS_MAX) return;
    last = done;
    reports += 1;
    report({ progress: done, ...(total === null ? {} : { total }), message });
  };
}

/**
 * What a failure means to the caller. The engine says it by its error's name and reason, because the edge may not know
 * its class: an engine that is full, or that went away under the call, is "not now" (docs/contract.md, S19); its own
 * deadline is ours.
 */
function readFailure(
  failure: unknown,
  hasPassedDeadline: boolean,
): Outcome['kind'] & ('failed' | 'timed_out' | 'too_large' | 'unavailable') {
  if (hasPassedDeadline) return 'timed_out';
  if (!(failure instanceof Error)) return 'failed';
  if (failure instanceof UnavailableError) return 'unavailable';
  if (failure.name !== 'EngineError' || !('reason' in failure)) return 'failed';
  if (failure.reason === 'timeout') return 'timed_out';
  if (failure.reason === 'out_of_memory') return 'too_large';
  return failure.reason === 'busy' || failure.reason === 'gone' ? 'unavailable' : 'failed';
}

/** A tool's answer, made safe, as the result of `tools/call`. Source: specification, "Success response envelope". */
export function callResult(answer: ToolAnswer): {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
} {
  const { text, structured, isError } = safeAnswer(answer);
  return {
    content: [{ type: 'text', text }],
    ...(structured === undefined ? {} : { structuredContent: { ...structured } }),
    ...(isError === true ? { isError } : {}),
  };
}
