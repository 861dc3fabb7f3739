import { Agent, request as httpRequest } from 'node:http';

/** How a caller speaks. */
export type BenchFace = 'bare' | 'legacy' | 'modern';

/** Requests of one form to one server. */
export interface Load {
  readonly url: string;
  readonly token: string;
  readonly face: BenchFace;
  readonly method: 'tools/call' | 'tools/list';
  readonly tool: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

/** Requests that one caller's address sends. */
const REQUESTS_OF_AN_ADDRESS = 500;

let sender = 0;

/** Sends so many requests over so many kept connections; gives each one's milliseconds. Throws when one is not answered as it should be. */
export async function sendMany(load: Load, requests: number, connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedMs = performance.now();
      await sendOne(load, agent);
      times.push(performance.now() - startedMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, worker));
  } finally {
    agent.destroy();
  }
  return times;
}

function sendOne(load: Load, agent: Agent): Promise<void> {
  const body = bodyOf(load);
  // One address may have 1,000 keys looked at in a minute, so callers come from many, as behind a proxy.
  sender += 1;
  const caller = Math.floor(sender / REQUESTS_OF_AN_ADDRESS);
  const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${load.token}`,
    'x-forwarded-for': address,
    'content-length': Buffer.byteLength(body),
    ...headersOf(load),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = httpRequest(`${load.url}/mcp`, { method: 'POST', agent, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    response.on('error', reject);
    response.on('end', () => {
      if (response.statusCode === 200 && text.includes('"result"')) resolve();
      else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
    });
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

function bodyOf({ face, method, tool }: Load): string {
  const meta = face === 'modern' ? { _meta: META } : {};
  const params = method === 'tools/call' ? { ...tool, ...meta } : meta;
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function headersOf({ face, method, tool }: Load): Record<string, string> {
  if (face === 'bare') return {};
  const accept = 'application/json, text/event-stream';
  if (face === 'legacy') return { accept, 'mcp-protocol-version': '2025-11-25' };
  const name = method === 'tools/call' ? { 'mcp-name': tool.name } : {};
  return { accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name };
}

/** The value below which that share of the numbers lies; NaN for none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
