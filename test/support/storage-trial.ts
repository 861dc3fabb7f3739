import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../src/base/log.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { makeStores } from '../../src/storage/stores.ts';

// Run by hand: `node test/support/storage-trial.ts [rounds]` measures acknowledged writes, then kills a writing process
// again and again and looks for every write that it had acknowledged.

const WRITERS = 100;
const ACKNOWLEDGED_BEFORE_KILL = 2_000;

if (process.argv[2] === 'write') await writeForever(process.argv[3] ?? '');
else await tryAll(Number(process.argv[2] ?? 10));

async function tryAll(rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-trial-'));
  try {
    for (const writers of [1, 10, WRITERS, 1_000]) {
      console.log(`${writers} at once: ${await writesPerSecond(join(folder, `${writers}.db`), writers)} writes/s`);
    }
    let [acknowledged, lost] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const outcome = await killOnce(join(folder, 'killed.db'));
      acknowledged += outcome.acknowledged;
      lost += outcome.lost;
    }
    console.log(`${rounds} kills, ${acknowledged} writes acknowledged, ${lost} lost`);
    process.exitCode = lost === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leases of one counter, each awaited by its caller before the next, for two seconds. */
async function writesPerSecond(file: string, writers: number): Promise<number> {
  const database = await openSqlite({ file, log: silentLog });
  const { limits } = makeStores(database);
  const began = performance.now();
  let writes = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - began < 2_000) {
      await limits.leaseUnits({ counter: 'trial', period: '2026-11', units: 1, limit: null });
      writes++;
    }
  };
  await Promise.all(Array.from({ length: writers }, work));
  const perSecond = Math.round((1_000 * writes) / (performance.now() - began));
  await database.close();
  return perSecond;
}

/** One life of a writing process: what it had acknowledged when it was killed, and how much of that is not there. */
async function killOnce(file: string): Promise<{ acknowledged: number; lost: number }> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(import.meta.url), 'write', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  if (child.stdout === null) throw new Error('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.endsWith('.')) acknowledged.push(line);
    if (acknowledged.length === ACKNOWLEDGED_BEFORE_KILL) child.kill('SIGKILL');
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
  const database = await openSqlite({ file, log: silentLog });
  const rows = await database.read(database.query.selectFrom('usage_counter').select('counter'));
  await database.close();
  const kept = new Set(rows.map(({ counter }) => counter));
  return { acknowledged: acknowledged.length, lost: acknowledged.filter((counter) => !kept.has(counter)).length };
}

/** Writes and says so, until it is killed. A line counts only with its end. */
async function writeForever(file: string): Promise<void> {
  const { limits } = makeStores(await openSqlite({ file, log: silentLog }));
  const work = async (_: unknown, writer: number): Promise<never> => {
    for (let i = 0; ; i++) {
      const counter = `${process.pid}-${writer}-${i}.`;
      await limits.leaseUnits({ counter, period: '2026-11', units: 1, limit: 10 });
      process.stdout.write(`${counter}\n`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, work));
}
