import type { Row, Section } from './section.ts';

/** Rows of a list in an overview: enough to choose what to ask for by name. */
const OVERVIEW_ROWS = 6;

/** Added to a step: no list is kept longer than the rest. */
const NOTHING_KEPT = 500;

/** The named steps by which an answer is cut: at most so many rows of each list, at first but of those that are kept. */
const STEPS = [
  ...[200, 150, 100, 75, 50, 40, 30, 25, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2, 1],
  ...[NOTHING_KEPT + 2, NOTHING_KEPT + 1, NOTHING_KEPT],
] as const;

/** With fewer rows than this of each list, the overview beside what was asked for is left out. */
const BESIDE_ROWS_MIN = 8;

/** Added to a step: the lists of the overview are left to later pages. */
const WITHOUT_OVERVIEW = 1_000;

/** The steps in their order; the overview gives way to what was asked for. */
function stepsOf(sections: readonly Section[]): readonly number[] {
  if (!sections.some(({ isBeside }) => isBeside)) return STEPS;
  return [
    ...STEPS.filter((step) => step >= BESIDE_ROWS_MIN && step < NOTHING_KEPT),
    ...STEPS.map((step) => step + WITHOUT_OVERVIEW),
  ];
}

/** Where a reader stands in all rows: what the first page cut each list to, and how many rows came after that. */
export interface Position {
  readonly step: number;
  /** Rows of the rest that have been shown; null on the first page. */
  readonly after: number | null;
}

/** Sections as a page shows them. */
export interface Page {
  readonly sections: readonly (Section & { readonly from: number })[];
  /** The step that cut it, for the reader; null when nothing was cut for the budget. */
  readonly cut: string | null;
  /** Rows shown so far, this page included, and rows there are. */
  readonly shown: number;
  readonly total: number;
  /** Null when every row that can be reached was shown. */
  readonly next: Position | null;
  /** Rows that no page can reach, since only the first of a list leave the engine. */
  readonly unreachable: number;
}

/** Whether a page, written out, is short enough. */
export type Fits = (page: Page) => boolean;

/** The page at a position: the first shows the beginning of every list, the others what is left, list by list. */
export function makePage(sections: readonly Section[], position: Position | null, fits: Fits): Page {
  if (position !== null && position.after !== null)
    return restPage(sections, { ...position, after: position.after }, fits);
  const steps = stepsOf(sections);
  for (const step of steps) {
    const page = firstPage(sections, step);
    if (fits(page)) return page;
  }
  return firstPage(sections, steps.at(-1) ?? 0);
}

/** Rows of a section that the first page shows at a step. */
function rowsAt({ rows, isAsked, isBeside, keptRows = 0 }: Section, step: number): number {
  if (isBeside && step >= WITHOUT_OVERVIEW) return 0;
  const most = mostRows(step);
  return Math.min(
    rows.length,
    step % WITHOUT_OVERVIEW < NOTHING_KEPT ? Math.max(most, keptRows) : most,
    isAsked ? Infinity : OVERVIEW_ROWS,
  );
}

/** Rows of a list that is not kept, at a step. */
function mostRows(step: number): number {
  return (step % WITHOUT_OVERVIEW) % NOTHING_KEPT;
}

function firstPage(sections: readonly Section[], step: number): Page {
  const isWhole = step < WITHOUT_OVERVIEW;
  const told = isWhole ? sections : sections.filter(({ isBeside }) => !isBeside);
  const shown = told.map((section) => ({
    ...section,
    rows: section.rows.slice(0, rowsAt(section, step)),
    from: 0,
  }));
  const isCut = sections.some((section) => rowsAt(section, step) < rowsAt(section, STEPS[0]));
  const rows = mostRows(step);
  const kept = shown.filter((section) => section.rows.length > rows).map(({ name }) => name);
  const but = kept.length === 0 ? '' : ` but ${kept.join(' and ')}`;
  const cut = rows === 0 ? 'counts alone' : `at most ${rows} row${rows === 1 ? '' : 's'} of each list${but}`;
  return {
    sections: shown,
    cut: isCut ? `${isWhole ? '' : 'the overview left out, '}${cut}` : null,
    ...countsOf(sections, sum(shown), { step, after: 0 }),
  };
}

/** What the first page left out, as much as fits: the largest number of rows, found by halving. */
function restPage(
  sections: readonly Section[],
  { step, after }: { readonly step: number; readonly after: number },
  fits: Fits,
): Page {
  const left = sections.map((section) => ({ ...section, from: rowsAt(section, step) }));
  const before = left.reduce((total, { from }) => total + from, 0) + after;
  const pageOf = (rows: number): Page => {
    const chosen = takeRows(left, after, rows);
    return { sections: chosen, cut: null, ...countsOf(sections, before + sum(chosen), { step, after: after + rows }) };
  };
  let [low, high] = [1, Math.max(1, sum(sections) - before)];
  // One row is always shown: an answer that never goes on is of no use.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(pageOf(middle))) low = middle;
    else high = middle - 1;
  }
  return pageOf(low);
}

/** Rows from one place on through all lists. */
function takeRows(
  sections: readonly (Section & { readonly from: number })[],
  skip: number,
  count: number,
): Page['sections'] {
  let [toSkip, toTake] = [skip, count];
  const taken: (Section & { from: number })[] = [];
  for (const section of sections) {
    const left: readonly Row[] = section.rows.slice(section.from);
    const skipped = Math.min(toSkip, left.length);
    const rows = left.slice(skipped, skipped + toTake);
    toSkip -= skipped;
    toTake -= rows.length;
    if (rows.length > 0) taken.push({ ...section, rows, from: section.from + skipped });
  }
  return taken;
}

function countsOf(
  sections: readonly Section[],
  shown: number,
  next: Position,
): Pick<Page, 'shown' | 'total' | 'next' | 'unreachable'> {
  const total = sections.reduce((all, section) => all + section.total, 0);
  const reachable = sum(sections);
  return { shown, total, next: shown < reachable ? next : null, unreachable: total - reachable };
}

function sum(sections: readonly Pick<Section, 'rows'>[]): number {
  return sections.reduce((total, { rows }) => total + rows.length, 0);
}
