import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleProject, toolContext } from '../../../test/support/tool-context.ts';
import { EngineError } from '../../code/engine.ts';
import type { LimitView } from '../../domain/limits/index.ts';
import { SET_A } from '../../domain/plans/index.ts';
import { makeToolRegistry, type ToolRegistry } from '../registry.ts';
import { readArguments } from '../shared/arguments.ts';
import { estimateTokens } from '../shared/budget.ts';
import { toolDefinition } from '../shared/definition.ts';
import type { ToolContext } from '../tool.ts';
import { CLIENT_NAMES, clientConfiguration } from './clients.ts';
import { explainError, type ProblemTable } from './explain-error.ts';
import { makeServiceDevInfo } from './service-dev-info.ts';
import { TOPICS } from './topics.ts';

const problems: ProblemTable = {
  invalid_arguments: {
    status: 400,
    rpcCode: -32602,
    title: "The arguments do not fit the tool's schema. tools/list shows it.",
  },
  unknown_method: {
    status: 400,
    rpcCode: -32601,
    title: 'The method is not known here. Use tools/list or tools/call.',
  },
  missing_token: { status: 401, rpcCode: -32600, title: 'No API key was sent. Send the header.' },
  key_expired: { status: 401, rpcCode: -32600, title: 'The API key has expired. Create a new one.' },
  rate_limit_exceeded: {
    status: 429,
    rpcCode: -32600,
    title: 'A limit is reached. Retry-After says when to come back.',
  },
  not_found: { status: 404, rpcCode: -32600, title: 'There is nothing at this path. /openapi.json lists the routes.' },
  internal_error: { status: 500, rpcCode: -32603, title: 'The service failed. Try again.' },
};

function view(policy: LimitView['policy'], limit: number, remaining: number): LimitView {
  return { policy, limit, remaining, resetAt: new Date('2026-04-01T00:00:00Z'), windowSeconds: 60 };
}

function setUp(changes: { readonly limit?: number; readonly isEngineDown?: boolean } = {}) {
  const limit = changes.limit ?? 3_500;
  const projects = [sampleProject('alice', 'acme'), sampleProject('bob', 'bobs')];
  let registry: ToolRegistry | null = null;
  const tool = makeServiceDevInfo({
    service: {
      version: '0.1.0',
      baseUrl: 'http://127.0.0.1:3900',
      revisions: ['2026-07-28', '2025-11-25'],
      upgradeUrl: 'http://127.0.0.1:3900/pricing',
      quotaCounts: 'tool_calls',
    },
    plans: SET_A,
    limits: {
      quota: async () => view('month', limit, limit === Number.MAX_SAFE_INTEGER ? limit : 0),
      minute: () => view('minute', 300, 299),
    },
    projects: { list: async (accountId) => projects.filter((project) => project.accountId === accountId) },
    engine: {
      async call() {
        if (changes.isEngineDown) throw new EngineError('busy');
        const identity = { kind: 'worktree', branch: 'main', commit: 'c'.repeat(40) };
        // The one operation that is asked here is `inspect`.
        const index = { texts: 12, indexed: 12, withSymbols: 6, isBuilding: true };
        return { identity, problem: 'none', files: 12, index } as never;
      },
      status: () => ({ running: true, restarts: 0, queued: 0, active: 0 }),
    },
    denied: [],
    registry: () => registry ?? makeToolRegistry([]),
    problems,
  });
  registry = makeToolRegistry([tool]);
  const call = async (raw: Record<string, unknown>, context: ToolContext = toolContext('alice')) => {
    const args = readArguments(tool, raw);
    if (!args.ok) throw new Error(args.error);
    const answer = await tool.run(args.value, context);
    tool.output?.parse(answer.structured);
    expect(JSON.stringify(answer.structured).length).toBeLessThanOrEqual(8_192);
    return { ...answer, structured: { ...answer.structured } };
  };
  return { tool, call };
}

