import { numberedLines } from '../../formats/lines.ts';
import { requirementText } from '../../formats/pep508.ts';
import { readRequirementsRows } from '../../formats/requirements-txt.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, isForOthers, manifestsNamed } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** `requirements-dev.txt`, `test-requirements.txt`. */
const NAMED = /^(?:requirements(?:[-_.][\w.-]{1,60})?|[\w.-]{1,60}[-_]requirements)\.txt$/i;
/** All of a folder of that name, `requirements/extras/redis.txt`. */
const IN_FOLDER = /(?:^|\/)requirements\/(?:[\w.-]{1,60}\/){0,2}[\w.-]{1,60}\.txt$/i;
/** What is needed to run, by the words of its name; what else has a name is for the work on it. */
const RUNTIME = /^(?:requirements|default|base|common|core|main|install|prod|production|run|runtime)$/i;

/** Requirements files, with what their names and folders say they are for. */
export async function readRequirements(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const found = files.entries
    .map(({ path }) => path)
    .filter((path) => isRequirements(path.slice(files.base.length)) && !isForOthers(files, path));
  const read = found.slice(0, OVERVIEW_LIMITS.manifestsMax);
  if (read.length < found.length) {
    files.gap(`${found.length} requirements files were found; ${read.length} were read`);
  }
  for (const file of read) {
    sheet.manifests.push({ name: nameOf(file), file, line: null });
    const scope = scopeOf(file.slice(files.base.length));
    for (const row of readRequirementsRows((await files.text(file)) ?? '')) {
      if (row.kind !== 'requirement') continue;
      const asked = { name: row.requirement.name, requirement: requirementText(row.requirement) };
      sheet.dependencies.push({ ecosystem: 'pypi', ...asked, scope, file, line: row.line });
    }
  }
  await noteComputed(files, read.length);
}

/** Bounds on versions ask for nothing. */
function isRequirements(path: string): boolean {
  const name = nameOf(path);
  return !/constraints/i.test(name) && (NAMED.test(name) || IN_FOLDER.test(path));
}

function scopeOf(path: string): DependencyFact['scope'] {
  if (/(?:^|\/)(?:extras|optional)\//i.test(path)) return 'optional';
  if (/(?:^|\/)docs?\//.test(path)) return 'dev';
  const words = nameOf(path)
    .replace(/\.txt$/i, '')
    .split(/[-_.]/);
  return words.every((word) => RUNTIME.test(word)) ? 'runtime' : 'dev';
}

/** setup.py is a program: what it asks for is not known without running it, and this is said where it asks. */
async function noteComputed(files: ProjectFiles, requirementsFiles: number): Promise<void> {
  const [file] = manifestsNamed(files, 'setup.py');
  if (file === undefined) return;
  for (const [row, line] of numberedLines((await files.text(file)) ?? '')) {
    if (!/^\s*(?:install_requires|extras_require)\s*=[^=]/.test(row)) continue;
    const beside =
      folderOf(file) === folderOf(files.base) && requirementsFiles > 0 ? '; requirements files were read' : '';
    files.gap(`${file}:${line} asks for dependencies and was not run${beside}`);
    return;
  }
}
