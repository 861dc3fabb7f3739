import { numberedLines } from '../../formats/lines.ts';
import { folderOf, inFolder, isSample, isVendored, type ProjectFiles } from '../../source/project-files.ts';
import { type Ecosystem, type FactSheet, manifestsNamed } from './fact-sheet.ts';
import { addGoCommands } from './go-commands.ts';

/** go.mod files: requirements and go's own commands. Mains are found where the sources are read. */
export const readGo: Ecosystem = async (files, sheet) => {
  const paths = manifestsNamed(files, 'go.mod');
  if (paths[0] !== undefined) sheet.managers.push({ name: 'go modules', file: paths[0], line: null });
  await addGoCommands(files, sheet, paths);
  for (const path of paths) {
    sheet.manifests.push({ name: 'go.mod', file: path, line: null });
    const text = (await files.text(path)) ?? '';
    addRequirements(sheet, path, text);
    addLibrary(files, sheet, { path, text });
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
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const folder = folderOf(path);
  const isThere = files.entries.some(
    (entry) => entry.path.endsWith('.go') && !NOT_IMPORTED.test(entry.path) && folderOf(entry.path) === folder,
  );
  if (!isThere || files.has(inFolder(folder, 'main.go')) || isSample(path) || isVendored(path)) return;
  for (const [line, number] of numberedLines(text)) {
    const name = /^module\s+"?([^\s"]+)/.exec(line)?.[1];
    if (name === undefined) continue;
    if (/(?:^|\/)internal(?:\/|$)/.test(name)) return;
    sheet.entryPoints.push({
      kind: 'library',
      name,
      file: path,
      line: number,
      target: null,
      isThere: null,
      basis: 'defined',
    });
    return;
  }
}

function addRequirements(sheet: FactSheet, path: string, text: string): void {
  let isBlock = false;
  for (const [line, number] of numberedLines(text)) {
    if (/^require\s*\(/.test(line)) isBlock = true;
    if (isBlock && /^\s*\)/.test(line)) isBlock = false;
    const row = isBlock ? line : /^require\s+(?!\()(.*)$/.exec(line)?.[1];
    const found = /^\s*([\w.~/-]+)\s+(v[\w.+-]+)\s*(\/\/.*)?$/.exec(row ?? '');
    // Go marks what only others need.
    if (!found || /\/\/\s*indirect/.test(found[3] ?? '')) continue;
    const [, name = '', requirement = ''] = found;
    sheet.dependencies.push({ ecosystem: 'go', name, requirement, scope: 'runtime', file: path, line: number });
  }
}
