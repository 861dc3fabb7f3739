import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientRefused, type InstalledClient, type Site, snippetOf } from './client.ts';
import { versionOf } from './install.ts';
import { type MockModel, openMockModel, type ScriptedCall } from './mock-model.ts';
import { NO_NETWORK, type ProgramRun, runProgram } from './program.ts';

/** Codex as people set it up: the guide's lines in its config.toml. */
export function makeCodex(folder: string): InstalledClient {
  const file = join(folder, 'node_modules/@openai/codex/bin/codex.js');
  return {
    name: `Codex CLI ${versionOf('@openai/codex')}`,
    revision: '2025-06-18',
    async listTools(site) {
      const { model, run } = await prompt(file, site, null);
      const tools = model.turns[0]?.offered.filter((name) => name.startsWith('mcp__portico/')) ?? [];
      if (tools.length === 0) throw new ClientRefused(`exit ${run.code}: ${run.stdout}${run.stderr}`.trim());
      return tools.map((name) => name.replace('mcp__portico/', ''));
    },
    async call(site, tool, args) {
      const { model, run } = await prompt(file, site, { tool, args });
      const [result] = model.turns.at(-1)?.results.slice(-1) ?? [];
      if (result === undefined) throw new ClientRefused(`exit ${run.code}: ${run.stdout}${run.stderr}`.trim());
      return result;
    },
  };
}

interface Talk {
  readonly model: MockModel;
  readonly run: ProgramRun;
}

/** One prompt, answered by the model on loopback. */
async function prompt(file: string, site: Site, scripted: ScriptedCall | null): Promise<Talk> {
  const model = await openMockModel(scripted);
  try {
    const settings = join(site.home, '.codex');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'config.toml'), configuration(site, model));
    const args = ['exec', '--skip-git-repo-check', '--sandbox', 'read-only', 'Use the tool.'];
    const env = { MCP_API_KEY: site.key, MOCK_KEY: 'mock', ...NO_NETWORK };
    return { model, run: await runProgram(file, args, { home: site.home, env }) };
  } finally {
    await model.close();
  }
}

function configuration(site: Site, model: MockModel): string {
  return [
    'model = "mock"',
    'model_provider = "mock"',
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "${model.origin}/v1"`,
    'wire_api = "responses"',
    'env_key = "MOCK_KEY"',
    snippetOf('codex', site),
  ].join('\n');
}
