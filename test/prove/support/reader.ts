import { DatabaseSync } from 'node:sqlite';
import type { PostgresCluster } from '../../support/postgres-cluster.ts';

/** Looks at what storage holds, beside the service and never through it. */
export interface StorageReader {
  /** Units of this month's counter (`account:<id>`, `key:<prefix>`), those leased and not served included; 0 when there is none. */
  units(counter: string): Promise<number>;
  close(): Promise<void>;
}

/** Reads the SQLite file of a service, which is opened when it is first asked for. */
export function openSqliteReader(file: string): StorageReader {
  let connection: DatabaseSync | null = null;
  return {
    async units(counter) {
      connection ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
      const row = connection.prepare('select sum(units) as units from usage_counter where counter = ?').get(counter);
      return Number(row?.units ?? 0);
    },
    close: async () => connection?.close(),
  };
}

/** Reads a database of a cluster as its superuser. */
export function openPostgresReader(cluster: PostgresCluster, url: string): StorageReader {
  return {
    async units(counter) {
      const text = counter.replaceAll("'", "''");
      const [row] = await cluster.administer(
        `select sum(units) as units from usage_counter where counter = '${text}'`,
        url,
      );
      return Number(row?.units ?? 0);
    },
    close: async () => {},
  };
}
