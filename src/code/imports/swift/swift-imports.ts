import { compareTexts } from '../../../base/compare-texts.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { boundManifests, nearest } from '../manifests.ts';
import type { TypeFacts } from '../typed/facts.ts';
import { linkTypes } from '../typed/link.ts';
import { swiftMentions } from './mentions.ts';
import { isStandardModule } from './standard-modules.ts';
import { writtenTargets } from './targets.ts';

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

/** A module of a Package.swift. */
interface Target {
  readonly name: string;
  readonly folder: string;
}

/** Targets with the folders that they are in by custom or by name. Source: Swift Package Manager, "Target". */
async function readTargets(project: ProjectFiles): Promise<readonly Target[]> {
  const targets: Target[] = [];
  const manifests = boundManifests(project, 'Package.swift');
  const folders = manifests.length === 0 ? new Set<string>() : foldersOf(project);
  for (const manifest of manifests) {
    for (const { name, path } of writtenTargets((await project.text(manifest)) ?? '')) {
      const folder = placesOf(folderOf(manifest), name, path).find((one) => folders.has(one));
      if (folder === undefined) continue;
      if (targets.length < IMPORT_LIMITS.swiftTargetsMax) targets.push({ name, folder });
      else project.gap(`targets of Package.swift were left out: more than ${IMPORT_LIMITS.swiftTargetsMax}`);
    }
  }
  return targets;
}

/** Folders that a target may be in, the first that is there. */
function placesOf(base: string, name: string, path: string | null): readonly string[] {
  if (path !== null) return [resolveTarget(base, path) ?? ''];
  return ['Sources', 'Source', 'src', 'srcs', 'Tests'].map((folder) => inFolder(base, `${folder}/${name}`));
}

/** Folders in each other that targets are looked for in; no package has them deeper. */
const FOLDERS_MAX = 40;

/** All folders that hold a file, themselves or in a folder below them; the top is none. */
function foldersOf({ entries }: ProjectFiles): ReadonlySet<string> {
  const folders = new Set<string>();
  let before = '';
  for (const { path } of entries) {
    const own = folderOf(path);
    if (own === before) continue;
    before = own;
    let at = path.indexOf('/');
    for (let depth = 0; at !== -1 && depth < FOLDERS_MAX; depth += 1) {
      folders.add(path.slice(0, at));
      at = path.indexOf('/', at + 1);
    }
  }
  return folders;
}

/** What a folder of C and its like gives out: its headers, of which one stands for the module. */
interface Headers {
  readonly first: string | null;
  readonly byName: ReadonlyMap<string, string>;
}

/**
 * Modules that are written in C and its like, with the header that stands for each: the one of its name, else the first
 * of those that it gives out; null where none is seen. Source: Swift Package Manager, "Creating C Language Targets".
 */
function nativeModules(project: ProjectFiles, targets: readonly Target[]): ReadonlyMap<string, string | null> {
  const within = new Map(targets.map(({ folder }) => [folder, [] as string[]]));
  for (const { path } of within.size === 0 ? [] : project.entries) {
    // Targets lie beside each other: the nearest folder is the one.
    if (NATIVE.test(path) || path.endsWith('.swift')) nearest(within, path)?.push(path);
  }
  const headers = new Map([...within].map(([folder, files]) => [folder, headersOf(folder, files)]));
  return new Map(
    targets.flatMap(({ name, folder }) => {
      const found = headers.get(folder) ?? null;
      return found === null ? [] : [[name, found.byName.get(`${name}.h`) ?? found.first] as const];
    }),
  );
}

/** Null for a folder that is not of C. */
function headersOf(folder: string, files: readonly string[]): Headers | null {
  if (files.length === 0 || files.some((path) => path.endsWith('.swift'))) return null;
  const headers = files.filter((path) => HEADER.test(path)).sort(compareTexts);
  const first = headers.find((path) => path.startsWith(`${folder}/include/`)) ?? headers[0] ?? null;
  // Of two of a name the first counts.
  return { first, byName: new Map(headers.toReversed().map((path) => [nameOf(path), path])) };
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
  // Of two in a folder the first counts.
  const byFolder = new Map(targets.toReversed().map(({ name, folder }) => [folder, name]));
  return (path) => {
    // What a catalogue of documentation shows is compiled into no module. Source: Swift Package Manager, rules of `.docc`.
    if (path.includes('.docc/')) return path;
    return nearest(byFolder, path) ?? (path.includes('/') ? path.slice(0, path.indexOf('/')) : '(top)');
  };
}
