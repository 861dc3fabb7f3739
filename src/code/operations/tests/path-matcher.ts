import { makePathMatcher, type PathMatcher } from '../../test-evidence/match-paths.ts';
import { nameOf } from '../../text/paths.ts';
import type { Asking } from './asking.ts';

/** Leads paths of other machines to files of the project, by its folder's name and its Go modules. */
export async function matcherOf({ files, input }: Asking): Promise<PathMatcher> {
  const modules: string[] = [];
  for (const path of files.named('go.mod').slice(0, 20)) {
    const name = /^module\s+(\S{1,300})/m.exec((await files.text(path)) ?? '')?.[1];
    if (name !== undefined) modules.push(name);
  }
  const paths = files.entries.map(({ path }) => path);
  return makePathMatcher(paths, [nameOf(input.source.location), ...modules]);
}
