import { parseGemfile, parseGemspec } from '../../formats/gems.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { boundManifests, boundPaths } from '../manifests.ts';

/** The gem that a required path is of, and how many parts of the path its name takes. */
export interface FoundGem {
  readonly name: string;
  readonly parts: number;
}

/** Null where no manifest names a gem that the path begins with. */
export type FindGem = (path: string) => FoundGem | null;

/** Reads which gems the project names. None of its manifests is run. */
export async function readGems(project: ProjectFiles): Promise<FindGem> {
  const gems = new Map<string, string>();
  const specs = project.entries.flatMap(({ path }) => (path.endsWith('.gemspec') ? [path] : []));
  const manifests = [...boundManifests(project, 'Gemfile'), ...boundManifests(project, 'gems.rb')];
  for (const path of [...manifests, ...boundPaths(project, '*.gemspec', specs)]) {
    const text = (await project.text(path)) ?? '';
    for (const { name } of (path.endsWith('.gemspec') ? parseGemspec(text) : parseGemfile(text)).gems) {
      const key = pathOfGem(name);
      if (!gems.has(key)) gems.set(key, name);
    }
  }
  return (path) => findGem(gems, path);
}

/** Parts of a path that a name of a gem may take: none has more words. */
const PARTS_MAX = 8;

/** The gem that takes the most of a path. */
function findGem(gems: ReadonlyMap<string, string>, path: string): FoundGem | null {
  const all = path.split('/').slice(0, PARTS_MAX);
  for (let parts = all.length; parts > 0; parts -= 1) {
    const name = gems.get(pathOfGem(all.slice(0, parts).join('/')));
    if (name !== undefined) return { name, parts };
  }
  return null;
}

/** `http_parser.rb` is required as `http/parser`, and `rspec-mocks` as `rspec/mocks`. */
function pathOfGem(name: string): string {
  return name.replace(/\.rb$/, '').replace(/[-_.]/g, '/').toLowerCase();
}
