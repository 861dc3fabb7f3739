import { type GoMod, parseGoMod } from '../../formats/go-mod.ts';
import { inFolder, isSample, isVendored, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type Ecosystem, type FactSheet, manifestsNamed } from './fact-sheet.ts';
import { addGoCommands } from './go-commands.ts';

/** go.mod files: requirements and go's own commands. Mains are found where the sources are read. */
export const readGo: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'go.mod');
  if (paths[0] !== undefined) sheet.managers.push({ name: 'go modules', file: paths[0], line: null });
  await addGoCommands(files, sheet, paths);
  for (const path of paths) {
    sheet.manifests.push({ name: 'go.mod', file: path, line: null });
    const { module, requires } = parseGoMod((await files.text(path)) ?? '');
    for (const { path: name, version: requirement, isIndirect, line } of requires) {
      if (isIndirect) continue;
      sheet.dependencies.push({ ecosystem: 'go', name, requirement, scope: 'runtime', file: path, line });
    }
    addLibrary(files, sheet, { path, module });
  }
};

/** Files of the top folder that give others nothing: tests, and the list of the tools that a project is built with. */
const NOT_IMPORTED = /(?:_test|(?:^|\/)tools)\.go$/;

/**
 * A module whose top folder has Go files is what others import by its name, unless that folder is a program. What lies
 * below `internal` only its own parent may import. Source: Go, "Internal packages".
 */
function addLibrary(
  files: ProjectFiles,
  sheet: FactSheet,
  { path, module }: { readonly path: string; readonly module: GoMod['module'] },
): void {
  const folder = folderOf(path);
  const isThere = files.entries.some(
    (entry) => entry.path.endsWith('.go') && !NOT_IMPORTED.test(entry.path) && folderOf(entry.path) === folder,
  );
  if (!isThere || files.has(inFolder(folder, 'main.go')) || isSample(path) || isVendored(path)) return;
  if (module === null || /(?:^|\/)internal(?:\/|$)/.test(module.path)) return;
  const at = { file: path, line: module.line, target: null, isThere: null };
  sheet.entryPoints.push({ kind: 'library', name: module.path, ...at, basis: 'defined' });
}
