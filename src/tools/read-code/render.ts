import { plural } from '../../base/plural.ts';
import type { NamesOf, OutlineRow, TextPiece } from '../../code/index.ts';
import { countFittingLines, estimateTokens } from '../shared/budget.ts';
import { cleanLines, headerLine, hunkLines, numberLines, outlineLines } from './lines.ts';
import { packRanges } from './ranges.ts';
import type { ReadCodeArguments } from './schema.ts';

/** How much of a piece is shown; each step costs less than the one before. */
type Step = 'source' | 'diff' | 'signatures' | 'names' | 'counts' | 'page';

/** A piece as it is shown. */
export interface Rendered {
  readonly step: Step;
  readonly header: string;
  readonly body: readonly string[];
  /** What to do next, and what was left out. */
  readonly footer: readonly string[];
  /** Whether this is all of what was asked for, in the view that was asked for. */
  readonly isWhole: boolean;
  /** The rows that a page shows, and how many there are; null when nothing is left for another page. */
  readonly page: { readonly shown: number; readonly total: number; readonly offset: number } | null;
}

/** How to show a piece. */
export interface RenderOptions {
  readonly args: Pick<ReadCodeArguments, 'view' | 'numbers' | 'budget' | 'format'>;
  /** Tokens for this piece. */
  readonly tokens: number;
  /** Whether the answer is about this piece alone, so that a cursor can lead through it. */
  readonly mayPage: boolean;
  /** Rows that earlier pages have shown. */
  readonly offset: number;
}

const RANGES_SHOWN_MAX = 24;
/** Tokens of a budget for each range that is shown, so that a small one is not spent on them. */
const TOKENS_PER_RANGE = 25;
/** Kept free for header, footer and the lines about the whole answer. */
const OVERHEAD_TOKENS = 120;
/** More in JSON, whose keys and whole ids cost too. */
const OVERHEAD_TOKENS_JSON = 200;

/** So much less than fits is advised: what is asked for then must be shown. */
const SPARE_TOKENS = 40;

function overheadOf({ args }: Pick<RenderOptions, 'args'>): number {
  return args.format === 'json' ? OVERHEAD_TOKENS_JSON : OVERHEAD_TOKENS;
}

/** Lines as they are written, for counting what they cost. */
function asWritten(lines: readonly string[], { args }: Pick<RenderOptions, 'args'>): readonly string[] {
  return args.format === 'json' ? lines.map((line) => `${JSON.stringify(line)},`) : lines;
}

/**
 * Shows as much of a piece as fits: source, else signatures, else names, else counts; text without symbols in pages.
 * Source is never cut in the middle of a declaration, since half a function reads like a whole one.
 */
export function renderPiece(piece: TextPiece, options: RenderOptions): Rendered {
  const { args } = options;
  if (piece.hunks !== null) return renderHunks(piece, options);
  if (args.view !== 'source') return renderOutline(piece, options, args.view === 'outline' ? 'names' : 'signatures');
  if (piece.lines === null) {
    const advice = `too long to be shown at once: ask for a range, such as file="${piece.file}:1-200"`;
    return { ...renderOutline(piece, options, 'signatures', [advice]), isWhole: false };
  }
  return renderSource(piece, piece.lines, options);
}

/** What a piece's source or changes cost; for sharing a budget among several. */
export function sourceCost(piece: TextPiece): number {
  const { hunks } = piece;
  if (hunks !== null && hunks !== 'not_compared')
    return costOf(hunks.flatMap(({ lines }) => lines.map(({ text }) => text)));
  return piece.lines === null ? Number.POSITIVE_INFINITY : costOf(piece.lines);
}

function costOf(lines: readonly string[]): number {
  return OVERHEAD_TOKENS + estimateTokens(lines.join('\n')) + 4 * lines.length;
}

/** What a piece costs as it is shown. */
export function renderedCost({ header, body, footer }: Rendered): number {
  return estimateTokens([header, ...body, ...footer].join('\n')) + body.length;
}

/**
 * Source, or what stands for it. Only a text without declarations is paged: with them, ranges that end between them are
 * the better way on.
 */
