import { DAY_MS } from '../../base/units.ts';
import type { PackageReason, PackageReport, SourceReport } from '../../domain/packages/index.ts';
import { cutText } from '../shared/answer.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';
import type { Judged } from './judge-asked.ts';
import type { CheckPackageArguments } from './schema.ts';

type Detail = NonNullable<CheckPackageArguments['detail']>;

/** Reasons, advisories and places of one package that are shown by detail. */
const REASONS_MAX: Readonly<Record<Detail, number>> = { verdict: 0, standard: 4, full: 10 };
const PLACES_MAX: Readonly<Record<Detail, number>> = { verdict: 0, standard: 3, full: 6 };
const ADVISORIES_MAX = 6;
const TEXT_CHARACTERS_MAX = 300;

/** A text of others on one line, bounded, with nothing hidden in it. */
function line(text: string, charactersMax = TEXT_CHARACTERS_MAX): string {
  return cutText(redactSecrets(safeText(text)).text.replace(/\s+/g, ' ').trim(), charactersMax);
}

/** A version as others write it; null stays null. */
function version(text: string | null): string | null {
  return text === null ? null : line(text, 100);
}

/** The package as structured value. Facts that no source gave are left out. */
export function rowOf({ asked, report }: Judged, detail: Detail, now: Date): Readonly<Record<string, unknown>> {
  const { request } = report;
  const name = { purl: line(report.purl) };
  const codes = report.reasons.map(({ code }) => code);
  if (detail === 'verdict')
    return { ...name, verdict: report.verdict, resolved: version(report.resolved), codes: [...new Set(codes)] };
  const reasons = joinGaps(report.reasons).slice(0, REASONS_MAX[detail]).map(reasonOf);
  const places = request.usedIn.slice(0, PLACES_MAX[detail]);
  return dropNulls({
    ...name,
    verdict: report.verdict,
    reasons,
    // Counted after gaps are joined, as they are shown: what is joined is not left out.
    reasons_left_out: joinGaps(report.reasons).length - reasons.length || null,
    exists: report.exists,
    requested: asked.written === null ? null : line(asked.written),
    locked: version(asked.locked),
    resolved: version(report.resolved),
    latest: version(report.latest),
    latest_same_major: version(report.latestSameMajor),
    safe_version: version(report.safeVersion),
    published_at: detail === 'full' ? (report.publishedAt?.toISOString() ?? null) : null,
    age_days: ageOf(report, now),
    downloads_month: report.downloadsMonth,
    license: report.license === null ? null : line(report.license, 80),
    scope: asked.scope,
    origin: request.origin.kind === 'elsewhere' ? line(request.origin.text) : null,
    used_in: places.length === 0 ? null : places.map((place) => line(place)),
    used_in_total: asked.placesTotal > places.length ? asked.placesTotal : null,
    use: useOf(report)?.replace(/^use: /, '') ?? null,
    advisories: advisoriesOf(report, detail),
    advisories_total: report.advisories.length > ADVISORIES_MAX ? report.advisories.length : null,
    breaking: breakingOf(report),
  });
}

function reasonOf({ code, severity, text, url }: PackageReason): Readonly<Record<string, unknown>> {
  return dropNulls({ code, severity, text: line(text), url: url === null ? null : line(url) });
}

function advisoriesOf(report: PackageReport, detail: Detail): readonly unknown[] | null {
  if (report.advisories.length === 0) return null;
  return report.advisories.slice(0, ADVISORIES_MAX).map((one) => {
    const short = {
      id: line(one.id),
      severity: one.severity,
      fixed_in: one.fixedIn.slice(0, 5).map((fixed) => line(fixed, 100)),
    };
    if (detail === 'standard') return short;
    return {
      ...short,
      aliases: one.aliases.slice(0, 5).map((alias) => line(alias)),
      affected: line(one.affected),
      summary: line(one.summary),
    };
  });
}

function breakingOf({
  request,
  resolved,
  isMajorJump,
  changelogUrl,
}: PackageReport): Readonly<Record<string, unknown>> | null {
  // Without a version to come from there is no jump; the same version is none either.
  if (request.upgradeFrom === null || resolved === null || request.upgradeFrom === resolved) return null;
  return dropNulls({
    from: line(request.upgradeFrom),
    to: version(resolved),
    major_jump: isMajorJump,
    changelog_url: changelogUrl,
  });
}

function ageOf({ publishedAt }: PackageReport, now: Date): number | null {
  return publishedAt === null ? null : Math.max(0, Math.floor((now.getTime() - publishedAt.getTime()) / DAY_MS));
}

