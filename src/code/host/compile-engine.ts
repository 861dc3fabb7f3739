import { flushCompileCache } from 'node:module';

/**
 * Compiles every module that the threads of an engine ever load, and keeps them for the processes that start later. It is
 * done once, by a process that ends afterwards: the compiler's memory goes with it.
 */
export async function compileEngine(operationsUrl: string): Promise<void> {
  await import('./thread.ts');
  await import('./keeper-thread.ts');
  await import('./lister-thread.ts');
  await import('./counting-thread.ts');
  await import('../keeper/client.ts');
  await import('../source/open-source.ts');
  const { OPERATIONS } = await import(operationsUrl);
  // The table of operations: names to functions that load one.
  for (const load of Object.values(OPERATIONS) as (() => Promise<unknown>)[]) await load();
  flushCompileCache();
}
