import { defineConfig } from 'vitest/config';

/** One configuration for every kind of test: they differ by folder, not by settings. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
