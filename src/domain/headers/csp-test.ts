import { type MergedPolicy, mergeMetaPolicies, mergePolicies } from './csp-merge.ts';
import type { Evidence, Outcome } from './evidence.ts';
import { firstOf, valuesOf } from './fields.ts';
import { pageOf } from './html.ts';

/** Sources that let in whole schemes or every host. */
const BROAD: readonly string[] = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const NONCE_OR_HASH = ["'sha256-", "'sha384-", "'sha512-", "'nonce-"] as const;
const UNSAFE_INLINE = "'unsafe-inline'";
const PASSIVE: readonly string[] = ['img-src', 'media-src'];

/** Results that a repeated reporting directive takes the points of. */
const SAFE_RESULTS: readonly string[] = [
  'csp-implemented-with-no-unsafe',
  'csp-implemented-with-no-unsafe-default-src-none',
  'csp-implemented-with-unsafe-inline-in-style-src-only',
  'csp-implemented-with-insecure-scheme-in-passive-content-only',
];

/** What the policies of the headers and of the page's `<meta>` elements come to. */
export interface CspOutcome extends Outcome {
  /** Whether the merged policy names `frame-ancestors`: then it stands in for X-Frame-Options. */
  readonly namesFrameAncestors: boolean;
}

/**
 * What the policies that are graded have at most: all that headers can hold, and what pages can need beside them.
 * Merging takes time by the square of their number.
 */
const BOUNDS = { policies: 50, characters: 64 * 1_024 } as const;

/** The policies of an answer that are graded. */
interface GradedPolicies {
  readonly inHeader: readonly string[];
  readonly inMeta: readonly string[];
  /** False when there are more. */
  readonly isWhole: boolean;
}

/** Those of the headers first, as far as the bounds allow. */
export function gradedPolicies(evidence: Evidence): GradedPolicies {
  const inHeader = valuesOf(evidence.fields, 'content-security-policy');
  const all = [...inHeader, ...(pageOf(evidence)?.policies ?? [])];
  let characters = 0;
  const isWithin = (policy: string, at: number): boolean => {
    characters += policy.length;
    return at < BOUNDS.policies && characters <= BOUNDS.characters;
  };
  const beyond = all.findIndex((policy, at) => !isWithin(policy, at));
  // One that is too long by itself is graded by its beginning: that there is none would be false.
  const clipped = all.slice(0, Math.max(1, beyond)).map((policy) => policy.slice(0, BOUNDS.characters));
  const kept = beyond === -1 ? all : clipped;
  return { inHeader: kept.slice(0, inHeader.length), inMeta: kept.slice(inHeader.length), isWhole: beyond === -1 };
}

/** The test of the Content-Security-Policy. */
export function testCsp(evidence: Evidence): CspOutcome {
  const { inHeader, inMeta } = gradedPolicies(evidence);
  const found = [...inHeader, ...inMeta].join(', ') || null;
  const none = { found, namesFrameAncestors: false };
  const merged = mergePolicies([...inHeader, ...inMeta]);
  if (merged === null) return { ...none, result: 'csp-header-invalid' };
  const fromHeader = inMeta.length === 0 ? merged : mergePolicies(inHeader);
  const counted = (fromHeader?.directives.size ?? 0) + (mergeMetaPolicies(inMeta)?.directives.size ?? 0);
  if (counted === 0) {
    const reportOnly = firstOf(evidence.fields, 'content-security-policy-report-only');
    if (!reportOnly) return { ...none, result: 'csp-not-implemented' };
    return { ...none, found: reportOnly, result: 'csp-not-implemented-but-reporting-enabled' };
  }
  const namesFrameAncestors = merged.directives.has('frame-ancestors');
  return { found, namesFrameAncestors, result: judge(merged, evidence.url.startsWith('https:')) };
}

/** The first thing that is wrong decides. The order is the Observatory's, from worst to best. */
function judge(merged: MergedPolicy, isHttps: boolean): string {
  const { directives } = merged;
  const scripts = sourcesOf(directives, 'script-src');
  const styles = sourcesOf(directives, 'style-src');
  const objects = sourcesOf(directives, 'object-src');
  // Where a nonce or hash is known, browsers of CSP 2 ignore 'unsafe-inline'. A list that is default-src's own changes
  // for all directives that fall back on it.
  for (const list of [scripts, styles]) if (hasNonceOrHash(list)) list.delete(UNSAFE_INLINE);
  if (scripts.has("'strict-dynamic'")) {
    if (!hasNonceOrHash(scripts)) return 'csp-header-invalid';
    dropIgnoredByStrictDynamic(scripts);
  }
  const isUnsafe = (source: string): boolean => isBroad(source) || source === UNSAFE_INLINE || source === 'data:';
  if ([...scripts].some(isUnsafe) || [...objects].some(isBroad)) return 'csp-implemented-with-unsafe-inline';
  if (isHttps && activeSources(directives, scripts).some(isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  const safe = judgeSafe({ directives, styles, isUnsafe, isHttps });
  return merged.repeated.size > 0 && SAFE_RESULTS.includes(safe) ? 'csp-implemented-but-duplicate-directives' : safe;
}

interface SafeParts {
  readonly directives: ReadonlyMap<string, ReadonlySet<string>>;
  readonly styles: ReadonlySet<string>;
  readonly isUnsafe: (source: string) => boolean;
  readonly isHttps: boolean;
}

function judgeSafe({ directives, styles, isUnsafe, isHttps }: SafeParts): string {
  const passive = PASSIVE.flatMap((name) => [...(directives.get(name) ?? directives.get('default-src') ?? [])]);
  if (isHttps && passive.some(isInsecure)) return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  if ([...styles].some(isUnsafe)) return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  const fallback = directives.get('default-src');
  const isNone = fallback?.size === 1 && fallback.has("'none'");
  return isNone ? 'csp-implemented-with-no-unsafe-default-src-none' : 'csp-implemented-with-no-unsafe';
}

/** A directive's own sources, those of default-src, or everything. */
function sourcesOf(directives: ReadonlyMap<string, Set<string>>, name: string): Set<string> {
  return directives.get(name) ?? directives.get('default-src') ?? new Set(['*']);
}

function activeSources(
  directives: ReadonlyMap<string, ReadonlySet<string>>,
  scripts: ReadonlySet<string>,
): readonly string[] {
  const others = [...directives].filter(([name]) => name !== 'script-src' && !PASSIVE.includes(name));
  return [...others.flatMap(([, sources]) => [...sources]), ...scripts];
}

/** Browsers that know 'strict-dynamic' ignore hosts, schemes and 'self' beside it. CSP Level 3 §8.2. */
function dropIgnoredByStrictDynamic(scripts: Set<string>): void {
  for (const source of [...scripts]) {
    const isIgnored =
      BROAD.some((broad) => source.startsWith(broad)) || source === "'self'" || source === UNSAFE_INLINE;
    if (isIgnored) scripts.delete(source);
  }
}

function hasNonceOrHash(sources: ReadonlySet<string>): boolean {
  return [...sources].some((source) => NONCE_OR_HASH.some((start) => source.startsWith(start)));
}

function isBroad(source: string): boolean {
  return BROAD.includes(source);
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}
