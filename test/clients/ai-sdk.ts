import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ClientRefused, type InstalledClient, type Shown, type Site } from './client.ts';
import { versionOf } from './install.ts';
import { isRecord, textOf } from './read.ts';

/** The part of the library that a program uses to give an MCP server's tools to a model. */
interface AiSdk {
  createMCPClient(options: object): Promise<AiSdkClient>;
}

interface AiSdkClient {
  tools(): Promise<Readonly<Record<string, AiSdkTool>>>;
  close(): Promise<void>;
}

interface AiSdkTool {
  execute(args: object, options: { readonly toolCallId: string; readonly messages: readonly [] }): Promise<unknown>;
}

/** The Vercel AI SDK's MCP client, as a program uses it. */
export function makeAiSdk(folder: string): InstalledClient {
  return {
    name: `@ai-sdk/mcp ${versionOf('@ai-sdk/mcp')}`,
    revision: '2026-07-28',
    listTools: (site) => withTools(folder, site, async (tools) => Object.keys(tools)),
    call: (site, name, args) =>
      withTools(folder, site, async (tools): Promise<Shown> => {
        const result = await tools[name]?.execute(args, { toolCallId: 'call', messages: [] });
        if (!isRecord(result)) throw new ClientRefused(`no tool ${name}`);
        return { text: textOf(result.content), isError: result.isError === true };
      }),
  };
}

type Tools = Awaited<ReturnType<AiSdkClient['tools']>>;

async function withTools<T>(folder: string, site: Site, use: (tools: Tools) => Promise<T>): Promise<T> {
  const file = createRequire(join(folder, 'package.json')).resolve('@ai-sdk/mcp');
  // What a module that is found at run time exports is for us to say.
  const library = (await import(pathToFileURL(file).href)) as AiSdk;
  const headers = { Authorization: `Bearer ${site.key}` };
  try {
    const client = await library.createMCPClient({ transport: { type: 'http', url: site.url, headers } });
    try {
      return await use(await client.tools());
    } finally {
      await client.close();
    }
  } catch (failure) {
    throw new ClientRefused(String(failure));
  }
}
