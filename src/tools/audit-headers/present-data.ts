import { adviceOf, type GradingChange, SCALE, type TestId } from '../../domain/headers/index.ts';
import type { Audit } from './audit.ts';
import { fixHead, gradeLine, headLine, sentLines, type TextParts } from './present-text.ts';
import { plain } from './quote.ts';

/** Most of each list in the structured answer, so that it stays below 8 KB. */
const MOST = { policies: 3, directives: 20, weaknesses: 12, cookies: 10, extras: 10, hops: 6 } as const;

/** MDN's guide for each test; the address stands for the texts that are its own. */
function docOf(test: TestId): string {
  return `https://developer.mozilla.org/en-US/docs/Web/${DOCS[test]}`;
}

const GUIDES = 'Security/Practical_implementation_guides';
const DOCS: Readonly<Record<TestId, string>> = {
  'content-security-policy': `${GUIDES}/CSP`,
  cookies: `${GUIDES}/Cookies`,
  'cross-origin-resource-sharing': `${GUIDES}/CORS`,
  'cross-origin-resource-policy': `${GUIDES}/CORP`,
  redirection: `${GUIDES}/TLS`,
  'referrer-policy': `${GUIDES}/Referrer_policy`,
  'strict-transport-security': `${GUIDES}/TLS`,
  'subresource-integrity': 'Security/Subresource_Integrity',
  'x-content-type-options': `${GUIDES}/MIME_types`,
  'x-frame-options': `${GUIDES}/Clickjacking`,
};

/** The audit as data. Texts of others are bounded and safe to show. */
export function auditData(parts: TextParts): Record<string, unknown> {
  const { id, audit, fixes, isFull } = parts;
  const { reached, grading } = audit;
  return {
    id,
    source: headLine(parts),
    message: gradeLine(audit),
    ...(reached.notes.length === 0 ? {} : { notes: reached.notes.map((note) => plain(note, 400)) }),
    final_url: reached.finalUrl === null ? null : plain(reached.finalUrl, 300),
    status: reached.status,
    ip: reached.ip,
    tls:
      reached.tls === null
        ? null
        : { protocol: reached.tls.protocol, expires_at: reached.tls.expiresAt?.toISOString() ?? null },
    hops: reached.hops.slice(0, MOST.hops).map(({ url, status, location }) => ({
      url: plain(url, 200),
      status,
      location: location === null ? null : plain(location, 200),
    })),
    grade: grading.grade,
    score: grading.score,
    scale: SCALE,
    profile: grading.profile,
    failed: grading.tests.filter(({ pass }) => !pass).length,
    passed: grading.tests.filter(({ pass }) => pass).length,
    tests: grading.tests.map(testData),
    not_tested: Object.fromEntries(grading.skipped.map(({ test, why }) => [test, why])),
    ...cspData(audit),
    cookies: audit.cookies.slice(0, MOST.cookies).map(({ name, flags, problems }) => ({
      name: plain(name, 80),
      flags: flags.map((flag) => plain(flag, 80)),
      problems,
    })),
    cookies_total: audit.cookiesTotal,
    leaks: audit.leaks.map((leak) => plain(leak, 120)),
    extras: audit.extras
      .slice(0, MOST.extras)
      .map(({ id: name, level, text }) => `${level}: ${name}: ${plain(text, 300)}`),
    extras_total: audit.extras.length,
    conf: confidenceOf(audit),
    ...(fixes.headers.length > 0
      ? { fix: Object.fromEntries(fixes.headers.map(({ name, value }) => [name, value])) }
      : {}),
    ...fixData(parts),
    ...(isFull ? { sent: sentLines(audit).map((line) => plain(line, 300)) } : {}),
  };
}

/** Lines of the configuration that was asked for. */
function fixData(parts: TextParts): Record<string, unknown> {
  const head = fixHead(parts);
  if (head === null) return {};
  return { fix_for: head, fix_lines: parts.fixes.snippet, fix_notes: parts.fixes.notes };
}

function testData({
  test,
  pass,
  result,
  modifier,
  found,
  text,
}: Audit['grading']['tests'][number]): Record<string, unknown> {
  return {
    id: test,
    pass,
    result,
    modifier,
    why: text,
    found: found === null ? null : plain(found, 120),
    ...(pass ? {} : { fix: adviceOf(test), doc: docOf(test) }),
  };
}

function cspData({ policies }: Audit): Record<string, unknown> {
  const [first] = policies;
  if (first === undefined) return { csp: null };
  const directives = first.directives
    .slice(0, MOST.directives)
    .map(([name, value]) => [plain(name, 60), plain(value, 120)]);
  const weaknesses = policies
    .slice(0, MOST.policies)
    .flatMap((policy) => policy.weaknesses)
    .slice(0, MOST.weaknesses)
    .map(({ level, directive, value, text }) => {
      const source = value === null ? '' : ` ${plain(value, 80)}`;
      return `${level}: ${plain(directive, 60)}${source}: ${plain(text, 200)}`;
    });
  const all = policies.reduce((sum, policy) => sum + policy.weaknesses.length, 0);
  return {
    csp: {
      policies: policies.length,
      from: policies.slice(0, MOST.policies).map(({ from }) => from),
      directives: Object.fromEntries(directives),
      directives_total: policies.slice(0, MOST.policies).map(({ directives: own }) => own.length),
      weaknesses,
      weaknesses_total: all,
    },
  };
}

/** How much the grade may be relied on: a good answer over the network, one without a part, or an error. */
function confidenceOf({ reached, grading }: Audit): 'high' | 'medium' | 'low' {
  const { status } = reached;
  if (status !== null && (status >= 400 || (status >= 300 && status < 400)) && status !== 401 && status !== 403)
    return 'low';
  const isWhole = grading.skipped.every(({ why }) => why === 'only for pages');
  return reached.from === 'fetched' && isWhole ? 'high' : 'medium';
}

/** What changed since a baseline, as data. */
export function changeData(change: GradingChange): Record<string, unknown> {
  return { from: change.from, to: change.to, comparable: change.isComparable, changed: change.tests };
}
