import { numberedLines } from '../../formats/lines.ts';
import { folderOf, inFolder, type ProjectFiles } from '../../source/project-files.ts';
import type { CommandFact } from '../overview.types.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

// What is put together of values cannot be known without running the build, and is left out.
const DEPENDENCY = /"([\w.-]+)"\s*%{1,3}\s*"([\w.-]+)"\s*%\s*("[^"\n]{1,60}"|[\w.]{1,60})((?:\s*%\s*[\w"]{1,40})?)/;

/** build.sbt: sbt's own commands, and the dependencies that stand in it with literal names. It is not run. */
export async function readSbt(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const paths = manifestsNamed(files, 'build.sbt');
  const leading = leadingManifest(paths);
  for (const file of paths) {
    sheet.manifests.push({ name: 'build.sbt', file, line: null });
    if (file === leading) addCommands(files, sheet, file);
    addDependencies(sheet, file, (await files.text(file)) ?? '');
  }
}

function addDependencies(sheet: FactSheet, file: string, text: string): void {
  for (const [line, number] of numberedLines(text)) {
    const found = /^\s*\/\//.test(line) ? null : DEPENDENCY.exec(line);
    if (!found) continue;
    const [, owner, artifact, version = '', configuration = ''] = found;
    sheet.dependencies.push({
      ecosystem: 'maven',
      name: `${owner}:${artifact}`,
      // A value's name says as little as none.
      requirement: version.startsWith('"') ? version.slice(1, -1) : '',
      scope: /\b(?:Test|test|IntegrationTest)\b/.test(configuration) ? 'dev' : 'runtime',
      file,
      line: number,
    });
  }
}

function addCommands(files: ProjectFiles, sheet: FactSheet, file: string): void {
  const directory = folderOf(file);
  const pinned = inFolder(directory, 'project/build.properties');
  sheet.managers.push({ name: 'sbt', file: files.has(pinned) ? pinned : file, line: null });
  const add = (kind: CommandFact['kind'], command: string): void => {
    sheet.commands.push({ kind, command, directory, file, line: null, basis: 'convention', detail: null });
  };
  add('build', 'sbt compile');
  add('test', 'sbt test');
}
