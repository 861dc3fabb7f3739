import { z } from 'zod';
import { FIX_TARGETS, type FixTarget } from '../../domain/headers/index.ts';

/** Characters of pasted headers. */
const PASTED_MAX = 60_000;

/**
 * Arguments of audit_headers. Defaults are said in docs/tools.md, "audit_headers", since every word here is paid for in
 * every conversation: profile `auto`, method GET, redirects followed, no lines for a server, a summary.
 */
export const auditHeadersInput = z.object({
  url: z.string().min(1).max(499).optional(),
  // Without a type Codex drops the description, and its model would know neither form.
  headers: z
    .unknown()
    .optional()
    .meta({ type: ['object', 'string'], description: 'Or raw block, instead of url' }),
  path: z.string().min(1).max(499).optional().describe('Project to read'),
  profile: z.enum(['auto', 'page', 'api']).optional(),
  method: z.enum(['GET', 'HEAD']).optional(),
  follow: z.boolean().optional(),
  fix_for: z.string().max(40).optional().describe(FIX_TARGETS.join(' ')),
  baseline: z.string().min(1).optional().describe('URL, audit id or headers'),
  detail: z.enum(['summary', 'full']).optional(),
});

/** Arguments as the tool gets them. */
export type AuditHeadersArguments = z.output<typeof auditHeadersInput>;

/**
 * The structured answer: what a program may rely on. With `url` or `headers` also `id`, `final_url`, `status` of HTTP,
 * `ip`, `tls`, `hops`, `grade`, `score`, `scale`, `profile`, `tests`, `not_tested`, `csp`, `cookies`, `leaks`, `extras`,
 * `conf`; with `path` also `configuration`. Source: docs/tools.md, "audit_headers".
 */
export const auditHeadersOutput = z.looseObject({ outcome: z.string() });

/** The server that fixes are asked for; null for none, undefined for one that is not known. */
export function fixTargetOf(args: AuditHeadersArguments): FixTarget | null | undefined {
  const wanted = args.fix_for?.trim().toLowerCase() ?? 'none';
  return wanted === 'none' ? null : FIX_TARGETS.find((target) => target === wanted);
}

/** Rules over several arguments; null when they fit. */
export function checkAuditHeaders(args: AuditHeadersArguments): string | null {
  const { url, headers, path, baseline } = args;
  if (url === undefined && headers === undefined && path === undefined) {
    return 'give url (fetched), headers (pasted) or path (a project whose configuration is read)';
  }
  const problem = headers === undefined ? null : checkHeaders(headers);
  if (problem !== null) return problem;
  if (fixTargetOf(args) === undefined) return `fix_for is one of none, ${FIX_TARGETS.join(', ')}`;
  if ((baseline?.length ?? 0) > PASTED_MAX) return `baseline has more than ${PASTED_MAX} characters`;
  if (baseline !== undefined && url === undefined && headers === undefined) {
    return 'baseline compares graded answers: give url or headers with it';
  }
  if (url !== undefined && headers !== undefined && !/^https?:\/\//i.test(url)) {
    return 'url beside headers says where they came from: begin it with https:// or http://';
  }
  return null;
}

function checkHeaders(headers: unknown): string | null {
  const isText = typeof headers === 'string';
  if (!isText && (typeof headers !== 'object' || headers === null)) {
    return 'headers is an object of names and values, or the raw lines';
  }
  const characters = (isText ? headers : JSON.stringify(headers)).length;
  return characters > PASTED_MAX ? `headers has ${characters} characters: at most ${PASTED_MAX} are read` : null;
}
