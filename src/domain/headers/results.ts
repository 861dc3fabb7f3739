import type { TestId } from './evidence.ts';

/** What a result means: points added to 100, and whether the test counts as passed. */
export interface ResultMeaning {
  readonly test: TestId;
  readonly modifier: number;
  readonly pass: boolean;
  readonly text: string;
}

/** The Observatory's algorithm whose ids and modifiers these are. */
export const SCALE = 'mdn-4';

const CSP = 'content-security-policy';
const HSTS = 'strict-transport-security';
const CORS = 'cross-origin-resource-sharing';
const CORP = 'cross-origin-resource-policy';
const SRI = 'subresource-integrity';
const XCTO = 'x-content-type-options';
const XFO = 'x-frame-options';

/** [test, modifier, pass, what it means in our words]. */
type Row = readonly [TestId, number, boolean, string];

/** Every result by its id. Ids and modifiers: MDN HTTP Observatory 1.4.8, algorithm 4; the texts are our own. */
const ROWS: Readonly<Record<string, Row>> = {
  'csp-implemented-with-no-unsafe-default-src-none': [CSP, 10, true, "strict: default-src 'none', nothing unsafe"],
  'csp-implemented-with-no-unsafe': [CSP, 5, true, "a policy without unsafe sources; default-src is not 'none'"],
  'csp-implemented-but-duplicate-directives': [CSP, 0, true, 'a safe policy that names a reporting directive twice'],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [
    CSP,
    0,
    true,
    'unsafe or over-broad sources for styles only',
  ],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [
    CSP,
    -10,
    true,
    'images or media may load over http',
  ],
  'csp-implemented-with-unsafe-eval': [CSP, -10, false, "'unsafe-eval' lets strings become code"],
  'csp-implemented-with-unsafe-inline': [CSP, -20, false, 'scripts or plug-ins are not limited to known sources'],
  'csp-implemented-with-insecure-scheme': [CSP, -20, false, 'active content may load over http or ftp'],
  'csp-header-invalid': [CSP, -25, false, 'the policy cannot be read as one'],
  'csp-not-implemented': [CSP, -25, false, 'no enforced policy'],
  'csp-not-implemented-but-reporting-enabled': [CSP, -25, false, 'the policy only reports and blocks nothing'],
  'cookies-secure-with-httponly-sessions-and-samesite': ['cookies', 5, true, 'all flags are set'],
  'cookies-secure-with-httponly-sessions': ['cookies', 0, true, 'Secure and HttpOnly are set; SameSite is missing'],
  'cookies-not-found': ['cookies', 0, true, 'no cookie was set'],
  'cookies-without-secure-flag-but-protected-by-hsts': ['cookies', -5, false, 'a cookie lacks Secure; HSTS covers it'],
  'cookies-session-without-secure-flag-but-protected-by-hsts': [
    'cookies',
    -10,
    false,
    'a session cookie lacks Secure; HSTS covers it',
  ],
  'cookies-without-secure-flag': ['cookies', -20, false, 'a cookie lacks Secure'],
  'cookies-samesite-flag-invalid': ['cookies', -20, false, 'SameSite has no valid value, or is None without Secure'],
  'cookies-anticsrf-without-samesite-flag': ['cookies', -20, false, 'a token against CSRF lacks SameSite'],
  'cookies-session-without-httponly-flag': ['cookies', -30, false, 'scripts can read a session cookie'],
  'cookies-session-without-secure-flag': ['cookies', -40, false, 'a session cookie may travel over http'],
  'cross-origin-resource-sharing-not-implemented': [CORS, 0, true, 'other origins cannot read the answer'],
  'cross-origin-resource-sharing-implemented-with-public-access': [
    CORS,
    0,
    true,
    'every origin may read, no credentials',
  ],
  'cross-origin-resource-sharing-implemented-with-restricted-access': [CORS, 0, true, 'a named origin may read'],
  'cross-origin-resource-sharing-implemented-with-universal-access': [
    CORS,
    -50,
    false,
    'any origin is echoed and credentials are allowed: any site may read as the visitor',
  ],
  'redirection-all-redirects-preloaded': ['redirection', 0, true, 'every host on the way is preloaded for https'],
  'redirection-to-https': ['redirection', 0, true, 'http goes to https on the same host first'],
  'redirection-not-needed-no-http': ['redirection', 0, true, 'nothing answers on http'],
  'redirection-off-host-from-http': [
    'redirection',
    -5,
    false,
    'http goes to https of another host, which HSTS cannot cover',
  ],
  'redirection-not-to-https-on-initial-redirection': ['redirection', -10, false, 'the first redirect stays on http'],
  'redirection-not-to-https': ['redirection', -20, false, 'redirects end on http'],
  'redirection-missing': ['redirection', -20, false, 'http is served without a redirect'],
  'redirection-invalid-cert': ['redirection', -20, false, 'the redirect leads to an invalid certificate'],
  'referrer-policy-private': ['referrer-policy', 5, true, 'paths do not leak to other origins'],
  'referrer-policy-not-implemented': ['referrer-policy', 0, true, 'not sent: browsers use their own default'],
  'referrer-policy-unsafe': ['referrer-policy', -5, false, 'addresses leak to other origins or over http'],
  'referrer-policy-header-invalid': ['referrer-policy', -5, false, 'no value that browsers know'],
  'hsts-preloaded': [HSTS, 5, true, 'on the preload list'],
  'hsts-implemented-max-age-at-least-six-months': [HSTS, 0, true, 'at least six months'],
  'hsts-implemented-max-age-less-than-six-months': [HSTS, -10, false, 'less than six months (15552000 seconds)'],
  'hsts-not-implemented': [HSTS, -20, false, 'not sent over https'],
  'hsts-header-invalid': [HSTS, -20, false, 'no max-age, or several values in one'],
  'hsts-not-implemented-no-https': [HSTS, -20, false, 'there is no https'],
  'hsts-invalid-cert': [HSTS, -20, false, 'browsers ignore it: the certificate is not valid'],
  'sri-implemented-and-all-scripts-loaded-securely': [SRI, 5, true, 'own scripts carry integrity and load securely'],
  'sri-implemented-and-external-scripts-loaded-securely': [SRI, 5, true, 'foreign scripts carry integrity and https'],
  'sri-not-implemented-response-not-html': [SRI, 0, true, 'the answer is not HTML'],
  'sri-not-implemented-but-no-scripts-loaded': [SRI, 0, true, 'the page has no scripts'],
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': [SRI, 0, true, 'all scripts are of the same site'],
  'sri-not-implemented-but-external-scripts-loaded-securely': [
    SRI,
    -5,
    false,
    'foreign scripts by https without integrity',
  ],
  'sri-implemented-but-external-scripts-not-loaded-securely': [SRI, -20, false, 'foreign scripts not fixed to https'],
  'sri-not-implemented-and-external-scripts-not-loaded-securely': [
    SRI,
    -50,
    false,
    'foreign scripts without integrity and not fixed to https',
  ],
  'x-content-type-options-nosniff': [XCTO, 0, true, 'browsers do not guess types'],
  'x-content-type-options-not-implemented': [XCTO, -5, false, 'not sent: browsers may guess types'],
  'x-content-type-options-header-invalid': [XCTO, -5, false, 'the value is not nosniff'],
  'x-frame-options-implemented-via-csp': [XFO, 5, true, "the policy's frame-ancestors decides who may frame"],
  'x-frame-options-sameorigin-or-deny': [XFO, 0, true, 'other sites cannot frame the page'],
  'x-frame-options-allow-from-origin': [XFO, 0, true, 'ALLOW-FROM passes the test, but browsers ignore it'],
  'x-frame-options-not-implemented': [XFO, -20, false, 'any site may frame the page'],
  'x-frame-options-header-invalid': [XFO, -20, false, 'no value that browsers know'],
  'corp-not-implemented': [CORP, 0, true, 'not sent: other sites may embed the resource'],
  'corp-implemented-with-same-origin': [CORP, 10, true, 'only the own origin may embed it'],
  'corp-implemented-with-same-site': [CORP, 10, true, 'only the own site may embed it'],
  'corp-implemented-with-cross-origin': [CORP, 0, true, 'every origin may embed it, by decision'],
  'corp-header-invalid': [CORP, -5, false, 'no value that browsers know'],
};

/** What a result of ours means; null for an id that no test gives. */
export function meaningOf(result: string): ResultMeaning | null {
  const row = Object.hasOwn(ROWS, result) ? ROWS[result] : undefined;
  if (row === undefined) return null;
  const [test, modifier, pass, text] = row;
  return { test, modifier, pass, text };
}
