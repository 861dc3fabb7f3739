import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientRefused, type InstalledClient, type Site, snippetOf } from './client.ts';
import { versionOf } from './install.ts';
import { type MockModel, openMockModel, type ScriptedCall } from './mock-model.ts';
import { NO_NETWORK, type ProgramRun, runProgram } from './program.ts';

/** Claude Code as people set it up: the guide's .mcp.json in a project, approved by the person. */
export function makeClaudeCode(folder: string): InstalledClient {
  const file = join(folder, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs');
  return {
    name: `Claude Code ${versionOf('@anthropic-ai/claude-code')}`,
    revision: '2026-07-28',
    async listTools(site) {
      const run = await runClaude(file, site, ['mcp', 'list']);
      if (!/portico: .*Connected/.test(run.stdout)) throw new ClientRefused(`${run.stdout}${run.stderr}`.trim());
      const { model } = await prompt(file, site, null);
      const offered = model.turns[0]?.offered ?? [];
      return offered.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
    },
    async call(site, tool, args) {
      const { model, run } = await prompt(file, site, { tool, args });
      const [result] = model.turns.at(-1)?.results.slice(-1) ?? [];
      if (result === undefined) throw new ClientRefused(`exit ${run.code}: ${run.stdout}${run.stderr}`.trim());
      return result;
    },
  };
}

/** What Claude Code puts before the names of the server's tools. */
const PREFIX = 'mcp__portico__';

interface Talk {
  readonly model: MockModel;
  readonly run: ProgramRun;
}

/** One prompt, answered by the model on loopback, with the tools of the service allowed and no others. */
async function prompt(file: string, site: Site, scripted: ScriptedCall | null): Promise<Talk> {
  const model = await openMockModel(scripted);
  try {
    const args = ['-p', 'Use the tool.', '--allowedTools', 'mcp__portico', '--tools', ''];
    return { model, run: await runClaude(file, site, args, model) };
  } finally {
    await model.close();
  }
}

function runClaude(file: string, site: Site, args: readonly string[], model?: MockModel): Promise<ProgramRun> {
  const cwd = join(site.home, 'project');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, '.mcp.json'), snippetOf('claude-code', site));
  // What Claude Code notes when the person trusts the folder and approves the project's server.
  const approved = { hasTrustDialogAccepted: true, enabledMcpjsonServers: ['portico'] };
  writeFileSync(join(site.home, '.claude.json'), JSON.stringify({ projects: { [cwd]: approved } }));
  const env = {
    MCP_API_KEY: site.key,
    ANTHROPIC_API_KEY: 'mock',
    ANTHROPIC_BASE_URL: model?.origin ?? NO_NETWORK.HTTPS_PROXY,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...NO_NETWORK,
  };
  return runProgram(file, args, { home: site.home, cwd, env });
}
