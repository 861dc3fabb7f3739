import type { Pom, PomDependency } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { inFolder } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** A pom with its place. */
export interface PomFile {
  readonly path: string;
  readonly pom: Pom;
}

/** A pom among those of its project. */
export interface PomInProject {
  /** With the properties filled in that the file and its parents in the project set. */
  fill(text: string): string;
  /** What is asked for, with the version and scope that the file or a parent manages. */
  request(one: PomDependency): Pick<DependencyFact, 'name' | 'requirement' | 'scope'> | null;
}

/** Parents that are followed within a project. */
const PARENTS_MAX = 8;

/** Leads each pom to its parents, which are named by their artifact, or lie in the folder above. */
export function joinPoms(files: readonly PomFile[]): (file: PomFile) => PomInProject {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byName = Map.groupBy(files, ({ pom }) => pom.artifact?.text ?? '');
  const parentOf = ({ path, pom }: PomFile): PomFile | null => {
    const named = byName.get(pom.parent?.artifact ?? '') ?? [];
    const above = byPath.get(inFolder(folderOf(folderOf(path)), 'pom.xml'));
    if (pom.parent === null) return null;
    if (above !== undefined && named.includes(above)) return above;
    return named.length === 1 ? (named[0] ?? null) : null;
  };
  return (file) => {
    const chain: PomFile[] = [];
    // Poms may name one another as parents in a circle.
    for (let at: PomFile | null = file; at !== null && chain.length <= PARENTS_MAX; at = parentOf(at)) chain.push(at);
    return inProject(chain.map(({ pom }) => pom));
  };
}

function inProject(chain: readonly Pom[]): PomInProject {
  const [own, ...parents] = chain;
  const propertyOf = (name: string): string | null => {
    const said = own === undefined ? null : pomProperty(own, name);
    return said ?? parents.map(({ properties }) => properties.get(name)).find((value) => value !== undefined) ?? null;
  };
  const fill = (text: string): string => fillPom(text, propertyOf);
  const nameOf = ({ group, artifact }: PomDependency): string => fill(`${group ?? ''}:${artifact}`);
  const managed = new Map(
    chain
      .flatMap((pom) => pom.managed.filter(({ scope }) => scope !== 'import'))
      .map((one) => [nameOf(one), one] as const)
      .toReversed(),
  );
  return {
    fill,
    request(one) {
      if (one.group === null || one.artifact === '') return null;
      const name = nameOf(one);
      const usual = managed.get(name);
      const requirement = fill(one.version ?? usual?.version ?? '');
      return { name, requirement, scope: scopeOf(one.scope ?? usual?.scope ?? null, one.isOptional) };
    },
  };
}

/** What is there when it runs anyway is needed to build it. Source: Maven, "Dependency Scope". */
function scopeOf(scope: string | null, isOptional: boolean): DependencyFact['scope'] {
  if (scope === 'test') return 'dev';
  if (isOptional) return 'optional';
  return scope === 'provided' ? 'build' : 'runtime';
}
