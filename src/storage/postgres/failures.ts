/**
 * What a failure of the driver means for the call and for the connection:
 * - `lost`: the connection is gone, or the server cannot serve anybody;
 * - `slow`: the server itself gave up waiting, for a lock or for the end of the statement;
 * - `conflict`: undone because of another transaction; may be tried again;
 * - `stale`: the connection's prepared statement no longer fits the schema;
 * - `cannot`: the server is there but has no means, such as room on its disk;
 * - `refused`: the statement is wrong or breaks a constraint: ours to answer for.
 */
export type FailureKind = 'lost' | 'slow' | 'conflict' | 'stale' | 'cannot' | 'refused';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['57014', 'slow'],
  ['55P03', 'slow'],
  ['26000', 'stale'],
  // The server became a replica: what is written must go elsewhere, and a new connection may lead there.
  ['25006', 'lost'],
  ['53300', 'lost'],
  ['57P01', 'lost'],
  ['57P02', 'lost'],
  ['57P03', 'lost'],
  ['57P04', 'lost'],
]);

const CANNOT_CLASSES = new Set(['53', '54', '58', 'F0', 'XX']);

/** Too many connections at the server: a node that has some goes on with those. */
export const TOO_MANY_CONNECTIONS = '53300';

/** Whether a connection was not ready in time: a machine that is only busy is slow at the handshake first. */
export function isLateConnection(failure: unknown): boolean {
  // The driver gives this failure no code.
  return failure instanceof Error && failure.message.includes('timeout expired');
}

/** The five characters of SQLSTATE; null for a failure of the network or of our own. */
export function sqlStateOf(failure: unknown): string | null {
  if (!(failure instanceof Error && 'code' in failure && 'severity' in failure)) return null;
  return typeof failure.code === 'string' ? failure.code : null;
}

/** Judges what the server said by its SQLSTATE. A failure of our own is `refused`; of a lost connection see `Session.isUsable`. */
export function kindOf(failure: unknown): FailureKind {
  const state = sqlStateOf(failure);
  // The driver's own word for a connection that broke before the statement was sent; it has no code.
  if (state === null) return failure instanceof Error && failure.message.includes('not queryable') ? 'lost' : 'refused';
  const known = KINDS.get(state);
  if (known !== undefined) return known;
  if (failure instanceof Error && 'severity' in failure && isFatal(failure.severity)) return 'lost';
  if (state === '0A000' && failure instanceof Error && failure.message.includes('cached plan')) return 'stale';
  if (state.startsWith('08')) return 'lost';
  return CANNOT_CLASSES.has(state.slice(0, 2)) ? 'cannot' : 'refused';
}

function isFatal(severity: unknown): boolean {
  return severity === 'FATAL' || severity === 'PANIC';
}

/** What a failure says in one line. Node leaves the message of a host with several addresses empty. */
export function lineOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  if (failure.message !== '') return failure.message;
  const [first] = failure instanceof AggregateError ? failure.errors : [];
  return first instanceof Error ? first.message : failure.name;
}
