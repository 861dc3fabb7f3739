import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Secret } from '../../base/secret.ts';
import type { Database } from '../database.ts';

/** What opening PostgreSQL needs. */
export interface PostgresDeps {
  /** With its password, which is in no text of a failure. */
  readonly url: Secret;
  readonly log: Log;
  readonly clock: Clock;
  /** Only in tests: `Database.now` follows `clock` in place of the server's own. */
  readonly isClockGiven?: boolean;
}

/** Opens the database that a URL names and brings it up to date. Throws with a text for the operator. */
export async function openPostgres(_deps: PostgresDeps): Promise<Database> {
  throw new Error('not yet');
}
