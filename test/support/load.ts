import type { WholeService } from './whole-service.ts';

/** One answer, and how long its caller waited. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: RpcAnswer | null;
  readonly ms: number;
}

/** As much of the JSON of an answer as tests look at. */
interface RpcAnswer {
  readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> };
  readonly error?: { readonly code: number; readonly data?: { readonly reason?: string } };
}

/** A thought that was acknowledged. */
export interface Thought {
  readonly thread: string;
  readonly text: string;
}

/** Somebody who calls a service, each time from another address, so that no IP limit is met. */
export interface Caller {
  post(request: { readonly token?: string | null; readonly body?: unknown }): Promise<Answered>;
  /** Asks another path, from this machine itself. */
  get(path: string): Promise<Answered>;
  /** A chargeable call that writes: a thread with one thought. */
  think(thought: string): Promise<Answered>;
  /** The thoughts that cannot be found again. */
  missing(thoughts: readonly Thought[]): Promise<readonly Thought[]>;
  /** Calls of tools that were answered by their tool, which is what each a unit was taken for. */
  served(): number;
}

/** Makes one; the service must trust this machine as a proxy (PORTICO_TRUSTED_PROXIES). */
export function makeCaller(service: Pick<WholeService, 'origin' | 'token'>): Caller {
  let calls = 0;
  let served = 0;

  async function ask(path: string, init: RequestInit): Promise<Answered> {
    const began = performance.now();
    const response = await fetch(`${service.origin}${path}`, init);
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    return { status, headers, text, json: isJson ? JSON.parse(text) : null, ms: performance.now() - began };
  }

  function nextAddress(): string {
    calls++;
    return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  }

  const post: Caller['post'] = ({ token = service.token, body = { jsonrpc: '2.0', id: 1, method: 'tools/list' } }) =>
    ask('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextAddress(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });

  async function call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answered> {
    const answer = await post({
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    if (answer.status === 200) served++;
    return answer;
  }

  return {
    post,
    get: (path) => ask(path, {}),
    think: (thought) => call('keep_thinking', { thought }),
    async missing(thoughts) {
      const missing: Thought[] = [];
      for (const thought of thoughts) {
        const { status, text } = await call('keep_thinking', { action: 'recall', thread: thought.thread });
        if (status !== 200 || !text.includes(thought.text)) missing.push(thought);
      }
      return missing;
    },
    served: () => served,
  };
}

/** Callers who think without pause. */
export interface Load {
  answers(): readonly Answered[];
  /** What was acknowledged so far. */
  thoughts(): readonly Thought[];
  /** Resolves with all answers when the last one has come. */
  stop(): Promise<readonly Answered[]>;
}

/** Starts them; each asks again when it has its answer. */
export function startLoad(caller: Caller, { callers }: { readonly callers: number }): Load {
  const answers: Answered[] = [];
  const thoughts: Thought[] = [];
  let isStopped = false;

  async function work(_: unknown, worker: number): Promise<void> {
    for (let i = 0; !isStopped; i++) {
      const text = `thought ${worker} ${i}.`;
      const answer = await caller.think(text);
      answers.push(answer);
      const thread = answer.json?.result?.structuredContent?.thread;
      if (answer.status === 200) thoughts.push({ thread: String(thread), text });
    }
  }

  const working = Promise.all(Array.from({ length: callers }, work));
  return {
    answers: () => answers,
    thoughts: () => thoughts,
    async stop() {
      isStopped = true;
      await working;
      return answers;
    },
  };
}
