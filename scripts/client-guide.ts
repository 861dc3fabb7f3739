import {
  CLIENT_NAMES,
  type ClientName,
  clientConfiguration,
  proofLine,
} from '../src/tools/service-dev-info/clients.ts';

/** The base URL of a service as it starts by default. */
const EXAMPLE_BASE_URL = 'http://127.0.0.1:3900';

/** The guide to connecting clients, from the same data that the tool service_dev_info answers with. */
export function clientGuidePage(): string {
  return [
    '# Connecting clients',
    '<!-- Made by `npm run docs`; change src/tools/service-dev-info/clients.ts instead. -->',
    INTRODUCTION,
    ...CLIENT_NAMES.map(section),
    TROUBLE,
    '',
  ].join('\n\n');
}

const INTRODUCTION = [
  'Every client needs two things: the endpoint, `<base URL>/mcp`, and an API key, sent as `Authorization: Bearer <key>`.',
  'The snippets have the base URL of a service on your own machine and read the key from the variable `MCP_API_KEY`',
  'where the client can. The tool `service_dev_info` gives the same snippets with the base URL of the service that it is',
  'called on. Other clients work too if they speak MCP over Streamable HTTP and can send a header: the revisions',
  '2024-11-05 to 2025-11-25 and 2026-07-28 are answered, without sessions; so is plain JSON-RPC.',
].join('\n');

const TROUBLE = [
  '## When it does not connect',
  '',
  '- **401**: the key is missing, mistyped, revoked or expired, or its own monthly cap is reached; the text says which',
  '  to whoever holds the right key. Correct the key, whatever the client proposes: OAuth does not exist here yet, so a',
  '  sign-in cannot help.',
  '- **403**: the request came under a host name or from a web page that the service does not answer to; see',
  '  `PORTICO_ALLOWED_HOSTS` and `PORTICO_ALLOWED_ORIGINS` in [the settings](../reference/settings.md).',
  '- **404 below `/.well-known/` and at `/register`** is normal: clients look there for OAuth and go on without it.',
  '- **405 for GET** is normal: the service has no stream of its own, and clients go on without it.',
  '- **429**: the plan’s limit is reached; `reset_at` in the body says until when.',
  '- Try the `curl` line above first: if it answers, the service and the key are good.',
  '',
  'How clients say that the key was refused:',
  '',
  '| client | what it shows |',
  '|---|---|',
  '| Claude Code | `Failed to connect — Server rejected the configured Authorization header (HTTP 401)`, then our text |',
  '| Codex | `AuthRequired` with `error_description="API key not valid"` in its log; the tools are not offered |',
  '| Gemini CLI | `Disconnected` |',
  '| mcp-remote (Claude Desktop) | `Dynamic Client Registration rejected (HTTP 404)` |',
  '| MCP Inspector CLI | `auth_required`, `Interactive OAuth requires a TTY` |',
  '| mcporter | `auth required`, and the advice to run `mcporter auth`, which cannot help |',
  '| @ai-sdk/mcp | `HTTP 401` and our text |',
  '',
  'Claude Code and Codex show a model the tools in the order of the alphabet. Claude Code names them first and loads a',
  'tool when the model wants it, so the first call of a session takes one step more.',
].join('\n');

function section(client: ClientName): string {
  const configuration = clientConfiguration(client, EXAMPLE_BASE_URL);
  const { title, steps, snippet, note } = configuration;
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const code = snippet === null ? [] : [`\`\`\`${languageOf(client)}\n${snippet}\n\`\`\``];
  return [`## ${title}`, numbered, ...code, ...(note === '' ? [] : [note]), proofLine(configuration)].join('\n\n');
}

function languageOf(client: ClientName): string {
  if (client === 'curl') return 'sh';
  return client === 'codex' ? 'toml' : 'json';
}
