import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { Log } from '../../src/base/log.ts';
import { openWholeService, type WholeService } from '../support/whole-service.ts';
import { type FuzzRequest, type ListedTool, rawRequests, requests, toolCalls } from './arbitraries.ts';
import { type FuzzAnswer, findFault, findSizeFault } from './check-answer.ts';
import { makeHostileRepository } from './hostile-repository.ts';

/** What a run found. */
export interface FuzzReport {
  readonly seed: number;
  /** Requests sent: calls of tools by their schemas, JSON-RPC of every shape, bytes on the socket. */
  readonly sent: { readonly calls: number; readonly requests: number; readonly raw: number };
  readonly statuses: Readonly<Record<string, number>>;
  /** Per tool: answers, how many of them were not errors, and the time of all and of the slowest. */
  readonly tools: Readonly<Record<string, ToolCount>>;
  readonly faults: readonly string[];
}

interface ToolCount {
  answers: number;
  ok: number;
  ms: number;
  slowestMs: number;
}

/** Requests that are made ahead at a time, so that a long run needs no more memory than a short one. */
const CHUNK = 400;
const CONCURRENT = 4;
/** Faults that are told in full. */
const FAULTS_MAX = 20;

/**
 * Sends so many requests to the whole service over a repository that is written against its readers, and checks every
 * answer: no 5xx, the limit headers, well-formed JSON, bounded texts, nothing unseen and no secret. The same seed sends
 * the same requests. Half are tool calls made from the tools' own schemas, a tenth are bytes on the socket.
 */
export async function fuzz(total: number, seed: number): Promise<FuzzReport> {
  const repository = makeHostileRepository();
  // Sources of package data that refuse at once: a fuzzer must not depend on the network, nor load it.
  const closed = 'http://127.0.0.1:9';
  const env = {
    PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    PORTICO_NPM_REGISTRY: closed,
    PORTICO_DEPSDEV_URL: closed,
    PORTICO_OSV_URL: closed,
  };
  const failures: string[] = [];
  const log: Log = {
    event(name, fields, level) {
      if (level === 'error') failures.push(`${name} ${JSON.stringify(fields)}`);
    },
  };
  const service = await openWholeService({ roots: [repository.path], env, log });
  const run: Run = {
    service,
    agent: new Agent({ keepAlive: true, maxSockets: CONCURRENT }),
    project: repository.path.split('/').at(-1) ?? '',
    tools: [],
    sent: 0,
    statuses: {},
    perTool: {},
    faults: [],
    failures,
  };
  try {
    const listed = await ask(run, LIST);
    run.tools = JSON.parse(listed.text).result.tools;
    const counts = await runAll(run, total, seed);
    // Whatever was sent before, the service is well.
    const fault = findFault(await ask(run, LIST), 'POST');
    if (fault !== null) run.faults.push(`afterwards: ${fault}`);
    return { seed, sent: counts, statuses: run.statuses, tools: run.perTool, faults: run.faults };
  } finally {
    run.agent.destroy();
    await service.close();
    repository.remove();
  }
}

interface Run {
  readonly service: WholeService;
  readonly agent: Agent;
  readonly project: string;
  tools: readonly ListedTool[];
  sent: number;
  readonly statuses: Record<string, number>;
  readonly perTool: Record<string, ToolCount>;
  readonly faults: string[];
  /** What the service itself logged as an error. */
  readonly failures: readonly string[];
}

const LIST: FuzzRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
};

async function runAll(run: Run, total: number, seed: number): Promise<FuzzReport['sent']> {
  const calls = toolCalls(run.tools);
  const counts = { calls: 0, requests: 0, raw: 0 };
  for (let done = 0, chunk = 0; done < total && run.faults.length < FAULTS_MAX; done += CHUNK, chunk++) {
    const size = Math.min(CHUNK, total - done);
    const share = { calls: Math.ceil(size / 2), raw: Math.floor(size / 10) };
    const made = { numRuns: share.calls, seed: seed + chunk };
    const sampled = [
      ...fc.sample(calls, made),
      ...fc.sample(requests, { ...made, numRuns: size - share.calls - share.raw }),
    ];
    await inTurns(sampled, (one) => sendAndCheck(run, one));
    await inTurns(fc.sample(rawRequests, { ...made, numRuns: share.raw }), (bytes) => sendRaw(run, bytes));
    counts.calls += share.calls;
    counts.raw += share.raw;
    counts.requests += size - share.calls - share.raw;
  }
  return counts;
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
}

