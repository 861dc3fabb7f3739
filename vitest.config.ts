import { availableParallelism, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { NICENESS } from './src/code/process/pace.ts';
import { ON_BOTH_ENGINES, POSTGRES_ONLY, SQLITE_ONLY } from './test/support/projects.ts';

/** What kinds of test have in common: they differ by folder, not by settings. */
const common = {
  // Each test file has a process of its own, and many of them start others: what one has compiled the next finds.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/portico-tests', import.meta.url)) },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What other processes and threads do is waited for on a busy machine, too.
  expect: { poll: { timeout: 30_000 } },
  pool: 'forks',
} as const;

/** vitest leaves one core to itself, which of two is half: here most tests wait for processes and databases. */
const WORKERS = Math.max(2, availableParallelism() - 1);

// As nice as the engine's processes, which beside tests on every core would else come to nothing in their time.
if (getPriority() < NICENESS) setPriority(NICENESS);

/** Two projects, one for each engine; a test's name is printed with the one that it ran on. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          ...common,
          name: 'sqlite',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...POSTGRES_ONLY],
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: [...POSTGRES_ONLY, ...ON_BOTH_ENGINES],
          exclude: [...SQLITE_ONLY],
          globalSetup: 'test/support/postgres-global-setup.ts',
          setupFiles: 'test/support/postgres-setup.ts',
        },
      },
    ],
  },
});
