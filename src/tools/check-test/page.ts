import type { TestsFound } from '../../code/index.ts';
import { moreLine } from '../shared/answer.ts';
import { ANSWER_CHARACTERS_MAX } from '../shared/budget.ts';
import type { ToolAnswer } from '../tool.ts';
import type { CheckTestArguments } from './schema.ts';
import { structuredPage } from './structured.ts';
import { textPage } from './text.ts';

/** What an answer is made of. */
export interface PageInput {
  readonly found: TestsFound;
  readonly project: string;
  readonly args: CheckTestArguments;
  readonly offset: number;
  /** The cursor for the rows from there on. */
  readonly seal: (offset: number) => string;
}

/** The same stretch of rows of every list of an answer. */
export interface Page {
  readonly found: TestsFound;
  readonly project: string;
  readonly from: number;
  readonly to: number;
  /** Names shown inside of one row: fewer where a row alone would not fit. */
  readonly detail: number;
}

/** Largest structured value. Source: docs/tools.md, "check_test". */
const STRUCTURED_BYTES_MAX = 8_192;
/** Room for the line with the cursor. */
const MORE_ROOM = 200;

/**
 * As many rows of each list as fit into 8 KiB of JSON and 40,000 characters of text. One row of each is always shown,
 * with less and less detail, or paging would not go on.
 */
export function presentPage(input: PageInput): ToolAnswer {
  const { found, project, args, offset } = input;
  for (const detail of DETAILS) {
    for (let count = args.limit; count >= 1; count = count > 4 ? Math.floor(count * 0.8) : count - 1) {
      // Rather fewer names in a row than fewer than three rows.
      if (detail !== DETAILS.at(-1) && count < Math.min(3, args.limit)) break;
      const answer = makeAnswer(input, { found, project, from: offset, to: offset + count, detail });
      if (answer !== null) return answer;
    }
  }
  return (
    makeAnswer(input, { found, project, from: offset, to: offset, detail: 0 }, true) ?? {
      text: 'partial: the answer does not fit',
    }
  );
}

const DETAILS = [6, 3, 1, 0] as const;

/** Null when it does not fit. */
function makeAnswer({ seal }: PageInput, page: Page, isForced = false): ToolAnswer | null {
  const lists = listsOf(page.found);
  const reachable = Math.max(0, ...lists.map(({ rows }) => rows));
  const cursor = page.to < reachable && page.to > page.from ? seal(page.to) : null;
  const structured = structuredPage(page, cursor);
  const text = textPage(page);
  const total = lists.reduce((sum, list) => sum + list.total, 0);
  const shown = lists.reduce((sum, { rows }) => sum + Math.min(rows, page.to), 0);
  const more = cursor === null ? '' : `\n${moreLine(cursor, shown, total)}`;
  const fits =
    Buffer.byteLength(JSON.stringify(structured)) <= STRUCTURED_BYTES_MAX &&
    text.length + MORE_ROOM <= ANSWER_CHARACTERS_MAX;
  return fits || isForced ? { text: `${text}${more}`, structured } : null;
}

/** Rows that can be paged to, and rows that there are. */
function listsOf({ tests, gaps, quality, output, coverage }: TestsFound): readonly { rows: number; total: number }[] {
  const read = coverage?.outcome === 'ok' ? coverage : null;
  return [
    ...[tests, gaps, quality].flatMap((list) => (list === null ? [] : [{ rows: list.rows.length, total: list.total }])),
    ...[output?.failures, read?.symbols, read?.uncovered].flatMap((list) =>
      list === undefined ? [] : [{ rows: list.length, total: list.length }],
    ),
  ];
}
