import type { PackageRequest } from '../../domain/packages/index.ts';
import { redactSecrets } from '../shared/safe-text.ts';

/** A key of this service as ecosystems respell names: in one case, with other separators. */
const RESPELLED_KEY = /mcp[-_.][a-z0-9]{1,16}[-_.][a-z0-9-]{3,40}[-_.][0-9a-z]{40,64}/i;

/**
 * The request as it may be asked of others: where the name or the version looks like a credential, somebody has put it
 * in the wrong place, and it must not leave. Source: SECURITY.md.
 */
export function withholdSecrets(request: PackageRequest): PackageRequest {
  const text = `${request.name} ${request.requested ?? ''}`;
  if (redactSecrets(text).kinds.length === 0 && !RESPELLED_KEY.test(text)) return request;
  return { ...request, origin: { kind: 'elsewhere', text: 'what looks like a credential' } };
}
