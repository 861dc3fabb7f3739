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
  'curl',
] as const;

/** One of the clients. */
export type ClientName = (typeof CLIENT_NAMES)[number];

/** How to connect a client. The key itself is never in it: it stands in the environment variable MCP_API_KEY. */
export interface ClientConfiguration {
  readonly title: string;
  /** What to do, in order; the snippet belongs where a step says so. */
  readonly steps: readonly string[];
  readonly snippet: string;
  /** What to look out for; empty when nothing. */
  readonly note: string;
}

/**
 * Configuration of a client for the service at `baseUrl` (an origin without a path). The address is the operator's own,
 * so that what is copied works as it stands.
 */
export function clientConfiguration(client: ClientName, baseUrl: string): ClientConfiguration {
  return CONFIGURATIONS[client](`${baseUrl.replace(/\/+$/, '')}/mcp`);
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
    steps: [
      SET_KEY,
      'put this into .mcp.json in the project (Claude Code fills in the variable)',
      '/mcp shows the state',
    ],
    snippet: json({ mcpServers: { portico: { type: 'http', url, headers: BEARER(SHELL) } } }),
    note: `Or: claude mcp add --scope project --transport http portico ${url} --header 'Authorization: Bearer ${SHELL}' (single quotes, so that the key is not written into the file).`,
  }),
  'claude-desktop': (url) => ({
    title: 'Claude Desktop',
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
    note: "Its own connectors need OAuth, which this version of the service does not have; mcp-remote is a third party's bridge and needs Node. The file then holds the key: keep it private.",
  }),
  codex: (url) => ({
    title: 'Codex',
    steps: [SET_KEY, 'put this into ~/.codex/config.toml'],
    snippet: `[mcp_servers.portico]\nurl = "${url}"\nbearer_token_env_var = "MCP_API_KEY"`,
    note: 'bearer_token_env_var takes the name of the variable; a key written there inline is refused by Codex.',
  }),
  cursor: (url) => ({
    title: 'Cursor',
    steps: [SET_KEY, 'put this into ~/.cursor/mcp.json or .cursor/mcp.json in the project'],
    snippet: json({ mcpServers: { portico: { url, headers: BEARER(ENV) } } }),
    note: '',
  }),
  vscode: (url) => ({
    title: 'VS Code',
    steps: ['put this into .vscode/mcp.json', 'start the server there; VS Code asks for the API key once and keeps it'],
    snippet: json({
      inputs: [{ id: 'mcp_api_key', type: 'promptString', description: 'Portico API key', password: true }],
      servers: { portico: { type: 'http', url, headers: BEARER('$'.concat('{input:mcp_api_key}')) } },
    }),
    note: 'A sign-in dialog means that the key was refused (401 or 403): correct the key instead of signing in.',
  }),
  windsurf: (url) => ({
    title: 'Windsurf',
    steps: [SET_KEY, 'put this into ~/.codeium/windsurf/mcp_config.json', 'refresh the MCP servers in Cascade'],
    snippet: json({ mcpServers: { portico: { serverUrl: url, headers: BEARER(ENV) } } }),
    note: 'The name is serverUrl, not url.',
  }),
  'gemini-cli': (url) => ({
    title: 'Gemini CLI',
    steps: [SET_KEY, 'put this into ~/.gemini/settings.json'],
    snippet: json({ mcpServers: { portico: { httpUrl: url, headers: BEARER(SHELL), timeout: 30_000 } } }),
    note: 'The name is httpUrl; url would mean the older SSE transport, which this service does not speak.',
  }),
  jetbrains: (url) => ({
    title: 'JetBrains AI Assistant',
    steps: [
      'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add, as JSON',
      `write your API key in place of ${SHELL}, and apply`,
    ],
    snippet: json({ mcpServers: { portico: { url, headers: BEARER(SHELL) } } }),
    note: 'Needs a version that speaks Streamable HTTP; older ones know stdio only. The settings then hold the key.',
  }),
  zed: (url) => ({
    title: 'Zed',
    steps: ['put this into the settings (zed: open settings file)', `write your API key in place of ${SHELL}`],
    snippet: json({ context_servers: { portico: { url, headers: BEARER(SHELL) } } }),
    note: 'Zed fills in no variables here: the settings then hold the key. Without the header it would try OAuth.',
  }),
  opencode: (url) => ({
    title: 'opencode',
    steps: [SET_KEY, 'put this into opencode.json in the project or ~/.config/opencode/opencode.json'],
    snippet: json({
      mcp: { portico: { type: 'remote', url, enabled: true, oauth: false, headers: BEARER('{env:MCP_API_KEY}') } },
    }),
    note: 'This is the form of version 1; in version 2 the entry goes under mcp.servers.',
  }),
  curl: (url) => ({
    title: 'curl',
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
