import { compareTexts } from '../../../base/compare-texts.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { isStandardHeader, isSystemHeader } from './headers.ts';
import { type CFacts, type CInclude, cMentions } from './mentions.ts';

/** Imports of C and C++: the files that are included. */
export const cImports: ImportLanguage<CFacts> = {
  languages: ['c', 'cpp', 'yacc', 'yaccpp', 'objc', 'cuda'],
  readsBeyondBase: false,
  extract: cMentions,
  async link(input) {
    const resolve = makeResolver(input.project);
    for (const { path, language, lines, facts } of input.files) {
      input.sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
      if (facts.isCut) input.project.gap(`${path} includes more than is read; the rest was left out`);
    }
    for (const file of input.files) {
      if (!input.hasTime()) return;
      for (const one of file.facts.includes) linkInclude(input, file, { one, found: resolve(file.path, one) });
    }
  },
};

/** `several` where nothing tells which of them a compiler is told to look at. */
type Found = { readonly path: string; readonly isByName: boolean } | 'several' | null;

function linkInclude(
  { sink }: LinkInput<CFacts>,
  { path }: ReadFile<CFacts>,
  { one, found }: { readonly one: CInclude; readonly found: Found },
): void {
  const evidence = { file: path, line: one.line, kind: 'import' } as const;
  if (found === 'several') sink.unresolved(one.path, 'several files of the project have this name', evidence);
  else if (found !== null) sink.edge(path, found.path, found.isByName ? { ...evidence, kind: 'named' } : evidence);
  else if (isSystemHeader(one.path)) sink.external(one.path, true, evidence);
  else if (one.isSystem) sink.external(libraryOf(one.path), false, evidence);
  else sink.unresolved(one.path, 'no such file below the folders of its own path, and none of this name', evidence);
}

/** A library's headers lie in a folder of its name. */
function libraryOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

/** Folders that compilers are told to look in, by custom. */
const INCLUDE_FOLDERS = ['', 'include', 'src', 'inc', 'lib', 'source', 'Source', 'includes'];

/**
 * Which folders are searched stands in build files that only their tools can read. So a name leads to the file in the
 * includer's own folder, else to the one in the nearest folder upwards or in a folder of headers there; else to the only
 * file of the project whose path ends so, which is then known by its name alone.
 */
function makeResolver(project: ProjectFiles): (from: string, one: CInclude) => Found {
  const found = new Map<string, Found>();
  const byName = new Map<string, readonly string[]>();
  const resolve = (folder: string, path: string, isSystem: boolean): Found =>
    (isSystem ? null : inOwnFolder(project, folder, path)) ??
    upwards(project, folder, path) ??
    byItsName(endingsOf(project, byName, path), path);
  return (from, { path, isSystem }) => {
    const key = `${folderOf(from)}\0${isSystem}\0${path}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const answer = isSystem && isStandardHeader(path) ? null : resolve(folderOf(from), path, isSystem);
    found.set(key, answer);
    return answer;
  };
}

function inOwnFolder(project: ProjectFiles, folder: string, path: string): Found {
  const target = resolveTarget(folder, path);
  return target === null ? null : fileAt(project, target);
}

/** The file, or the template that a build makes it of, by its name. */
function fileAt(project: ProjectFiles, path: string): { readonly path: string; readonly isByName: boolean } | null {
  if (project.has(path)) return { path, isByName: false };
  return project.has(`${path}.in`) ? { path: `${path}.in`, isByName: true } : null;
}

function upwards(project: ProjectFiles, own: string, path: string): Found {
  for (let folder: string | null = own; folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const found = inHeaderFolders(project, folder, path);
    if (found !== null) return found;
  }
  return null;
}

function inHeaderFolders(project: ProjectFiles, folder: string, path: string): Found {
  for (const name of INCLUDE_FOLDERS) {
    const target = resolveTarget(name === '' ? folder : inFolder(folder, name), path);
    const found = target === null ? null : fileAt(project, target);
    // A name alone that lies right in a folder above is met by chance too easily to be more than a name.
    if (found !== null) return { ...found, isByName: found.isByName || (!path.includes('/') && name === '') };
  }
  return null;
}

function byItsName(endings: readonly string[], path: string): Found {
  const [first, ...others] = endings;
  if (first === undefined || /^\.\.?\//.test(path)) return null;
  return others.length === 0 ? { path: first, isByName: true } : 'several';
}

function endingsOf(project: ProjectFiles, byName: Map<string, readonly string[]>, path: string): readonly string[] {
  const known = byName.get(path);
  if (known !== undefined) return known;
  const paths = project.named(nameOf(path).toLowerCase()).filter((one) => one.endsWith(`/${path}`));
  const sorted = [...paths].sort(compareTexts);
  byName.set(path, sorted);
  return sorted;
}
