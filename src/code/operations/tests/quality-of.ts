import type { TestLink } from '../../questions/tests.types.ts';
import { asBuffer, decodeText } from '../../source/searched-text.ts';
import { analyseTestFile } from '../../test-evidence/analyse-test-file.ts';
import { makeLoadHelpers } from '../../test-evidence/load-helpers.ts';
import { findSmells, type Quality } from '../../test-evidence/map/quality.ts';
import type { TestFileFacts } from '../../test-evidence/test-file.types.ts';
import type { Asking } from './asking.ts';

const FILE_BYTES_MAX = 1_024 * 1_024;

/** Smells, and whether all files were looked at. */
export interface QualityFound extends Quality {
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/**
 * What may be wrong with the tests of the target, or with all tests of the project. Files whose cases call helpers of
 * other files are read again with those, since a helper may assert for them.
 */
export async function qualityOf(asking: Asking, tied: readonly TestLink[]): Promise<QualityFound> {
  const { scan, source, listing, target, context } = asking;
  const wanted = target.kind === 'project' ? [...scan.testFiles.keys()] : tied.map(({ file }) => file).sort();
  const text = async (path: string): Promise<string | null> => {
    const content = await source.read(path, FILE_BYTES_MAX);
    return content.ok ? decodeText(asBuffer(content.bytes)) : null;
  };
  const load = makeLoadHelpers({ paths: new Set(listing.entries.map(({ path }) => path)), text });
  const facts: TestFileFacts[] = [];
  let left = 0;
  for (const path of wanted) {
    const known = scan.testFiles.get(path)?.tests;
    if (known === undefined) continue;
    if (performance.now() > context.deadlineAtMs) {
      left += 1;
      continue;
    }
    context.signal.throwIfAborted();
    const own = known.unresolved.length === 0 ? null : await text(path);
    facts.push(own === null ? known : analyseTestFile({ path, text: own }, await load({ path, text: own })));
  }
  const notes = left === 0 ? [] : [`${left} test files were not judged: the time was over`];
  return { ...findSmells(facts), isComplete: left === 0, notes };
}
