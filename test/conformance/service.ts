import { openService } from '../support/service.ts';
import { makeFixtureMount } from './fixtures/mount.ts';

/** The service with the suite's fixtures behind its real edge, and a key for it. */
export interface FixtureService {
  readonly origin: string;
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Starts it on a plan without limits of its own: the suite sends more in a minute than people do. The address's limit
 * of 1,000 a minute stays, and is enough.
 */
export async function openFixtureService(): Promise<FixtureService> {
  const unlimited = { requestsPerMonth: null, requestsPerMinute: null };
  const service = await openService({ fixture: makeFixtureMount(), plans: { max: unlimited } });
  return { origin: service.origin, token: await service.issueKey('max'), close: service.close };
}
