import { numberedLines } from '../../formats/lines.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { readCi } from './ci.ts';
import { readContainers } from './containers.ts';
import { type Ecosystem, type FactSheet, kindOfName, manifestsNamed } from './fact-sheet.ts';

/** Makefiles, justfiles, container files and CI: commands that are written down whatever the language is. */
export const readRunners: Ecosystem = async (files, sheet) => {
  await readMake(files, sheet);
  await readJust(files, sheet);
  await readContainers(files, sheet);
  await readCi(files, sheet);
};

function topOf(files: ProjectFiles, ...names: readonly string[]): string | undefined {
  const base = files.base.replace(/\/$/, '');
  return names.flatMap((name) => manifestsNamed(files, name)).find((file) => folderOf(file) === base);
}

async function readMake(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = topOf(files, 'gnumakefile', 'makefile');
  if (file === undefined) return;
  sheet.manifests.push({ name: 'Makefile', file, line: null });
  const seen = new Set<string>();
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    for (const name of targetsOf(line)) {
      const kind = kindOfName(name);
      if (seen.has(name)) continue;
      seen.add(name);
      // A target with a dot or a folder is a file that is made.
      if (kind === null && !/[./]/.test(name)) sheet.otherScripts += 1;
      if (kind === null) continue;
      sheet.commands.push({
        kind,
        command: `make ${name}`,
        directory: folderOf(file),
        file,
        line: number,
        basis: 'defined',
        detail: null,
      });
    }
  }
}

/** Names before the colon of a rule: not of an assignment (`:=`, `::=`) and not of a pattern. */
function targetsOf(line: string): readonly string[] {
  return /^([A-Za-z0-9][\w./ -]{0,200}?)\s*::?(?![:=])/.exec(line)?.[1]?.split(/\s+/) ?? [];
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
