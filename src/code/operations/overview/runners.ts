import { numberedLines } from '../../formats/lines.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { readCi } from './ci.ts';
import { readContainers } from './containers.ts';
import { type Ecosystem, type FactSheet, kindOfName, manifestsNamed } from './fact-sheet.ts';
import { readMakefile } from './makefile.ts';

/** Makefiles, justfiles, container files and CI: commands that are written down whatever the language is. */
export const readRunners: Ecosystem = async (files, sheet) => {
  const makefile = topOf(files, 'gnumakefile', 'makefile');
  if (makefile !== undefined) await readMakefile(files, sheet, makefile);
  await readJust(files, sheet);
  await readContainers(files, sheet);
  await readCi(files, sheet);
};

function topOf(files: ProjectFiles, ...names: readonly string[]): string | undefined {
  const base = files.base.replace(/\/$/, '');
  return names.flatMap((name) => manifestsNamed(files, name)).find((file) => folderOf(file) === base);
}

async function readJust(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = topOf(files, 'justfile', '.justfile');
  if (file === undefined) return;
  sheet.manifests.push({ name: 'justfile', file, line: null });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    const name = /^@?([A-Za-z_][\w-]{0,60})(?:\s[^:=]{0,200})?:(?!=)/.exec(line)?.[1];
    if (name === undefined || name === 'alias') continue;
    const kind = kindOfName(name);
    if (kind === null) sheet.otherScripts += 1;
    else
      sheet.commands.push({
        kind,
        command: `just ${name}`,
        directory: folderOf(file),
        file,
        line: number,
        basis: 'defined',
        detail: null,
      });
  }
}
