import type { Pom, PomDependency } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import { joinPoms, type PomFile } from '../../manifests/jvm/pom-parents.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';

/** A pom among those of its project. */
export interface PomInProject {
  /** With the properties filled in that the file and its parents in the project set. */
  fill(text: string): string;
  /** What is asked for, with the version and scope that the file or a parent manages. */
  request(one: PomDependency): Pick<DependencyFact, 'name' | 'requirement' | 'scope'> | null;
}

/** Gives each pom what it takes from its parents in the project. */
export function fillPoms(files: readonly PomFile[]): (file: PomFile) => PomInProject {
  const poms = joinPoms(files);
  return ({ path, pom }) => inProject([pom, ...poms.parentsOf(path)]);
}

function inProject(chain: readonly [Pom, ...Pom[]]): PomInProject {
  const [own, ...parents] = chain;
  const propertyOf = (name: string): string | null => {
    const said = pomProperty(own, name);
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
