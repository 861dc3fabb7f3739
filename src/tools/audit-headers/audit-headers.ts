import { newId } from '../../base/ids.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { SECOND_MS } from '../../base/units.ts';
import { compareGradings, fixesFor } from '../../domain/headers/index.ts';
import { statusAnswer } from '../shared/answer.ts';
import { withMessage } from '../shared/structured.ts';
import { ANSWER_CHARACTERS_MAX, defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { type Audit, makeAudit } from './audit.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import type { AuditHeadersDeps } from './deps.ts';
import { fetchEvidence } from './fetched.ts';
import { fitStructured } from './fit-structured.ts';
import { type KeptAudits, makeKeptAudits } from './kept-audits.ts';
import { readPasted } from './pasted.ts';
import { auditData, changeData } from './present-data.ts';
import { auditLines, changeLines } from './present-text.ts';
import { refuseFetch, refuseTurn } from './refusals.ts';
import {
  type AuditHeadersArguments,
  auditHeadersInput,
  auditHeadersOutput,
  checkAuditHeaders,
  fixTargetOf,
} from './schema.ts';

/** Grades response headers as the MDN HTTP Observatory does, and says how to mend them. Source: docs/tools.md, "audit_headers". */
export function makeAuditHeaders(deps: AuditHeadersDeps): Tool<typeof auditHeadersInput> {
  const kept = makeKeptAudits(deps.clock);
  return defineTool({
    name: 'audit_headers',
    title: 'Audit headers',
    description:
      'Grades security headers, pasted or of a URL, as the MDN Observatory does, or finds what a project sets. Also CSP, cookies, leaks, lines for a server.',
    annotations: { readOnlyHint: true, openWorldHint: true },
    isChargeable: true,
    input: auditHeadersInput,
    output: auditHeadersOutput,
    check: checkAuditHeaders,
    run: async (args, context) => await runAuditHeaders({ ...deps, kept }, args, context),
  });
}

interface RunDeps extends AuditHeadersDeps {
  readonly kept: KeptAudits;
}

async function runAuditHeaders(deps: RunDeps, args: AuditHeadersArguments, context: ToolContext): Promise<ToolAnswer> {
  const wantsGrade = args.headers !== undefined || args.url !== undefined;
  const graded = wantsGrade ? await gradeAnswer(deps, args, context) : null;
  if (graded !== null && !graded.ok) return graded.error;
  const configuration = args.path === undefined ? null : await readConfiguration(deps, args.path, context);
  if (graded === null) return configurationAnswer(configuration);
  const { value } = graded;
  const target = fixTargetOf(args) ?? null;
  const fixes = fixesFor(value.audit.grading, target);
  const change = args.baseline === undefined ? null : await compareWith(deps, args, { own: value, context });
  if (change !== null && !change.ok) return change.error;
  const isFull = args.detail === 'full';
  const parts = { ...value, fixes, target, isFull };
  const lines = [
    ...auditLines(parts),
    ...(change === null ? [] : changeLines(change.value, baselineName(args.baseline ?? ''))),
    ...configurationLines(configuration),
  ];
  const structured = {
    outcome: 'ok',
    ...auditData(parts),
    ...(value.ageSeconds === null ? {} : { cached_seconds: value.ageSeconds }),
    ...(change === null ? {} : { baseline: changeData(change.value) }),
    ...(configuration === null ? {} : { configuration: configurationData(configuration) }),
  };
  return { text: lines.join('\n').slice(0, ANSWER_CHARACTERS_MAX), structured: fitStructured(structured) };
}

/** An answer about a project alone. */
function configurationAnswer(configuration: Configuration | null): ToolAnswer {
  const structured = { outcome: configuration?.status ?? 'not_found' };
  if (configuration === null || configuration.kind === 'answer') {
    return withMessage(configuration?.answer ?? { text: '' }, structured);
  }
  const { lines, data } = configuration;
  return {
    text: lines.join('\n').slice(0, ANSWER_CHARACTERS_MAX),
    structured: fitStructured({ ...structured, configuration: data }),
  };
}

function configurationData(configuration: Configuration): Record<string, unknown> {
  const { status } = configuration;
  return configuration.kind === 'read' ? configuration.data : { status, message: configuration.answer.text };
}

function configurationLines(configuration: Configuration | null): readonly string[] {
  if (configuration === null) return [];
  return ['', ...(configuration.kind === 'read' ? configuration.lines : [configuration.answer.text])];
}

/** A graded answer, new or kept. */
interface Graded {
  readonly id: string;
  readonly audit: Audit;
  readonly ageSeconds: number | null;
}

async function gradeAnswer(
  deps: RunDeps,
  args: AuditHeadersArguments,
  context: ToolContext,
): Promise<Result<Graded, ToolAnswer>> {
  if (args.headers === undefined) return gradeUrl(deps, { ...args, url: args.url ?? '' }, context);
  const read = readPasted(args.headers, args.url ?? null);
  if (read === null) return err(NO_HEADERS);
  const audit = makeAudit(read.evidence, read.reached, args.profile ?? 'auto');
  const id = newId(context.now);
  // Without a question: what was pasted is found again by its id alone.
  deps.kept.keep(context.caller.accountId, null, { id, audit });
  return ok({ id, audit, ageSeconds: null });
}

const NO_HEADERS = statusAnswer({
  status: 'bad_arguments',
  text: 'there is no header in headers.',
  next: 'paste lines such as "X-Frame-Options: DENY", the output of curl -sI URL, or an object of names and values',
});

type FetchArguments = Pick<AuditHeadersArguments, 'method' | 'follow' | 'profile'> & { readonly url: string };

async function gradeUrl(
  deps: RunDeps,
  args: FetchArguments,
  context: ToolContext,
): Promise<Result<Graded, ToolAnswer>> {
  const { accountId } = context.caller;
  const { url, method = 'GET', follow = true, profile = 'auto' } = args;
  // All that decides over the answer: another method or profile is another question.
  const question = JSON.stringify([url, method, follow, profile]);
  const recent = deps.kept.findRecent(accountId, question);
  if (recent !== null) {
    const ageSeconds = Math.round((deps.clock.monotonicMs() - recent.atMs) / SECOND_MS);
    return ok({ id: recent.id, audit: recent.audit, ageSeconds });
  }
  const host = URL.parse(url)?.host ?? '';
  // After the look at what is kept: only what goes out to the host takes a turn.
  const waitMs = deps.kept.takeTurn(accountId, host);
  if (waitMs > 0) return err(refuseTurn(waitMs));
  const fetched = await fetchEvidence(deps.guardedFetch, { url, method, follow, signal: context.signal });
  if (!fetched.ok) return err(refuseFetch(fetched.error));
  const audit = makeAudit(fetched.value.evidence, fetched.value.reached, profile);
  const id = newId(context.now);
  deps.kept.keep(accountId, question, { id, audit });
  return ok({ id, audit, ageSeconds: null });
}

const AUDIT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Compares with a URL, a kept audit or pasted headers. */
async function compareWith(
  deps: RunDeps,
  args: AuditHeadersArguments,
  { own, context }: { readonly own: Graded; readonly context: ToolContext },
) {
  const baseline = (args.baseline ?? '').trim();
  const before = await baselineAudit(deps, { ...args, baseline }, context);
  return before.ok ? ok(compareGradings(before.value.grading, own.audit.grading)) : before;
}

async function baselineAudit(
  deps: RunDeps,
  args: Pick<AuditHeadersArguments, 'method' | 'follow' | 'profile'> & { readonly baseline: string },
  context: ToolContext,
): Promise<Result<Audit, ToolAnswer>> {
  const { baseline } = args;
  if (AUDIT_ID.test(baseline)) {
    // Ids can be handed on; an audit is its account's all the same.
    const found = deps.kept.find(context.caller.accountId, baseline);
    return found === null ? err(NO_SUCH_AUDIT) : ok(found.audit);
  }
  if (/^https?:\/\/\S+$/i.test(baseline)) {
    const fetched = await gradeUrl(deps, { ...args, url: baseline }, context);
    return fetched.ok ? ok(fetched.value.audit) : fetched;
  }
  const read = readPasted(baseline, null);
  return read === null ? err(NO_BASELINE) : ok(makeAudit(read.evidence, read.reached, args.profile ?? 'auto'));
}

const NO_SUCH_AUDIT = statusAnswer({
  status: 'bad_arguments',
  text: 'baseline names an audit that is not known: audits are kept for an hour, and not over a restart.',
  next: 'give a URL or raw headers as baseline',
});
const NO_BASELINE = statusAnswer({
  status: 'bad_arguments',
  text: 'baseline is neither a URL, an audit id, nor headers.',
  next: 'give one of these',
});

function baselineName(baseline: string): string {
  if (AUDIT_ID.test(baseline.trim())) return `audit ${baseline.trim()}`;
  return /^https?:\/\/\S+$/i.test(baseline.trim()) ? 'the URL of baseline' : 'the pasted baseline';
}
