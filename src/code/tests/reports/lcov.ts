import { err, type Result } from '../../../base/result.ts';
import { type CoverageReport, makeReportBuilder, report } from './coverage-report.ts';

/** Reads an lcov tracefile: `SF:` begins a file, `DA:line,hits` is a line of it. Source: geninfo(1), "FILES". */
export function parseLcov(text: string): Result<CoverageReport, string> {
  const builder = makeReportBuilder();
  let path: string | null = null;
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    const line = raw.trim();
    if (line.startsWith('SF:')) {
      path = line.slice(3);
      builder.open(path);
    } else if (line === 'end_of_record') path = null;
    else if (line.startsWith('DA:')) {
      const found = /^DA:(\d{1,9}),(-?\d{1,18})/.exec(line);
      if (found === null || path === null)
        return err(`line ${number} of the lcov report is garbled: DA without file or numbers`);
      // Line 0 is what some compilers write for code of no line.
      if (Number(found[1]) === 0) continue;
      if (!builder.add(path, Number(found[1]), Number(found[2]) > 0))
        return err(`the lcov report is too large (line ${number})`);
    } else if (line !== '' && !/^(?:TN|VER|FN|FNF|FNH|FNDA|FNL|FNA|BRDA|BRF|BRH|LF|LH|MCDC|MCF|MCH|#)/.test(line)) {
      return err(`line ${number} of the lcov report is garbled`);
    }
  }
  if (path !== null) return err('the lcov report is cut off: its last file has no end_of_record');
  return report({ format: 'lcov', files: builder.files() });
}
