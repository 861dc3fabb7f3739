import { KIB } from '../../base/units.ts';
import type { ManifestsFound } from '../../code/index.ts';
import type { PackageVerdict, SourceReport } from '../../domain/packages/index.ts';
import { cutText, moreLine, provenance } from '../shared/answer.ts';
import { safeText } from '../shared/safe-text.ts';
import type { Selection } from '../shared/select-project.ts';
import type { ToolAnswer } from '../tool.ts';
import type { Judged } from './judge-asked.ts';
import { linesOf, rowOf, sourceRow, sourceText } from './present.ts';
import { type CheckPackageArguments, formOf } from './schema.ts';

/** What an answer is made of. */
export interface CheckParts {
  readonly args: CheckPackageArguments;
  readonly judged: readonly Judged[];
  readonly sources: readonly SourceReport[];
  readonly offset: number;
  /** Packages over all pages. */
  readonly total: number;
  readonly selection: Selection | null;
  readonly found: ManifestsFound | null;
  readonly notes: readonly string[];
  readonly now: Date;
  readonly seal: (offset: number) => string;
}

/** Largest structured value. Source: docs/tools.md, "check_package". */
const STRUCTURED_BYTES_MAX = 8 * KIB;
/** Room for what stands around the rows. */
const FRAME_BYTES = 1_600;
const NOTES_MAX = 8;
const FAILURE_CHARACTERS_MAX = 1_500;

/** Worst first, as in every summary. */
const VERDICTS = ['ok', 'caution', 'block', 'absent', 'unknown'] as const satisfies readonly PackageVerdict[];

/** The answer: as many packages as fit, in the order in which they were asked for, and where to go on. */
export function presentCheck(parts: CheckParts): ToolAnswer {
  const { args, judged, now, offset, total, sources } = parts;
  const only = args.only ?? (isNamedForm(args) ? 'all' : 'problems');
  const shown = fitRows(judged, { only, args, now });
  const next = offset + shown.passed;
  const cursor = next < total ? parts.seal(next) : null;
  const checked = judged.slice(0, shown.passed);
  const summary = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, checked.filter(({ report }) => report.verdict === verdict).length]),
  );
  const isWhole = cursor === null && sources.every(({ status }) => status !== 'unreachable');
  const isFailed = isNamedForm(args) && isNothingTold(parts);
  const status = isFailed ? 'upstream_failed' : isWhole ? 'ok' : 'partial';
  const structured = {
    status,
    checked_at: now.toISOString(),
    summary,
    checked: checked.length,
    total,
    shown: shown.rows.length,
    packages: shown.rows,
    sources: sources.map(sourceRow),
    ...(cursor === null ? {} : { cursor }),
    ...(parts.notes.length === 0 ? {} : { notes: notesOf(parts.notes) }),
  };
  const hidden = checked.length - shown.rows.length;
  const lines = [
    ...provenanceLine(parts),
    `${status}: ${VERDICTS.map((verdict) => `${summary[verdict]} ${verdict}`).join(', ')} of ${countText(parts, checked.length)}`,
    ...shown.lines,
    ...(hidden > 0 ? [`${hidden} without a problem are not listed (only=all shows them)`] : []),
    ...notesOf(parts.notes).map((note) => `note: ${note}`),
    ...sourceLines(parts),
    ...(shown.passed < judged.length && args.detail !== 'verdict' ? [SHORTER] : []),
    ...(cursor === null ? [] : [moreLine(cursor, next, total)]),
  ];
  const text = lines.join('\n');
  return isFailed ? { text: cutText(text, FAILURE_CHARACTERS_MAX), structured, isError: true } : { text, structured };
}

const SHORTER = 'the answer is full (8 KiB): detail=verdict holds more packages';

function isNamedForm(args: CheckPackageArguments): boolean {
  const form = formOf(args);
  return form !== 'project' && form !== 'manifest';
}

/** Nothing was learnt of anything, though it was asked: the failure is the sources'. */
function isNothingTold({ judged, sources }: CheckParts): boolean {
  const isAsked = judged.some(({ report }) => report.request.origin.kind === 'registry');
  const isUnknown = judged.every(({ report }) => report.verdict === 'unknown' && report.exists === null);
  return isAsked && isUnknown && sources.length > 0 && sources.every(({ status }) => status === 'unreachable');
}

interface Fitting {
  readonly only: 'all' | 'problems';
  readonly args: CheckPackageArguments;
  readonly now: Date;
}

interface Fitted {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly lines: readonly string[];
  /** Packages that are done with, those that are not listed included. */
  readonly passed: number;
}

/** Rows up to the bound of the structured value; the text holds the same packages. One is always shown. */
function fitRows(judged: readonly Judged[], { only, args, now }: Fitting): Fitted {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const lines: string[] = [];
  const detail = args.detail ?? 'standard';
  let left = STRUCTURED_BYTES_MAX - FRAME_BYTES;
  for (const [at, one] of judged.entries()) {
    if (only === 'problems' && one.report.verdict === 'ok') continue;
    const row = rowOf(one, detail, now);
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > left && rows.length > 0) return { rows, lines, passed: at };
    left -= bytes;
    rows.push(row);
    lines.push(...linesOf(one, detail, now));
  }
  return { rows, lines, passed: judged.length };
}

function notesOf(notes: readonly string[]): readonly string[] {
  const shown = [...new Set(notes)]
    .slice(0, NOTES_MAX)
    .map((note) => cutText(safeText(note).replace(/\s+/g, ' '), 240));
  const left = new Set(notes).size - shown.length;
  return left > 0 ? [...shown, `and ${left} further notes`] : shown;
}

function provenanceLine({ selection, found }: CheckParts): readonly string[] {
  if (selection === null || found?.identity == null) return [];
  const { manifests } = found;
  const named = manifests.slice(0, 4).map(({ file }) => file);
  const rest = manifests.length > named.length ? ` and ${manifests.length - named.length} more` : '';
  const read = manifests.length === 0 ? 'no manifests' : `${named.join(', ')}${rest}`;
  return [provenance(found.identity, selection.project.name, [read])];
}

function countText({ offset, total }: CheckParts, checked: number): string {
  const packages = total === 1 ? 'package' : 'packages';
  return offset === 0 && checked === total
    ? `${total} ${packages}`
    : `${checked} checked here (${offset + 1}–${offset + checked} of ${total} ${packages})`;
}

/** What each source did; of one that was not reached also what that means and who can change it. */
function sourceLines({ sources, now, judged }: CheckParts): readonly string[] {
  if (sources.length === 0) {
    const isPrivate = judged.some(({ report }) => report.request.origin.kind === 'elsewhere');
    return [isPrivate ? 'sources: none was asked' : 'sources: none'];
  }
  const lines = [`sources: ${sources.map((source) => sourceText(source, now)).join('; ')}`];
  const gone = sources.filter(({ status }) => status === 'unreachable').map(({ name }) => name);
  if (gone.length > 0) {
    lines.push(
      `${gone.join(', ')} could not be asked: what only they know is unknown, and nothing is called ok for want of an answer. Try again later; the operator can allow the connection or put offline advisory archives into the data directory (docs/tools.md, "check_package").`,
    );
  }
  return lines;
}
