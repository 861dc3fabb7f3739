import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** Attributes of one call are on as many lines at most. */
const CALL_LINES_MAX = 12;

/** MODULE.bazel, or WORKSPACE before it: Bazel's own commands, and the modules of others. Neither is run. */
export async function readBazel(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const modules = manifestsNamed(files, 'module.bazel');
  // Both names of it are Bazel's, written so. Source: Bazel, "Repositories, workspaces, packages, and targets".
  const workspaces = ['workspace.bazel', 'workspace'].map((name) =>
    manifestsNamed(files, name).filter((file) => nameOf(file).startsWith('WORKSPACE')),
  );
  const paths = modules.length > 0 ? modules : (workspaces.find(({ length }) => length > 0) ?? []);
  const leading = leadingManifest(paths);
  for (const file of paths) {
    sheet.manifests.push({ name: nameOf(file), file, line: null });
    if (file === leading) addCommands(sheet, file);
    addModules(sheet, file, (await files.text(file)) ?? '');
  }
}

function addCommands(sheet: FactSheet, file: string): void {
  sheet.managers.push({ name: 'bazel', file, line: null });
  const add = (kind: CommandFact['kind'], command: string): void => {
    const at = { directory: folderOf(file), file, line: null, detail: null };
    sheet.commands.push({ kind, command, ...at, basis: 'convention' });
  };
  add('build', 'bazel build //...');
  add('test', 'bazel test //...');
}

/** `bazel_dep(name = "a", version = "1", dev_dependency = True)`, on one line or several. */
function addModules(sheet: FactSheet, file: string, text: string): void {
  const lines = [...numberedLines(text)];
  for (const [at, [line, number]] of lines.entries()) {
    if (!/^bazel_dep\s*\(/.test(line)) continue;
    const rows = lines.slice(at, at + CALL_LINES_MAX).map(([row]) => row.slice(0, 300));
    const end = rows.findIndex((row) => /\)\s*(?:#.*)?$/.test(row));
    const call = rows.slice(0, end + 1).join(' ');
    const name = /\bname\s*=\s*"([\w.-]{1,100})"/.exec(call)?.[1];
    if (name === undefined) continue;
    const requirement = /\bversion\s*=\s*"([^"]{1,60})"/.exec(call)?.[1] ?? '';
    const scope = /\bdev_dependency\s*=\s*True\b/.test(call) ? 'dev' : 'runtime';
    sheet.dependencies.push({ ecosystem: 'bazel', name, requirement, scope, file, line: number });
  }
}
