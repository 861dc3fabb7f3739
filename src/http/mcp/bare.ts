import type { Answer } from '../answer.ts';
import type { McpDeps } from './deps.ts';
import type { RequestId } from './envelope.ts';
import { EVENT_STREAM_HEADERS, type EventStream, openEventStream } from './event-stream.ts';
import type { ListTools } from './list-tools.ts';
import { progressTokenOf } from './meta.ts';
import { refuse } from './refuse.ts';
import { callResult, FAILED_TEXT, type Outcome, type Progress, runTool, TIMED_OUT_TEXT } from './run-tool.ts';
import type { ReadyTurn } from './turn.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Serves a plain JSON-RPC caller: the specification's envelope and nothing else. */
export async function serveBare(deps: McpDeps, listTools: ListTools, turn: ReadyTurn): Promise<Answer> {
  if (turn.work.kind === 'tool') return serveCall(deps, turn);
  const result = listTools.text(turn.principal.toolScope);
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(turn.message.id)},"result":${result}}`;
  if (turn.stream !== 'always') return jsonAnswer(turn, text);
  const stream = openEventStream();
  stream.send(JSON.parse(text));
  stream.end();
  return streamAnswer(turn, stream);
}

/** The answer is JSON until the tool has progress to tell, or a stream at once for a caller that takes nothing else. */
function serveCall(deps: McpDeps, turn: ReadyTurn): Promise<Answer> {
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
    open().send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, ...progress } });
  };
  const finish = async (): Promise<Answer> => {
    const answer = await finishCall(deps, turn, await runTool(deps, turn, report));
    // Once a stream is open its last event is the answer; the status is already on the wire.
    stream?.send(JSON.parse(String(answer.body)));
    stream?.end();
    return answer;
  };
  return Promise.race([early.promise, finish()]);
}

async function finishCall(deps: McpDeps, turn: ReadyTurn, outcome: Outcome): Promise<Answer> {
  const { id } = turn.message;
  if (outcome.kind === 'answered')
    return jsonAnswer(turn, JSON.stringify(resultMessage(id, callResult(outcome.answer))));
  // The unit was given back, and the headers say so.
  const view = outcome.kind === 'abandoned' ? turn.view : await deps.limits.quota(turn.principal);
  if (outcome.kind === 'unavailable') {
    return refuse({ ...turn, view, id, code: 'unavailable', headers: { 'Retry-After': '5' } });
  }
  const text = outcome.kind === 'timed_out' ? TIMED_OUT_TEXT : FAILED_TEXT;
  return refuse({ ...turn, view, id, code: 'internal_error', text });
}

function resultMessage(id: RequestId | null, result: unknown): object {
  return { jsonrpc: '2.0', id, result };
}

function jsonAnswer(turn: ReadyTurn, body: string): Answer {
  return { status: 200, headers: JSON_HEADERS, body, view: turn.view };
}

function streamAnswer(turn: ReadyTurn, stream: EventStream): Answer {
  return { status: 200, headers: EVENT_STREAM_HEADERS, body: stream.body, view: turn.view };
}
