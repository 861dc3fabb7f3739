import type { PomFile } from '../../manifests/jvm/pom-parents.ts';
import { inFolder, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { PomInProject } from './pom-files.ts';

/** A pom with what its project gives to it. */
interface JoinedPom extends PomFile {
  readonly joined: PomInProject;
}

/** Finds the module by coordinates: for who asks, `group:artifact`, and the version. */
export type ModuleFinder = (asking: PomFile, name: string, version: string) => PomFile | null;

/**
 * Leads coordinates to the module of the same reactor that has them, its version among them: another version comes from a
 * repository. Of two modules of one name none is meant. Source: Maven, "Guide to Working with Multiple Modules".
 */
export function makeModuleFinder(poms: readonly JoinedPom[]): ModuleFinder {
  const byName = Map.groupBy(poms, ({ pom, joined }) => joined.fill(`${pom.group}:${pom.artifact?.text ?? ''}`));
  const reactors = reactorsOf(poms);
  return (asking, name, version) => {
    const [found, ...others] = byName.get(name) ?? [];
    if (found === undefined || others.length > 0) return null;
    const own = reactors.get(asking.path);
    const isBuiltTogether = [...(reactors.get(found.path) ?? [])].some((one) => own?.has(one) === true);
    const isSame = version !== '' && !version.includes('${') && version === found.joined.fill(found.pom.version);
    return isBuiltTogether && isSame ? found : null;
  };
}

/** Poms that one build begins with and that others may be built with; more of them nobody has. */
const REACTORS_MAX = 50;

/** For each pom the poms from which it is built: those that list modules and that no other lists. */
function reactorsOf(poms: readonly PomFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byPath = new Map(poms.map((file) => [file.path, file]));
  const modulesOf = ({ path, pom }: PomFile): readonly PomFile[] =>
    pom.modules.flatMap((module) => {
      const at = resolveTarget(folderOf(path), module);
      const file = at === null ? undefined : (byPath.get(at) ?? byPath.get(inFolder(at, 'pom.xml')));
      return file === undefined ? [] : [file];
    });
  const listed = new Set(poms.flatMap(modulesOf).map(({ path }) => path));
  const tops = poms.filter(({ path, pom }) => pom.modules.length > 0 && !listed.has(path)).slice(0, REACTORS_MAX);
  const reactors = new Map<string, Set<string>>();
  for (const top of tops) {
    const seen = new Set([top]);
    for (const file of seen) {
      reactors.set(file.path, (reactors.get(file.path) ?? new Set()).add(top.path));
      for (const module of modulesOf(file)) seen.add(module);
    }
  }
  return reactors;
}
