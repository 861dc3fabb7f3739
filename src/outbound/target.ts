import { isIP } from 'node:net';
import { err, ok, type Result } from '../base/result.ts';
import type { OutboundReason } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

/** Longest URL that is followed. */
const URL_CHARACTERS_MAX = 4_096;

/** Names that belong to the inside by definition. Source: RFC 6761, RFC 6762, RFC 8375; `internal` is reserved by ICANN. */
const INSIDE_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa|onion)$/;

/** What may be asked for. */
export interface TargetPolicy {
  /** Origins that the operator named: they may be on any port and at any address. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** Ports of all others. */
  readonly ports: ReadonlySet<number>;
}

/** A URL that may be looked up. */
export interface Target {
  readonly url: URL;
  readonly isTls: boolean;
  readonly port: number;
  /** Host name without brackets and final dot. */
  readonly host: string;
  /** The address when the host is one; null for a name. */
  readonly literal: string | null;
  readonly isTrusted: boolean;
}

/** Why a URL is not asked. */
export interface TargetRefusal {
  readonly reason: Extract<OutboundReason, 'bad_url' | 'blocked_by_policy'>;
  readonly text: string;
}

/**
 * Reads a URL once; all that follows uses this reading and no other. Numbers in every notation (`0x7f.1`, `2130706433`,
 * full-width digits) are dotted addresses after parsing, so the checks stand behind the parser, never before it.
 * `mayTrust` is false after a redirect from a host that is not the operator's: it must not lead inside by naming what
 * the operator trusts.
 */
export function readTarget(policy: TargetPolicy, text: string, mayTrust: boolean): Result<Target, TargetRefusal> {
  if (text.length > URL_CHARACTERS_MAX) {
    return err({ reason: 'bad_url', text: `the URL is longer than ${URL_CHARACTERS_MAX} characters` });
  }
  const url = URL.parse(text);
  if (url === null) return err({ reason: 'bad_url', text: 'this is not a URL; give one such as https://example.org/' });
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return err({ reason: 'bad_url', text: 'only https and http URLs are asked' });
  }
  if (url.username !== '' || url.password !== '') {
    return err({ reason: 'bad_url', text: 'the URL holds a user name or password; take them out' });
  }
  url.hash = '';
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = isIP(host) === 0 ? null : host;
  const isTrusted = mayTrust && policy.trustedOrigins.has(url.origin);
  const target = { url, isTls, port, host, literal, isTrusted };
  return isTrusted || isAllowed(policy, target) ? ok(target) : err(BLOCKED);
}

/** One text for all: it must not tell what is inside. */
export const BLOCKED: TargetRefusal = {
  reason: 'blocked_by_policy',
  text: 'only hosts of the public internet on their usual ports are asked (80 and 443, unless the operator allows others)',
};

function isAllowed(policy: TargetPolicy, { host, port, literal }: Target): boolean {
  if (!policy.ports.has(port)) return false;
  if (literal !== null) return isPublicAddress(literal);
  return host.includes('.') && !INSIDE_NAMES.test(host);
}
