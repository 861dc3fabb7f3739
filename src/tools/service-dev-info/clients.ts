/** Clients with a ready configuration. Source: docs/tools.md, "service_dev_info". */
export const CLIENT_NAMES = [
  'claude-code',
  'claude-desktop',
  'codex',
  'cursor',
  'vscode',
  'windsurf',
  'gemini-cli',
  'jetbrains',
  'zed',
  'opencode',
  'chatgpt',
  'claude-ai',
  'curl',
] as const;

/** One of the clients. */
export type ClientName = (typeof CLIENT_NAMES)[number];

/** How to connect a client. The key itself is never in it: it stands in the environment variable MCP_API_KEY. */
export interface ClientConfiguration {
  readonly title: string;
  /** What to do, in order; the snippet belongs where a step says so. It is null where this version cannot be reached. */
  readonly steps: readonly string[];
  readonly snippet: string | null;
  /** What to look out for; empty when nothing. */
  readonly note: string;
  /** The program that was run with the snippet, with its version; null: written after the client's documentation. */
  readonly checkedWith: string | null;
}

/**
 * Configuration of a client for the service at `baseUrl` (an origin without a path). The address is the operator's own,
 * so that what is copied works as it stands.
 */
export function clientConfiguration(client: ClientName, baseUrl: string): ClientConfiguration {
  return CONFIGURATIONS[client](`${baseUrl.replace(/\/+$/, '')}/mcp`);
}

/** How far a configuration can be trusted, in a sentence. */
export function proofLine({ checkedWith, snippet }: ClientConfiguration): string {
  if (snippet === null) return 'Not run: there is nothing to configure yet.';
  return checkedWith === null
    ? "Written after the client's documentation; not run."
    : `Checked by running ${checkedWith} against the service.`;
}

