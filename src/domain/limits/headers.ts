import type { LimitView } from './limits.ts';

/** Largest integer of a structured field. Source: RFC 9651 §3.3.1. */
const FIELD_INTEGER_MAX = 999_999_999_999_999;

/**
 * The headers that every answer carries. Source: specification, "Rate-limit response headers"; `RateLimit-Policy` and
 * `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-10 (`q` quota, `w` window, `r` remaining, `t` seconds left).
 */
export function limitHeaders(view: LimitView, now: Date): Record<string, string> {
  const { policy, limit, remaining, resetAt, windowSeconds } = view;
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1_000)),
    'RateLimit-Policy': `"${policy}";q=${Math.min(limit, FIELD_INTEGER_MAX)};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${Math.min(remaining, FIELD_INTEGER_MAX)};t=${secondsUntil(resetAt, now)}`,
  };
}

/** `Retry-After` of a refusal: whole seconds after which a retry finds room, at least 1. Source: RFC 9110 §10.2.3. */
export function retryAfterSeconds(view: LimitView, now: Date): number {
  return Math.max(1, secondsUntil(view.resetAt, now));
}

/** Rounded up: a caller that waits exactly so long is never too early. */
function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1_000));
}
