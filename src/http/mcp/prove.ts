import { err, ok } from '../../base/result.ts';
import type { KeyRejection } from '../../domain/keys/index.ts';
import type { LimitView } from '../../domain/limits/index.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import type { McpDeps } from './deps.ts';
import { reach } from './reach.ts';
import { refuse } from './refuse.ts';
import type { Caller, Step } from './turn.ts';

/** Longest credential that is looked at. */
const TOKEN_LENGTH_MAX = 512;

/** Scope that a client without credentials should ask for. docs/contract.md, R9. */
const DEFAULT_SCOPE = 'tools:read';

/** What a caller may be told of a rejection. Without the right secret all causes look alike. docs/contract.md, R10. */
const REASON_OF: Readonly<Record<KeyRejection, ProblemCode>> = {
  malformed: 'invalid_token',
  unknown: 'invalid_token',
  revoked: 'key_revoked',
  expired: 'key_expired',
};

/** Short descriptions for the challenge: quoted strings of ASCII without quotes. RFC 6750 §3. */
const DESCRIPTIONS: Readonly<Partial<Record<ProblemCode, string>>> = {
  invalid_token: 'API key not valid',
  key_revoked: 'API key revoked',
  key_expired: 'API key expired',
  key_cap_reached: 'per-key monthly cap reached',
};

/** Takes the token, proves it and loads what the limits show. Source: specification, "API key validation". */
export async function proveCaller(deps: McpDeps, exchange: Exchange, view: LimitView): Promise<Step<Caller>> {
  const token = bearerToken(exchange.request.headersDistinct.authorization ?? []);
  if (token === null) return err(unauthorized(deps, exchange, view, 'missing_token'));
  if (token === 'malformed') return err(unauthorized(deps, exchange, view, 'invalid_token'));
  const proven = await reach(exchange, deps.authenticate(token.text));
  if (!proven.ok) {
    deps.log.event('key.rejected', { reason: proven.error, requestId: exchange.requestId });
    return err(unauthorized(deps, exchange, view, REASON_OF[proven.error]));
  }
  const principal = proven.value;
  exchange.notes.account = principal.accountId;
  exchange.notes.keyPrefix = principal.keyPrefix;
  const quota = await reach(exchange, deps.limits.quota(principal));
  if (await reach(exchange, deps.limits.isKeyCapReached(principal))) {
    return err(unauthorized(deps, exchange, quota, 'key_cap_reached'));
  }
  return ok({ exchange, principal, view: quota });
}

/** A 401 with the challenge that leads a client to the authorization metadata. RFC 9728 §5.1, RFC 6750 §3. */
export function unauthorized(deps: McpDeps, exchange: Exchange, view: LimitView, code: ProblemCode): Answer {
  const description = DESCRIPTIONS[code];
  const parameters = [
    ...(description === undefined ? [] : ['error="invalid_token"', `error_description="${description}"`]),
    `scope="${DEFAULT_SCOPE}"`,
    `resource_metadata="${metadataUrl(deps)}"`,
  ];
  return refuse({ exchange, view, code, headers: { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` } });
}

/** A 403 that names the scope by which the call would be allowed. RFC 6750 §3.1. */
export function forbidden(deps: McpDeps, refusing: Omit<Parameters<typeof refuse>[0], 'code'>, scope: string): Answer {
  const challenge = [
    'error="insufficient_scope"',
    'error_description="API key may not call this tool"',
    `scope="${scope}"`,
    `resource_metadata="${metadataUrl(deps)}"`,
  ].join(', ');
  const code = 'insufficient_scope';
  const text = refusing.text ?? PROBLEMS[code].title;
  return refuse({ ...refusing, code, text, headers: { 'WWW-Authenticate': `Bearer ${challenge}` } });
}

function metadataUrl(deps: McpDeps): string {
  return `${deps.site.baseUrl}/.well-known/oauth-protected-resource/mcp`;
}

/** The one bearer token of a request; null when there is no credential of that kind. RFC 6750 §2.1. */
function bearerToken(headers: readonly string[]): { readonly text: string } | 'malformed' | null {
  const [header] = headers;
  if (header === undefined || header.trim() === '') return null;
  // Two credentials: a proxy before us may have checked the other one.
  if (headers.length > 1) return 'malformed';
  if (!/^bearer(?: |$)/i.test(header)) return null;
  const text = header.slice('bearer'.length).trim();
  if (text === '') return null;
  return text.length <= TOKEN_LENGTH_MAX && /^[A-Za-z0-9._~+/-]+=*$/.test(text) ? { text } : 'malformed';
}
