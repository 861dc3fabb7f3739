import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, cpSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryFolder } from './memory-folder.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { canConnect, makeDatabases, type PostgresAddress, type PostgresDatabases } from './postgres-databases.ts';
import { signalServer } from './postgres-processes.ts';

const run = promisify(execFile);

/** How a cluster differs from the usual one of tests. */
export interface ClusterOptions {
  /**
   * On a disk, which writes reach before they are acknowledged; else in memory where there is room. The server's
   * settings are those of production either way: `portico doctor` finds nothing wrong with them.
   */
  readonly isDurable?: boolean;
  /** Settings of the server beside ours, as for `postgres -c`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A private PostgreSQL server in a temporary folder, which does not outlive the process that started it. */
export interface PostgresCluster extends PostgresDatabases {
  /** What another process needs for `makeDatabases`; plain data. */
  readonly address: PostgresAddress;
  /** The server's log so far. */
  log(): string;
  /** Ends it in order: sessions are cut off, what was acknowledged is on disk. */
  stop(): Promise<void>;
  /** Starts it again under the same address, after `stop` or `kill`. */
  start(): Promise<void>;
  /** `kill -9` of all of its processes at once. */
  kill(): Promise<void>;
  /** SIGSTOP of all of its processes: connections stay open and nothing is answered. New ones are not even greeted. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** The user that owns the server where we are root, which the server refuses to be; null = ourselves. */
interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where a cluster lives and as whom. */
interface Site {
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | null;
  readonly options: ClusterOptions;
}

const READY_WITHIN_MS = 30_000;

/** Starts a cluster from the machine's own binaries (`findPostgres`): some two seconds. */
export async function startPostgresCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const [binaries, user] = await Promise.all([findPostgres(), findServerUser()]);
  const folder = mkdtempSync(join(options.isDurable === true ? tmpdir() : memoryFolder(), 'portico-pg-'));
  giveTo(user, folder);
  // From here on the folder and whatever runs in it go away with us, however we end.
  const watchdog = startWatchdog(folder);
  try {
    const site: Site = { folder, binaries: await bringWithinReach(binaries, user, folder), user, options };
    const password = await initialize(site);
    const { server, address } = await startOnFreePort(site, password);
    const databases = makeDatabases(address);
    await databases.makeRole();
    return { ...databases, ...control(site, server, address), close: () => closeWith(watchdog) };
  } catch (failure) {
    await closeWith(watchdog);
    throw failure;
  }
}

function control(site: Site, first: ChildProcess, address: PostgresAddress) {
  let server = first;
  const hasEnded = (): boolean => server.exitCode !== null || server.signalCode !== null;
  const endBy = async (signal: () => void): Promise<void> => {
    if (hasEnded()) return;
    const ended = endOf(server);
    signal();
    await ended;
  };
  const pid = (): number => {
    if (hasEnded()) throw new Error('the cluster is stopped');
    return server.pid ?? 0;
  };
  return {
    address,
    log: () => readFileSync(join(site.folder, 'log'), 'utf8'),
    stop: () => endBy(() => server.kill('SIGINT')),
    async start() {
      if (!hasEnded()) throw new Error('the cluster runs');
      server = await startServer(site, address);
    },
    kill: () => endBy(() => signalServer(pid(), 'SIGKILL')),
    freeze: () => signalServer(pid(), 'SIGSTOP'),
    thaw: () => signalServer(pid(), 'SIGCONT'),
  };
}

async function findServerUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // No such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as');
}

/** A project in a folder that only root may enter hides the package's binaries from the server's user: it gets a copy. */
async function bringWithinReach(
  binaries: PostgresBinaries,
  user: ServerUser | null,
  folder: string,
): Promise<PostgresBinaries> {
  if (user === null) return binaries;
  try {
    await run(join(binaries.folder, 'postgres'), ['--version'], { cwd: folder, ...user });
    return binaries;
  } catch {
    const copy = join(folder, 'server');
    // With the libraries and the shared files beside the programs, which they find by relative paths.
    cpSync(dirname(binaries.folder), copy, { recursive: true, verbatimSymlinks: true });
    return { ...binaries, folder: join(copy, 'bin') };
  }
}

