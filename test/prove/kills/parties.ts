import type { Fleet } from '../support/fleet.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Edge } from './load.ts';

/** The quota of an edge account. */
export const EDGE_QUOTA = 300;

const UNLIMITED = { requestsPerMonth: 1_000_000_000, requestsPerMinute: 1_000_000, backends: 3, toolScopes: true };

/** The plan table of the load: `free` for edge accounts. */
export const LOAD_PLANS = { free: { ...UNLIMITED, requestsPerMonth: EDGE_QUOTA }, pro: UNLIMITED, max: UNLIMITED };

/** The account under load, with nothing acknowledged yet. */
export async function makeAccount({ members: [first] }: Fleet): Promise<Ledger> {
  if (first === undefined) throw new Error('a fleet has members');
  const email = 'load@prove.example';
  const { id } = await first.operator.createAccount(email, 'max');
  return openLedger(email, id, await first.operator.createKey({ account: email, name: 'load' }));
}

/** An account of one round, whose quota will be used up. */
export async function makeEdge({ members: [first] }: Fleet, round: number): Promise<Edge> {
  if (first === undefined) throw new Error('a fleet has members');
  const email = `edge-${round}@prove.example`;
  const { id } = await first.operator.createAccount(email, 'free');
  const { key } = await first.operator.createKey({ account: email, name: 'edge' });
  return { accountId: id, key, admitted: 0, unanswered: 0 };
}
