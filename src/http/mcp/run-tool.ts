import { background, describeFailure } from '../../base/log.ts';
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

/** Most progress reports that one call may send. */
const REPORTS_MAX = 1_000;

/**
 * Runs the turn's tool under a deadline and settles its charge: kept for every answer of the tool and for callers who
 * went away, given back when the service is at fault. Source: CONTRACT 3, step 5.
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
  const deadline = AbortSignal.timeout(TOOL_DEADLINE_MS);
  const signal = AbortSignal.any([exchange.signal, deadline]);
  try {
    const answer = await untilAborted(deps, signal, work.tool.run(work.args, makeContext(deps, turn, signal, report)));
    return { kind: 'answered', answer };
  } catch (failure) {
    if (exchange.signal.aborted) return { kind: 'abandoned' };
    const { requestId, notes } = exchange;
    const kind = readFailure(failure, deadline.aborted);
    deps.log.event(`tool.${kind}`, { requestId, tool: notes.tool, failure: describeFailure(failure) }, 'error');
    return { kind };
  }
}

/** A tool that does not hear the signal is left to itself: its caller gets an answer in time all the same. */
async function untilAborted<T>(deps: McpDeps, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (signal.aborted) background(deps.log, 'tool.left', work);
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
 * What a failure means to the caller. Layers below say it by the error's name and reason, because the edge may not know
 * their classes: a full or missing engine is "not now", its own deadline is ours.
 */
function readFailure(
  failure: unknown,
  hasPassedDeadline: boolean,
): Outcome['kind'] & ('failed' | 'timed_out' | 'unavailable') {
  if (hasPassedDeadline) return 'timed_out';
  if (!(failure instanceof Error)) return 'failed';
  if (failure.name === 'UnavailableError') return 'unavailable';
  if (failure.name !== 'EngineError' || !('reason' in failure)) return 'failed';
  if (failure.reason === 'timeout') return 'timed_out';
  return failure.reason === 'busy' ? 'unavailable' : 'failed';
}

/** A tool's answer as the result of `tools/call`. Source: specification, "Success response envelope". */
export function callResult(answer: ToolAnswer): {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
} {
  return {
    content: [{ type: 'text', text: answer.text }],
    ...(answer.structured === undefined ? {} : { structuredContent: { ...answer.structured } }),
    ...(answer.isError === true ? { isError: true } : {}),
  };
}
