import { installPackages } from '../test/support/install-packages.ts';
import { type BenchFace, type Load, quantile, sendMany } from './load.ts';
import { type Peer, startPeer } from './peer.ts';
import type { Row } from './table.ts';

/** Requests of one measurement, and measurements of each row; the rows take turns, so that all meet the same weather. */
const REQUESTS = 3_000;
const ROUNDS = 5;
const CONNECTIONS = 8;
const TOOL = { name: 'echo', arguments: { text: 'hello' } };

interface Entry {
  readonly name: string;
  readonly peer: Peer;
  readonly face: BenchFace;
  readonly method: Load['method'];
  readonly micros: number[];
}

/** Processor time per request of the same call on every server, and as multiples of bare node:http. */
export async function measureEndpoint(): Promise<readonly Row[]> {
  const peers = await startAll();
  try {
    const entries = entriesOf(peers);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const entry of entries) {
        const micros = await measureOnce(entry);
        // The first round warms up.
        if (round > 0) entry.micros.push(micros);
      }
    }
    return entries.map((entry) => rowOf(entry, entries));
  } finally {
    for (const peer of Object.values(peers)) peer.stop();
  }
}

async function startAll() {
  const folder = await installPackages('bench/peers');
  return {
    node: await startPeer('node-http', []),
    portico: await startPeer('portico', []),
    raw: await startPeer('sdk-v2', [folder, 'raw']),
    hono: await startPeer('sdk-v2', [folder, 'hono']),
    fastify: await startPeer('sdk-v2', [folder, 'fastify']),
    v1: await startPeer('sdk-v1', [folder]),
  };
}

function entriesOf(peers: Awaited<ReturnType<typeof startAll>>): readonly Entry[] {
  const make = (name: string, peer: Peer, face: BenchFace, method: Load['method']): Entry => ({
    ...{ name, peer, face, method },
    micros: [],
  });
  const each = (method: Load['method']): readonly Entry[] => [
    make('bare node:http', peers.node, 'bare', method),
    make('Portico, plain JSON-RPC', peers.portico, 'bare', method),
    make('Portico, MCP 2025-11-25', peers.portico, 'legacy', method),
    make('Portico, MCP 2026-07-28', peers.portico, 'modern', method),
    make("SDK v2's handler, MCP 2025-11-25", peers.raw, 'legacy', method),
    make("SDK v2's handler, MCP 2026-07-28", peers.raw, 'modern', method),
    make('SDK v2 behind Hono, 2026-07-28', peers.hono, 'modern', method),
    make('SDK v2 behind Fastify, 2026-07-28', peers.fastify, 'modern', method),
    make('SDK v1, MCP 2025-11-25', peers.v1, 'legacy', method),
  ];
  return [...each('tools/call'), ...each('tools/list')];
}

async function measureOnce({ peer, face, method }: Entry): Promise<number> {
  const before = await peer.cpuMicros();
  await sendMany({ url: peer.url, token: peer.token, face, method, tool: TOOL }, REQUESTS, CONNECTIONS);
  return ((await peer.cpuMicros()) - before) / REQUESTS;
}

function rowOf({ name, method, micros }: Entry, entries: readonly Entry[]): Row {
  const floor = entries.find((one) => one.method === method);
  // Round by round, so that a slow moment of the machine is in both.
  const ratios = micros.map((value, round) => value / (floor?.micros[round] ?? Number.NaN));
  return {
    what: `${method}: ${name}`,
    figure: `${quantile(micros, 0.5).toFixed(0)} µs of CPU`,
    note: `${quantile(ratios, 0.5).toFixed(1)}x (${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)})`,
  };
}
