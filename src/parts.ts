import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Config } from './config.ts';
import type { FixtureMount } from './http/mcp/fixture-mount.ts';

/** What the service is made from. */
export interface AppParts {
  readonly config: Config;
  /** Real paths of the folders that the owner sees. */
  readonly roots: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Only in tests, and only without workers: another server behind the same edge. */
  readonly fixture?: FixtureMount;
  /** Only in tests: longest wait for PostgreSQL, in milliseconds, of a call and of a request; the product's own when left out. */
  readonly storageWithinMs?: number;
  /** Told once, when no worker can be started any more; the text is for the operator. */
  readonly onFailed?: (reason: string) => void;
}
