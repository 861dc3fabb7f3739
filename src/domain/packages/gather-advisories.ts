import type { Clock } from '../../base/clock.ts';
import { STALE_MS } from './age.ts';
import type { AskedLog } from './asked-log.ts';
import type { KnownAdvisories } from './findings.ts';
import type { AdvisoryFacts, AdvisoryQuery, AdvisorySource, Asked, PackageSources, RawAdvisory } from './sources.ts';

/** What gathering needs of a check. */
export interface AdvisoryGathering {
  readonly clock: Clock;
  readonly sources: PackageSources;
  readonly signal: AbortSignal;
  readonly log: AskedLog;
}

/**
 * Asks the sources in turn, each only about what the ones before could not answer in full, and puts together what they
 * told. Findings of a source that is stale or incomplete count all the same; only their absence proves nothing.
 */
export async function gatherAdvisories(
  gathering: AdvisoryGathering,
  queries: readonly AdvisoryQuery[],
): Promise<readonly KnownAdvisories[]> {
  // `as` gives the empty lists the type of what is put into them.
  const drafts = queries.map((query) => ({ query, told: [] as Told[], failures: [] as string[] }));
  for (const source of gathering.sources.advisories) {
    const open: Draft[] = [];
    for (const draft of drafts) {
      const isOpen = !draft.told.some((told) => gapOf(told, gathering.clock) === null);
      // Without a version only a source of malware has anything to tell.
      const hasQuestion = source.knowsMalware || draft.query.version !== null;
      if (isOpen && hasQuestion && (await source.covers(draft.query.ecosystem))) open.push(draft);
    }
    if (open.length > 0) await askSource(gathering, source, open);
  }
  return drafts.map((draft) => conclude(draft, gathering.clock));
}

/** What one source told about one package. */
interface Told {
  readonly source: AdvisorySource;
  readonly facts: AdvisoryFacts;
  readonly asOf: Date;
}

interface Draft {
  readonly query: AdvisoryQuery;
  readonly told: Told[];
  readonly failures: string[];
}

async function askSource(
  { signal, log }: AdvisoryGathering,
  source: AdvisorySource,
  open: readonly Draft[],
): Promise<void> {
  const answers = await source.findAdvisories(
    open.map(({ query }) => query),
    signal,
  );
  for (const [index, draft] of open.entries()) {
    const answer: Asked<AdvisoryFacts> = answers[index] ?? { ok: false, error: { text: 'it gave no answer' } };
    const missing = answer.ok ? answer.value.value.missing : answer.error;
    log.record(source.name, missing === null ? answer : { ok: false, error: missing });
    if (missing !== null) draft.failures.push(`${source.name}: ${missing.text}`);
    if (answer.ok) draft.told.push({ source, facts: answer.value.value, asOf: answer.value.asOf });
  }
}

/** What an answer leaves open; null when it answers everything as of now. */
function gapOf({ source, facts, asOf }: Told, clock: Clock): string | null {
  if (facts.missing !== null) return `${source.name} did not answer in full (${facts.missing.text})`;
  if (clock.now().getTime() - asOf.getTime() > STALE_MS) {
    return `the data of ${source.name} are from ${asOf.toISOString().slice(0, 10)}`;
  }
  return source.knowsMalware ? null : `${source.name} knows vulnerabilities, not malware`;
}

function conclude({ told, failures }: Draft, clock: Clock): KnownAdvisories {
  const byId = new Map<string, RawAdvisory>();
  for (const { facts } of told) {
    for (const advisory of facts.advisories) byId.set(advisory.id, moreTelling(byId.get(advisory.id), advisory));
  }
  const gaps = told.map((part) => gapOf(part, clock));
  return {
    advisories: [...byId.values()],
    onVersion: new Set(told.flatMap(({ facts }) => [...facts.onVersion])),
    sources: told.map(({ source }) => source.name),
    gap: gaps.includes(null) ? null : describeGap(gaps, failures),
  };
}

/** Of two tellings of one advisory the one that says which versions it affects. */
function moreTelling(one: RawAdvisory | undefined, other: RawAdvisory): RawAdvisory {
  if (one === undefined) return other;
  return one.ranges.length + one.versions.length > 0 ? one : other;
}

/** Failures first: they say why the less complete source had to be asked. */
function describeGap(gaps: readonly (string | null)[], failures: readonly string[]): string {
  const whys = [...new Set([...failures, ...gaps.filter((gap) => gap !== null)])];
  const why = whys.length === 0 ? 'no source here knows this ecosystem' : whys.join('; ');
  return `whether it is free of known vulnerabilities and malware could not be asked (${why})`;
}
