import { createHash } from 'node:crypto';

/** One step of the schema. Forward only: a step that was released is never edited, a change is a new step. */
export interface Migration {
  /** `NNNN-what-it-does`; the numbers have no gaps. */
  readonly name: string;
  readonly sqlite: readonly string[];
  /** The same step for PostgreSQL. */
  readonly postgres: readonly string[];
}

/** SHA-256 (hex) of a step as one engine executes it, so that an edit of a released step does not go unnoticed. */
export function migrationHash(name: string, statements: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([name, ...statements]))
    .digest('hex');
}
