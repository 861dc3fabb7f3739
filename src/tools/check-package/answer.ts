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
/** Room for counts, the summary, the cursor and the sentence that says them. */
const FRAME_BYTES = 900;
const NOTES_MAX = 8;
const FAILURE_CHARACTERS_MAX = 1_500;

/** Worst first, as in every summary. */
const VERDICTS = ['ok', 'caution', 'block', 'absent', 'unknown'] as const satisfies readonly PackageVerdict[];

/** The answer: as many packages as fit, in the order in which they were asked for, and where to go on. */
export function presentCheck(parts: CheckParts): ToolAnswer {
  const { args, judged, now, offset, total, sources } = parts;
  const only = args.only ?? (isNamedForm(args) ? 'all' : 'problems');
  const around = aroundOf(parts);
  const shown = fitRows(judged, { only, args, now, room: STRUCTURED_BYTES_MAX - FRAME_BYTES - bytesOf(around.data) });
  const reached = offset + shown.passed;
  const cursor = reached < total ? parts.seal(reached) : null;
  const checked = judged.slice(0, shown.passed);
  const summary = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, checked.filter(({ report }) => report.verdict === verdict).length]),
  );
  const isWhole = cursor === null && sources.every(({ status }) => status !== 'unreachable');
  const isFailed = isNamedForm(args) && isNothingTold(parts);
  const status = isFailed ? 'upstream_failed' : isWhole ? 'ok' : 'partial';
  const counts = `${VERDICTS.map((verdict) => `${summary[verdict]} ${verdict}`).join(', ')} of ${countText(parts, checked.length)}`;
  const hidden = checked.length - shown.rows.length;
  const unlisted = hidden > 0 ? [`${hidden} without a problem are not listed (only=all shows them)`] : [];
  const shorter = shown.passed < judged.length && args.detail !== 'verdict' ? [SHORTER] : [];
  const structured = {
    status,
    message: [counts, ...unlisted, ...shorter].join('; '),
    checked_at: now.toISOString(),
    summary,
    checked: checked.length,
    total,
    shown: shown.rows.length,
    packages: shown.rows,
    ...around.data,
    ...(cursor === null ? {} : { cursor }),
  };
  const lines = [
    ...around.first,
    `${status}: ${counts}`,
    ...shown.lines,
    ...unlisted,
    ...around.last,
    ...shorter,
    ...(cursor === null ? [] : [moreLine(cursor, reached, total)]),
  ];
  const text = lines.join('\n');
  return isFailed ? { text: cutText(text, FAILURE_CHARACTERS_MAX), structured, isError: true } : { text, structured };
}

/** What stands around the packages: as data, and as the lines before and after them. */
function aroundOf(parts: CheckParts): {
  readonly data: Readonly<Record<string, unknown>>;
  readonly first: readonly string[];
  readonly last: readonly string[];
} {
  const first = provenanceLine(parts);
  const notes = notesOf(parts.notes);
  const lines = sourceLines(parts);
  const data = {
    ...(first.length === 0 ? {} : { source: first[0] }),
    sources: parts.sources.map(sourceRow),
    ...(notes.length === 0 ? {} : { notes }),
    ...(lines.length < 2 ? {} : { next: lines[1] }),
  };
  return { data, first, last: [...notes.map((note) => `note: ${note}`), ...lines] };
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
  /** Bytes of JSON for all rows. */
  readonly room: number;
}

interface Fitted {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly lines: readonly string[];
  /** Packages that are done with, those that are not listed included. */
  readonly passed: number;
}

/** Rows up to the bound of the structured value; the text holds the same packages. One is always shown. */
function fitRows(judged: readonly Judged[], { only, args, now, room }: Fitting): Fitted {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const lines: string[] = [];
  const detail = args.detail ?? 'standard';
  let left = room;
  for (const [at, one] of judged.entries()) {
    if (only === 'problems' && one.report.verdict === 'ok') continue;
    // One that does not fit alone is told in less detail: without it there would be no way on.
    const fitting = SHORTER_DETAILS[detail].find((less) => bytesOf(rowOf(one, less, now)) < room) ?? 'verdict';
    const row = rowOf(one, fitting, now);
    const bytes = bytesOf(row) + 1;
    if (bytes > left && rows.length > 0) return { rows, lines, passed: at };
    left -= bytes;
    rows.push(fitting === detail ? row : { ...row, shortened: `detail=${fitting}` });
    lines.push(...linesOf(one, detail, now));
  }
  return { rows, lines, passed: judged.length };
}

const SHORTER_DETAILS = {
  full: ['full', 'standard', 'verdict'],
  standard: ['standard', 'verdict'],
  verdict: ['verdict'],
} as const;

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
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
