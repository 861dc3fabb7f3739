import { type Pom, type PomDependency, parsePom } from '../../formats/pom.ts';
import { resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ProjectPoms } from '../manifest.ts';
import type { ManifestTexts } from '../manifest-texts.ts';

/** A pom with its place. */
export interface PomFile {
  readonly path: string;
  readonly pom: Pom;
}

/** Parents that are followed within a project. */
const PARENTS_MAX = 8;

/** Reads the poms among these files; one that is not understood is left out. */
export async function readPoms(paths: readonly string[], texts: ManifestTexts): Promise<readonly PomFile[]> {
  const found = await texts.all(paths.filter((path) => nameOf(path).toLowerCase() === 'pom.xml'));
  return found.flatMap(({ path, text }) => {
    const pom = parsePom(text);
    return typeof pom === 'string' ? [] : [{ path, pom }];
  });
}

/**
 * Leads each pom to its parents in the project: the file that `relativePath` names, if it is what the child calls its
 * parent, else the only pom of that group and artifact. Source: Maven, "POM Reference", "Inheritance".
 */
export function joinPoms(files: readonly PomFile[]): ProjectPoms {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byName = Map.groupBy(files, ({ pom }) => `${pom.group}:${pom.artifact?.text ?? ''}`);
  const parentOf = ({ path, pom: { parent, parentPath } }: PomFile): PomFile | null => {
    if (parent === null) return null;
    const named = byName.get(nameOfParent(parent)) ?? [];
    const target = parentPath === '' ? null : resolveTarget(folderOf(path), parentPath);
    const nearby = target === null ? undefined : (byPath.get(target) ?? byPath.get(`${target}/pom.xml`));
    if (nearby !== undefined && named.includes(nearby)) return nearby;
    return named.length === 1 ? (named[0] ?? null) : null;
  };
  return {
    isModule: (name) => byName.has(name),
    parentsOf(path) {
      const file = byPath.get(path);
      const chain: PomFile[] = [];
      // Poms may name one another as parents in a circle.
      for (let at = file && parentOf(file); at && chain.length < PARENTS_MAX; at = parentOf(at)) chain.push(at);
      return chain.map(({ pom }) => pom);
    },
  };
}

function nameOfParent({ group, artifact }: PomDependency): string {
  return `${group ?? ''}:${artifact}`;
}
