import type { Clock } from '../../base/clock.ts';
import type { Engine } from '../../code/index.ts';
import type { GuardedFetch } from '../../outbound/outbound.ts';
import type { SelectDeps } from '../shared/select-project.ts';

/** What audit_headers needs. */
export interface AuditHeadersDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly guardedFetch: GuardedFetch;
  readonly clock: Clock;
}
