import type { TestId } from './evidence.ts';
import type { Grading } from './grade.ts';
import { type HeaderFix, SERVER_LINES, type ServerLines } from './server-lines.ts';

/** Servers and frameworks that fixes are written for. */
export type FixTarget = keyof typeof SERVER_LINES;

/** Every one of them. */
export const FIX_TARGETS: readonly FixTarget[] = [
  'nginx',
  'apache',
  'caddy',
  'express',
  'hono',
  'fastify',
  'next',
  'cloudflare',
  'vercel',
  'netlify',
  'django',
];

/** Values that are safe to begin with on most sites. Each test's documentation is MDN's guide to the header. */
const REMEDIES: Readonly<Partial<Record<TestId, HeaderFix>>> = {
  'content-security-policy': {
    name: 'Content-Security-Policy',
    value: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'self'",
  },
  'strict-transport-security': { name: 'Strict-Transport-Security', value: 'max-age=31536000' },
  'x-frame-options': { name: 'X-Frame-Options', value: 'SAMEORIGIN' },
  'x-content-type-options': { name: 'X-Content-Type-Options', value: 'nosniff' },
  'referrer-policy': { name: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  'cross-origin-resource-policy': { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
};

/** What would mend a grading. */
export interface Fixes {
  /** Headers to send, one for each failed test that a header can mend. */
  readonly headers: readonly HeaderFix[];
  /** Lines for the server, complete and in its syntax; empty when nothing is to be mended or no server was named. */
  readonly snippet: readonly string[];
  /** What the lines need, or do not do. */
  readonly notes: readonly string[];
}

/** The remedy of a test; null when no single header mends it. */
function remedyOf(test: TestId): HeaderFix | null {
  return REMEDIES[test] ?? null;
}

/** What mends a test, in a line: the header to send, or what to do; null when nothing is known. */
export function adviceOf(test: TestId): string | null {
  const remedy = remedyOf(test);
  return remedy === null ? (ADVICE[test] ?? null) : `${remedy.name}: ${remedy.value}`;
}

/** The lines that mend what failed, for one server. */
export function fixesFor(grading: Grading, target: FixTarget | null): Fixes {
  const failed = grading.tests.filter(({ pass }) => !pass).map(({ test }) => test);
  const headers = failed.map(remedyOf).filter((fix) => fix !== null);
  if (target === null || failed.length === 0) return { headers, snippet: [], notes: [] };
  const lines: ServerLines = SERVER_LINES[target];
  const snippet = [
    ...(headers.length > 0 ? lines.headers(headers) : []),
    ...(failed.includes('cookies') ? lines.cookies : []),
    ...(failed.includes('redirection') ? lines.redirect : []),
  ];
  const notes = [
    ...(headers.length > 0 ? lines.notes : []),
    ...(failed.includes('content-security-policy') ? [CSP_NOTE] : []),
    ...(failed.includes('strict-transport-security') ? [HSTS_NOTE] : []),
    ...(failed.includes('cross-origin-resource-sharing') ? [CORS_NOTE] : []),
    ...(failed.includes('subresource-integrity') ? [SRI_NOTE] : []),
  ];
  return { headers, snippet, notes };
}

const CSP_NOTE =
  'the policy is a start: send it as Content-Security-Policy-Report-Only first, and add the sources that the pages need';
const HSTS_NOTE = 'once sent, browsers refuse http for a year: be sure that https stays';
const CORS_NOTE = 'compare Origin with a list of your own before echoing it, or drop Access-Control-Allow-Credentials';
const SRI_NOTE =
  'add integrity="sha384-…" and crossorigin="anonymous" to scripts of other hosts, and load them by https';

/** Of the tests that no single header mends. */
const ADVICE: Readonly<Partial<Record<TestId, string>>> = {
  cookies: 'Set-Cookie: <name>=<value>; Secure; HttpOnly; SameSite=Lax',
  redirection: 'answer http with 301 to the same host and path over https',
  'cross-origin-resource-sharing': CORS_NOTE,
  'subresource-integrity': SRI_NOTE,
};
