import { Agent, request as httpRequest } from 'node:http';

/** One kept connection to a service, as an editor has it. */
export interface Caller {
  /** Milliseconds of one find_code for a literal. Throws when it is not answered. */
  find(query: string, limit: number): Promise<number>;
  /** The same of a query alone, read as the tool thinks best. */
  ask(query: string): Promise<number>;
  /** Resolves when the only project's index is whole. */
  untilIndexed(): Promise<void>;
}

/** What came back of one call. */
export interface ToolAnswer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Calls one tool over a kept connection of its own; never throws: where no answer comes its status is 0. */
export type CallTool = (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** How often and how long a build is waited for. */
const LOOK_EVERY_MS = 500;
const LOOKS_MAX = 1_200;

/** Requests that come from one address: it may have 1,000 keys looked at in a minute. */
const REQUESTS_OF_AN_ADDRESS = 500;

/**
 * Makes what calls tools with a token. With a number it comes from addresses of its own, where the service trusts this
 * machine as a proxy.
 */
export function makeToolCaller(url: string, token: string, number: number | null = null): CallTool {
  let calls = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (name, given) => {
    calls += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(body),
      ...(number === null ? {} : { 'x-forwarded-for': addressOf(number, calls) }),
    };
    const startedMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<Omit<ToolAnswer, 'ms'>>();
    const fail = (failure: Error): void => resolve({ status: 0, text: failure.message });
    const request = httpRequest(`${url}/mcp`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', fail);
    request.end(body);
    const answer = await promise;
    return { ...answer, ms: performance.now() - startedMs };
  };
}

function addressOf(number: number, calls: number): string {
  return `10.${number & 255}.${Math.floor(calls / REQUESTS_OF_AN_ADDRESS)}.1`;
}

/** Makes a caller of the service's only project; `number` as of `makeToolCaller`. */
export function makeCaller(url: string, token: string, number: number | null = null): Caller {
  const call = makeToolCaller(url, token, number);

  async function callTool(name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const answer = await call(name, given);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer;
  }

  return {
    async find(query, limit) {
      return (await callTool('find_code', { query, mode: 'text', case: 'sensitive', limit, budget: 10_000 })).ms;
    },
    async ask(query) {
      return (await callTool('find_code', { query })).ms;
    },
    async untilIndexed() {
      for (let look = 0; look < LOOKS_MAX; look++) {
        const { text } = await callTool('find_code', { query: 'zzqqxxjj', mode: 'symbol', limit: 1 });
        if (!/partial|indexing|not indexed|but for \d+ file/.test(text)) return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
      throw new Error('the index was not whole in time');
    },
  };
}
