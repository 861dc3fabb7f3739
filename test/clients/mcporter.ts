import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientRefused, type InstalledClient, type Site } from './client.ts';
import { versionOf } from './install.ts';
import { runProgram } from './program.ts';
import { listOf, parseDocument } from './read.ts';

/** mcporter, which calls the servers that other clients are configured for, from a shell. */
export function makeMcporter(folder: string): InstalledClient {
  const file = join(folder, 'node_modules/mcporter/dist/cli.js');
  const ask = (site: Site, args: readonly string[]) => {
    const config = join(site.home, 'mcporter.json');
    const headers = { Authorization: 'Bearer $'.concat('{MCP_API_KEY}') };
    writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { portico: { url: site.url, headers } } }));
    return runProgram(file, ['--config', config, ...args], { home: site.home, env: { MCP_API_KEY: site.key } });
  };
  return {
    name: `mcporter ${versionOf('mcporter')}`,
    revision: '2025-11-25',
    async listTools(site) {
      const { code, stdout, stderr } = await ask(site, ['list', 'portico', '--json']);
      const shown = parseDocument(stdout);
      if (shown?.status !== 'ok') throw new ClientRefused(`exit ${code}: ${stdout}${stderr}`.trim());
      return listOf(shown.tools).map((tool) => String(tool.name));
    },
    async call(site, tool, args) {
      const pairs = Object.entries(args).map(([name, value]) => `${name}=${value}`);
      const { code, stdout, stderr } = await ask(site, ['call', `portico.${tool}`, ...pairs, '--output', 'text']);
      // The answer of a tool stands on standard output, also one that says what went wrong; a refusal does not.
      if (stdout === '') throw new ClientRefused(`exit ${code}: ${stderr}`.trim());
      return { text: stdout, isError: code !== 0 };
    },
  };
}
