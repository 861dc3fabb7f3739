import type { Evidence, Outcome } from './evidence.ts';
import { firstOf, valuesOf } from './fields.ts';
import { pageOf } from './html.ts';

/** The test of X-Content-Type-Options. */
export function testContentTypeOptions({ fields }: Evidence): Outcome {
  const found = firstOf(fields, 'x-content-type-options');
  if (!found) return { found, result: 'x-content-type-options-not-implemented' };
  const isNosniff = normal(found, 256) === 'nosniff';
  return { found, result: isNosniff ? 'x-content-type-options-nosniff' : 'x-content-type-options-header-invalid' };
}

/** The test of framing; a policy that names `frame-ancestors` wins over the older header. */
export function testFrameOptions({ fields }: Evidence, isInPolicy: boolean): Outcome {
  const found = firstOf(fields, 'x-frame-options');
  if (isInPolicy) return { found: found ?? 'frame-ancestors', result: 'x-frame-options-implemented-via-csp' };
  if (!found) return { found, result: 'x-frame-options-not-implemented' };
  const value = normal(found, 1_024);
  if (value === 'deny' || value === 'sameorigin') return { found, result: 'x-frame-options-sameorigin-or-deny' };
  const isFrom = value.startsWith('allow-from');
  return { found, result: isFrom ? 'x-frame-options-allow-from-origin' : 'x-frame-options-header-invalid' };
}

const PRIVATE: readonly string[] = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const LEAKY: readonly string[] = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];

/** The test of Referrer-Policy. The last value that browsers know counts, a page's `<meta>` after the headers. */
export function testReferrerPolicy(evidence: Evidence): Outcome {
  const inMeta = pageOf(evidence)?.referrer ?? null;
  const all = [...valuesOf(evidence.fields, 'referrer-policy'), ...(inMeta === null ? [] : [inMeta])];
  if (all.length === 0) return { found: null, result: 'referrer-policy-not-implemented' };
  const found = all.join(', ');
  const policies = found.split(',').map((policy) => policy.trim().toLowerCase());
  const policy = policies.findLast((one) => PRIVATE.includes(one) || LEAKY.includes(one));
  if (policy === undefined) return { found, result: 'referrer-policy-header-invalid' };
  return { found, result: PRIVATE.includes(policy) ? 'referrer-policy-private' : 'referrer-policy-unsafe' };
}

const CORP_VALUES: readonly string[] = ['same-origin', 'same-site', 'cross-origin'];

/** The test of Cross-Origin-Resource-Policy. */
export function testResourcePolicy({ fields }: Evidence): Outcome {
  const found = firstOf(fields, 'cross-origin-resource-policy');
  const value = normal(found ?? '', 256);
  if (value === '') return { found, result: 'corp-not-implemented' };
  return { found, result: CORP_VALUES.includes(value) ? `corp-implemented-with-${value}` : 'corp-header-invalid' };
}

/** The test of Cross-Origin Resource Sharing; without a question from another origin, the headers of the answer. */
export function testResourceSharing({ cors, fields }: Evidence): Outcome {
  const answer = cors?.fields ?? fields;
  const found = firstOf(answer, 'access-control-allow-origin');
  if (!found) return { found, result: 'cross-origin-resource-sharing-not-implemented' };
  const start = 'cross-origin-resource-sharing-implemented-with';
  if (normal(found, 256) === '*') return { found, result: `${start}-public-access` };
  const allowsCredentials = normal(firstOf(answer, 'access-control-allow-credentials') ?? '', 256) === 'true';
  const isEchoed = cors !== null && cors.origin === found;
  return { found, result: `${start}-${isEchoed && allowsCredentials ? 'universal' : 'restricted'}-access` };
}

/** A value as it is compared: bounded, without outer white space, in lower case. */
function normal(value: string, charactersMax: number): string {
  return value.slice(0, charactersMax).trim().toLowerCase();
}
