import fc, { type Arbitrary } from 'fast-check';

/** As much of JSON Schema as tool definitions use. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ArgumentSchema[];
  readonly oneOf?: readonly ArgumentSchema[];
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A tool as `tools/list` describes it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: ArgumentSchema;
  readonly outputSchema?: object;
}

/** One request, as it goes on the wire. */
export interface FuzzRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '/etc/passwd',
  '--upload-pack=touch x',
  '-rf',
  'a\u0000b',
  '\u202e\u200b\u{e0041}',
  '\ud800',
  '(a+)+$',
  '[',
  '.*'.repeat(40),
  '$(id)',
  '%s%n',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  'null',
  '😀'.repeat(50),
  'x'.repeat(9_000),
] as const;

/** Values that a name suggests, so that many calls get past the first check. */
const GOOD_TEXTS: Readonly<Record<string, readonly string[]>> = {
  path: ['hostile', 'hostile@main', 'hostile@HEAD~1', '*', 'nope'],
  file: ['src/a.ts', 'src/a.ts:1-3', 'README.md', 'src/long.ts', 'src/bytes.bin', 'outside', '.git/config'],
  query: ['add', 'function', 'how does add work', '"left-pad"', 'token', 'IGNORE', 'hidden', 'a.*b'],
  symbol: ['add', 'b', 'add[1]', 'f'],
  target: ['src/a.ts', 'add', 'src'],
  scope: ['src', 'src/a.ts', 'project', 'account'],
  ref: ['HEAD', 'main', 'HEAD~1', 'nope'],
  since: ['HEAD~1', 'HEAD', 'nope'],
  diff_from: ['HEAD~1', 'nope'],
  url: ['http://127.0.0.1/', 'http://[::1]/', 'https://localhost:3900/', 'ftp://a/', 'http://169.254.169.254/latest/'],
  baseline: ['http://10.0.0.1/', 'nope'],
  headers: [
    'content-security-policy: default-src *\nset-cookie: a=b',
    'HTTP/1.1 200 OK\r\nx-frame-options: DENY',
    ':\n:',
  ],
  purl: ['pkg:npm/left-pad@1.3.0', 'pkg:npm/%40scope/x', 'pkg:', 'pkg:maven/a/b@1'],
  command: ['npm install left-pad@1', 'pip install -r x', 'npm i $(x)', 'cargo add serde && rm -rf /'],
  test_output: ['FAIL src/a.test.ts > adds\n  at src/a.ts:5:1', '# tests 1\nnot ok 1 - x', '--- FAIL: TestX (0.00s)'],
  coverage: ['TN:\nSF:src/a.ts\nDA:1,0\nend_of_record', 'coverage.xml', '<coverage', '{"a":1}'],
  thought: ['because', 'see src/a.ts:1'],
  key: ['a/b', 'rule', 'A B'],
  text: ['a note', `key AKIA${'Q7XZ'.repeat(4)}`],
};

/** Any text: one that fits the name, one that is written to break something, or noise. */
function texts(name: string): Arbitrary<string> {
  const good = GOOD_TEXTS[name];
  const hostile = fc.constantFrom(...HOSTILE_TEXTS);
  const noise = fc.string({ unit: 'binary', maxLength: 40 });
  if (good === undefined) return fc.oneof(hostile, noise);
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...good) }, { weight: 2, arbitrary: hostile }, noise);
}

/** Values of a schema, most of them fitting, some at its ends, some of another type. */
function values(schema: ArgumentSchema, name: string): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fitting(schema, name) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as Arbitrary<unknown> },
  );
}

function fitting(schema: ArgumentSchema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => values(choice, name)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return texts(name);
    case 'integer':
    case 'number': {
      const { minimum = -5, maximum = 100 } = schema;
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
        fc.constantFrom(0, -1, 2 ** 53, 1.5),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(values(schema.items ?? {}, name), { maxLength: 4 });
    case 'object':
      return objects(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Some of the properties, often the required ones, sometimes one that nobody knows. */
function objects({ properties = {}, required = [] }: ArgumentSchema): Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, values(schema, name)]));
  const few = Object.keys(known).filter((name) => !required.includes(name));
  const chosen = fc.subarray(few, { maxLength: Math.min(4, few.length) });
  return fc.tuple(fc.record(known), chosen, fc.integer({ min: 0, max: 19 })).map(([all, names, dice]) => ({
    ...Object.fromEntries(
      Object.entries(all).filter(([name]) => names.includes(name) || (dice > 0 && required.includes(name))),
    ),
    ...(dice === 1 ? { nobody_knows_this: 1 } : {}),
  }));
}

