import { err, type Result } from '../../base/result.ts';
import type { OperationContext } from '../questions/context.ts';
import type { EarlierProblem } from '../questions/project-problem.types.ts';
import type { Source, SourceSelector } from '../source/source.ts';

/** Opens the state of a source at a ref, which another state of it is compared with. */
export async function openEarlier(
  { openSource }: Pick<OperationContext, 'openSource'>,
  source: SourceSelector,
  ref: string,
): Promise<Result<Source, EarlierProblem>> {
  const opened = await openSource({ ...source, ref });
  return opened.ok || opened.error !== 'unknown_ref' ? opened : err('unknown_earlier');
}
