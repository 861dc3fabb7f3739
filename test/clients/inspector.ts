import { join } from 'node:path';
import { ClientRefused, type InstalledClient, type Shown, type Site } from './client.ts';
import { versionOf } from './install.ts';
import { runProgram } from './program.ts';
import { listOf, parseDocument, textOf } from './read.ts';

/** The command line of the MCP Inspector, the tool with which people look at a server first. */
export function makeInspector(folder: string): InstalledClient {
  const file = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const ask = async (site: Site, args: readonly string[]) => {
    const target = [site.url, '--transport', 'http', '--header', `Authorization: Bearer ${site.key}`];
    const run = await runProgram(file, ['--cli', ...target, ...args], {
      home: site.home,
      env: { MCP_INSPECTOR_SECRET_STORE: 'memory' },
    });
    // A tool that answers with an error ends the program with 5 and is shown all the same.
    const shown = parseDocument(run.stdout);
    if (shown === null) throw new ClientRefused(`exit ${run.code}: ${run.stdout}${run.stderr}`.trim());
    return shown;
  };
  return {
    name: `MCP Inspector CLI ${versionOf('@modelcontextprotocol/inspector')}`,
    revision: '2025-11-25',
    async listTools(site) {
      return listOf((await ask(site, ['--method', 'tools/list'])).tools).map((tool) => String(tool.name));
    },
    async call(site, tool, args): Promise<Shown> {
      const pairs = Object.entries(args).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
      const result = await ask(site, ['--method', 'tools/call', '--tool-name', tool, ...pairs]);
      return { text: textOf(result.content), isError: result.isError === true };
    },
  };
}
