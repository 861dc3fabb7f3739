import { inject } from 'vitest';

// Runs before each test file of the project `postgres`: from here on engine.ts opens databases of the run's cluster.
process.env.PORTICO_TEST_POSTGRES = JSON.stringify(inject('postgres'));
