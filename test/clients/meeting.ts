import { makeProbeTools } from '../support/probe-tools.ts';
import { makeFolder, makeRepository } from '../support/repository.ts';
import { openService } from '../support/service.ts';
import { openWholeService } from '../support/whole-service.ts';
import { makeAiSdk } from './ai-sdk.ts';
import { makeClaudeCode } from './claude-code.ts';
import type { InstalledClient, Site } from './client.ts';
import { makeCodex } from './codex.ts';
import { makeInspector } from './inspector.ts';
import type { ClientSet } from './install.ts';
import { makeMcpRemote } from './mcp-remote.ts';
import { makeMcporter } from './mcporter.ts';
import { openWire, type Wire } from './wire.ts';

/** Every client by the set that it is installed with. */
export const CLIENT_MAKERS: Readonly<Record<ClientSet, readonly ((folder: string) => InstalledClient)[]>> = {
  clients: [makeInspector, makeMcporter, makeMcpRemote, makeAiSdk],
  agents: [makeClaudeCode, makeCodex],
};

/** A service with a small repository, and the places at which a client may meet it. */
export interface Meeting {
  /** All of the service, with every message noted on the way. */
  readonly site: Site;
  readonly wire: Wire;
  /** All of the service, without anything between, and a key that it does not know. */
  readonly strange: Site;
  close(): Promise<void>;
}

/** A key of the right form that no service has issued. */
const UNKNOWN_KEY = 'mcp_live_unknown-abcdef.0000000000000000000000000000000000000000000000000';

/** Starts the service as its owner would, serving one repository with the file `greet.ts`. */
export async function openMeeting(): Promise<Meeting> {
  const repository = makeRepository({ 'greet.ts': "export function greet(): string {\n  return 'hello';\n}\n" });
  const home = makeFolder();
  const service = await openWholeService({ roots: [repository.path] });
  const wire = await openWire(service.origin);
  return {
    site: { url: `${wire.origin}/mcp`, key: service.token, home: home.path },
    wire,
    strange: { url: `${service.origin}/mcp`, key: UNKNOWN_KEY, home: home.path },
    async close() {
      await wire.close();
      await service.close();
      repository.remove();
      home.remove();
    },
  };
}

/** A service whose plan has one call a month; its tool `probe_echo` gives its text back. */
export async function openSpentMeeting(): Promise<{ readonly site: Site; close(): Promise<void> }> {
  const home = makeFolder();
  const service = await openService({ tools: makeProbeTools().tools, plans: { free: { requestsPerMonth: 1 } } });
  return {
    site: { url: `${service.origin}/mcp`, key: await service.issueKey('free'), home: home.path },
    async close() {
      await service.close();
      home.remove();
    },
  };
}
