import { gradedPolicies } from './csp-test.ts';
import type { Evidence, Profile } from './evidence.ts';
import { firstOf, valuesOf } from './fields.ts';
import { pageOf } from './html.ts';
import { readHsts } from './transport-tests.ts';

/** Something worth knowing that the score does not count. */
export interface ExtraFinding {
  readonly id: string;
  readonly level: 'warning' | 'note';
  readonly text: string;
}

/** Headers that name software, and so its known holes. */
const LEAKING = [
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'x-drupal-cache',
] as const;

/** Headers that browsers gave up, and why. */
const DEPRECATED: Readonly<Record<string, string>> = {
  'x-xss-protection':
    'no current browser has the filter, and in old ones it could be turned against the page; send 0 or nothing',
  'expect-ct': 'browsers have removed it',
  'public-key-pins': 'browsers have removed it',
  'public-key-pins-report-only': 'browsers have removed it',
  'feature-policy': 'renamed: use Permissions-Policy',
  'x-content-security-policy': 'a name of old browsers: use Content-Security-Policy',
  'x-webkit-csp': 'a name of old browsers: use Content-Security-Policy',
  p3p: 'no current browser reads it',
};

/** Headers that have one value: of several, browsers use one or none. */
const SINGLE = [
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'content-type',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
  'access-control-allow-origin',
  'access-control-allow-credentials',
] as const;

/** Headers that tell which software answers, `name: value` as it was sent. Untrusted text. */
export function findLeaks({ fields }: Evidence): readonly string[] {
  return LEAKING.flatMap((name) => valuesOf(fields, name).map((value) => `${name}: ${value.slice(0, 100)}`))
    .filter((line) => !/^server: (?:cloudflare|caddy|nginx|apache|)$/i.test(line))
    .slice(0, 12);
}

/** What the score leaves out. */
export function findExtras(evidence: Evidence, profile: Profile): readonly ExtraFinding[] {
  return [
    ...unread(evidence),
    ...duplicates(evidence),
    ...transport(evidence),
    ...sharing(evidence),
    ...caching(evidence),
    ...(profile === 'page' ? isolation(evidence) : []),
    ...deprecated(evidence),
  ];
}

function warning(id: string, text: string): ExtraFinding {
  return { id, level: 'warning', text };
}

function note(id: string, text: string): ExtraFinding {
  return { id, level: 'note', text };
}

/** What was too much to be looked at: the score is then about the rest alone. */
function unread(evidence: Evidence): readonly ExtraFinding[] {
  const findings: ExtraFinding[] = [];
  if (pageOf(evidence)?.isWhole === false) {
    findings.push(warning('page-cut', 'the page has more tags than are read: what stands after them is not graded'));
  }
  if (!gradedPolicies(evidence).isWhole) {
    findings.push(warning('policies-cut', 'more or longer policies than are read: those after them are not graded'));
  }
  return findings;
}

function duplicates({ fields }: Evidence): readonly ExtraFinding[] {
  return SINGLE.flatMap((name) => {
    const count = valuesOf(fields, name).length;
    return count < 2 ? [] : [warning('duplicate-header', `${name} was sent ${count} times; the first is graded`)];
  });
}

function transport({ fields, url }: Evidence): readonly ExtraFinding[] {
  const value = firstOf(fields, 'strict-transport-security');
  const frames = firstOf(fields, 'x-frame-options');
  const findings: ExtraFinding[] = [];
  if (frames !== null && /^allow-from/i.test(frames)) {
    findings.push(warning('frame-allow-from', 'browsers ignore X-Frame-Options: ALLOW-FROM; use frame-ancestors'));
  }
  if (value === null) return findings;
  const { maxAge, includesSubdomains, isPreload } = readHsts(value);
  if (url.startsWith('http:')) findings.push(warning('hsts-over-http', 'browsers ignore HSTS in an answer over http'));
  if (Number.isNaN(maxAge)) {
    findings.push(
      warning('hsts-max-age', 'max-age is no number, so browsers ignore the header; the score counts it as valid'),
    );
  } else if (isPreload && (!includesSubdomains || (maxAge ?? 0) < 31_536_000)) {
    findings.push(note('hsts-preload', 'preload needs includeSubDomains and at least 31536000 seconds'));
  }
  return findings;
}

