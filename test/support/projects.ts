/**
 * Tests of SQLite's own parts. The hub's count messages between an owner and its workers, to which PostgreSQL adds the
 * notices of its own; test/contract and test/e2e have workers on both.
 */
export const SQLITE_ONLY: readonly string[] = [
  'src/storage/sqlite/**/*.test.ts',
  'src/workers/hub.test.ts',
  // About the index of the code engine, which knows of no database.
  'test/index-kills.test.ts',
  // About signals and deaths of processes, whatever the storage; test/e2e/workers.test.ts has kills on both.
  'test/e2e/worker-processes.test.ts',
  // About what clients make of the answers; test/e2e/clients.test.ts has those of the official libraries on both.
  'test/e2e/clients-installed.test.ts',
];

/** Tests of PostgreSQL's own parts, of several nodes on it and of its absence. */
export const POSTGRES_ONLY: readonly string[] = ['src/storage/postgres/**/*.test.ts', 'test/postgres/**/*.test.ts'];

/**
 * Tests that open storage, which they do by test/support/engine.ts without knowing the engine: they are run once on
 * each. projects.test.ts holds this list to the imports of the tests.
 */
export const ON_BOTH_ENGINES: readonly string[] = [
  'src/operate.test.ts',
  'test/client-guide.test.ts',
  'test/contract/**/*.test.ts',
  'test/e2e/**/*.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/pins/**/*.test.ts',
];
