import { folderOf, nameOf, type ProjectFiles } from '../../source/project-files.ts';
import type { ImportLanguage } from '../import-language.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { nearest } from '../manifests.ts';
import type { TypeFacts, TypeImport } from '../typed/facts.ts';
import { linkTypes } from '../typed/link.ts';
import { csharpMentions } from './mentions.ts';

/** Imports of C#: types by the namespaces that a file uses, and by its own. */
export const csharpImports: ImportLanguage<TypeFacts> = {
  languages: ['csharp'],
  // Which file declares a type is known only from the files themselves.
  readsBeyondBase: true,
  extract: (_text, mask) => csharpMentions(mask),
  async link(input) {
    const modules = await readProjects(input.project);
    const moduleOf = (path: string): string => nearest(modules, path)?.folder ?? '';
    linkTypes(input, {
      isUnnamedByFolder: false,
      // A type may be written in parts.
      partsMax: () => 8,
      builtIns: new Set(),
      suffixes: ['Attribute'],
      sourcesOf: moduleOf,
      moduleOf,
      packageOf,
      external(one, from) {
        const path = packageOf(one);
        const isStandard = /^(?:System|Microsoft\.(?:CSharp|VisualBasic|Win32))(?:\.|$)/.test(path);
        const packages = nearest(modules, from)?.packages ?? [];
        const known = packages.find((name) => path === name || path.startsWith(`${name}.`));
        return { name: known ?? path, isStandard: isStandard && known === undefined };
      },
    });
  },
};

/** A `using` without a name is one of a namespace; the others name a type in one. */
function packageOf({ path, isStar }: TypeImport): string {
  return isStar || !path.includes('.') ? path : path.slice(0, path.lastIndexOf('.'));
}

/** A project file with the packages that it names, the longest names first. */
interface CsProject {
  readonly folder: string;
  readonly packages: readonly string[];
}

/** The projects by their folders. Source: MSBuild, "PackageReference". */
async function readProjects(project: ProjectFiles): Promise<ReadonlyMap<string, CsProject>> {
  const paths = project.entries.map(({ path }) => path).filter((path) => /\.csproj$/i.test(nameOf(path)));
  const found = new Map<string, CsProject>();
  for (const path of paths.slice(0, IMPORT_LIMITS.manifestsMax)) {
    const text = (await project.text(path)) ?? '';
    const names = [...text.matchAll(/<PackageReference\s[^>]{0,200}?Include\s*=\s*"([^"]{1,200})"/g)].map(
      ([, name = '']) => name,
    );
    const known = found.get(folderOf(path))?.packages ?? [];
    const packages = [...new Set([...known, ...names])].sort((a, b) => b.length - a.length);
    found.set(folderOf(path), { folder: folderOf(path), packages });
  }
  return found;
}
