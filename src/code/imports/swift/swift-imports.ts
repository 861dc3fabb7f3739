import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { ImportLanguage, ReadFile } from '../import-language.ts';
import { boundManifests } from '../manifests.ts';
import type { TypeFacts } from '../typed/facts.ts';
import { linkTypes } from '../typed/link.ts';
import { swiftMentions } from './mentions.ts';
import { isStandardModule } from './standard-modules.ts';

/** Imports of Swift: types of the same module, which need none, and those of modules that a file imports. */
export const swiftImports: ImportLanguage<TypeFacts> = {
  languages: ['swift'],
  // Which file declares a type is known only from the files themselves.
  readsBeyondBase: true,
  extract: (_text, mask) => swiftMentions(mask),
  async link(input) {
    const moduleOf = makeModules(await readTargets(input.project));
    // A module is for Swift what a package is for others; it is told by the folder.
    const files = input.files.map((file) => inModule(file, moduleOf(file.path)));
    linkTypes(
      { ...input, files },
      {
        isUnnamedByFolder: false,
        partsMax: () => 1,
        builtIns: new Set(),
        suffixes: [],
        sourcesOf: folderOf,
        moduleOf,
        packageOf: ({ path }) => path,
        external: ({ path }) => ({ name: path, isStandard: isStandardModule(path) }),
      },
    );
  },
};

function inModule(file: ReadFile<TypeFacts>, name: string): ReadFile<TypeFacts> {
  const declared = file.facts.declared.map((one) => `${name}.${one}`);
  return { ...file, facts: { ...file.facts, packages: [name], declared } };
}

/** A target of a Package.swift, which is a module. */
interface Target {
  readonly name: string;
  readonly folder: string;
}

const TARGET =
  /\.(?:target|executableTarget|testTarget|macro|plugin)\s*\(\s*name:\s*"([^"\n]{1,200})"([\s\S]{0,2000}?)(?=\.(?:target|executableTarget|testTarget|macro|plugin|binaryTarget|systemLibrary)\s*\(|$)/g;

/** Targets with the folders that they are in by custom or by name. Source: Swift Package Manager, "Target". */
async function readTargets(project: ProjectFiles): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const manifest of boundManifests(project, 'Package.swift')) {
    const text = (await project.text(manifest)) ?? '';
    for (const [, name = '', rest = ''] of text.replace(/^[ \t]*\/\/.*$/gm, '').matchAll(TARGET)) {
      const path = /\bpath:\s*"([^"\n]{1,300})"/.exec(rest)?.[1];
      const base = folderOf(manifest);
      const custom = ['Sources', 'Source', 'src', 'srcs', 'Tests'].map((folder) => inFolder(base, `${folder}/${name}`));
      const given = path === undefined ? custom : [resolveTarget(base, path) ?? ''];
      const folder = given.find((one) => project.entries.some((entry) => entry.path.startsWith(`${one}/`)));
      if (folder !== undefined) targets.push({ name, folder });
    }
  }
  return targets.sort((a, b) => b.folder.length - a.folder.length);
}

/** The module of a path: its target's name, else the folder at the top, since Xcode's projects are not read. */
function makeModules(targets: readonly Target[]): (path: string) => string {
  return (path) => {
    const target = targets.find(({ folder }) => path.startsWith(`${folder}/`));
    return target?.name ?? (path.includes('/') ? path.slice(0, path.indexOf('/')) : '(top)');
  };
}
