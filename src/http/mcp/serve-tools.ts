import { UnavailableError } from '../../base/unavailable.ts';
import type { LimitView } from '../../domain/limits/index.ts';
import type { Answer } from '../answer.ts';
import { UNAVAILABLE_HEADERS } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import { EVENT_STREAM_HEADERS, type EventStream, openEventStream } from './event-stream.ts';
import type { ListTools } from './list-tools.ts';
import { progressTokenOf } from './meta.ts';
import { reach } from './reach.ts';
import { refuse } from './refuse.ts';
import {
  callResult,
  FAILED_TEXT,
  type Outcome,
  type Progress,
  runTool,
  TIMED_OUT_TEXT,
  TOO_LARGE_TEXT,
} from './run-tool.ts';
import { LIST_HINT, serverInfoOf } from './server-info.ts';
import type { ReadyTurn } from './turn.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Serves `tools/list` and `tools/call`, which are nearly all of the traffic, in every face. */
export type ServeTools = (turn: ReadyTurn) => Promise<Answer>;

/**
 * Makes it. The faces differ in two things: what a result carries beside its own members, and whether a crash is told in
 * a status or in a result. All else is written once, and by us: the SDK's server for one message costs more than the
 * rest of the edge. `test/e2e/sdk-equal.test.ts` holds every form to what the SDK would have answered. ADR 0008.
 */
export function makeServeTools(deps: McpDeps, listTools: ListTools): ServeTools {
  const modernMembers = `"resultType":"complete","_meta":${JSON.stringify({
    'io.modelcontextprotocol/serverInfo': serverInfoOf(deps.version),
  })}`;
  // Where no face asks for more, the text of a result is its JSON as it is.
  const dress = (turn: ReadyTurn, json: string, members = ''): string =>
    turn.face === 'modern' ? `${json.slice(0, -1)},${members}${modernMembers}}` : json;
  const listMembers = `${JSON.stringify(LIST_HINT).slice(1, -1)},`;
  const serving: Serving = { deps, bodyOf: (turn, json) => messageText(turn, dress(turn, json)) };

  return async (turn) => {
    if (turn.work.kind === 'tool') return serveCall(serving, turn);
    if (turn.work.kind === 'unfit') {
      return whole(turn, serving.bodyOf(turn, JSON.stringify(errorResult(turn.work.text))));
    }
    return whole(turn, messageText(turn, dress(turn, listTools.text(turn.principal.toolScope), listMembers)));
  };
}

/** What the answers to calls have in common. */
interface Serving {
  readonly deps: McpDeps;
  /** The whole message around the JSON of a result. */
  bodyOf(turn: ReadyTurn, resultJson: string): string;
}

function messageText({ message }: ReadyTurn, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${resultJson}}`;
}

/** An answer that is known at once: JSON, or a stream of one event for a caller that takes nothing else. */
function whole(turn: ReadyTurn, body: string): Answer {
  if (turn.stream !== 'always') return jsonAnswer(turn, body);
  const stream = openEventStream();
  stream.send(body);
  stream.end();
  return streamAnswer(turn, stream);
}

/** The answer is JSON until the tool has progress to tell, or a stream at once for a caller that takes nothing else. */
function serveCall(serving: Serving, turn: ReadyTurn): Promise<Answer> {
  const early = Promise.withResolvers<Answer>();
  let stream: EventStream | null = null;
  const open = (): EventStream => {
    if (stream !== null) return stream;
    stream = openEventStream();
    early.resolve(streamAnswer(turn, stream));
    return stream;
  };
  if (turn.stream === 'always') open();
  const token = progressTokenOf(turn.message.params);
  const report = (progress: Progress): void => {
    const params = { progressToken: token, ...progress };
    open().send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  };
  const finish = async (): Promise<Answer> => {
    const answer = await finishCall(serving, turn, await runTool(serving.deps, turn, report));
    // Once a stream is open its last event is the answer; the status is already on the wire.
    stream?.send(String(answer.body));
    stream?.end();
    return answer;
  };
  return Promise.race([early.promise, finish()]);
}

async function finishCall(serving: Serving, turn: ReadyTurn, outcome: Outcome): Promise<Answer> {
  const { deps } = serving;
  const { id } = turn.message;
  if (outcome.kind === 'answered') {
    return jsonAnswer(turn, serving.bodyOf(turn, JSON.stringify(callResult(outcome.answer))));
  }
  // The unit was given back, and the headers say so.
  const view = outcome.kind === 'abandoned' ? turn.view : await viewAfter(deps, turn);
  if (outcome.kind === 'unavailable') {
    return refuse({ ...turn, view, id, code: 'unavailable', headers: UNAVAILABLE_HEADERS });
  }
  const text = TEXT_OF[outcome.kind];
  if (turn.face === 'bare') return refuse({ ...turn, view, id, code: 'internal_error', text });
  // In MCP a crash is told inside a result, so that the model hears of it. docs/contract.md, "Status table".
  const result = errorResult(`${text} Request id: ${turn.exchange.requestId}`);
  return jsonAnswer({ ...turn, view }, serving.bodyOf(turn, JSON.stringify(result)));
}

/** What became of a call that was not answered. */
const TEXT_OF = {
  failed: FAILED_TEXT,
  timed_out: TIMED_OUT_TEXT,
  too_large: TOO_LARGE_TEXT,
  // Nobody reads it.
  abandoned: FAILED_TEXT,
} as const;

/** The quota after a unit was given back. Storage may be what failed: then the quota as it was when the unit was taken. */
async function viewAfter({ limits }: McpDeps, turn: ReadyTurn): Promise<LimitView> {
  try {
    return await reach(turn.exchange, limits.quota(turn.principal));
  } catch (failure) {
    if (failure instanceof UnavailableError) return turn.view;
    throw failure;
  }
}

function errorResult(text: string): object {
  return { content: [{ type: 'text', text }], isError: true };
}

function jsonAnswer(turn: ReadyTurn, body: string): Answer {
  return { status: 200, headers: JSON_HEADERS, body, view: turn.view };
}

function streamAnswer(turn: ReadyTurn, stream: EventStream): Answer {
  return { status: 200, headers: EVENT_STREAM_HEADERS, body: stream.body, view: turn.view };
}
