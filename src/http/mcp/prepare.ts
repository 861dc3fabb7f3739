import { err, ok } from '../../base/result.ts';
import { mayCall } from '../../domain/keys/index.ts';
import { readArguments } from '../../tools/shared/arguments.ts';
import { nearestName } from '../../tools/shared/nearest-name.ts';
import { maskKeys } from '../../tools/shared/safe-text.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Answer } from '../answer.ts';
import type { ProblemCode } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import type { Face } from './face.ts';
import { isJsonObject } from './meta.ts';
import { findModernProblem } from './modern.ts';
import { forbidden } from './prove.ts';
import { refuse } from './refuse.ts';
import type { Step, Turn, Work } from './turn.ts';

/** Methods that each face answers. Source: docs/contract.md, "Faces". */
const METHODS: Readonly<Record<Face, ReadonlySet<string>>> = {
  bare: new Set(['tools/list', 'tools/call']),
  legacy: new Set(['tools/list', 'tools/call', 'initialize', 'ping']),
  modern: new Set(['tools/list', 'tools/call', 'server/discover']),
};

/** Longest part of a caller's text that a refusal repeats. */
const EXCERPT_LENGTH_MAX = 64;

/**
 * Decides what a message asks for and whether it may, before anything is charged: headers that agree with the body,
 * a known method, params of the right form, a known tool, its scope, its arguments.
 */
export async function prepareWork(deps: McpDeps, turn: Turn): Promise<Step<Work>> {
  const { message, face } = turn;
  const mismatch = face === 'modern' ? await findModernProblem(turn) : null;
  if (mismatch !== null) return err(refuse({ ...turn, id: message.id, ...mismatch }));
  if (message.params !== undefined && !isJsonObject(message.params)) {
    return err(refuseTurn(turn, 'invalid_params', 'The member "params" must be a JSON object, or be left out.'));
  }
  // Only words of ours are logged: whatever else a caller writes here could be its key.
  if (message.id === null) {
    turn.exchange.notes.rpcMethod = 'notifications/*';
    return ok({ kind: 'notification' });
  }
  if (!METHODS[face].has(message.method) && !isFixtureMethod(deps, turn)) {
    return err(refuseTurn(turn, 'unknown_method', unknownMethodText(message.method)));
  }
  turn.exchange.notes.rpcMethod = message.method;
  if (message.method === 'tools/call') return prepareCall(deps, turn);
  if (message.method === 'tools/list' && message.params?.cursor !== undefined && deps.fixture === undefined) {
    return err(refuseTurn(turn, 'invalid_params', 'All tools are on the first page: leave "cursor" out.'));
  }
  return ok({ kind: 'method' });
}

function prepareCall(deps: McpDeps, turn: Turn): Step<Work> {
  const params = isJsonObject(turn.message.params) ? turn.message.params : {};
  const { name, arguments: given = {} } = params;
  if (typeof name !== 'string' || name === '') {
    return err(
      refuseTurn(turn, 'invalid_params', 'params.name is missing: name the tool. tools/list shows the tools.'),
    );
  }
  if (!isJsonObject(given)) {
    return err(refuseTurn(turn, 'invalid_params', 'params.arguments must be a JSON object, or be left out.'));
  }
  if (deps.fixture !== undefined && turn.face !== 'bare') return ok({ kind: 'fixture' });
  const tool = deps.tools.find((known) => known.name === name);
  if (tool === undefined) return err(refuseTurn(turn, 'invalid_params', unknownToolText(deps, turn, name)));
  turn.exchange.notes.tool = tool.name;
  if (!mayCall(turn.principal.toolScope, tool.name)) return err(refuseScope(deps, turn, tool));
  const args = readArguments(tool, given);
  if (args.ok) return ok({ kind: 'tool', tool, args: args.value });
  if (turn.face === 'bare') return err(refuseTurn(turn, 'invalid_arguments', args.error));
  turn.exchange.notes.reason = 'invalid_arguments';
  return ok({ kind: 'unfit', text: args.error });
}

function isFixtureMethod({ fixture }: McpDeps, { face, message }: Turn): boolean {
  return face !== 'bare' && fixture !== undefined && fixture.methods.has(message.method);
}

function refuseTurn(turn: Turn, code: ProblemCode, text: string): Answer {
  // A notification gets no JSON-RPC answer, so its refusal is told by the HTTP status alone.
  const face = turn.message.id === null ? 'bare' : turn.face;
  return refuse({ ...turn, id: turn.message.id, code, text, face });
}

/** The OAuth scope that covers the tool is named, whatever narrowed this key. */
function refuseScope(deps: McpDeps, turn: Turn, tool: Tool): Answer {
  const text = `This API key may not call ${tool.name}. tools/list shows what it may call; its owner can widen it.`;
  return forbidden(
    deps,
    { ...turn, id: turn.message.id, text },
    tool.annotations.readOnlyHint ? 'tools:read' : 'tools:write',
  );
}

function unknownMethodText(method: string): string {
  return `The method ${excerpt(method)} is not known here. Use tools/list to see the tools and tools/call to run one.`;
}

/** Only tools that the key may call are suggested. */
function unknownToolText(deps: McpDeps, turn: Turn, name: string): string {
  const names = deps.tools.map((tool) => tool.name).filter((known) => mayCall(turn.principal.toolScope, known));
  const nearest = nearestName(name.slice(0, EXCERPT_LENGTH_MAX), names);
  const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
  return `There is no tool ${excerpt(name)}.${hint} Call tools/list to see the tools.`;
}

/** A caller's text in quotes: short, printable ASCII only, and no key of ours. */
function excerpt(text: string): string {
  return JSON.stringify(maskKeys(text.slice(0, 512)).slice(0, EXCERPT_LENGTH_MAX)).replace(/[^\x20-\x7e]/g, '?');
}
