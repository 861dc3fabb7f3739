import { afterEach } from 'vitest';
import type { TempFolder } from './repository.ts';

const kept: TempFolder[] = [];

// Importing this is enough: what a test has kept goes when that test is over.
afterEach(() => {
  for (const folder of kept.splice(0)) folder.remove();
});

/** Has a folder removed when the test that made it is over. */
export function keepFolder<Made extends TempFolder>(made: Made): Made {
  kept.push(made);
  return made;
}
