/** How a refusal looks: the HTTP status, the JSON-RPC code at `/mcp`, and what it means and asks for. */
export interface ProblemKind {
  readonly status: number;
  /** Status for MCP clients of 2025 and of 2026, where MCP wants another than the specification. docs/contract.md, "Status table". */
  readonly legacyStatus?: number;
  readonly modernStatus?: number;
  readonly rpcCode: number;
  readonly title: string;
}

/** Every way in which a request can be refused. The table is the documentation. Source: specification, "Errors". */
export const PROBLEMS = {
  parse_error: {
    status: 400,
    rpcCode: -32700,
    title: 'The body is not JSON in UTF-8. Send one JSON-RPC 2.0 request object.',
  },
  invalid_request: {
    status: 400,
    rpcCode: -32600,
    title: 'The body is not one JSON-RPC 2.0 request. Send jsonrpc, id, method and params.',
  },
  unknown_method: {
    status: 400,
    legacyStatus: 200,
    modernStatus: 404,
    rpcCode: -32601,
    title: 'The method is not known here. Use tools/list or tools/call.',
  },
  invalid_params: {
    status: 400,
    legacyStatus: 200,
    modernStatus: 200,
    rpcCode: -32602,
    title: 'The params do not fit the method. For tools/call send a known tool name and an arguments object.',
  },
  invalid_arguments: {
    status: 400,
    legacyStatus: 200,
    modernStatus: 200,
    rpcCode: -32602,
    title: "The arguments do not fit the tool's schema. tools/list shows it.",
  },
  invalid_meta: {
    status: 400,
    rpcCode: -32602,
    title: 'A request of revision 2026-07-28 lacks keys that its params._meta must have.',
  },
  header_mismatch: {
    status: 400,
    rpcCode: -32020,
    title: 'An MCP header is missing or disagrees with the body. Send headers that repeat what the body says.',
  },
  missing_capability: {
    status: 400,
    rpcCode: -32021,
    title: 'The client did not declare a capability that the request needs.',
  },
  unsupported_version: {
    status: 400,
    rpcCode: -32022,
    title: 'The MCP-Protocol-Version is not supported. error.data.supported lists the versions that are.',
  },
  missing_token: {
    status: 401,
    rpcCode: -32600,
    title: 'No API key was sent. Send the header "Authorization: Bearer <API key>".',
  },
  invalid_token: {
    status: 401,
    rpcCode: -32600,
    title: 'The API key is not valid. Check that all of it was copied, or create a new one.',
  },
  key_revoked: { status: 401, rpcCode: -32600, title: 'The API key was revoked. Create a new one.' },
  key_expired: { status: 401, rpcCode: -32600, title: 'The API key has expired. Create a new one.' },
  key_cap_reached: {
    status: 401,
    rpcCode: -32600,
    title: "The API key's own monthly cap is reached. Raise the cap, use another key, or wait for the next month.",
  },
  insufficient_scope: {
    status: 403,
    rpcCode: -32600,
    title: 'The API key may not call this tool. tools/list shows what it may call; its owner can widen it.',
  },
  foreign_host: {
    status: 403,
    rpcCode: -32600,
    title: "The Host header is not this service's. Call it by its base URL, or allow the host (PORTICO_ALLOWED_HOSTS).",
  },
  foreign_origin: {
    status: 403,
    rpcCode: -32600,
    title: 'Pages of this origin may not call the service. The operator can allow it (PORTICO_ALLOWED_ORIGINS).',
  },
  not_found: { status: 404, rpcCode: -32600, title: 'There is nothing at this path. /openapi.json lists the routes.' },
  method_not_allowed: { status: 405, rpcCode: -32600, title: 'The path does not answer this HTTP method.' },
  request_timeout: { status: 408, rpcCode: -32600, title: 'The request did not arrive in time. Send it again.' },
  body_too_large: { status: 413, rpcCode: -32600, title: 'The body is too large. Send at most 1 MiB.' },
  unsupported_media_type: {
    status: 415,
    rpcCode: -32600,
    title: 'The body must be plain JSON: send "Content-Type: application/json" and no Content-Encoding.',
  },
  rate_limit_exceeded: {
    status: 429,
    rpcCode: -32600,
    title: 'A limit is reached. Retry-After says when to come back.',
  },
  malformed_http: { status: 400, rpcCode: -32600, title: 'The request is not well-formed HTTP/1.1.' },
  headers_too_large: { status: 431, rpcCode: -32600, title: 'The headers are too large. Send at most 16 KiB.' },
  internal_error: {
    status: 500,
    rpcCode: -32603,
    title: 'The service failed. Try again; if it stays, give the request id to support.',
  },
  unavailable: {
    status: 503,
    rpcCode: -32603,
    title: 'The service cannot answer right now. Nothing was counted; try again in a few seconds.',
  },
} as const satisfies Record<string, ProblemKind>;

/** With every `unavailable`: when to try again, in seconds. A storage that is back is noticed sooner. docs/contract.md, L6. */
export const UNAVAILABLE_HEADERS = { 'Retry-After': '5' } as const;

/** Stable code of a refusal; `error.data.reason` at `/mcp`, `error` elsewhere. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The row of a problem, with the optional columns. */
export function problemKind(code: ProblemCode): ProblemKind {
  return PROBLEMS[code];
}

/** A refusal before it is given a shape: its code, and the text when the row's title does not say enough. */
export interface Problem {
  readonly code: ProblemCode;
  readonly text?: string;
}
