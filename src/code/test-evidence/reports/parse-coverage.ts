import { err, type Result } from '../../../base/result.ts';
import { COVERAGE_LIMITS, type CoverageReport } from './coverage-report.ts';
import { parseGoProfile } from './go-profile.ts';
import { parseJsonReport } from './json-report.ts';
import { parseLcov } from './lcov.ts';
import { parseXmlReport } from './xml-report.ts';

/** Formats that are read, as a refusal names them. */
const COVERAGE_FORMATS =
  'lcov, Cobertura XML, JaCoCo XML, Istanbul JSON (coverage-final or coverage-summary), go cover profile, coverage.py JSON';

/**
 * Reads a coverage report, its format told by its content. A report that is garbled, cut off or too large is refused
 * with the reason: a share of it would be a wrong number.
 */
export function parseCoverage(given: string): Result<CoverageReport, string> {
  if (given.length > COVERAGE_LIMITS.charactersMax) {
    return err(`the report is larger than ${COVERAGE_LIMITS.charactersMax / 1_024 / 1_024} MiB`);
  }
  const text = given.replace(/^\ufeff/, '');
  const start = text.trimStart();
  if (start === '') return err('the report is empty');
  if (start.startsWith('<')) return parseXmlReport(start);
  if (start.startsWith('{')) return parseJsonReport(start);
  if (/^mode:\s*(?:set|count|atomic)\b/.test(start)) return parseGoProfile(start);
  if (/^(?:TN:|SF:)/m.test(start)) return parseLcov(start);
  return err(`this is none of the formats that are read: ${COVERAGE_FORMATS}`);
}
