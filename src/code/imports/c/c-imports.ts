import { compareTexts } from '../../../base/compare-texts.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { isHostedHeader, isLinuxHeader, isStandardHeader, isSystemHeader } from './headers.ts';
import { type CFacts, type CInclude, cMentions, endOfIncludes } from './mentions.ts';

/** Imports of C and C++: the files that are included. */
export const cImports: ImportLanguage<CFacts> = {
  languages: ['c', 'cpp', 'yacc', 'yaccpp', 'objc', 'cuda'],
  readsBeyondBase: false,
  extract: cMentions,
  extentOf: endOfIncludes,
  async link(input) {
    const resolve = makeResolver(input.project);
    for (const { path, language, lines, facts } of input.files) {
      input.sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
      if (facts.isCut) input.project.gap(`${path} includes more than is read; the rest was left out`);
    }
    for (const file of input.files) {
      if (!input.hasTime()) return;
      const isHosted = file.facts.includes.some((one) => one.isSystem && isHostedHeader(one.path));
      for (const one of file.facts.includes) {
        linkInclude(input, file, { one, found: resolve({ path: file.path, isHosted }, one) });
      }
    }
  },
};

/** `several` where nothing tells which of them a compiler is told to look at, `made` where a build may have it made. */
type Found = { readonly path: string; readonly isByName: boolean } | 'several' | 'made' | null;

function linkInclude(
  { sink }: LinkInput<CFacts>,
  { path }: ReadFile<CFacts>,
  { one, found }: { readonly one: CInclude; readonly found: Found },
): void {
  const evidence = { file: path, line: one.line, kind: 'import' } as const;
  if (found === 'several') sink.unresolved(one.path, 'several files of the project have this name', evidence);
  else if (found === 'made')
    sink.unresolved(one.path, "no such file: it is made while the project is built, or is the system's", evidence);
  else if (found !== null) sink.edge(path, found.path, found.isByName ? { ...evidence, kind: 'named' } : evidence);
  else if (isSystemHeader(one.path)) sink.external(one.path, true, evidence);
  else if (one.path.startsWith('generated/')) {
    // So build results are called, as in Linux; no library is.
    sink.unresolved(one.path, 'no such file: it is made while the project is built', evidence);
  } else if (one.isSystem) sink.external(libraryOf(one.path), false, evidence);
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
function makeResolver(project: ProjectFiles): (from: Includer, one: CInclude) => Found {
  const found = new Map<string, Found>();
  const byName = new Map<string, readonly string[]>();
  const resolve = (from: Includer, folder: string, { path, isSystem }: CInclude): Found => {
    if (isSystem && isStandardHeader(path)) return null;
    if (isSystem && isLinuxHeader(path)) return ofLinux(project, from, path, () => endingsOf(project, byName, path));
    return (
      (isSystem ? null : inOwnFolder(project, folder, path)) ??
      upwards(folder, (above) => inHeaderFolders(project, above, path)) ??
      byItsName(endingsOf(project, byName, path), path) ??
      ofFramework(project, folder, path)
    );
  };
  return (from, one) => {
    const folder = folderOf(from.path);
    const key = `${folder}\0${one.isSystem}\0${from.isHosted}\0${one.path}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const answer = resolve(from, folder, one);
    found.set(key, answer);
    return answer;
  };
}

/** Who includes; hosted where an operating system runs it, as what else it includes tells. */
interface Includer {
  readonly path: string;
  readonly isHosted: boolean;
}

/**
 * `<linux/list.h>` and `<asm/io.h>`: Linux's own code has its `include/` from them, then what it shows to programs in
 * `include/uapi/`; programs have those that are installed, or a copy beside them. A folder with a `Kbuild` is Linux's.
 * Whose `asm/` the code of no architecture has is told when it is built, and only if there is one it is known; what there
 * is none of, such as `asm/mach-types.h`, is made then.
 * Source: Linux, "Linux Kernel Makefiles", and `LINUXINCLUDE` in its Makefile.
 */
function ofLinux(
  project: ProjectFiles,
  { path: from, isHosted }: Includer,
  path: string,
  endings: () => readonly string[],
): Found {
  let isOfLinux = false;
  const found = upwards(folderOf(from), (above) => {
    const isLinux = project.has(inFolder(above, 'Kbuild'));
    isOfLinux ||= isLinux;
    return isLinux && isHosted ? null : inFolders(project, above, ['include', 'include/uapi'], path);
  });
  // A program may as well have the installed one.
  if (isHosted) return typeof found === 'object' && found !== null ? { ...found, isByName: true } : found;
  return found ?? (isOfLinux ? (byItsName(endings(), path) ?? 'made') : null);
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

/** What is found first from a folder on upwards. */
function upwards(own: string, find: (folder: string) => Found): Found {
  for (let folder: string | null = own; folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const found = find(folder);
    if (found !== null) return found;
  }
  return null;
}

function inHeaderFolders(project: ProjectFiles, folder: string, path: string): Found {
  return inFolders(project, folder, INCLUDE_FOLDERS, path);
}

function inFolders(project: ProjectFiles, folder: string, names: readonly string[], path: string): Found {
  for (const name of names) {
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

/**
 * `<Shop/Cart.h>` of a file below `Shop/`: a framework has the headers of all its folders in one, under its own name.
 * Source: Apple, "Framework Programming Guide", "Including Frameworks".
 */
function ofFramework(project: ProjectFiles, folder: string, path: string): Found {
  const [, name, header] = /^(\w+)\/([\w.+-]+\.h)$/.exec(path) ?? [];
  if (name === undefined || header === undefined) return null;
  const at = `/${folder}/`.lastIndexOf(`/${name}/`);
  if (at === -1) return null;
  const own = `${folder}/`.slice(0, at + name.length + 1);
  const named = project.named(header.toLowerCase());
  if (named.length > SAME_NAME_MAX) return null;
  const paths = named.filter((one) => one.startsWith(own) && nameOf(one) === header);
  return byItsName([...paths].sort(compareTexts), header);
}

/** Headers of one name among which that of a framework is looked for. */
const SAME_NAME_MAX = 1_000;

function endingsOf(project: ProjectFiles, byName: Map<string, readonly string[]>, path: string): readonly string[] {
  const known = byName.get(path);
  if (known !== undefined) return known;
  const paths = project.named(nameOf(path).toLowerCase()).filter((one) => one.endsWith(`/${path}`));
  const sorted = [...paths].sort(compareTexts);
  byName.set(path, sorted);
  return sorted;
}
