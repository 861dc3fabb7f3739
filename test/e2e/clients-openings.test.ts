import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProbeTools } from '../support/probe-tools.ts';
import { openService, type TestService } from '../support/service.ts';

/**
 * How clients that people use begin, as recorded on the wire in November 2026: the order of their requests, the headers
 * they send and the extra members of `_meta`. None of them may be turned away by a detail.
 */
const OPENINGS: readonly { client: string; accept: string; revision: string; steps: readonly Step[] }[] = [
  {
    client: 'Claude Code 2.1',
    accept: 'application/json, text/event-stream',
    revision: '2025-11-25',
    steps: ['initialize', 'initialized', 'GET', 'tools/list', 'tools/call'],
  },
  {
    client: 'Codex CLI 0.169',
    accept: 'text/event-stream, application/json',
    revision: '2025-06-18',
    steps: ['initialize', 'initialized', 'tools/list', 'tools/call'],
  },
  {
    client: '@ai-sdk/mcp 1.0',
    accept: 'application/json, text/event-stream',
    revision: '2025-11-25',
    steps: ['GET', 'initialize with version', 'initialized', 'tools/list', 'tools/call'],
  },
  {
    client: 'mcp-remote 0.15',
    accept: 'application/json, text/event-stream',
    revision: '2025-11-25',
    steps: ['GET', 'initialize', 'initialize with version', 'initialized', 'tools/list', 'tools/call'],
  },
];

type Step = 'GET' | 'initialize' | 'initialize with version' | 'initialized' | 'tools/list' | 'tools/call';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await openService({ tools: makeProbeTools().tools });
  token = await service.issueKey('max');
});

afterAll(() => service.close());

interface Sender {
  readonly accept: string;
  readonly revision: string;
}

/** The body of a step; the call carries what Claude Code and Codex put into `_meta`. */
function bodyOf(step: Step, { revision }: Sender): Record<string, unknown> {
  const request = { jsonrpc: '2.0', id: 0 };
  if (step === 'initialized') return { jsonrpc: '2.0', method: 'notifications/initialized' };
  if (step === 'tools/list') return { ...request, method: step, params: { _meta: { progressToken: 0 } } };
  if (step === 'tools/call') {
    const _meta = { progressToken: 1, 'claudecode/toolUseId': 'toolu_01', callId: 'call_1', threadId: 'thread_1' };
    return { ...request, method: step, params: { name: 'probe_echo', arguments: { text: 'hello' }, _meta } };
  }
  const clientInfo = { name: 'recorded', version: '1' };
  return { ...request, method: 'initialize', params: { protocolVersion: revision, capabilities: {}, clientInfo } };
}

function send(step: Step, sender: Sender): Promise<Response> {
  const url = `${service.origin}/mcp`;
  const headers = { authorization: `Bearer ${token}`, 'mcp-protocol-version': sender.revision };
  if (step === 'GET') return fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
  const body = bodyOf(step, sender);
  const sent: Record<string, string> = { ...headers, accept: sender.accept, 'content-type': 'application/json' };
  // At the first contact most clients do not name a version yet; mcp-remote repeats the method even in 2025.
  if (step === 'initialize') delete sent['mcp-protocol-version'];
  return fetch(url, {
    method: 'POST',
    headers: { ...sent, 'mcp-method': String(body.method) },
    body: JSON.stringify(body),
  });
}

const STATUS: Readonly<Record<Step, number>> = {
  GET: 405,
  initialize: 200,
  'initialize with version': 200,
  initialized: 202,
  'tools/list': 200,
  'tools/call': 200,
};

/** The result of an answer, whichever of the two forms it has. */
async function resultOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
  return JSON.parse(json).result;
}

describe.each(OPENINGS)('$client', ({ steps, ...sender }) => {
  test('is answered as it expects at every step of its opening', async () => {
    for (const step of steps) {
      const answer = await send(step, sender);
      expect(answer.status, step).toBe(STATUS[step]);
      expect(answer.headers.get('mcp-session-id'), step).toBeNull();
      if (step === 'GET') expect(answer.headers.get('allow')).toBe('POST');
      if (step === 'initialized') expect(await answer.text()).toBe('');
      if (step === 'initialize' || step === 'initialize with version')
        expect((await resultOf(answer)).protocolVersion).toBe(sender.revision);
      if (step === 'tools/call') {
        expect(await resultOf(answer)).toMatchObject({ content: [{ type: 'text', text: 'hello' }] });
      }
    }
  });
});

test('a client that looks for a log-in without a key is led to the metadata, by GET as well', async () => {
  const headers = { accept: 'text/event-stream', 'mcp-protocol-version': '2024-11-05' };
  const answer = await fetch(`${service.origin}/mcp`, { headers });

  expect(answer.status).toBe(401);
  const metadata = `${service.origin}/.well-known/oauth-protected-resource/mcp`;
  expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
});