/** Calls of the tools with arguments made from their schemas, as each kind of client writes them. */
export function toolCalls(tools: readonly ListedTool[]): Arbitrary<FuzzRequest> {
  const calls = tools.map((tool) =>
    fc.tuple(fc.constant(tool.name), objects(tool.inputSchema), fc.constantFrom('bare', 'legacy', 'modern')),
  );
  return fc.oneof(...calls).map(([name, args, face]) => {
    const meta = face === 'modern' ? { _meta: MODERN_META } : {};
    const params = { name, arguments: args, ...meta };
    return {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...FACE_HEADERS[face],
        ...(face === 'modern' ? { 'mcp-name': name } : {}),
      },
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    };
  });
}

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const FACE_HEADERS: Readonly<Record<string, Record<string, string>>> = {
  bare: {},
  legacy: { 'mcp-protocol-version': '2025-11-25', accept: 'application/json, text/event-stream' },
  modern: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', accept: 'application/json' },
};

const envelopes = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2, null),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double(), fc.jsonValue()),
    method: fc.constantFrom(
      ...['tools/list', 'tools/call', 'initialize', 'ping', 'server/discover', 'notifications/initialized'],
      ...[
        'notifications/cancelled',
        'resources/list',
        'prompts/get',
        'subscriptions/listen',
        'logging/setLevel',
        '',
        '__proto__',
      ],
    ),
    params: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.constantFrom('read_code', 'find_code', 'service_dev_info', 'nope', '__proto__', 7),
          arguments: fc.jsonValue(),
          cursor: fc.jsonValue(),
          protocolVersion: fc.constantFrom('2025-11-25', '2024-11-05', 'x', 5),
          capabilities: fc.jsonValue(),
          clientInfo: fc.jsonValue(),
          _meta: fc.oneof(fc.jsonValue(), fc.constant(MODERN_META), fc.constant({ progressToken: 1 })),
        },
        { requiredKeys: [] },
      ),
    ),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** JSON-RPC of every shape, whole or with a byte changed, cut or doubled. */
const texts8 = fc.oneof(
  envelopes.map((value) => JSON.stringify(value)),
  fc.array(envelopes, { maxLength: 3 }).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.tuple(envelopes, fc.nat(200), fc.string({ maxLength: 3 })).map(([value, at, piece]) => {
    const text = JSON.stringify(value);
    return `${text.slice(0, at)}${piece}${text.slice(at + 1)}`;
  }),
  fc.nat(300).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
);

const headerSets = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/jsonx',
    ),
    accept: fc.constantFrom('*/*', 'application/json', 'text/event-stream', 'application/json, text/event-stream', 'x'),
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2025-06-18', '2026-07-28', '2024-11-05', 'x', ''),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', '=?base64?dG9vbHMvY2FsbA==?=', '=?base64?%?='),
    'mcp-name': fc.constantFrom('read_code', 'nope', '=?base64?cmVhZF9jb2Rl?='),
    'mcp-session-id': fc.constantFrom('x', ''),
    'last-event-id': fc.constantFrom('1'),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
  },
  { requiredKeys: [] },
);

/** Requests of every kind but good tool calls. */
export const requests: Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
    headerSets,
    fc.oneof(
      texts8.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 300 }),
    ),
    fc.nat(30),
  )
  .map(([method, headers, body, dice]) => ({
    method,
    // Seldom: a foreign origin is refused before all else.
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(dice === 0 ? { origin: 'https://evil.example' } : {}),
    },
    body,
  }));

/** Bytes for the socket itself: HTTP that is nearly right, and noise. */
export const rawRequests: Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom('POST', 'GET', 'post', 'CONNECT', 'PRI', 'TRACE'),
      fc.constantFrom('/mcp', '*', '/mcp?a=b', 'http://evil.example/mcp', '/../mcp', '/%2e%2e/', '//mcp', '/mcp\0'),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
      fc.array(
        fc.constantFrom(
          ...['Host: 127.0.0.1', 'Host: evil.example', 'Host:', 'Content-Length: 5', 'Content-Length: -1'],
          ...[
            'Content-Length: 5, 6',
            'Transfer-Encoding: chunked',
            'Transfer-Encoding: chunked, chunked',
            'Expect: 100-continue',
          ],
          ...[
            'Upgrade: websocket',
            'Connection: upgrade',
            'Authorization: Bearer x',
            'Authorization:',
            `X: ${'y'.repeat(20_000)}`,
          ],
          ...[' folded', 'Bad Header', ': none', 'A\u0000: b'],
        ),
        { maxLength: 6 },
      ),
      fc.string({ maxLength: 20 }),
    )
    .map(([method, path, version, headers, body]) =>
      Buffer.from(`${method} ${path} ${version}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`),
    ),
);