describe('topics', () => {
  test.each(TOPICS)('%s answers also when the quota is spent, and shows no other account', async (topic) => {
    const answer = await setUp().call({ topic });
    expect(answer.structured.status).toBe('ok');
    expect(answer.text).toMatch(/^Portico 0\.1\.0 · plan pro/);
    expect(JSON.stringify(answer)).not.toContain('bob');
    expect(JSON.stringify(answer)).not.toContain('/srv/');
  });

  test('usage is exact, and null where there is no limit', async () => {
    expect((await setUp().call({ topic: 'usage' })).structured.usage).toEqual({
      used: 3_500,
      limit: 3_500,
      remaining: 0,
      reset_at: '2026-04-01T00:00:00.000Z',
      per_minute: { limit: 300, remaining: 299 },
    });
    const unlimited = await setUp({ limit: Number.MAX_SAFE_INTEGER }).call({ topic: 'usage' });
    expect(unlimited.structured.usage).toMatchObject({ used: null, limit: null, remaining: null });
    expect(unlimited.text).toContain('this month: unlimited');
  });

  test('the key is shown by its prefix, expiry and scope', async () => {
    const context = toolContext('alice', {
      keyExpiresAt: new Date('2026-05-01T00:00:00Z'),
      toolScope: ['service_dev_info'],
    });
    expect((await setUp().call({ topic: 'auth' }, context)).structured.key).toEqual({
      prefix: 'mcp_live_alice-a1b2c3',
      expires_at: '2026-05-01T00:00:00.000Z',
      scopes: ['service_dev_info'],
    });
  });

  test('projects say what they are at, or that it is unknown', async () => {
    const known = await setUp().call({ topic: 'projects' });
    expect(known.structured.projects).toEqual([
      { name: 'acme', ref: 'main', sha: 'c'.repeat(40), files: 12, indexed_percent: 75, status: 'ok' },
    ]);
    const unknown = await setUp({ isEngineDown: true }).call({ topic: 'projects' });
    expect(unknown.structured.projects).toMatchObject([{ name: 'acme', status: 'unknown' }]);
  });

  test('what does not exist is said plainly', async () => {
    expect((await setUp().call({ topic: 'backends' })).text).toContain('do not exist in this version');
    expect((await setUp().call({ topic: 'auth' })).text).toContain(
      'OAuth and sign-in pages do not exist in this version',
    );
    expect((await setUp().call({ topic: 'status' })).text).toContain('No log of incidents is kept');
  });

  test('a tool is explained with its arguments, an unknown or forbidden one by its near name', async () => {
    expect((await setUp().call({ tool: 'service_dev_info' })).text).toContain('costs: nothing of the monthly quota');
    expect((await setUp().call({ tool: 'service_info' })).text).toContain('Did you mean service_dev_info?');
    const none = await setUp().call({ tool: 'service_dev_info' }, toolContext('alice', { toolScope: [] }));
    expect(none.structured.status).toBe('not_found');
  });
});

test.each(TOPICS)('%s says as data all that it says as text, since agents show only the data', async (topic) => {
  const { text, structured } = await setUp().call({ topic });
  expect(structured.text).toBe(text.split('\n').slice(1).join('\n'));
});

