import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

// Importing this is enough: what the tests of a file have made goes with the last of them.
afterAll(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 10 });
});

/** The real path of an empty folder of this test file's own. */
export function freshFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'portico-test-')));
  made.push(path);
  return path;
}
