import type { History } from '../../history/history.ts';
import { joinPrefix } from '../../questions/file-target.ts';
import type { TestsFound } from '../../questions/tests.types.ts';
import { decodeBytes } from '../../source/decode.ts';
import { isSecretPath } from '../../source/secret-path.ts';
import type { LinkInput } from '../../test-evidence/map/links.ts';
import { judgeCoverage } from '../../test-evidence/reports/judge-coverage.ts';
import { parseCoverage } from '../../test-evidence/reports/parse-coverage.ts';
import type { Asking } from './asking.ts';
import { matcherOf } from './path-matcher.ts';

/** Largest report that is read from the project. */
const REPORT_BYTES_MAX = 32 * 1_024 * 1_024;

/** What a coverage report says, or why it could not be read. */
export async function coverageOf(
  asking: Asking,
  links: LinkInput,
  history: History | null,
): Promise<TestsFound['coverage']> {
  const given = asking.input.coverage ?? '';
  const read = isPasted(given) ? { text: given, file: null } : await readReport(asking, given);
  if (typeof read === 'string') return { outcome: 'refused', why: read };
  const parsed = parseCoverage(read.text);
  if (!parsed.ok) return { outcome: 'refused', why: `${read.file ?? 'the pasted report'}: ${parsed.error}` };
  const matcher = await matcherOf(asking);
  const { target } = asking;
  return judgeCoverage({
    ...links,
    report: parsed.value,
    file: read.file,
    matcher,
    target,
    commits: history?.commits ?? null,
  });
}

/** A path has neither line breaks nor the beginnings of a report. */
function isPasted(text: string): boolean {
  return /[\n{<]/.test(text) || /^(?:TN:|SF:|mode:)/.test(text) || text.length > 1_000;
}

async function readReport({ source, input }: Asking, given: string): Promise<{ text: string; file: string } | string> {
  const wanted = given.replace(/^(?:\.\/)+/, '');
  if (isSecretPath(wanted)) return 'files of this name hold credentials and are not read';
  const places = [...new Set([wanted, joinPrefix(input.prefix, wanted)])];
  for (const path of places) {
    const content = await source.read(path, REPORT_BYTES_MAX);
    if (content.ok) {
      const decoded = decodeBytes(content.bytes);
      return decoded.kind === 'text' ? { text: decoded.text, file: path } : `${path} is not a text file`;
    }
    if (content.reason !== 'not_found') return `${path} was not read: ${content.reason.replaceAll('_', ' ')}`;
  }
  return `there is no file ${wanted} in the project; give its path, or paste the report`;
}
