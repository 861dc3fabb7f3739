import {
  analysePolicies,
  type CookieReport,
  type CspPolicy,
  type Evidence,
  type ExtraFinding,
  findExtras,
  findLeaks,
  type Grading,
  gradeEvidence,
  isHtml,
  mediaTypeOf,
  type Profile,
  reportCookies,
} from '../../domain/headers/index.ts';

/** How an answer was got. */
export interface Reached {
  readonly from: 'fetched' | 'pasted';
  /** Of the answer that is graded; null for pasted headers without one. */
  readonly finalUrl: string | null;
  readonly status: number | null;
  readonly ip: string | null;
  readonly tls: { readonly protocol: string; readonly expiresAt: Date | null } | null;
  readonly hops: readonly { readonly url: string; readonly status: number; readonly location: string | null }[];
  /** What a reader must know: assumptions, what was cut. */
  readonly notes: readonly string[];
}

/** One graded answer with all that was found in it. */
export interface Audit {
  readonly reached: Reached;
  readonly fields: Evidence['fields'];
  /** Why this profile: `content-type text/html`. */
  readonly profileReason: string;
  readonly grading: Grading;
  readonly policies: readonly CspPolicy[];
  readonly cookies: readonly CookieReport[];
  /** Cookies that were set; more than are told when there are many. */
  readonly cookiesTotal: number;
  readonly extras: readonly ExtraFinding[];
  readonly leaks: readonly string[];
}

/** Grades what was reached and collects what the score leaves out. */
export function makeAudit(evidence: Evidence, reached: Reached, wanted: Profile | 'auto'): Audit {
  const { profile, reason } = chooseProfile(evidence, wanted);
  return {
    reached,
    fields: evidence.fields,
    profileReason: reason,
    grading: gradeEvidence(evidence, profile),
    policies: analysePolicies(evidence),
    cookies: reportCookies(evidence.cookies),
    cookiesTotal: evidence.cookies.length,
    extras: findExtras(evidence, profile),
    leaks: findLeaks(evidence),
  };
}

/** An answer is a page unless its type says that it is none: redirects and errors often have no type. */
function chooseProfile(evidence: Evidence, wanted: Profile | 'auto'): { profile: Profile; reason: string } {
  if (wanted !== 'auto') return { profile: wanted, reason: 'as asked' };
  const type = mediaTypeOf(evidence.fields);
  if (type === '') return { profile: 'page', reason: 'no content-type' };
  const isData =
    /^(?:application|text)\/(?:[\w.+-]*\+)?(?:json|xml|graphql|csv|plain|x-ndjson|problem\+json|octet-stream|grpc)/.test(
      type,
    );
  const profile = isHtml(evidence.fields) || !isData ? 'page' : 'api';
  return { profile, reason: `content-type ${type.slice(0, 60)}` };
}
