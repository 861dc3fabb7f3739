import type { ServerResponse } from 'node:http';
import type { ModelAnswer, ModelTurn } from './mock-model.ts';
import { type Document, listOf, textOf } from './read.ts';

/** Reads a request of Anthropic's Messages API. */
export function readAnthropic(request: Document): ModelTurn {
  const blocks = listOf(request.messages).flatMap((message) => listOf(message.content));
  return {
    offered: listOf(request.tools).map((tool) => String(tool.name)),
    results: blocks
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({ text: textOf(block.content), isError: block.is_error === true })),
  };
}

/** Answers as the Messages API does: a stream of events where one was asked for, else one document. */
export function answerAnthropic(response: ServerResponse, request: Document, answer: ModelAnswer): void {
  const message = messageOf(answer);
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of eventsOf(message, answer)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

const USAGE = { input_tokens: 1, output_tokens: 1 };

function messageOf(answer: ModelAnswer) {
  const block =
    answer.kind === 'call'
      ? { type: 'tool_use', id: 'toolu_mock', name: answer.name, input: answer.args }
      : { type: 'text', text: answer.text };
  return {
    ...{ id: 'msg_mock', type: 'message', role: 'assistant', model: 'mock', stop_sequence: null, usage: USAGE },
    content: [block],
    stop_reason: answer.kind === 'call' ? 'tool_use' : 'end_turn',
  };
}

function eventsOf(message: ReturnType<typeof messageOf>, answer: ModelAnswer): readonly { readonly type: string }[] {
  const index = 0;
  const [start, delta] =
    answer.kind === 'call'
      ? [
          { type: 'tool_use', id: 'toolu_mock', name: answer.name, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(answer.args) },
        ]
      : [
          { type: 'text', text: '' },
          { type: 'text_delta', text: answer.text },
        ];
  const { stop_reason, ...rest } = message;
  const events = [
    { type: 'message_start', message: { ...rest, content: [], stop_reason: null } },
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
    { type: 'message_stop' },
  ];
  return events;
}
