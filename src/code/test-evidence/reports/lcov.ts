import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, type ReportBuilder, report } from './coverage-report.ts';

/** Records that are not about lines, or are sums of what is. */
const OTHER = /^(?:TN|VER|FN|FNF|FNH|FNDA|FNL|FNA|BRDA|BRF|BRH|LF|LH|MCDC|MCF|MRF|MRH|#)/;

/** Reads an lcov tracefile: `SF:` begins a file, `DA:line,hits` is a line of it. Source: geninfo(1), "FILES". */
export function parseLcov(text: string): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  let path: string | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('SF:')) {
      path = line.slice(3);
      builder.open(path);
    } else if (line === 'end_of_record') path = null;
    else if (line.startsWith('DA:')) {
      if (!addLine(builder, path, line))
        return err(`line ${index + 1} of the lcov report is garbled, or the report is too large`);
    } else if (line !== '' && !OTHER.test(line)) return err(`line ${index + 1} of the lcov report is garbled`);
  }
  if (path !== null) return err('the lcov report is cut off: its last file has no end_of_record');
  return report({ format: 'lcov', files: builder.files() });
}

function addLine(builder: ReportBuilder, path: string | null, row: string): boolean {
  const found = /^DA:(\d{1,9}),(-?\d{1,18})(?:,|$)/.exec(row);
  if (found === null || path === null) return false;
  // Line 0 is what some compilers write for code of no line.
  return Number(found[1]) === 0 || builder.add(path, Number(found[1]), Number(found[2]) > 0);
}