describe('client configuration', () => {
  const CONFIGURABLE = CLIENT_NAMES.filter((client) => client !== 'chatgpt' && client !== 'claude-ai');
  const snippetOf = (client: (typeof CLIENT_NAMES)[number]) =>
    clientConfiguration(client, 'https://portico.example/').snippet ?? '';

  test.each(CONFIGURABLE)('%s gets the endpoint and a variable in place of the key', (client) => {
    const { snippet, steps, title } = clientConfiguration(client, 'https://portico.example/');
    expect(snippet).toContain('https://portico.example/mcp');
    expect(snippet).toMatch(/MCP_API_KEY|mcp_api_key/);
    expect(snippet).not.toMatch(/mcp_[a-z0-9]+_[a-z0-9-]+\./);
    expect(steps.length).toBeGreaterThan(0);
    expect(title).not.toBe('');
  });

  test.each(CONFIGURABLE.filter((client) => client !== 'codex' && client !== 'curl'))(
    '%s gets valid JSON',
    (client) => {
      expect(() => JSON.parse(snippetOf(client))).not.toThrow();
    },
  );

  test.each(['chatgpt', 'claude-ai'] as const)(
    '%s is told that it cannot connect yet, and what can',
    async (client) => {
      const answer = await setUp().call({ client });
      expect(answer.text).toContain('OAuth does not exist here yet');
      expect(answer.text).toMatch(/use (Codex|Claude Code) with an API key/);
      expect(answer.structured.client).toMatchObject({ snippet: null });
    },
  );

  test.each(CONFIGURABLE)('%s gets it by the tool, as text and as data', async (client) => {
    const { text, structured } = await setUp().call({ client });
    const { snippet } = clientConfiguration(client, 'http://127.0.0.1:3900');
    expect(text).toContain(snippet);
    expect(structured.client).toMatchObject({ name: client, snippet });
    expect(structured.text).toContain(snippet);
  });

  test('the tool gives the endpoint and the variable in place of the key', async () => {
    const answer = await setUp().call({ client: 'codex' });
    expect(answer.text).toContain('bearer_token_env_var = "MCP_API_KEY"');
    expect(answer.text).toContain('http://127.0.0.1:3900/mcp');
  });
});

describe('errors', () => {
  const codes = (text: string) => explainError(text, problems).map(({ code }) => code);

  test('every refusal is known by its code and by its sentence', () => {
    for (const [code, { title }] of Object.entries(problems)) {
      expect(codes(`{"error":{"data":{"reason":"${code}"}}}`)).toEqual([code]);
      expect(codes(title)).toContain(code);
    }
  });

  test('statuses, JSON-RPC codes, status words and what clients say are known', () => {
    expect(codes('HTTP/1.1 429 Too Many Requests')).toEqual(['rate_limit_exceeded']);
    expect(codes('MCP error -32601')).toEqual(['unknown_method']);
    expect(codes('Request failed with status 500')).toEqual(['internal_error']);
    expect(codes('401')).toEqual(['missing_token', 'key_expired']);
    expect(codes('stale_cursor: re-run')).toEqual(['stale_cursor']);
    expect(codes('connect ECONNREFUSED 127.0.0.1:3900')).toEqual(['unreachable']);
    expect(codes('Incompatible auth server: does not support dynamic client registration')).toEqual(['oauth']);
    // As mcp-remote shows it to a user whose key was refused.
    expect(codes('Dynamic Client Registration rejected (HTTP 404): {"error":"not_found","message":"OAuth …"}')).toEqual(
      ['oauth'],
    );
    expect(codes('The arguments do not fit find_code:\n- "qurey" is not an argument')).toEqual(['invalid_arguments']);
    expect(codes('something else entirely')).toEqual([]);
    // The code of most refusals says which it was of none.
    expect(codes('MCP error -32600')).toEqual([]);
  });

  test('a reached limit is explained with what is left now', async () => {
    const answer = await setUp().call({ error: '{"error":"rate_limit_exceeded","message":"…"}' });
    expect(answer.text).toContain('3500 of 3500 calls used');
    expect(answer.text).toContain('/pricing');
  });

  test('nothing of a pasted text is said back, whatever it is', async () => {
    const { call } = setUp();
    expect((await call({ error: 'Bearer mcp_live_laptop-a1b2c3.s3cr3t got 401' })).text).not.toContain('s3cr3t');
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 400, unit: 'binary' }), async (error) => {
        const answer = await call({ topic: 'errors', error: `x${error}zqzqzq` });
        expect(answer.text).not.toContain('zqzqzq');
      }),
      { numRuns: 50 },
    );
  });
});

test('it costs nothing and its definition is small', () => {
  const { tool } = setUp();
  expect(tool.isChargeable).toBe(false);
  expect(estimateTokens(JSON.stringify(toolDefinition(tool)))).toBeLessThanOrEqual(280);
});
