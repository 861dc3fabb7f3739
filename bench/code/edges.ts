import { basename } from 'node:path';
import { compareWithMadge } from '../../test/prove/madge-edges.ts';
import type { Row } from '../table.ts';
import type { CodeBench } from './run.ts';

/**
 * Edges of the import graph against madge's, of the whole tree and of what the main file reaches, and the time of both.
 * Repositories are those of JavaScript and TypeScript among the ones given.
 */
export async function measureEdges({ repositories }: Pick<CodeBench, 'repositories'>): Promise<readonly Row[]> {
  const reports = await compareWithMadge(repositories);
  // A package whose main file is built has nothing to reach in the tree.
  return reports
    .filter(({ ours, theirs }) => ours + theirs > 0)
    .map(({ repository, part, ours, theirs, missing, extra }) => ({
      what: `${basename(repository)}, ${part === '.' ? 'whole tree' : part}`,
      figure: missing.length + extra.length === 0 ? `${theirs} of ${theirs} equal` : 'not equal',
      note: [`ours ${ours}`, ...missing.map((edge) => `missing ${edge}`), ...extra.map((edge) => `extra ${edge}`)].join(
        '; ',
      ),
    }));
}
