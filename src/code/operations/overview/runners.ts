import { plural } from '../../../base/plural.ts';
import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { readCi } from './ci.ts';
import { readContainers } from './containers.ts';
import { type Ecosystem, type FactSheet, isForOthers, kindOfScript, scriptBelow } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { readMakefile } from './makefile.ts';

/** Makefiles, justfiles, container files and CI: commands that are written down whatever the language is. */
export const readRunners: Ecosystem = async (files, sheet) => {
  const makefile = topOf(files, 'gnumakefile', 'makefile');
  if (makefile !== undefined) await readMakefile(files, sheet, makefile);
  await readPackageMakefiles(files, sheet);
  await readJust(files, sheet);
  await readContainers(files, sheet);
  await readCi(files, sheet);
};

/** Packages that have a manifest of their own are worked on in their folder; other folders the Makefile above builds. */
const PACKAGES = ['pyproject.toml', 'setup.py', 'package.json', 'Cargo.toml', 'go.mod'];

async function readPackageMakefiles(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const below = files.named('makefile').filter((file) => !isAtTop(files, file) && !isForOthers(files, file));
  const isOfPackage = (file: string): boolean => PACKAGES.some((name) => files.has(inFolder(folderOf(file), name)));
  const read = below.filter(isOfPackage).slice(0, OVERVIEW_LIMITS.manifestsMax);
  for (const file of read) await readMakefile(files, sheet, file);
  const kept = new Set(read);
  const [first, ...more] = below.filter((file) => !kept.has(file));
  if (first === undefined) return;
  const unread = `${plural(more.length + 1, 'Makefile')} below the top not read, such as ${first}`;
  files.gap(`${unread}: beside no manifest, or more than ${OVERVIEW_LIMITS.manifestsMax}`);
}

function isAtTop(files: ProjectFiles, path: string): boolean {
  return folderOf(path) === files.base.replace(/\/$/, '');
}

function topOf(files: ProjectFiles, ...names: readonly string[]): string | undefined {
  return names.flatMap((name) => files.named(name)).find((file) => isAtTop(files, file) && !isForOthers(files, file));
}

/** The name of a recipe and what is given to it, which may have a default. Source: just, "Recipe Parameters". */
const RECIPE = /^@?([A-Za-z_][\w-]{0,60})(?:\s(?:[^:"']|"[^"]{0,200}"|'[^']{0,200}'){0,200})?:(?!=)/;

async function readJust(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = topOf(files, 'justfile', '.justfile');
  if (file === undefined) return;
  sheet.manifests.push({ name: 'justfile', file, line: null });
  const lines = [...numberedLines((await files.text(file)) ?? '')];
  for (const [at, [line, number]] of lines.entries()) {
    const name = RECIPE.exec(line)?.[1];
    if (name === undefined || name === 'alias') continue;
    const kind = kindOfScript(name, scriptBelow(lines, at));
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
