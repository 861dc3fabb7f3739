import { defineConfig } from 'vitest/config';

/** What kinds of test have in common: they differ by folder, not by settings. */
const common = { testTimeout: 60_000, hookTimeout: 60_000, pool: 'forks' } as const;

/** Tests of one engine's own parts. */
const SQLITE_ONLY = ['src/storage/sqlite/**/*.test.ts'];
const POSTGRES_ONLY = ['src/storage/postgres/**/*.test.ts', 'test/postgres/**/*.test.ts'];

/**
 * Tests that open storage, which they do by test/support/engine.ts without knowing the engine: they are run once on
 * each. test/support/storage-tests.test.ts holds this list to the imports of the tests.
 */
const ON_BOTH_ENGINES = ['test/http/**/*.test.ts', 'test/contract/**/*.test.ts', 'test/e2e/**/*.test.ts'];

/** Two projects, one for each engine; a test's name is printed with the one that it ran on. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'sqlite',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: POSTGRES_ONLY,
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: [...POSTGRES_ONLY, ...ON_BOTH_ENGINES],
          exclude: SQLITE_ONLY,
          globalSetup: 'test/support/postgres-global-setup.ts',
          setupFiles: 'test/support/postgres-setup.ts',
        },
      },
    ],
  },
});