async function sendAndCheck(run: Run, request: FuzzRequest): Promise<void> {
  let answer: FuzzAnswer;
  try {
    const startedMs = performance.now();
    answer = await ask(run, request);
    countTime(run, request, performance.now() - startedMs);
  } catch (failure) {
    note(run, `no answer: ${String(failure)}`, request);
    return;
  }
  run.statuses[answer.status] = (run.statuses[answer.status] ?? 0) + 1;
  const fault = findFault(answer, request.method) ?? checkTool(run, request, answer);
  if (fault !== null) note(run, fault, request);
}

function countTime(run: Run, request: FuzzRequest, ms: number): void {
  const count = countOf(run, request);
  if (count === null) return;
  count.ms = Math.round(count.ms + ms);
  count.slowestMs = Math.round(Math.max(count.slowestMs, ms));
}

/** The counts of the tool that a request calls; null when it calls none that there is. */
function countOf(run: Run, { body }: FuzzRequest): ToolCount | null {
  const name = /"params":\{"name":"(\w+)"/.exec(Buffer.from(body).toString())?.[1];
  if (name === undefined || !run.tools.some((one) => one.name === name)) return null;
  run.perTool[name] ??= { answers: 0, ok: 0, ms: 0, slowestMs: 0 };
  return run.perTool[name];
}

/** Counts the answers of tools, and checks what only tools that declare their output promise. */
function checkTool(run: Run, request: FuzzRequest, answer: FuzzAnswer): string | null {
  const count = countOf(run, request);
  if (count === null || answer.status !== 200) return null;
  const line = /^data: (.*)$/m.exec(answer.text)?.[1] ?? answer.text;
  const { result } = JSON.parse(line);
  count.answers += 1;
  if (result === undefined || result.isError === true) return null;
  count.ok += 1;
  const declares = run.tools.some(
    ({ name, outputSchema }) => run.perTool[name] === count && outputSchema !== undefined,
  );
  return declares ? findSizeFault(result.structuredContent) : null;
}

function note(run: Run, fault: string, { method, headers, body }: FuzzRequest): void {
  const shown = Buffer.from(body).toString().slice(0, 600);
  const logged = run.failures.at(-1) ?? '';
  run.faults.push(
    `${fault}${logged === '' ? '' : ` (last logged: ${logged.slice(0, 600)})`}\n  ${method} ${JSON.stringify(headers)}\n  ${JSON.stringify(shown)}`,
  );
}

/** Each request comes from another address, or the address's own limit would answer most of them. */
function ask(run: Run, { method, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  run.sent += 1;
  const address = `10.${(run.sent >> 16) & 255}.${(run.sent >> 8) & 255}.${run.sent & 255}`;
  // The project's name is not known before the repository is made.
  const named =
    method === 'POST'
      ? Buffer.from(Buffer.from(body).toString('latin1').replaceAll('"hostile', `"${run.project}`), 'latin1')
      : body;
  const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
  const request = httpRequest(
    `${run.service.origin}/mcp`,
    {
      method,
      agent: run.agent,
      headers: {
        authorization: `Bearer ${run.service.token}`,
        'x-forwarded-for': address,
        ...headers,
        'content-length': named.length,
      },
    },
    (response) => readAnswer(response).then(resolve, reject),
  );
  request.on('error', reject);
  request.end(named);
  return promise;
}

async function readAnswer(response: IncomingMessage): Promise<FuzzAnswer> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString() };
}

/** Bytes on a socket: an answer is HTTP without 5xx and with the limit headers, or the connection ends. */
async function sendRaw(run: Run, bytes: Uint8Array): Promise<void> {
  const { hostname, port } = new URL(run.service.origin);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname, () => socket.end(bytes));
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve(text));
  const answer = await promise;
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  run.statuses[`raw ${status ?? 'closed'}`] = (run.statuses[`raw ${status ?? 'closed'}`] ?? 0) + 1;
  if (answer === '' || status === '100') return;
  const isFine = status !== undefined && status < '500' && /^x-ratelimit-remaining: \d+\r$/im.test(answer);
  if (!isFine)
    run.faults.push(
      `${JSON.stringify(answer.slice(0, 200))}\n  raw ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300))}`,
    );
}
