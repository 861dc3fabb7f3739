import { Agent, request as httpRequest } from 'node:http';

/** One kept connection to a service, as an editor has it. */
export interface Caller {
  /** Milliseconds of one find_code for a literal. Throws when it is not answered. */
  find(query: string, limit: number): Promise<number>;
  /** Resolves when the only project's index is whole. */
  untilIndexed(): Promise<void>;
}

/** How often and how long a build is waited for. */
const LOOK_EVERY_MS = 500;
const LOOKS_MAX = 1_200;

/** Makes a caller of the service's only project. */
export function makeCaller(url: string, token: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function callTool(
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<{ text: string; ms: number }> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(body),
    };
    const startedMs = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request = httpRequest(`${url}/mcp`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
      );
    });
    request.on('error', reject);
    request.end(body);
    const text = await promise;
    return { text, ms: performance.now() - startedMs };
  }

  return {
    async find(query, limit) {
      return (await callTool('find_code', { query, mode: 'text', case: 'sensitive', limit, budget: 10_000 })).ms;
    },
    async untilIndexed() {
      for (let look = 0; look < LOOKS_MAX; look++) {
        const { text } = await callTool('find_code', { query: 'zzqqxxjj', mode: 'symbol', limit: 1 });
        if (!/partial|indexing|indexed \d+ ?%/.test(text)) return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      throw new Error('the index was not whole in time');
    },
  };
}
