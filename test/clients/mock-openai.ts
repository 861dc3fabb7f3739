import type { ServerResponse } from 'node:http';
import type { ModelAnswer, ModelTurn } from './mock-model.ts';
import { type Document, listOf, textOf } from './read.ts';

/** Between a namespace and a tool in it; Codex offers the tools of a server under one namespace. */
const NAMESPACE_END = '/';

/** Reads a request of OpenAI's Responses API. */
export function readOpenAi(request: Document): ModelTurn {
  return {
    offered: listOf(request.tools).flatMap(namesOf),
    results: listOf(request.input)
      .filter((item) => item.type === 'function_call_output')
      .map((item) => ({ text: textOf(item.output), isError: false })),
  };
}

function namesOf(tool: Document): readonly string[] {
  const name = String(tool.name ?? tool.type);
  const inner = listOf(tool.tools);
  return inner.length === 0 ? [name] : inner.map((one) => `${name}${NAMESPACE_END}${String(one.name)}`);
}

/** Answers as the Responses API does, by a stream of events. */
export function answerOpenAi(response: ServerResponse, _request: Document, answer: ModelAnswer): void {
  const item = answer.kind === 'call' ? callItem(answer) : wordsItem(answer.text);
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: null };
  const events = [
    { type: 'response.created', response: { id: 'resp_mock' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_mock', status: 'completed', usage, output: [item] } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

function callItem({ name, args }: Extract<ModelAnswer, { kind: 'call' }>): object {
  const [namespace, inner] = name.includes(NAMESPACE_END) ? name.split(NAMESPACE_END) : [undefined, name];
  const call = { type: 'function_call', id: 'fc_mock', call_id: 'call_mock', name: inner };
  return { ...call, ...(namespace === undefined ? {} : { namespace }), arguments: JSON.stringify(args) };
}

function wordsItem(text: string): object {
  return { type: 'message', id: 'item_mock', role: 'assistant', content: [{ type: 'output_text', text }] };
}
