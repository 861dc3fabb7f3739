import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { postgresOfRun } from '../support/engine.ts';

const START_AND_FREEZE = `
  const { startPostgresCluster } = await import('./test/support/postgres-cluster.ts');
  const cluster = await startPostgresCluster();
  cluster.freeze();
  console.log(cluster.address.socket);
  setInterval(() => {}, 1_000);
`;

test('a cluster does not outlive who started it, not even killed and with a server that is frozen', async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '-e', START_AND_FREEZE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [folder] = await once(createInterface({ input: starter.stdout }), 'line');
  expect(existsSync(String(folder))).toBe(true);
  starter.kill('SIGKILL');

  await vi.waitFor(() => expect(existsSync(String(folder))).toBe(false), { timeout: 20_000, interval: 50 });
  expect(existsSync(dirname(String(folder)))).toBe(true);
});

test('databases of a cluster are of a role that may do nothing beside them, and do not sort by bytes', async () => {
  const postgres = postgresOfRun();
  const [role] =
    (await postgres?.administer("select rolsuper, rolcreatedb from pg_roles where rolname = 'portico'")) ?? [];
  expect(role).toEqual({ rolsuper: false, rolcreatedb: false });
  const [order] = (await postgres?.administer("select 'a' < 'B' as is_worded")) ?? [];
  expect(order).toEqual({ is_worded: true });
});
