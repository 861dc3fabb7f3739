import { describeFailure } from '../../base/log.ts';
import { err, ok } from '../../base/result.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { Charge, LimitView } from '../../domain/limits/index.ts';
import { maskKeys } from '../../tools/shared/safe-text.ts';
import { admit } from '../admit.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { UNAVAILABLE_HEADERS } from '../problems.ts';
import { chooseStream } from './accept.ts';
import { AbortedError, checkHead, readBody } from './body.ts';
import type { McpDeps } from './deps.ts';
import { type RequestId, readEnvelope } from './envelope.ts';
import { chooseFace, supportedFor } from './face.ts';
import { makeListTools } from './list-tools.ts';
import { prepareWork } from './prepare.ts';
import { proveCaller, unauthorized } from './prove.ts';
import { reach } from './reach.ts';
import { refuse, refuseLimit } from './refuse.ts';
import { makeServeMcp } from './sdk.ts';
import { makeServeTools } from './serve-tools.ts';
import type { Caller, ReadyTurn, Step, Turn, Work } from './turn.ts';

/** Answers one request to `/mcp`, whatever happens: refusals and failures are answers too. */
export type McpHandler = (exchange: Exchange) => Promise<Answer>;

/** Makes the endpoint. `handleMcp` is the specification's processing order, a line for each step; see docs/contract.md. */
export function makeMcpHandler(deps: McpDeps): McpHandler {
  const listTools = makeListTools(deps.tools);
  const serveTools = makeServeTools(deps, listTools);
  const serveMcp = makeServeMcp(deps);

  async function handleMcp(exchange: Exchange, known: Known): Promise<Answer> {
    const caller = await proveCaller(deps, exchange, known.view);
    if (!caller.ok) return caller.error;
    known.view = caller.value.view;
    const counted = await countRequest(deps, caller.value);
    if (!counted.ok) return counted.error;
    known.view = counted.value.caller.view;
    const body = await readBody(counted.value.caller);
    if (!body.ok) return body.error;
    const turn = await readTurn(deps, counted.value.caller, body.value);
    if (!turn.ok) return turn.error;
    known.id = turn.value.message.id;
    const work = await prepareWork(deps, turn.value);
    if (!work.ok) return work.error;
    const charge =
      counted.value.charge === null ? await chargeWork(deps, turn.value, work.value) : ok(counted.value.charge);
    if (!charge.ok) return charge.error;
    const ready = {
      ...turn.value,
      work: work.value,
      charge: charge.value,
      view: charge.value?.view ?? turn.value.view,
    };
    return dispatch(ready);
  }

  function dispatch(turn: ReadyTurn): Promise<Answer> | Answer {
    if (turn.work.kind === 'notification') return { status: 202, headers: {}, body: null, view: turn.view };
    return isOurs(deps, turn) ? serveTools(turn) : serveMcp(turn);
  }

  return async (exchange) => {
    const admitted = await admit(deps, exchange, 'key_validation');
    if (!admitted.ok) {
      const { problem, view } = admitted.error;
      const isLimit = problem.code === 'rate_limit_exceeded';
      return isLimit ? refuseLimit(deps, { exchange, view, plan: null }) : refuse({ exchange, view, ...problem });
    }
    const known: Known = { view: admitted.value, id: null };
    try {
      return await handleMcp(exchange, known);
    } catch (failure) {
      return refuseFailure(deps, { exchange, ...known }, failure);
    }
  };
}

/** As much of a request as was known when it failed: the answer to a failure has limits to show and an id to echo too. */
interface Known {
  view: LimitView;
  id: RequestId | null;
}

/** The tools are served by ourselves; the SDK greets MCP clients, and serves all of what a test mounted. */
function isOurs({ fixture }: McpDeps, { message }: ReadyTurn): boolean {
  return fixture === undefined && (message.method === 'tools/call' || message.method === 'tools/list');
}

/** A caller whose request was counted, and the unit that it took. */
interface Counted {
  readonly caller: Caller;
  readonly charge: Charge | null;
}

