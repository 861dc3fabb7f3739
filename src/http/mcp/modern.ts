import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemCode } from '../problems.ts';
import type { Message } from './envelope.ts';
import { isJsonObject, type JsonObject } from './meta.ts';
import type { Turn } from './turn.ts';

/** Why a request of the modern revision is refused before its method is looked at. */
interface ModernProblem {
  readonly code: ProblemCode;
  readonly text: string;
  readonly data?: JsonObject;
}

let sdk: typeof import('@modelcontextprotocol/server') | null = null;

/** The SDK's codes for what its classifier refuses. */
const CODE_OF: Readonly<Record<number, ProblemCode>> = {
  [-32602]: 'invalid_meta',
  [-32022]: 'unsupported_version',
  [-32021]: 'missing_capability',
  [-32020]: 'header_mismatch',
};

/** Where the body says what `Mcp-Name` repeats. Source: MCP 2026-07-28, "Standard request headers". */
const NAME_SOURCE: ReadonlyMap<string, 'name' | 'uri'> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * Whether the headers and `params._meta` of a modern request are complete and agree. The SDK's classifier compares what
 * is there; that the required headers are there is checked here, because the SDK keeps that step to itself.
 */
export async function findModernProblem({ exchange, message }: Turn): Promise<ModernProblem | null> {
  const { headers } = exchange.request;
  // Loaded with the first modern client, like all of the SDK: see sdk.ts.
  sdk ??= await import('@modelcontextprotocol/server');
  const outcome = sdk.classifyInboundRequest({
    httpMethod: 'POST',
    ...optional('protocolVersionHeader', headers['mcp-protocol-version']),
    ...optional('mcpMethodHeader', headers['mcp-method']),
    ...optional('mcpNameHeader', headers['mcp-name']),
    body: asJsonRpc(message),
  });
  if (outcome.kind === 'reject') {
    const code = CODE_OF[outcome.code] ?? 'invalid_request';
    return { code, text: outcome.message, ...(isJsonObject(outcome.data) ? { data: outcome.data } : {}) };
  }
  return message.id === null ? null : findHeaderProblem(headers, message);
}

/** A message with the members of JSON-RPC and no others: the SDK takes one with more for something else. */
export function asJsonRpc({ id, method, params }: Message): JsonObject {
  return {
    jsonrpc: '2.0',
    ...(id === null ? {} : { id }),
    method,
    ...(params === undefined ? {} : { params }),
  };
}

function findHeaderProblem(headers: IncomingHttpHeaders, message: Message): ModernProblem | null {
  if (headers['mcp-protocol-version'] === undefined) return mismatch('The header MCP-Protocol-Version is missing.');
  if (headers['mcp-method'] === undefined)
    return mismatch('The header Mcp-Method is missing: repeat the method in it.');
  const source = NAME_SOURCE.get(message.method);
  const named = source === undefined || !isJsonObject(message.params) ? undefined : message.params[source];
  const header = headers['mcp-name'];
  if (source === undefined || (header === undefined && typeof named !== 'string')) return null;
  if (typeof header !== 'string') return mismatch(`The header Mcp-Name is missing: repeat params.${source} in it.`);
  const decoded = decodeHeaderValue(header.trim());
  if (decoded === null) return mismatch('The header Mcp-Name is not valid Base64 between "=?base64?" and "?=".');
  const agrees = typeof named !== 'string' || named === decoded;
  return agrees ? null : mismatch(`The header Mcp-Name and params.${source} name different things.`);
}

/** `=?base64?…?=` as the UTF-8 text it stands for; null when it is not well-formed. MCP 2026-07-28, "Value encoding". */
function decodeHeaderValue(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/is.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return null;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}

function mismatch(text: string): ModernProblem {
  return { code: 'header_mismatch', text };
}

function optional<Name extends string>(
  name: Name,
  value: string | string[] | undefined,
): { readonly [_ in Name]?: string } {
  if (value === undefined) return {};
  // A key computed from the type's own only member.
  return { [name]: Array.isArray(value) ? value.join(', ') : value } as { readonly [_ in Name]?: string };
}
