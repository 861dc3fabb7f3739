import { afterAll } from 'vitest';
import { makeFolder, type TempFolder } from './repository.ts';

const made: TempFolder[] = [];

// Importing this is enough: what the tests of a file have made goes with the last of them.
afterAll(() => {
  for (const folder of made.splice(0)) folder.remove();
});

/** The real path of an empty folder of this test file's own. */
export function freshFolder(): string {
  const folder = makeFolder();
  made.push(folder);
  return folder.path;
}
