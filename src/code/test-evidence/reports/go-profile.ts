import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, type ReportBuilder, report } from './coverage-report.ts';

/** Lines of one block: no function is longer. */
const BLOCK_LINES_MAX = 50_000;

/**
 * Reads a profile of `go test -coverprofile`: blocks `file:line.col,line.col statements count`. Go counts statements;
 * the lines here are those of the blocks, a line being run when a block on it was.
 */
export function parseGoProfile(text: string): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  // The same block is listed once for each package that was tested.
  const blocks = new Map<string, Block>();
  for (const [index, raw] of text.split('\n').entries()) {
    const row = raw.trim();
    if (row === '' || row.startsWith('mode:')) continue;
    const block = readBlock(row);
    if (block === null || !addLines(builder, block)) {
      return err(`line ${index + 1} of the go profile is garbled, or the profile is too large`);
    }
    const key = row.slice(0, row.lastIndexOf(' '));
    blocks.set(key, { ...block, isRun: block.isRun || blocks.get(key)?.isRun === true });
  }
  return report({ format: 'go cover profile', files: builder.files(), notes: [statementsNote([...blocks.values()])] });
}

interface Block {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly statements: number;
  readonly isRun: boolean;
}

function readBlock(row: string): Block | null {
  const found = /^(\S[^\0]{0,4096}?):(\d{1,7})\.\d{1,7},(\d{1,7})\.\d{1,7} (\d{1,9}) (\d{1,18})$/.exec(row);
  if (found === null) return null;
  const [, path = '', from, to, statements, hits] = found;
  if (Number(to) - Number(from) > BLOCK_LINES_MAX) return null;
  return { path, from: Number(from), to: Number(to), statements: Number(statements), isRun: Number(hits) > 0 };
}

function addLines(builder: ReportBuilder, { path, from, to, isRun }: Block): boolean {
  for (let line = from; line <= to; line += 1) if (!builder.add(path, line, isRun)) return false;
  return true;
}

/** The share as `go tool cover` counts it. */
function statementsNote(blocks: readonly Block[]): string {
  const count = (list: readonly Block[]): number => list.reduce((sum, { statements }) => sum + statements, 0);
  const total = count(blocks);
  const run = count(blocks.filter(({ isRun }) => isRun));
  const share = total === 0 ? '' : ` (${((run / total) * 100).toFixed(1)} %, as go counts)`;
  return `${run} of ${total} statements were run${share}; lines are those of their blocks`;
}