const SET_KEY = 'export MCP_API_KEY with your API key in the environment that the client is started from';
const BEARER = (variable: string): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${variable}` });
/** As clients write a variable; the reader's key is not ours to print. */
const SHELL = '$'.concat('{MCP_API_KEY}');
const ENV = '$'.concat('{env:MCP_API_KEY}');

// As each client's own documentation has it. A client's next version may want another form: then this table is the one
// place to change.
const CONFIGURATIONS: Readonly<Record<ClientName, (url: string) => ClientConfiguration>> = {
  'claude-code': (url) => ({
    title: 'Claude Code',
    checkedWith: 'Claude Code 2.1.329',
    steps: [
      SET_KEY,
      'put this into .mcp.json in the project (Claude Code fills in the variable)',
      'start claude there, trust the folder and approve the server; until then it stays "Pending approval"',
      '/mcp shows the state',
    ],
    snippet: json({ mcpServers: { portico: { type: 'http', url, headers: BEARER(SHELL) } } }),
    note: `Or: claude mcp add --scope project --transport http portico ${url} --header 'Authorization: Bearer ${SHELL}' (single quotes, so that the key is not written into the file). Without --scope project it is yours alone and needs no approval.`,
  }),
  'claude-desktop': (url) => ({
    title: 'Claude Desktop',
    checkedWith: 'mcp-remote 0.15.1',
    steps: [
      'put this into claude_desktop_config.json (Settings > Developer > Edit Config)',
      'write your API key in place of the words in env, and restart the application',
    ],
    snippet: json({
      mcpServers: {
        portico: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', `Authorization: Bearer ${SHELL}`],
          env: { MCP_API_KEY: 'your API key' },
        },
      },
    }),
    note: 'Its own connectors need OAuth, which this version of the service does not have; mcp-remote is a third party\'s bridge and needs Node. The file then holds the key: keep it private. A log that ends in "Dynamic Client Registration rejected" means that the key was refused.',
  }),
  codex: (url) => ({
    title: 'Codex',
    checkedWith: 'Codex CLI 0.169.0',
    steps: [SET_KEY, 'put this into ~/.codex/config.toml'],
    snippet: `[mcp_servers.portico]\nurl = "${url}"\nbearer_token_env_var = "MCP_API_KEY"`,
    note: `Or: codex mcp add portico --url ${url} --bearer-token-env-var MCP_API_KEY. It takes the name of the variable; a key written inline as bearer_token is refused by Codex. "codex mcp list" reads the file without connecting.`,
  }),
  cursor: (url) => ({
    title: 'Cursor',
    checkedWith: null,
    steps: [SET_KEY, 'put this into ~/.cursor/mcp.json or .cursor/mcp.json in the project'],
    snippet: json({ mcpServers: { portico: { url, headers: BEARER(ENV) } } }),
    note: 'If Cursor asks to sign in although the header is set, the key may have been refused, or the variable is not in its environment: then start Cursor from a shell that has it.',
  }),
  vscode: (url) => ({
    title: 'VS Code',
    checkedWith: null,
    steps: ['put this into .vscode/mcp.json', 'start the server there; VS Code asks for the API key once and keeps it'],
    snippet: json({
      inputs: [{ id: 'mcp_api_key', type: 'promptString', description: 'Portico API key', password: true }],
      servers: { portico: { type: 'http', url, headers: BEARER('$'.concat('{input:mcp_api_key}')) } },
    }),
    note: 'A sign-in dialog means that the key was refused (401 or 403): correct the key instead of signing in.',
  }),
  windsurf: (url) => ({
    title: 'Windsurf',
    checkedWith: null,
    steps: [SET_KEY, 'put this into ~/.codeium/windsurf/mcp_config.json', 'refresh the MCP servers in Cascade'],
    snippet: json({ mcpServers: { portico: { serverUrl: url, headers: BEARER(ENV) } } }),
    note: 'The name is serverUrl, not url.',
  }),
  'gemini-cli': (url) => ({
    title: 'Gemini CLI',
    checkedWith: 'Gemini CLI 0.61.0',
    steps: [
      SET_KEY,
      'put this into ~/.gemini/settings.json',
      'start gemini in a folder that it trusts; in others it disables all servers',
    ],
    snippet: json({ mcpServers: { portico: { httpUrl: url, headers: BEARER(SHELL), timeout: 30_000 } } }),
    note: 'The name is httpUrl; url without "type": "http" would mean the older SSE transport, which this service does not speak. "gemini mcp list" shows the state.',
  }),
  jetbrains: (url) => ({
    title: 'JetBrains AI Assistant',
    checkedWith: null,
    steps: [
      'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add, as JSON',
      `write your API key in place of ${SHELL}, and apply`,
    ],
    snippet: json({ mcpServers: { portico: { url, headers: BEARER(SHELL) } } }),
    note: 'Needs a version that speaks Streamable HTTP; older ones know stdio only. The settings then hold the key.',
  }),
  zed: (url) => ({
    title: 'Zed',
    checkedWith: null,
    steps: ['put this into the settings (zed: open settings file)', `write your API key in place of ${SHELL}`],
    snippet: json({ context_servers: { portico: { url, headers: BEARER(SHELL) } } }),
    note: 'Zed fills in no variables here: the settings then hold the key. Without the header it would try OAuth.',
  }),
  opencode: (url) => ({
    title: 'opencode',
    checkedWith: 'opencode 1.18.33',
    steps: [SET_KEY, 'put this into opencode.json in the project or ~/.config/opencode/opencode.json'],
    snippet: json({
      mcp: { portico: { type: 'remote', url, enabled: true, oauth: false, headers: BEARER('{env:MCP_API_KEY}') } },
    }),
    note: 'This is the form of version 1; in version 2 the entry goes under mcp.servers.',
  }),
  chatgpt: () => ({
    title: 'ChatGPT',
    checkedWith: null,
    steps: [
      'this version cannot be added as a connector: ChatGPT sends no header of yours, it signs in by OAuth, and OAuth does not exist here yet',
      'use Codex with an API key instead; when OAuth is there, the service also needs an https address that ChatGPT can reach',
    ],
    snippet: null,
    note: 'Do not open the service to callers without a key to make it work: everybody could read the projects.',
  }),
  'claude-ai': () => ({
    title: 'claude.ai',
    checkedWith: null,
    steps: [
      'this version cannot be added as a connector, on the web, the phone or in Claude Desktop: connectors sign in by OAuth, and OAuth does not exist here yet',
      'use Claude Code with an API key, or Claude Desktop with mcp-remote, instead; when OAuth is there, the service also needs an https address that Anthropic can reach',
    ],
    snippet: null,
    note: 'Do not open the service to callers without a key to make it work: everybody could read the projects.',
  }),
  curl: (url) => ({
    title: 'curl',
    checkedWith: 'curl',
    steps: ['export MCP_API_KEY with your API key in the shell', 'run this'],
    snippet: [
      `curl -sS ${url} -H "Authorization: Bearer ${SHELL}" -H 'Content-Type: application/json' \\`,
      `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'`,
    ].join('\n'),
    note: 'Plain JSON-RPC over HTTP: no session, no initialize, no Accept header needed.',
  }),
};

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
