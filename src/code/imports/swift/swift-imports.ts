import { compareTexts } from '../../../base/compare-texts.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
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
  extract: swiftMentions,
  async link(input) {
    const targets = await readTargets(input.project);
    const moduleOf = makeModules(targets);
    const native = nativeModules(input.project, targets);
    linkNative(input, native);
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
        external: ({ path }) => (native.has(path) ? null : { name: path, isStandard: isStandardModule(path) }),
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
  /\.(?:target|executableTarget|testTarget|macro|plugin|systemLibrary)\s*\(\s*name:\s*"([^"\n]{1,200})"([\s\S]{0,2000}?)(?=\.(?:target|executableTarget|testTarget|macro|plugin|binaryTarget|systemLibrary)\s*\(|$)/g;

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

/**
 * Modules that are written in C and its like, with the header that stands for each: the one of its name, else the first
 * of those that it gives out; null where none is seen. Source: Swift Package Manager, "Creating C Language Targets".
 */
function nativeModules(project: ProjectFiles, targets: readonly Target[]): ReadonlyMap<string, string | null> {
  const within = new Map(targets.map(({ folder }) => [folder, [] as string[]]));
  for (const { path } of project.entries) {
    if (!NATIVE.test(path) && !path.endsWith('.swift')) continue;
    // Targets lie beside each other: the nearest folder is the one.
    let folder = folderOf(path);
    while (folder !== '' && !within.has(folder)) folder = folderOf(folder);
    within.get(folder)?.push(path);
  }
  return new Map(
    targets.flatMap(({ name, folder }) => {
      const files = within.get(folder) ?? [];
      const isNative = files.length > 0 && !files.some((path) => path.endsWith('.swift'));
      return isNative ? [[name, headerOf(name, folder, files)] as const] : [];
    }),
  );
}

function headerOf(name: string, folder: string, files: readonly string[]): string | null {
  const headers = files.filter((path) => HEADER.test(path)).sort(compareTexts);
  const given = headers.filter((path) => path.startsWith(`${folder}/include/`));
  const [first = null] = given.length > 0 ? given : headers;
  return headers.find((path) => nameOf(path) === `${name}.h`) ?? first;
}

const HEADER = /\.(?:h|hh|hpp)$/;
const NATIVE = /\.(?:h|hh|hpp|c|cc|cpp|cxx|m|mm|s|S|modulemap)$/;

/** Imports of modules that no Swift file belongs to. */
function linkNative({ files, sink }: LinkInput<TypeFacts>, native: ReadonlyMap<string, string | null>): void {
  for (const { path: file, facts } of native.size === 0 ? [] : files) {
    for (const { path, line } of facts.imports) {
      const header = native.get(path);
      if (header) sink.edge(file, header, { file, line, kind: 'import' });
    }
  }
}

/** The module of a path: its target's name, else the folder at the top, since Xcode's projects are not read. */
function makeModules(targets: readonly Target[]): (path: string) => string {
  return (path) => {
    // What a catalogue of documentation shows is compiled into no module. Source: Swift Package Manager, rules of `.docc`.
    if (path.includes('.docc/')) return path;
    const target = targets.find(({ folder }) => path.startsWith(`${folder}/`));
    return target?.name ?? (path.includes('/') ? path.slice(0, path.indexOf('/')) : '(top)');
  };
}
