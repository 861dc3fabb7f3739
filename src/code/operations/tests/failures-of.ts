import type { RunnerFacts } from '../../questions/tests.types.ts';
import { asBuffer, decodeText } from '../../source/searched-text.ts';
import { mapFailures } from '../../test-evidence/output/map-failures.ts';
import type { Asking } from './asking.ts';
import { matcherOf } from './path-matcher.ts';

const FILE_BYTES_MAX = 4 * 1_024 * 1_024;

/** The failures of a runner's output, with their places in the project. */
export async function failuresOf(asking: Asking, printed: string): Promise<RunnerFacts> {
  const { source } = asking;
  const known = new Map<string, Promise<number | null>>();
  const count = async (path: string): Promise<number | null> => {
    const content = await source.read(path, FILE_BYTES_MAX);
    if (!content.ok) return null;
    const text = decodeText(asBuffer(content.bytes));
    return text.split('\n').length;
  };
  const linesIn = (path: string): Promise<number | null> => {
    const lines = known.get(path) ?? count(path);
    known.set(path, lines);
    return lines;
  };
  return await mapFailures(printed, { matcher: await matcherOf(asking), linesIn });
}