/** Counts the request, whatever its head; but what is wrong with the head is told before a limit. docs/contract.md, R8. */
async function countRequest(deps: McpDeps, caller: Caller): Promise<Step<Counted>> {
  const counted = await takeRequest(deps, caller);
  const refused = checkHead(counted.ok ? counted.value.caller : caller);
  return refused === null ? counted : err(refused);
}

/**
 * One of the account's minute; and, where every request counts, one unit of its quota. Before the body is read: what is
 * over the cap must not be held in memory. docs/contract.md, C2.
 */
async function takeRequest(deps: McpDeps, caller: Caller): Promise<Step<Counted>> {
  const { exchange, principal } = caller;
  const minute = await reach(exchange, deps.limits.admitMinute(principal));
  if (!minute.allowed) return err(refuseLimit(deps, { exchange, view: minute.view, plan: principal.plan }));
  if (deps.quotaCounts === 'tool_calls') return ok({ caller, charge: null });
  const charge = await takeUnit(deps, caller);
  return charge.ok ? ok({ caller: { ...caller, view: charge.value.view }, charge: charge.value }) : charge;
}

/** The body as a message, and the face that it is for. An account whose quota is spent hears that first. docs/contract.md, "What a request costs". */
async function readTurn(deps: McpDeps, caller: Caller, body: Buffer): Promise<Step<Turn>> {
  const { exchange, principal, view } = caller;
  const message = readEnvelope(body);
  if (!message.ok) {
    const isSpent = deps.quotaCounts === 'tool_calls' && view.remaining === 0;
    return err(
      isSpent ? refuseLimit(deps, { exchange, view, plan: principal.plan }) : refuse({ ...caller, ...message.error }),
    );
  }
  const { headers } = exchange.request;
  const version = headers['mcp-protocol-version'];
  const face = chooseFace(Array.isArray(version) ? version.join(', ') : version, message.value);
  if (!face.ok) {
    const data = { supported: supportedFor(message.value), requested: maskKeys(String(version)).slice(0, 64) };
    return err(refuse({ ...caller, id: message.value.id, code: face.error, data }));
  }
  exchange.notes.face = face.value;
  const stream = chooseStream(headers.accept, message.value, deps.fixture === undefined);
  return ok({ ...caller, face: face.value, message: message.value, stream });
}

/** One unit for the call of a chargeable tool; nothing for anything else. docs/contract.md, C4. */
async function chargeWork(deps: McpDeps, turn: Turn, work: Work): Promise<Step<Charge | null>> {
  const isCharged = work.kind === 'fixture' || (work.kind === 'tool' && work.tool.isChargeable);
  return isCharged ? takeUnit(deps, turn) : ok(null);
}

async function takeUnit(deps: McpDeps, { exchange, principal }: Caller): Promise<Step<Charge>> {
  const charge = await reach(exchange, deps.limits.charge(principal), (late) => {
    // The caller was told 503: a unit that comes now was taken for nothing.
    if (late.ok) deps.limits.giveBack(late.value);
  });
  if (charge.ok) return charge;
  const { reason, view } = charge.error;
  if (reason === 'key_cap_reached') return err(unauthorized(deps, exchange, view, reason));
  return err(refuseLimit(deps, { exchange, view, plan: principal.plan }));
}

/** The world or we failed: the log gets everything, the caller the request id. STYLE.md, "Errors". */
function refuseFailure(deps: McpDeps, asked: { exchange: Exchange } & Known, failure: unknown): Answer {
  const { exchange } = asked;
  // Nobody is left to read this; the access log tells of it.
  if (failure instanceof AbortedError) return refuse({ ...asked, code: 'malformed_http' });
  const { requestId, signal } = exchange;
  if (failure instanceof UnavailableError) {
    // One line for each request of an outage: without traces, and below what wakes people, whom storage itself tells.
    const { message } = failure.cause instanceof Error ? failure.cause : failure;
    deps.log.event('http.unavailable', { requestId, failure: message }, signal.aborted ? 'debug' : 'warn');
    return refuse({ ...asked, code: 'unavailable', headers: UNAVAILABLE_HEADERS });
  }
  deps.log.event('http.failed', { requestId, failure: describeFailure(failure) }, signal.aborted ? 'debug' : 'error');
  return refuse({ ...asked, code: 'internal_error' });
}