function renderSource(piece: TextPiece, raw: readonly string[], options: RenderOptions): Rendered {
  const clean = cleanLines(raw);
  const facts = factsOf(clean.redacted, clean.cut);
  const lines = numberLines(clean.lines, piece.from, options.args.numbers);
  const room = Math.max(0, options.tokens - overheadOf(options));
  const header = headerLine(piece, facts);
  const rest = lines.slice(options.offset);
  const fitting = countFittingLines(asWritten(rest, options), room);
  if (fitting === rest.length) {
    return { step: 'source', header, body: rest, footer: testsLine(piece), isWhole: true, page: null };
  }
  if (options.mayPage && piece.outline.length === 0 && fitting > 0) {
    const page = { offset: options.offset, shown: options.offset + fitting, total: lines.length };
    return { step: 'page', header, body: rest.slice(0, fitting), footer: testsLine(piece), isWhole: false, page };
  }
  // Asked for again alone, a range has the whole budget.
  const costs = asWritten(lines, options).map((line) => estimateTokens(`${line}\n`));
  const advice = costs.length === 1 ? lineAdvice(costs[0] ?? 0, options) : rangeAdvice(piece, costs, options);
  const outlined = renderOutline(piece, options, 'signatures', [advice]);
  return { ...outlined, header, isWhole: false };
}

/** A single line cannot be asked for in parts, only with more budget. */
function lineAdvice(cost: number, options: RenderOptions): string {
  return `this line alone takes ${cost} tokens: ask again with budget=${cost + overheadOf(options) + SPARE_TOKENS}`;
}

/**
 * Ranges that each fit when asked for alone, with this budget. At least two, or the first would be all there is to do.
 */
function rangeAdvice(piece: TextPiece, costs: readonly number[], options: RenderOptions): string {
  const tokensMax = Math.max(1, options.args.budget - overheadOf(options) - SPARE_TOKENS);
  const ranges = packRanges(piece.from, costs, piece.outline, tokensMax);
  const count = Math.max(2, Math.min(RANGES_SHOWN_MAX, Math.floor(options.tokens / TOKENS_PER_RANGE)));
  const shown = ranges.slice(0, count).map(({ from, to }) => `${from}-${to}`);
  const more = ranges.length > count ? ` … and ${ranges.length - count} more` : '';
  return `too long for this budget as source: ask for file="${piece.file}:RANGE" with one of ${shown.join(', ')}${more}`;
}

/**
 * The outline at the first step that fits. Its page has names only: what did not fit with signatures will not on the
 * next.
 */
function renderOutline(
  piece: TextPiece,
  options: RenderOptions,
  wanted: 'signatures' | 'names',
  advice: readonly string[] = [],
): Rendered {
  const { args } = options;
  const footer = [...advice, ...testsLine(piece)];
  const header = headerLine(piece, []);
  const room = Math.max(0, options.tokens - overheadOf(options) - estimateTokens(footer.join('\n')));
  const base = { header, footer, isWhole: false, page: null };
  if (piece.outline.length === 0)
    return { ...base, step: 'counts', body: [noOutline(piece)], isWhole: args.view !== 'source' };
  for (const { step, rows, note } of outlineSteps(piece.outline, wanted)) {
    const lines = outlineLines(rows, step);
    if (countFittingLines(asWritten(lines, options), room) === lines.length && options.offset === 0) {
      return { ...base, step, body: [...note, ...lines], isWhole: step === wanted && note.length === 0 };
    }
  }
  if (options.mayPage) return pageOutline(piece, { ...options, tokens: room }, base);
  const kinds = Map.groupBy(piece.outline, (row) => row.kind);
  const counts = [...kinds].map(([kind, rows]) => plural(rows.length, kind, kind === 'class' ? 'classes' : undefined));
  return {
    ...base,
    step: 'counts',
    body: [`declares ${plural(piece.outline.length, 'symbol')}: ${counts.join(', ')}`],
  };
}

/** At least one row, even beyond the room: a page without rows would have the same cursor again. */
function pageOutline(piece: TextPiece, options: RenderOptions, base: Pick<Rendered, 'header' | 'footer'>): Rendered {
  const lines = outlineLines(piece.outline, 'names').slice(options.offset);
  const fitting = Math.max(1, countFittingLines(asWritten(lines, options), options.tokens));
  const shown = options.offset + fitting;
  const page = shown >= piece.outline.length ? null : { offset: options.offset, shown, total: piece.outline.length };
  return { ...base, step: 'names', body: lines.slice(0, fitting), isWhole: page === null, page };
}

interface OutlineStep {
  readonly step: 'signatures' | 'names';
  readonly rows: readonly OutlineRow[];
  readonly note: readonly string[];
}

/** Levels of declarations at which an outline may end. */
const LEVELS_MAX = 4;

