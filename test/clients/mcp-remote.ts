import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ClientRefused, type InstalledClient, type Site } from './client.ts';
import { versionOf } from './install.ts';
import { programEnv } from './program.ts';
import { textOf } from './read.ts';

/** mcp-remote, the bridge for programs that only start local servers, such as Claude Desktop. */
export function makeMcpRemote(folder: string): InstalledClient {
  const file = join(folder, 'node_modules/mcp-remote/dist/proxy.js');
  return {
    name: `mcp-remote ${versionOf('mcp-remote')}`,
    revision: '2025-11-25',
    listTools: (site) =>
      withBridge(file, site, async (client) => (await client.listTools()).tools.map((tool) => tool.name)),
    call: (site, tool, args) =>
      withBridge(file, site, async (client) => {
        const result = await client.callTool({ name: tool, arguments: args });
        return { text: textOf(result.content), isError: result.isError === true };
      }),
  };
}

/** Starts the bridge as such a program does, and speaks to it over its standard input and output. */
async function withBridge<T>(file: string, site: Site, use: (client: Client) => Promise<T>): Promise<T> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [file, site.url, '--header', 'Authorization: Bearer $'.concat('{MCP_API_KEY}')],
    env: programEnv({ home: site.home, env: { MCP_API_KEY: site.key } }),
    cwd: site.home,
    stderr: 'pipe',
  });
  const shown = { text: '' };
  transport.stderr?.on('data', (chunk) => {
    shown.text += String(chunk);
  });
  const client = new Client({ name: 'portico-test', version: '1.0.0' });
  try {
    await client.connect(transport);
    return await use(client);
  } catch (failure) {
    throw new ClientRefused(`${String(failure)}\n${shown.text}`.trim());
  } finally {
    await client.close();
  }
}