function giveTo(user: ServerUser | null, path: string): void {
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/** Makes the data folder; gives the password of the connections over TCP. */
async function initialize({ folder, binaries, user }: Site): Promise<string> {
  // Characters that a URL has to escape are in it, as in passwords that people get from a generator.
  const password = `${randomBytes(12).toString('base64')}@:/?#%`;
  const file = join(folder, 'password');
  writeFileSync(file, password, { mode: 0o600 });
  giveTo(user, file);
  const initdb = (locale: readonly string[]) =>
    run(
      join(binaries.folder, 'initdb'),
      [
        ...[
          '--pgdata',
          join(folder, 'data'),
          '--username',
          'admin',
          '--pwfile',
          file,
          '--no-sync',
          '--encoding',
          'UTF8',
        ],
        ...['--auth-local', 'trust', '--auth-host', 'scram-sha-256', ...locale],
      ],
      { cwd: folder, ...user },
    );
  // An order that is not the one of bytes, as most servers have: a collation that was forgotten is seen.
  const icu = ['--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en-US'];
  if (binaries.version < 15) await initdb(['--locale', 'C']);
  else await initdb(icu).catch(() => initdb(['--locale', 'C']));
  return password;
}

/** A port that was free a moment ago can be taken by somebody else; then the next one is tried. */
async function startOnFreePort(
  site: Site,
  password: string,
): Promise<{ server: ChildProcess; address: PostgresAddress }> {
  for (let attempt = 1; ; attempt++) {
    const address = { socket: site.folder, host: '127.0.0.1', port: await freePort(), password };
    try {
      return { server: await startServer(site, address), address };
    } catch (failure) {
      if (attempt === 3) throw failure;
    }
  }
}

/** Below the ports that systems give to outgoing connections, so that it is still ours after a stop. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    server.close();
    if (isFree) return port;
  }
}

async function startServer({ folder, binaries, user, options }: Site, address: PostgresAddress): Promise<ChildProcess> {
  const settings = {
    ...{ listen_addresses: address.host, port: String(address.port), max_connections: '300' },
    ...{ unix_socket_directories: folder, unix_socket_permissions: '0700' },
    // Below the data folder: nothing is left elsewhere after a kill.
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    // A zone with an odd offset: a time that depends on it is seen.
    ...{ timezone: 'Asia/Kathmandu', shared_buffers: '64MB' },
    ...(options.isDurable === true ? {} : { autovacuum: 'off' }),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(folder, 'log'), 'a');
  const server = spawn(join(binaries.folder, 'postgres'), ['-D', join(folder, 'data'), ...flags], {
    ...{ cwd: folder, stdio: ['ignore', log, log], ...user },
    // A group of its own: an interrupt from the keyboard is for the tests, which then end it.
    detached: true,
  });
  closeSync(log);
  server.unref();
  let failure: Error | null = null;
  server.once('error', (error) => {
    failure = error;
  });
  const givesUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await canConnect(address))) {
    const hasEnded = server.exitCode !== null || server.signalCode !== null || failure !== null;
    if (hasEnded || performance.now() > givesUpAt) {
      const text = readFileSync(join(folder, 'log'), 'utf8').slice(-2_000);
      throw new Error(`PostgreSQL in ${binaries.folder} did not start:\n${text}`, { cause: failure });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return server;
}

/** Ends the server and removes the folder as soon as its standard input ends, which it does when we are gone. */
function startWatchdog(folder: string): ChildProcess {
  const file = fileURLToPath(new URL('postgres-watchdog.ts', import.meta.url));
  const watchdog = spawn(process.execPath, [file, folder], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
  watchdog.unref();
  return watchdog;
}

async function closeWith(watchdog: ChildProcess): Promise<void> {
  if (watchdog.exitCode !== null) return;
  const ended = endOf(watchdog);
  watchdog.stdin?.end();
  await ended;
}

/** While nobody waits for it, such a process does not keep ours from ending. */
async function endOf(child: ChildProcess): Promise<void> {
  child.ref();
  await once(child, 'exit');
}