/** From the step wanted downwards; outermost declarations may be deeper than 0 when the piece is a symbol. */
function outlineSteps(outline: readonly OutlineRow[], wanted: 'signatures' | 'names'): readonly OutlineStep[] {
  const depths = [...new Set(outline.map((row) => row.depth))].sort((a, b) => a - b);
  const base = depths[0] ?? 0;
  const noteOf = (what: string, rows: readonly OutlineRow[]): readonly string[] => [
    `${what}: ${rows.length} of ${outline.length}; a larger budget shows all, symbol=NAME what is in one`,
  ];
  // Types may have many fields, and what is done with them is asked for more often.
  const bare = outline.filter((row) => !(row.kind === 'variable' && row.depth > base));
  const withoutFields = (step: OutlineStep['step']): readonly OutlineStep[] =>
    bare.length === outline.length ? [] : [{ step, rows: bare, note: noteOf('without fields', bare) }];
  const names: readonly OutlineStep[] = [
    { step: 'names', rows: outline, note: [] },
    ...withoutFields('names'),
    // A file may be one module: what lies in that says more than its name, as long as there is room.
    ...depths
      .slice(0, LEVELS_MAX)
      .reverse()
      .flatMap((depth): readonly OutlineStep[] => {
        const rows = bare.filter((row) => row.depth <= depth);
        const what = depth === base ? 'outermost declarations only' : 'outer declarations only';
        return rows.length === bare.length ? [] : [{ step: 'names', rows, note: noteOf(what, rows) }];
      }),
  ];
  if (wanted === 'names') return names;
  return [{ step: 'signatures', rows: outline, note: [] }, ...withoutFields('signatures'), ...names];
}

function noOutline(piece: TextPiece): string {
  if (piece.totalLines === 0) return 'the file is empty';
  return `no declarations found${piece.language === '' ? ' (unknown language)' : ''}; ${piece.totalLines} lines, ${piece.size} bytes`;
}

/** Changes since a ref. They are paged when alone; among several files, their number says whether to ask for them. */
function renderHunks(piece: TextPiece, options: RenderOptions): Rendered {
  const hunks = piece.hunks ?? [];
  const base = { header: headerLine(piece, []), footer: testsLine(piece), isWhole: true, page: null };
  if (hunks === 'not_compared') return { ...base, step: 'diff', body: ['not compared with that ref'], isWhole: false };
  const others = piece.otherChanges ?? [];
  if (hunks.length === 0) return { ...base, step: 'diff', body: [noHunks(piece, others)] };
  const also = others.length === 0 ? [] : [`beside these lines, of the file: ${others.join('; ')}`];
  const lines = [...hunkLines(hunks, options.args.numbers), ...also];
  const room = Math.max(0, options.tokens - overheadOf(options));
  const rest = lines.slice(options.offset);
  const fitting = countFittingLines(asWritten(rest, options), room);
  if (fitting === rest.length) return { ...base, step: 'diff', body: rest };
  if (options.mayPage && fitting > 0) {
    const page = { offset: options.offset, shown: options.offset + fitting, total: lines.length };
    return { ...base, step: 'page', body: rest.slice(0, fitting), isWhole: false, page };
  }
  const added = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.tag === '+').length;
  const removed = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.tag === '-').length;
  const body = [`${hunks.length} hunks, +${added} -${removed}: ask for this file alone to see them`];
  return { ...base, step: 'counts', body, isWhole: false };
}

/** Lines are compared without what ends them: that none differs does not say that nothing does. */
function noHunks({ isRange }: TextPiece, others: readonly string[]): string {
  const where = isRange ? ' in these lines' : '';
  // A file's mode is not compared.
  if (others.length === 0) return `${isRange ? '' : 'content '}unchanged since that ref${where}`;
  return `no line differs${where} from that ref, but of the file: ${others.join('; ')}`;
}

/** What was taken out of the lines: nothing is missing without a word in the header. */
function factsOf(redacted: readonly string[], cut: number): readonly string[] {
  return [
    ...(redacted.length > 0 ? [`redacted: ${redacted.join(', ')}`] : []),
    ...(cut > 0 ? [`${plural(cut, 'line')} cut at 2,000 characters`] : []),
  ];
}

/** What was looked for and is not there is said, too: without a line nobody has looked. */
function testsLine({ tests }: TextPiece): readonly string[] {
  if (tests === null) return [];
  const { byName, uses } = tests;
  const files = `tests by name: ${namesText(byName)}`;
  if (uses === null) return [files];
  const { own, using, named, name, isWhole } = uses;
  const limit = isWhole ? '' : ' (not all tests were looked into)';
  return [
    files,
    ...(own.total === 0 ? [] : [`tests in its own file that use it: ${namesText(own)}`]),
    `test files that use it, by references: ${namesText(using)}${limit}`,
    ...(named.total === 0
      ? []
      : [`test files that use the name ${name} alone, perhaps of something else: ${namesText(named)}`]),
  ];
}

function namesText({ total, first }: NamesOf): string {
  if (total === 0) return 'none';
  return `${first.join(', ')}${total > first.length ? ` and ${total - first.length} more` : ''}`;
}
