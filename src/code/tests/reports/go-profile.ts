import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, report } from './coverage-report.ts';

/** Lines of one block: no function is longer. */
const BLOCK_LINES_MAX = 50_000;

/**
 * Reads a profile of `go test -coverprofile`: blocks `file:line.col,line.col statements count`. Go counts statements;
 * the lines here are those of the blocks, a line being run when a block on it was.
 */
export function parseGoProfile(text: string): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  // The same block is listed once for each package that was tested.
  const blocks = new Map<string, { readonly statements: number; isRun: boolean }>();
  const [, ...rows] = text.split('\n');
  for (const [index, raw] of rows.entries()) {
    const row = raw.trim();
    if (row === '' || row.startsWith('mode:')) continue;
    const found = /^(\S[^\0]{0,4096}?):(\d{1,7})\.\d{1,7},(\d{1,7})\.\d{1,7} (\d{1,9}) (\d{1,18})$/.exec(row);
    if (found === null) return err(`line ${index + 2} of the go profile is garbled`);
    const [, path = '', from = '', to = '', statements = '', hits = ''] = found;
    const isRun = Number(hits) > 0;
    if (Number(to) - Number(from) > BLOCK_LINES_MAX)
      return err(`line ${index + 2} of the go profile is garbled: a block of too many lines`);
    for (let line = Number(from); line <= Number(to); line += 1) {
      if (!builder.add(path, line, isRun)) return err(`the go profile is too large or garbled (line ${index + 2})`);
    }
    const key = row.slice(0, row.lastIndexOf(' '));
    const known = blocks.get(key);
    if (known === undefined) blocks.set(key, { statements: Number(statements), isRun });
    else known.isRun ||= isRun;
  }
  let total = 0;
  let run = 0;
  for (const { statements, isRun } of blocks.values()) {
    total += statements;
    if (isRun) run += statements;
  }
  const share = total === 0 ? '' : ` (${((run / total) * 100).toFixed(1)} %, as go counts)`;
  const notes = [`${run} of ${total} statements were run${share}; lines are those of their blocks`];
  return report({ format: 'go cover profile', files: builder.files(), notes });
}
