import { type LimitView, limitBody, retryAfterSeconds } from '../../domain/limits/index.ts';
import type { PlanName } from '../../domain/plans/index.ts';
import { maskKeys } from '../../tools/shared/safe-text.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { PROBLEMS, type ProblemCode, problemKind } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import type { RequestId } from './envelope.ts';
import type { Face } from './face.ts';

/** Everything that shapes one refusal at `/mcp`. */
export interface Refusing {
  readonly exchange: Exchange;
  readonly view: LimitView;
  readonly code: ProblemCode;
  /** In place of the problem's title. */
  readonly text?: string;
  /** Null where it could not be read. */
  readonly id?: RequestId | null;
  readonly face?: Face;
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to `error.data`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal as a JSON-RPC error object. Its text is the same in every face; only the HTTP status differs. */
export function refuse({ exchange, view, code, text, id, face, headers, data }: Refusing): Answer {
  const kind = problemKind(code);
  exchange.notes.reason = code;
  const error = {
    code: kind.rpcCode,
    message: text ?? kind.title,
    data: { ...data, requestId: exchange.requestId, reason: code },
  };
  return {
    status: statusFor(code, face ?? 'bare'),
    headers: { 'Content-Type': 'application/json', ...headers },
    // Only the id is given back as it came.
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"error":${maskKeys(JSON.stringify(error))}}`,
    view,
  };
}

function statusFor(code: ProblemCode, face: Face): number {
  const { status, legacyStatus, modernStatus } = problemKind(code);
  if (face === 'legacy') return legacyStatus ?? status;
  return face === 'modern' ? (modernStatus ?? status) : status;
}

/** A full limit: the specification's flat body, whatever the face. `plan` is null for a caller not yet known. */
export function refuseLimit(
  deps: Pick<McpDeps, 'clock' | 'plans' | 'upgradeUrl'>,
  { exchange, view, plan }: { exchange: Exchange; view: LimitView; plan: PlanName | null },
): Answer {
  exchange.notes.reason = 'rate_limit_exceeded';
  const body = limitBody({ view, plan: plan === null ? null : deps.plans[plan], upgradeUrl: deps.upgradeUrl });
  return {
    status: PROBLEMS.rate_limit_exceeded.status,
    headers: {
      'Content-Type': 'application/json',
      'Retry-After': String(retryAfterSeconds(view, deps.clock.now())),
    },
    body: JSON.stringify(body),
    view,
  };
}
