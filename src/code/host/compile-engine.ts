import { flushCompileCache } from 'node:module';

const THREADS: readonly (() => Promise<unknown>)[] = [
  () => import('./thread.ts'),
  () => import('./keeper-thread.ts'),
  () => import('./lister-thread.ts'),
  () => import('./counting-thread.ts'),
  () => import('../keeper/client.ts'),
  () => import('../source/open-source.ts'),
];

/**
 * Compiles every module that the threads of an engine ever load, and keeps them for the processes that start later. It is
 * done once, by a process that ends afterwards: the compiler's memory goes with it.
 */
export async function compileEngine(operationsUrl: string): Promise<void> {
  for (const load of THREADS) await loadInTurn(load);
  const { OPERATIONS } = await import(operationsUrl);
  // The table of operations: names to functions that load one.
  for (const load of Object.values(OPERATIONS) as (() => Promise<unknown>)[]) await loadInTurn(load);
  flushCompileCache();
}

/** Loading never waits, so that between two modules it is heard whether the service is still there. */
async function loadInTurn(load: () => Promise<unknown>): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await load();
}