/** Misuse of CORS with credentials. Fetch standard, "CORS protocol and credentials". */
function sharing({ fields, cors }: Evidence): readonly ExtraFinding[] {
  const answer = cors?.fields ?? fields;
  const origin = firstOf(answer, 'access-control-allow-origin')?.trim();
  if (!origin) return [];
  const hasCredentials = firstOf(answer, 'access-control-allow-credentials')?.trim().toLowerCase() === 'true';
  if (origin === '*') {
    const text = 'Access-Control-Allow-Origin: * with credentials: browsers refuse such answers';
    return hasCredentials ? [warning('cors-wildcard-credentials', text)] : [];
  }
  const findings: ExtraFinding[] = [];
  if (origin === 'null') {
    findings.push(warning('cors-null-origin', 'the origin null is allowed: any sandboxed frame has it'));
  }
  const varies = valuesOf(answer, 'vary').some((value) => /(?:^|[\s,])(?:origin|\*)(?:[\s,]|$)/i.test(value));
  if (!varies) {
    findings.push(
      note('cors-vary', 'an origin is named without Vary: Origin; if it depends on the request, caches mix answers up'),
    );
  }
  const isKnown = cors !== null && cors.origin !== null;
  if (hasCredentials && !isKnown) {
    findings.push(
      note(
        'cors-reflection',
        'credentials are allowed; whether any origin is echoed cannot be told from these headers',
      ),
    );
  }
  return findings;
}

/** An answer that sets a cookie and may be kept by shared caches. RFC 9111 §7.3. */
function caching({ fields }: Evidence): readonly ExtraFinding[] {
  if (firstOf(fields, 'set-cookie') === null) return [];
  const control = valuesOf(fields, 'cache-control').join(',').toLowerCase();
  if (/no-store|private|no-cache/.test(control)) return [];
  const isShared = /public|s-maxage|max-age=[1-9]/.test(control);
  return isShared
    ? [warning('cookie-cached', 'sets a cookie and allows shared caches to keep the answer: add private or no-store')]
    : [note('cookie-cache-control', 'sets a cookie without Cache-Control: private or no-store')];
}

const OPENER: readonly string[] = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'];
const EMBEDDER: readonly string[] = ['require-corp', 'credentialless', 'unsafe-none'];

function isolation({ fields }: Evidence): readonly ExtraFinding[] {
  const findings: ExtraFinding[] = [];
  const check = (name: string, known: readonly string[], missing: string | null): void => {
    const value = firstOf(fields, name)?.split(';', 1)[0]?.trim().toLowerCase();
    if (value === undefined && missing !== null) findings.push(note(name, missing));
    if (value !== undefined && !known.includes(value))
      findings.push(warning(name, `${name} has no value that browsers know`));
  };
  check(
    'cross-origin-opener-policy',
    OPENER,
    'Cross-Origin-Opener-Policy is not sent: windows that opened the page keep a handle on it',
  );
  check('cross-origin-embedder-policy', EMBEDDER, null);
  if (firstOf(fields, 'permissions-policy') === null) {
    findings.push(
      note('permissions-policy', 'Permissions-Policy is not sent: camera, location and the like are not switched off'),
    );
  }
  return findings;
}

function deprecated({ fields }: Evidence): readonly ExtraFinding[] {
  return Object.entries(DEPRECATED).flatMap(([name, why]) => {
    const value = firstOf(fields, name);
    const isOff = name === 'x-xss-protection' && value?.trim().startsWith('0');
    return value === null || isOff ? [] : [note('deprecated-header', `${name}: ${why}`)];
  });
}
