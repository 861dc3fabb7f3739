import { isGoTest } from '../../lex/go-package.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { GraphSink, ImportLanguage, ReadFile } from '../import-language.ts';
import { type GoFacts, goMentions } from './mentions.ts';
import { type GoResolver, readGoModules } from './modules.ts';
import { isVendored } from './vendored.ts';

type GoFile = ReadFile<GoFacts>;

/** Imports of Go: packages, which are folders, and the tests of each as a unit of their own. */
export const goImports: ImportLanguage<GoFacts> = {
  languages: ['go'],
  readsBeyondBase: false,
  extract: goMentions,
  async link({ project, files, sink, hasTime }) {
    const own = files.filter(({ path }) => !isVendored(path));
    if (own.length < files.length)
      project.gap(`${files.length - own.length} Go files below ${vendoredIn(files)} are not in the graph`);
    const resolve = await readGoModules(project);
    const packages = foldersWithPackage(project);
    const units = groupFiles(own);
    for (const [path, unitFiles] of units) {
      for (const { path: file, facts } of unitFiles)
        if (facts.isCut) project.gap(`${file} imports more than is read; the rest was left out`);
      const isTest = unitFiles.every((file) => isGoTest(file.path) || roleOfPath(file.path) === 'test');
      const kind = unitFiles[0]?.path === path ? 'file' : 'package';
      const lines = unitFiles.reduce((sum, file) => sum + file.lines, 0);
      sink.unit({ path, kind, language: 'Go', isTest, lines, files: unitFiles.map((file) => file.path) });
    }
    for (const [path, unitFiles] of units) {
      if (!hasTime()) return;
      for (const file of unitFiles) linkFile({ sink, resolve, packages }, path, file);
    }
  },
};

interface Linking {
  readonly sink: GraphSink;
  readonly resolve: GoResolver;
  readonly packages: ReadonlySet<string>;
}

function linkFile({ sink, resolve, packages }: Linking, unit: string, { path, facts }: GoFile): void {
  const folder = folderOf(path);
  const isInside = isGoTest(path) && facts.package !== null && !facts.package.endsWith('_test');
  if (isInside && packages.has(folder)) {
    sink.edge(unit, unitOf(folder), { file: path, line: facts.line, kind: 'same_package' });
  }
  for (const { path: specifier, line } of facts.mentions) {
    const evidence = { file: path, line, kind: 'import' } as const;
    const target = resolve(path, specifier);
    if (target.kind === 'external')
      sink.external(target.name, target.isStandard, evidence, target.isStandard ? undefined : specifier);
    else if (isVendored(`${target.folder}/`)) sink.external(specifier, false, evidence);
    else if (packages.has(target.folder)) sink.edge(unit, unitOf(target.folder), evidence);
    else sink.unresolved(specifier, `no Go files in ${target.folder || '.'}`, evidence);
  }
}

/**
 * Files by unit: the package of a folder, its tests, and each file that has another package clause, which is a program
 * to be run by hand (`//go:build ignore`) and may import the package itself.
 */
function groupFiles(files: readonly GoFile[]): ReadonlyMap<string, readonly GoFile[]> {
  const byFolder = Map.groupBy(files, ({ path }) => folderOf(path));
  const units = new Map<string, GoFile[]>();
  for (const [folder, inside] of byFolder) {
    const name = packageName(inside);
    for (const file of inside) {
      const unit = isGoTest(file.path)
        ? inFolder(folder, '*_test.go')
        : file.facts.package === name
          ? unitOf(folder)
          : file.path;
      const known = units.get(unit);
      if (known === undefined) units.set(unit, [file]);
      else known.push(file);
    }
  }
  return units;
}

/** The clause of the most files that are no tests; of two the first by name, `main` last. */
function packageName(files: readonly GoFile[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { path, facts } of files) {
    if (!isGoTest(path)) counts.set(facts.package, (counts.get(facts.package) ?? 0) + 1);
  }
  const rank = (name: string | null): number => (counts.get(name) ?? 0) - (name === 'main' ? 0.5 : 0);
  return [...counts.keys()].sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Folders with Go files that are no tests: those that can be imported. */
function foldersWithPackage(project: ProjectFiles): ReadonlySet<string> {
  const paths = project.entries.map(({ path }) => path).filter((path) => path.endsWith('.go') && !isGoTest(path));
  return new Set(paths.map(folderOf));
}

/** A package at the top of the project has no folder's name. */
function unitOf(folder: string): string {
  return folder === '' ? '.' : folder;
}

function vendoredIn(files: readonly GoFile[]): string {
  return files.some(({ path }) => path.includes('Godeps/_workspace/')) ? 'vendor/ or Godeps/' : 'vendor/';
}
