import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** What a caller may pass with one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  onprogress?(progress: { progress: number; message?: string | undefined }): void;
}

/** The part of an MCP client that the tests use, whichever library is behind it. */
export interface ConnectedClient {
  /** The revision that client and service agreed on. */
  readonly revision: string | undefined;
  listTools(): Promise<readonly string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<CallOutcome>;
  close(): Promise<void>;
}

/** A tool's answer as the client library gave it. */
export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** A client library in one of its ways of speaking. */
export interface ClientKind {
  readonly name: string;
  /** The revision that it must end up with. */
  readonly revision: '2026-07-28' | '2025-11-25';
  connect(origin: string, token: string | null): Promise<ConnectedClient>;
}

const INFO = { name: 'portico-test', version: '1.0.0' };

/** Every official client that people use today: the current library in its three modes and the one before. */
export const CLIENT_KINDS: readonly ClientKind[] = [
  { name: 'SDK v2 auto', revision: '2026-07-28', connect: (...to) => connectV2('auto', ...to) },
  { name: 'SDK v2 pinned', revision: '2026-07-28', connect: (...to) => connectV2({ pin: '2026-07-28' }, ...to) },
  { name: 'SDK v2 legacy', revision: '2025-11-25', connect: (...to) => connectV2('legacy', ...to) },
  { name: 'SDK v1', revision: '2025-11-25', connect: connectV1 },
];

type Mode = 'auto' | 'legacy' | { pin: string };

async function connectV2(mode: Mode, origin: string, token: string | null): Promise<ConnectedClient> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(`${origin}/mcp`), { requestInit: bearer(token) }));
  return {
    revision: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) => outcome(await client.callTool({ name, arguments: args }, { ...options })),
    close: () => client.close(),
  };
}

async function connectV1(origin: string, token: string | null): Promise<ConnectedClient> {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(new URL(`${origin}/mcp`), { requestInit: bearer(token) });
  // The library's own class misses its own interface by an optional member, under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    revision: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) =>
      outcome(await client.callTool({ name, arguments: args }, undefined, { ...options })),
    close: () => client.close(),
  };
}

function bearer(token: string | null): RequestInit {
  return token === null ? {} : { headers: { authorization: `Bearer ${token}` } };
}

/** Reads the answer as a program would that knows nothing of its type. */
function outcome(result: Readonly<Record<string, unknown>>): CallOutcome {
  const items = Array.isArray(result.content) ? result.content : [];
  const texts = items.map((item: { text?: unknown }) => String(item.text ?? ''));
  return { text: texts.join('\n'), isError: result.isError === true };
}
