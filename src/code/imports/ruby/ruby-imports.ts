import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { Evidence, GraphSink, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { applicationFolders, type FindLoaded, loadedByName } from './applications.ts';
import { type Autoloaded, type FindConstant, indexConstants, scopesOf } from './constants.ts';
import { type FindGem, readGems } from './gems.ts';
import { type RubyConstant, type RubyFacts, type RubyRequire, rubyMentions } from './mentions.ts';
import { isSharedFolder, isStandardLibrary } from './standard-library.ts';

/** Imports of Ruby: what is required, and constants, by the names of files as Rails and gems give them. */
export const rubyImports: ImportLanguage<RubyFacts> = {
  languages: ['ruby'],
  // Which file declares a constant is known only from the files themselves.
  readsBeyondBase: true,
  extract: rubyMentions,
  async link(input) {
    const roots = loadPaths(input.project);
    const findGem = await readGems(input.project);
    const ownNames = ownNamesOf(input.project, roots);
    const apps = applicationFolders(input.project).map((folder) => inFolder(folder, 'lib'));
    const find = indexConstants(input.project, input.files, listAutoloaded(input, { roots, apps }));
    const findLoaded = loadedByName(input.project, input.files);
    for (const { path, language, lines, facts } of input.files) {
      input.sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
      if (facts.isCut) input.project.gap(`${path} names more than is read; the rest was left out`);
    }
    for (const file of input.files) {
      if (!input.hasTime()) return;
      for (const one of file.facts.requires) linkRequire(input, { file, roots, apps, findGem, ownNames }, one);
      linkConstants(input, file, { findLoaded, find });
    }
  },
};

interface Place {
  readonly file: ReadFile<RubyFacts>;
  readonly roots: readonly string[];
  /** `lib/` of the Rails applications, from which their own files load. Source: Rails, `Rails::Engine::Configuration`. */
  readonly apps: readonly string[];
  readonly findGem: FindGem;
  readonly ownNames: ReadonlySet<string>;
}

/** What `autoload` with a path names a file for. */
function listAutoloaded({ project, files }: LinkInput<RubyFacts>, place: Pick<Place, 'roots' | 'apps'>): Autoloaded {
  const autoloaded = new Map<string, Set<string>>();
  for (const file of files) {
    for (const one of file.facts.requires) {
      const found = one.constant === null ? undefined : findRequired(project, { ...place, file }, one);
      if (found === undefined || one.constant === null) continue;
      autoloaded.set(found, (autoloaded.get(found) ?? new Set<string>()).add(one.constant));
    }
  }
  return autoloaded;
}

/** The file of the project that a path means; undefined for none. */
function findRequired(
  project: ProjectFiles,
  { file, roots, apps }: Pick<Place, 'file' | 'roots' | 'apps'>,
  one: RubyRequire,
): string | undefined {
  // The nearest gem of several goes first, then the others in the order of their paths.
  const own = [...apps, ...roots].filter((root) => isAround(root, file.path));
  const folders = isFromOwnFolder(one) ? [folderOf(file.path)] : [...own, ...roots];
  for (const folder of folders) {
    const target = resolveTarget(folder, one.path);
    const found =
      target === null ? undefined : [`${target}.rb`, target].find((path) => path !== file.path && project.has(path));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isFromOwnFolder({ isRelative, path }: RubyRequire): boolean {
  return isRelative || /^\.\.?\//.test(path);
}

function linkRequire({ project, sink }: LinkInput<RubyFacts>, place: Place, one: RubyRequire): void {
  const { file } = place;
  const evidence = { file: file.path, line: one.line, kind: one.isLazy ? 'dynamic' : 'import' } as const;
  const isRelative = isFromOwnFolder(one);
  const found = findRequired(project, place, one);
  if (found !== undefined) {
    sink.edge(file.path, found, evidence);
    return;
  }
  const beside = isRelative || isStandardLibrary(one.path) ? null : besideScript(project, place, one.path);
  if (beside !== null) {
    sink.edge(file.path, beside, { ...evidence, kind: 'same_package' });
    return;
  }
  if (isRelative) sink.unresolved(one.path, 'no such file', evidence);
  else if (one.isByName) sink.unresolved(one.path, 'no file by the name that autoload gives it', evidence);
  else linkOutside(sink, place, one.path, evidence);
}

/**
 * The gem that a manifest names so, else by the first part of the path, and by two where the first is the project's own,
 * to which others add, or a folder of several. What comes with Ruby is that, also as a gem.
 */
function linkOutside(sink: GraphSink, { findGem, ownNames }: Place, path: string, evidence: Evidence): void {
  const gem = findGem(path);
  const [first = '', ...rest] = path.split('/');
  const isWhole = gem === null || gem.parts === 1;
  if (isStandardLibrary(path) && isWhole) sink.external(first, true, evidence);
  else if ((ownNames.has(first) || isSharedFolder(path)) && isWhole)
    sink.external([first, ...rest.slice(0, 1)].join('/'), false, evidence);
  else sink.external(gem?.name ?? first, false, evidence);
}

/**
 * A file by a path from the folder of a script or one above it, which scripts put among the load paths. Null for a file of
 * a gem's own folders, where the same path is another gem's.
 */
function besideScript(
  project: ProjectFiles,
  { file, roots, findGem }: Pick<Place, 'file' | 'roots' | 'findGem'>,
  path: string,
): string | null {
  if (roots.some((root) => file.path.startsWith(`${root}/`))) return null;
  // Beside a script at the top lies all of the project: a gem that it asks for is meant first.
  if (folderOf(file.path) === '' && findGem(path) !== null) return null;
  for (let folder: string | null = folderOf(file.path); folder !== null; folder = aboveWithin(folder)) {
    const target = resolveTarget(folder, `${path}.rb`);
    if (target !== null && target !== file.path && project.has(target)) return target;
  }
  return null;
}

/** The folder above another one; null for the top, which only a script right there has among its own. */
function aboveWithin(folder: string): string | null {
  return folder.includes('/') ? folderOf(folder) : null;
}

/** Whether a root of a gem belongs to the gem in which the file lies. */
function isAround(root: string, path: string): boolean {
  const gem = folderOf(root);
  return gem === '' || path.startsWith(`${gem}/`);
}

/** `lib/` of every gem, and of the project; for tests their own folders as well. The deepest go first. */
function loadPaths(project: ProjectFiles): readonly string[] {
  const gems = project.entries.flatMap(({ path }) => (path.endsWith('.gemspec') ? [folderOf(path)] : []));
  const folders = [...new Set([...gems, ''])].sort((a, b) => b.length - a.length);
  return folders.flatMap((folder) => ['lib', 'test', 'spec', 'ext'].map((name) => inFolder(folder, name)));
}

/** What the project's own gems are required as: files at the top of `lib/`. Its folders may be there to add to other gems. */
function ownNamesOf({ entries }: ProjectFiles, roots: readonly string[]): ReadonlySet<string> {
  const libraries = new Set(roots.filter((root) => nameOf(root) === 'lib'));
  return new Set(
    entries.flatMap(({ path }) =>
      path.endsWith('.rb') && libraries.has(folderOf(path)) ? [nameOf(path).slice(0, -'.rb'.length)] : [],
    ),
  );
}

/** What constants of a file may mean. */
interface Constants {
  /** Files that Rails loads, by their paths without the extension. */
  readonly findLoaded: FindLoaded;
  readonly find: FindConstant;
}

/** A constant means the innermost of the modules around it that has one of this name, else the one at the top. */
function linkConstants(
  { sink }: LinkInput<RubyFacts>,
  { path, facts }: ReadFile<RubyFacts>,
  { findLoaded, find }: Constants,
): void {
  const own = new Set(facts.declared);
  // Code opens modules that other files declare again; an example stands for itself.
  const isAside = roleOfPath(path) === 'aside';
  for (const constant of facts.constants) {
    const { line } = constant;
    const meant = (full: string, module: string): string | undefined => {
      const isOwn = own.has(full);
      if (isOwn && isAside) return path;
      return findLoaded(path, full) ?? (isOwn && module !== '' ? (find(constant) ?? path) : undefined);
    };
    const target = ledTo(constant, meant) ?? find(constant);
    if (target !== null) sink.edge(path, target, { file: path, line, kind: 'same_package' });
  }
}

/**
 * The innermost module around a constant that has its first name decides, and what is said behind that is where it is, else
 * in the file of what it is said of: `Cart::LIMIT` is in that of `Cart`. Source: Ruby, "Modules and Classes", "Scope".
 */
function ledTo(
  { name, scope }: RubyConstant,
  meant: (full: string, module: string) => string | undefined,
): string | null {
  const bare = name.replace(/^::/, '');
  const parts = bare.split('::');
  for (const around of [...(name === bare ? scopesOf(scope) : []), '']) {
    for (let length = parts.length; length > 0; length -= 1) {
      const said = parts.slice(0, length).join('::');
      const found = meant(around === '' ? said : `${around}::${said}`, around);
      if (found !== undefined) return found;
    }
  }
  return null;
}
