import type { LostFile } from '../questions/find.types.ts';
import { nearPaths } from '../search/near-paths.ts';
import type { Scope } from '../search/scope.ts';
import { isSamePath } from '../search/symbol-container.ts';
import type { TargetQuery } from '../search/target-query.ts';

/**
 * The file that a name stands behind (`src/a.ts#add`), where the source has none of that path: what else is called like
 * it would be an answer to another question. Null when it is there or none was named, and where the listing was cut, which
 * proves nothing. `node.fs#read` names no file unless some file ends so: there it is a name with a dot.
 */
export async function findLostFile(
  { source, context, limit }: Pick<Scope, 'source' | 'context' | 'limit'>,
  { file }: Pick<TargetQuery, 'file'>,
): Promise<LostFile | null> {
  if (file === null || limit !== null) return null;
  const { entries } = await source.list(context.signal);
  const paths = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path);
  if (paths.some((path) => isSamePath(file, path))) return null;
  const ending = file.slice(file.lastIndexOf('.')).toLowerCase();
  const isFile = file.includes('/') || paths.some((path) => path.toLowerCase().endsWith(ending));
  return isFile ? { file, near: nearPaths(file, paths) } : null;
}
