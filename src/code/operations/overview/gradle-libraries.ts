import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** Where a module keeps its sources by custom; of several platforms what all share. */
const SOURCES = ['src/main/java/', 'src/main/kotlin/', 'src/commonMain/kotlin/', 'src/main/groovy/', 'src/main/scala/'];

/**
 * Libraries that modules of Gradle publish under the name that their gradle.properties give. Source: Gradle Maven Publish
 * Plugin, "Where to upload to", `POM_ARTIFACT_ID`.
 */
export async function addGradleLibraries(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of manifestsNamed(files, 'gradle.properties')) {
    const folder = folderOf(file);
    const target = SOURCES.map((one) => inFolder(folder, one)).find((one) =>
      files.entries.some(({ path }) => path.startsWith(one)),
    );
    if (target === undefined) continue;
    for (const [row, line] of numberedLines((await files.text(file)) ?? '')) {
      const name = /^POM_ARTIFACT_ID[ \t]*=[ \t]*([\w.-]{1,100})$/.exec(row.trimEnd())?.[1];
      if (name === undefined) continue;
      sheet.entryPoints.push({ kind: 'library', name, file, line, target, isThere: true, basis: 'defined' });
      break;
    }
  }
}
