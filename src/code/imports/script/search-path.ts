import type { ProjectFiles } from '../../source/project-files.ts';
import { nameOf } from '../../text/paths.ts';
import { type Asker, candidatesFor, isDeclaration } from './find-file.ts';
import { type ScriptTarget, unresolved } from './outside.ts';

/** What a bare name may mean of the project's own files where no manifest lists packages; null when nothing is called so. */
export type FindUnlisted = (asker: Asker, specifier: string) => ScriptTarget | null;

/**
 * Without a manifest that asks for packages nothing says that a bare name is one: programs are also found by folders that
 * their start names (`NODE_PATH`, `require.paths` of Node until 0.4, `-I lib`). A path of several names leads to the only
 * file whose path ends so, known by its name; another name that a script or a folder of scripts has leads nowhere.
 * Source: Node.js, "Modules: CommonJS modules", "Loading from the global folders".
 */
export function makeFindUnlisted(project: ProjectFiles): FindUnlisted {
  let known: ReadonlySet<string> | null = null;
  return (asker, specifier) => {
    known ??= namesOf(project);
    const [first = ''] = specifier.split('/', 1);
    if (!known.has(first)) return null;
    const [only, ...others] = first === specifier ? [] : pathsEnding(project, asker, specifier);
    if (only !== undefined && others.length === 0 && only !== asker.from) {
      return { kind: 'file', path: only, isByName: true };
    }
    return unresolved('a file or folder of the project is called so, and no manifest lists packages');
  };
}

/** Names of scripts without their endings, and of all folders around them. */
function namesOf({ entries }: ProjectFiles): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { path } of entries) {
    if (!SCRIPT.test(path) || isDeclaration(path)) continue;
    for (const name of path.replace(SCRIPT, '').split('/')) names.add(name);
  }
  return names;
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Files of one name that are looked through for each import. */
const ALIKE_MAX = 1_000;

/** Empty, too, where so many files are called so that nobody finds one by that. */
function pathsEnding(project: ProjectFiles, asker: Asker, specifier: string): readonly string[] {
  const ends = [specifier, `${specifier}/index`].flatMap((target) => candidatesFor(target, asker));
  const alike = ends.map((end) => ({ end, paths: project.named(nameOf(end)) }));
  if (alike.some(({ paths }) => paths.length > ALIKE_MAX)) return [];
  const found = alike.flatMap(({ end, paths }) => paths.filter((path) => path === end || path.endsWith(`/${end}`)));
  return [...new Set(found)];
}
