import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresCluster, startPostgresCluster } from '../../support/postgres-cluster.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/process.ts';
import { type Operator, operatorOf } from './control.ts';
import { openPostgresReader, openSqliteReader, type StorageReader } from './reader.ts';

/** The engines behind one store code. */
export type Engine = 'sqlite' | 'postgres';

/** Which processes are started. */
export interface FleetShape {
  readonly engine: Engine;
  /** Machines; more than one only on PostgreSQL. */
  readonly nodes: number;
  /** Processes that serve on each. */
  readonly workers: number;
  /** Plan table; unlimited plans when absent. */
  readonly plans?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Done with the empty storage before anything is started on it. */
  readonly before?: (settings: CommandSettings) => Promise<void>;
}

/** What the `portico` command needs to reach the storage of a fleet. */
export interface CommandSettings {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** One machine: an owner with its workers, or one process that is both. */
export interface Member {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  readonly operator: Operator;
  output(): string;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Real services on one storage, each as an operator starts it. */
export interface Fleet {
  readonly shape: FleetShape;
  readonly members: readonly Member[];
  /** The URL of each process that serves: a machine's own once for each of its workers. */
  readonly urls: readonly string[];
  /** What storage holds, read beside the service. */
  readonly reader: StorageReader;
  /** The server that they share; null on SQLite. */
  readonly cluster: PostgresCluster | null;
  /** For commands at the first member. */
  readonly settings: CommandSettings;
  /** Starts a member again that was stopped, on its data directory. */
  restart(at: number): Promise<Member>;
  close(): Promise<void>;
}

const UNLIMITED = { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };
/** The same on every node. */
const SECRET = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

/** The processes of `count` on one machine (SQLite) or as that many machines (PostgreSQL). */
export function shapeOf(engine: Engine, count: number): Pick<FleetShape, 'engine' | 'nodes' | 'workers'> {
  return engine === 'sqlite' ? { engine, nodes: 1, workers: count } : { engine, nodes: count, workers: 1 };
}

/** Starts them all and waits until each is ready. A storage of their own, removed at the end. */
export async function startFleet(shape: FleetShape): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-prove-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  const plansFile = join(folder, 'plans.json');
  writeFileSync(plansFile, JSON.stringify(shape.plans ?? { free: UNLIMITED, pro: UNLIMITED, max: UNLIMITED }));
  const storage = await openStorage(shape.engine, join(folder, 'data-0'));
  const env = {
    PORTICO_PLANS: plansFile,
    PORTICO_LOG_LEVEL: 'error',
    PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    PORTICO_WORKERS: String(shape.workers),
    PORTICO_SECRET: SECRET,
    ...storage.env,
    ...shape.env,
  };
  const start = async (at: number): Promise<Member> => {
    const dataDir = join(folder, `data-${at}`);
    return memberOf(await startServiceProcess({ dataDir, env, args: ['--root', root], directory: root }), dataDir);
  };
  const members: Member[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop('SIGTERM')));
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const settings = { dataDir: join(folder, 'data-0'), env };
  try {
    await shape.before?.(settings);
    for (let at = 0; at < shape.nodes; at++) members.push(await start(at));
  } catch (failure) {
    await close();
    throw failure;
  }
  return {
    shape,
    members,
    get urls() {
      return members.flatMap(({ url }) => Array.from({ length: shape.workers }, () => url));
    },
    reader: storage.reader,
    cluster: storage.cluster,
    settings,
    async restart(at) {
      const member = await start(at);
      members[at] = member;
      return member;
    },
    close,
  };
}

function memberOf(service: ServiceProcess, dataDir: string): Member {
  return { ...service, dataDir, operator: operatorOf(dataDir) };
}

/** What the members store in, with the settings that tell them. */
interface Storage {
  readonly env: Readonly<Record<string, string>>;
  readonly reader: StorageReader;
  readonly cluster: PostgresCluster | null;
  close(): Promise<void>;
}

async function openStorage(engine: Engine, dataDir: string): Promise<Storage> {
  if (engine === 'postgres') return await openPostgresStorage();
  const reader = openSqliteReader(join(dataDir, 'portico.db'));
  return { env: {}, reader, cluster: null, close: () => reader.close() };
}

/** A server of its own that writes to disk before it acknowledges, as in production. */
async function openPostgresStorage(): Promise<Storage> {
  const cluster = await startPostgresCluster({ isDurable: true, settings: { log_connections: 'on' } });
  const url = await cluster.createDatabase();
  const reader = openPostgresReader(cluster, url);
  return { env: { PORTICO_DATABASE_URL: url }, reader, cluster, close: () => cluster.close() };
}

/** All processes that a process has started, and theirs, with their command lines. */
export function descendantsOf(pid: number): readonly { readonly pid: number; readonly command: string }[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }));
  const found = [pid];
  for (const one of found) found.push(...parents.filter(({ parent }) => parent === one).map((child) => child.pid));
  return found
    .slice(1)
    .map((one) => ({ pid: one, command: readOrNothing(`/proc/${one}/cmdline`).replaceAll('\0', ' ') }));
}

function parentOf(pid: string): number {
  return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readOrNothing(`/proc/${pid}/stat`))?.[1]);
}

/** A process may end while it is looked at. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
