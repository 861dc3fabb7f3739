import type { TestProject } from 'vitest/node';
import { startPostgresCluster } from './postgres-cluster.ts';
import type { PostgresAddress } from './postgres-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster that all test files of the run share; each test has databases of its own in it. */
    postgres: PostgresAddress;
  }
}

/** Starts the cluster before the first test file of the project `postgres`; gives what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster();
  project.provide('postgres', cluster.address);
  return () => cluster.close();
}
