import { parseGoMod } from '../../formats/go-mod.ts';
import { goPackageClause, isGoTest } from '../../lex/go-package.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isInSettings, roleOfPath } from '../../source/path-role.ts';
import { inFolder, isSample, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { addAsked, type Ecosystem, type FactSheet, manifestsNamed } from './fact-sheet.ts';
import { addGoCommands } from './go-commands.ts';
import { type GoManifest, makeModuleFinder } from './go-members.ts';

/** go.mod files: requirements and go's own commands. Mains are found where the sources are read. */
export const readGo: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'go.mod');
  if (paths[0] !== undefined) sheet.managers.push({ name: 'go modules', file: paths[0], line: null });
  await addGoCommands(files, sheet, paths);
  const modules: GoManifest[] = [];
  for (const path of paths) modules.push({ path, ...parseGoMod((await files.text(path)) ?? '') });
  const aside = await modulesAside(files, paths);
  const required = new Set([...modules, ...aside].flatMap(({ requires }) => requires.map((one) => one.path)));
  const leadTo = await makeModuleFinder(files, modules);
  for (const { path, module, requires } of modules) {
    sheet.manifests.push({ name: 'go.mod', file: path, line: null });
    for (const { path: name, version: requirement, isIndirect, line } of requires) {
      if (isIndirect) continue;
      const to = leadTo(path, { path: name, version: requirement });
      addAsked(files, sheet, { ecosystem: 'go', name, requirement, scope: 'runtime', file: path, line }, to);
    }
    await addLibrary({ files, sheet, required }, { path, module });
  }
};

/** Modules aside that are read for what they ask for. */
const ASIDE_MAX = 20;

/** Modules of examples, which speak for the project in this alone: they use it as others do, and its tests and tools do not. */
async function modulesAside(files: ProjectFiles, own: readonly string[]): Promise<readonly GoManifest[]> {
  const known = new Set(own);
  const isShown = (path: string): boolean => {
    const below = path.slice(files.base.length);
    return !isVendored(below) && !isInSettings(below) && roleOfPath(below) !== 'test';
  };
  const paths = files.named('go.mod').filter((path) => !known.has(path) && isShown(path));
  const modules: GoManifest[] = [];
  for (const path of paths.slice(0, ASIDE_MAX)) modules.push({ path, ...parseGoMod((await files.text(path)) ?? '') });
  return modules;
}

interface Libraries {
  readonly files: ProjectFiles;
  readonly sheet: FactSheet;
  /** Modules that one of the project's asks for. */
  readonly required: ReadonlySet<string>;
}

/** Files of the top folder that give others nothing: tests, and the list of the tools that a project is built with. */
const NOT_IMPORTED = /(?:_test|(?:^|\/)tools)\.go$/;

/**
 * A module whose top folder has Go files is what others import by its name, unless that folder is a program or a plugin;
 * one with no package for others there is where another module of the project asks for it. What lies below `internal` only
 * its own parent may import. Source: Go, "Internal packages".
 */
async function addLibrary(
  { files, sheet, required }: Libraries,
  { path, module }: Pick<GoManifest, 'path' | 'module'>,
): Promise<void> {
  const folder = folderOf(path);
  if (isSample(path) || isVendored(path)) return;
  if (module === null || /(?:^|\/)internal(?:\/|$)/.test(module.path)) return;
  const code = files.entries
    .map((entry) => entry.path)
    .filter((file) => file.endsWith('.go') && !isGoTest(file) && file.startsWith(inFolder(folder, '')));
  const top = code.filter((file) => folderOf(file) === folder);
  const own = top.filter((file) => !NOT_IMPORTED.test(file));
  const isForOthers = own.length > 0 && !(await isProgram(files, own)) && !(await onlyAsks(files, top));
  const isAsked = required.has(module.path) && (top.length === 0 || (own.length > 0 && code.length > top.length));
  if (!isForOthers && !isAsked) return;
  const at = { file: path, line: module.line, target: null, isThere: null };
  sheet.entryPoints.push({ kind: 'library', name: module.path, ...at, basis: 'defined' });
}

/** Whether files make a program or a plugin, which nobody can import. Source: The Go specification, "Program execution". */
async function isProgram(files: ProjectFiles, paths: readonly string[]): Promise<boolean> {
  if (paths.some((path) => nameOf(path) === 'main.go')) return true;
  for (const path of paths.slice(0, FILES_READ_MAX)) {
    const mask = maskCode((await files.text(path)) ?? '', LEX_RULES.go);
    if (goPackageClause(mask)?.name !== 'main') return false;
  }
  return true;
}

/** Files of one folder that are read to see what they declare. */
const FILES_READ_MAX = 20;

/** Whether files declare nothing and import for the sake of requirements alone (`import _ "far/tool"`). */
async function onlyAsks(files: ProjectFiles, paths: readonly string[]): Promise<boolean> {
  let isAsking = false;
  for (const path of paths.slice(0, FILES_READ_MAX)) {
    const text = (await files.text(path)) ?? '';
    if (/^(?:func|type|var|const)\b/m.test(text)) return false;
    isAsking ||= /^(?:import\s|\s)\s*_\s+"/m.test(text);
  }
  return isAsking;
}
