import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { descendantsOf, type Engine, type Fleet, shapeOf, startFleet } from '../test/prove/support/fleet.ts';
import { type Load, quantile, sendMany } from './load.ts';
import { startPeer } from './peer.ts';
import type { Row } from './table.ts';

/** Requests of one measurement, and measurements of each; the fleet and the floor take turns. */
const REQUESTS = 4_000;
const ROUNDS = 3;
const CONNECTIONS = 16;
/** A call that reads nothing: its tool grades a header. The floor answers its own. */
const CALL = { name: 'audit_headers', arguments: { headers: 'x-frame-options: DENY' } };
const ECHO = { name: 'echo', arguments: { text: 'hello' } };
/** Milliseconds of a tick of the processor time in /proc; the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** One measurement: microseconds of processor time per request, and requests in a second. */
interface Measured {
  readonly micros: number;
  readonly perSecond: number;
}

/**
 * The same requests to one process and to several, on both engines: processor time of all processes of ours, and requests
 * in a second, beside bare node:http in the same rounds. Every request counts and is charged. Client and server share the
 * machine, so that requests per second say nothing of a larger one. Empty where the system does not tell processor time.
 */
export async function measureFleets(): Promise<readonly Row[]> {
  if (!existsSync('/proc/self/stat')) return [];
  const floor = await startPeer('node-http', []);
  const rows: Row[] = [];
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      for (const processes of [1, 2, 4]) rows.push(...(await measureFleet(engine, processes, floor)));
    }
  } finally {
    floor.stop();
  }
  return rows;
}

async function measureFleet(
  engine: Engine,
  processes: number,
  floor: Awaited<ReturnType<typeof startPeer>>,
): Promise<readonly Row[]> {
  const fleet = await startFleet({ ...shapeOf(engine, processes), env: { PORTICO_QUOTA_COUNTS: 'all_requests' } });
  try {
    const token = await issueKey(fleet);
    const rows: Row[] = [];
    for (const method of ['tools/list', 'tools/call'] as const) {
      const common = { token, face: 'bare', method } as const;
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      const storage: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const before = storageMicros(fleet);
        const loads = fleet.urls.map((url): Load => ({ ...common, url, tool: CALL }));
        const own = await measure(() => Promise.resolve(fleetMicros(fleet)), loads);
        const bare = await measure(() => floor.cpuMicros(), [{ ...common, url: floor.url, tool: ECHO }]);
        // The first round warms up.
        if (round === 0) continue;
        ours.push(own);
        theirs.push(bare);
        storage.push((storageMicros(fleet) - before) / REQUESTS);
      }
      rows.push(rowOf(`${method}: ${engine}, ${processes}`, { ours, theirs, storage: quantile(storage, 0.5) }));
    }
    return rows;
  } finally {
    await fleet.close();
  }
}

async function issueKey({ members: [first] }: Fleet): Promise<string> {
  if (first === undefined) throw new Error('a fleet has members');
  const email = 'bench@portico.example';
  await first.operator.createAccount(email, 'max');
  return (await first.operator.createKey({ account: email, name: 'bench' })).key;
}

async function measure(cpuMicros: () => Promise<number>, loads: readonly Load[]): Promise<Measured> {
  const beforeMicros = await cpuMicros();
  const startedMs = performance.now();
  await Promise.all(
    loads.map((load) => sendMany(load, REQUESTS / loads.length, Math.ceil(CONNECTIONS / loads.length))),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  return { micros: ((await cpuMicros()) - beforeMicros) / REQUESTS, perSecond: REQUESTS / seconds };
}

/** Owners, workers, nodes and their engine processes. */
function fleetMicros({ members }: Fleet): number {
  const pids = members.flatMap(({ pid }) => [pid, ...descendantsOf(pid).map((one) => one.pid)]);
  return pids.reduce((sum, pid) => sum + microsOf(pid), 0);
}

/** The PostgreSQL server with all of its processes; 0 on SQLite. */
function storageMicros({ cluster }: Fleet): number {
  if (cluster === null) return 0;
  const pid = Number(readFileSync(join(cluster.address.socket, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  return [pid, ...descendantsOf(pid).map((one) => one.pid)].reduce((sum, one) => sum + microsOf(one), 0);
}

/** Processor time of a process so far, that of its ended children included; 0 when it has ended. */
function microsOf(pid: number): number {
  try {
    // The name of the program, in parentheses, may hold spaces; utime is the 14th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks * TICK_MS * 1_000;
  } catch {
    return 0;
  }
}

function rowOf(
  what: string,
  {
    ours,
    theirs,
    storage,
  }: { readonly ours: readonly Measured[]; readonly theirs: readonly Measured[]; readonly storage: number },
): Row {
  const median = (all: readonly Measured[], of: keyof Measured): number =>
    quantile(
      all.map((one) => one[of]),
      0.5,
    );
  const ratios = ours.map(({ micros }, round) => micros / (theirs[round]?.micros ?? Number.NaN));
  const spread = `${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)}`;
  const server = storage === 0 ? '' : `, PostgreSQL ${storage.toFixed(0)} µs`;
  return {
    what,
    figure: `${median(ours, 'micros').toFixed(0)} µs of CPU, ${median(ours, 'perSecond').toFixed(0)} a second`,
    note: `${quantile(ratios, 0.5).toFixed(1)}x (${spread}), bare ${median(theirs, 'perSecond').toFixed(0)} a second${server}`,
  };
}