function dropNulls(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** The package as text: verdict, name and version, why, and what to use. */
export function linesOf(judged: Judged, detail: Detail, now: Date): readonly string[] {
  const { report } = judged;
  const reasons = joinGaps(report.reasons);
  const shown = reasons.slice(0, REASONS_MAX[detail]);
  const left = reasons.length - shown.length;
  const codes =
    detail === 'verdict' && report.reasons.length > 0
      ? ` · ${[...new Set(report.reasons.map(({ code }) => code))].join(', ')}`
      : '';
  const lines = [headOf(judged) + codes + factsOf(judged, detail, now)];
  for (const reason of shown) lines.push(`  ${reasonText(reason)}`);
  if (left > 0 && detail !== 'verdict')
    lines.push(`  and ${left} further reasons (detail=full, or ask about it alone)`);
  if (detail === 'full') lines.push(...advisoryLines(report));
  const use = useOf(report);
  if (use !== null) lines.push(`  ${use}`);
  return lines;
}

/** `caution npm left-pad@1.3.0 (asked ^1.0.0, locked)`. */
function headOf({ asked, report }: Judged): string {
  const { request } = report;
  const version = report.resolved ?? asked.locked;
  const name = `${report.verdict.padEnd(7)} ${request.ecosystem} ${line(request.name)}${version === null ? '' : `@${line(version)}`}`;
  const said: string[] = [];
  if (asked.written !== null && asked.written !== version) said.push(`asked ${line(asked.written, 100)}`);
  const isLocked = asked.locked !== null && request.requested === asked.locked;
  if (isLocked && asked.scope !== 'locked') said.push('locked');
  if (asked.scope !== null && asked.scope !== 'runtime') said.push(SCOPE_WORDS[asked.scope] ?? asked.scope);
  return said.length === 0 ? name : `${name} (${said.join(', ')})`;
}

const SCOPE_WORDS: Readonly<Record<string, string>> = { transitive: 'indirect', locked: 'named by the lock file' };

/** Facts behind the name: newest version, age, licence, places. */
function factsOf({ asked, report }: Judged, detail: Detail, now: Date): string {
  if (detail === 'verdict') return '';
  const facts: string[] = [];
  if (report.latest !== null && report.latest !== report.resolved) facts.push(`newest ${line(report.latest)}`);
  const same = report.latestSameMajor;
  if (same !== null && same !== report.latest && same !== report.resolved)
    facts.push(`newest of this major ${line(same)}`);
  if (detail === 'full') facts.push(...fullFacts(report, now));
  const breaking = breakingOf(report);
  if (breaking?.major_jump === true) facts.push(`major change from ${line(report.request.upgradeFrom ?? '')}`);
  facts.push(...placesOf(asked, detail));
  return facts.length === 0 ? '' : ` · ${facts.join(' · ')}`;
}

function fullFacts(report: PackageReport, now: Date): readonly string[] {
  const age = ageOf(report, now);
  return [
    ...(age === null ? [] : [`published ${age} days ago`]),
    ...(report.downloadsMonth === null ? [] : [`${report.downloadsMonth} downloads a month`]),
    ...(report.license === null ? [] : [`licence ${line(report.license, 80)}`]),
  ];
}

/** Where the project asks for it and imports it. */
function placesOf({ request, placesTotal }: Judged['asked'], detail: Detail): readonly string[] {
  const places = request.usedIn.slice(0, detail === 'full' ? 6 : 2);
  const more = placesTotal - places.length;
  if (places.length === 0) return [];
  return [`${places.map((place) => line(place)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** A question that no source answered, with how each of them failed behind it. */
const GAP = /^(whether .{1,300}) could not be asked(?: \(.*\))?$/;

/**
 * Questions that no source answered as one reason. Which source failed and how is told once, with the sources: of fifty
 * packages each would repeat it.
 */
function joinGaps(reasons: readonly PackageReason[]): readonly PackageReason[] {
  const questions = reasons.map(({ code, text }) => (code === 'not_asked' ? (GAP.exec(text)?.[1] ?? null) : null));
  const first = questions.findIndex((question) => question !== null);
  const asked = questions.filter((question) => question !== null);
  return reasons.flatMap((reason, at) => {
    if (questions[at] === null) return [reason];
    return at === first ? [{ ...reason, text: `${asked.join(', and ')} could not be asked` }] : [];
  });
}

function reasonText({ code, severity, text, url }: PackageReason): string {
  return `${code}${severity === 'info' ? '' : ` (${severity})`}: ${line(text)}${url === null ? '' : ` <${line(url)}>`}`;
}

function advisoryLines({ advisories }: PackageReport): readonly string[] {
  const lines = advisories.slice(0, ADVISORIES_MAX).map(({ id, severity, affected, fixedIn }) => {
    const fixed = fixedIn.length === 0 ? 'no fix known' : `fixed in ${fixedIn.slice(0, 5).join(', ')}`;
    return `  ${line(id)} (${severity}): affects ${line(affected, 120)}; ${fixed}`;
  });
  const left = advisories.length - lines.length;
  return left > 0 ? [...lines, `  and ${left} further advisories`] : lines;
}

/** The version to take instead; null where the asked one will do, or none is known. */
function useOf({ request, resolved, safeVersion, verdict }: PackageReport): string | null {
  if (verdict === 'ok' && resolved !== null && request.requested === null)
    return `use: ${line(request.name)}@${line(resolved)}`;
  if (safeVersion === null || safeVersion === resolved) return null;
  return `use: ${line(request.name)}@${line(safeVersion)}`;
}

/** One source, and what its silence means. */
export function sourceText({ name, status, asOf, text }: SourceReport, now: Date): string {
  const when = asOf === null ? '' : ` ${agoOf(asOf, now)}`;
  return `${name} ${status}${when}${text === null ? '' : ` (${line(text)})`}`;
}

function agoOf(asOf: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - asOf.getTime()) / 1_000));
  if (seconds < 60) return `as of now`;
  if (seconds < 3_600) return `as of ${Math.round(seconds / 60)} min ago`;
  return `as of ${asOf.toISOString()}`;
}

/** The source as structured value. */
export function sourceRow({ name, status, asOf, text }: SourceReport): Readonly<Record<string, unknown>> {
  return dropNulls({ name, status, as_of: asOf?.toISOString() ?? null, text: text === null ? null : line(text) });
}
