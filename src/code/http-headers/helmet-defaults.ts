/** A header that a middleware sends unless told otherwise, by the names of its option. */
export interface DefaultHeader {
  readonly name: string;
  /** Null where the version decides over it and is not known. */
  readonly value: string | null;
  /** Names of the option, the newest first. */
  readonly options: readonly string[];
  /** Versions that send it; null where that goes on without end. */
  readonly from: number;
  readonly to: number | null;
}

const CSP_START = "default-src 'self';base-uri 'self';";
const CSP_MIXED = 'block-all-mixed-content;';
const CSP_FORM = "font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';";
const CSP_END =
  "img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests";

function row(names: string, value: string, from: number, to: number | null = null): DefaultHeader {
  const [name = '', ...options] = names.split(' ');
  return { name, options, value, from, to };
}

/** Versions of helmet whose defaults are known: seen by running each. */
export const HELMET_KNOWN = { from: 4, to: 8 } as const;

/** What helmet sends by default (a row begins with the header and the names of its option), by its major version. Source: helmet 4 to 8, run with no options. */
export const HELMET_DEFAULTS: readonly DefaultHeader[] = [
  row(
    'content-security-policy contentSecurityPolicy',
    `${CSP_START}${CSP_MIXED}${CSP_FORM.replace("form-action 'self';", '')}${CSP_END}`,
    4,
    4,
  ),
  row('content-security-policy contentSecurityPolicy', CSP_START + CSP_MIXED + CSP_FORM + CSP_END, 5, 5),
  row('content-security-policy contentSecurityPolicy', CSP_START + CSP_FORM + CSP_END, 6),
  row('cross-origin-embedder-policy crossOriginEmbedderPolicy', 'require-corp', 5, 6),
  row('cross-origin-opener-policy crossOriginOpenerPolicy', 'same-origin', 5),
  row('cross-origin-resource-policy crossOriginResourcePolicy', 'same-origin', 5),
  row('origin-agent-cluster originAgentCluster', '?1', 5),
  row('referrer-policy referrerPolicy', 'no-referrer', 4),
  row('strict-transport-security strictTransportSecurity hsts', 'max-age=15552000; includeSubDomains', 4, 7),
  row('strict-transport-security strictTransportSecurity hsts', 'max-age=31536000; includeSubDomains', 8),
  row('x-content-type-options xContentTypeOptions noSniff', 'nosniff', 4),
  row('x-dns-prefetch-control xDnsPrefetchControl dnsPrefetchControl', 'off', 4),
  row('x-download-options xDownloadOptions ieNoOpen', 'noopen', 4),
  row('x-frame-options xFrameOptions frameguard', 'SAMEORIGIN', 4),
  row('x-permitted-cross-domain-policies xPermittedCrossDomainPolicies permittedCrossDomainPolicies', 'none', 4),
  row('x-xss-protection xXssProtection xssFilter', '0', 4),
  row('expect-ct expectCt', 'max-age=0', 4, 5),
];

/** What Hono's secureHeaders sends by default. Source: hono 4, run with no options. */
export const HONO_DEFAULTS: readonly DefaultHeader[] = [
  row('cross-origin-opener-policy crossOriginOpenerPolicy', 'same-origin', 4),
  row('cross-origin-resource-policy crossOriginResourcePolicy', 'same-origin', 4),
  row('origin-agent-cluster originAgentCluster', '?1', 4),
  row('referrer-policy referrerPolicy', 'no-referrer', 4),
  row('strict-transport-security strictTransportSecurity', 'max-age=15552000; includeSubDomains', 4),
  row('x-content-type-options xContentTypeOptions', 'nosniff', 4),
  row('x-dns-prefetch-control xDnsPrefetchControl', 'off', 4),
  row('x-download-options xDownloadOptions', 'noopen', 4),
  row('x-frame-options xFrameOptions', 'SAMEORIGIN', 4),
  row('x-permitted-cross-domain-policies xPermittedCrossDomainPolicies', 'none', 4),
  row('x-xss-protection xXssProtection', '0', 4),
];

/** What it sends when its options ask for it. Source: Hono, "Secure Headers Middleware", "Supported Options". */
export const HONO_ASKED: readonly DefaultHeader[] = [
  { ...row('content-security-policy contentSecurityPolicy', '', 4), value: null },
  { ...row('content-security-policy-report-only contentSecurityPolicyReportOnly', '', 4), value: null },
  row('cross-origin-embedder-policy crossOriginEmbedderPolicy', 'require-corp', 4),
  { ...row('permissions-policy permissionsPolicy', '', 4), value: null },
];
