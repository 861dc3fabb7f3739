import { plural } from '../../../base/plural.ts';
import { numberedLines } from '../../formats/lines.ts';
import { requirementText } from '../../formats/pep508.ts';
import {
  askedByOthers,
  isForOtherPackager,
  nameInAddress,
  type RequirementsRow,
  readRequirementsRows,
  scopeOfRequirements,
} from '../../formats/requirements-txt.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { byDepth, folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, isForOthers, manifestsNamed } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** `requirements-dev.txt`, `test-requirements.txt`. */
const NAMED = /^(?:requirements(?:[-_.][\w.-]{1,60})?|[\w.-]{1,60}[-_]requirements)\.txt$/i;
/** All of a folder of that name, `requirements/extras/redis.txt`. */
const IN_FOLDER = /(?:^|\/)requirements\/(?:[\w.-]{1,60}\/){0,2}[\w.-]{1,60}\.txt$/i;
/** Requirements files, with what their names and folders say they are for; of very many those near the top. */
export async function readRequirements(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const found = files.entries
    .map(({ path }) => path)
    .filter((path) => isRequirements(path.slice(files.base.length)) && !isForOthers(files, path));
  const read = new Set(found.toSorted(byDepth).slice(0, OVERVIEW_LIMITS.manifestsMax));
  if (read.size < found.length) files.gap(`${found.length} requirements files were found; ${read.size} were read`);
  for (const file of found) if (read.has(file)) addFile(files, sheet, file, (await files.text(file)) ?? '');
  await noteComputed(files, read.size);
}

function addFile(files: ProjectFiles, sheet: FactSheet, file: string, text: string): void {
  sheet.manifests.push({ name: nameOf(file), file, line: null });
  const rows = [...readRequirementsRows(text)];
  const named = scopeOfRequirements(file.slice(files.base.length));
  const scope = named === 'runtime' && isForWork(files, file, { text, rows }) ? 'dev' : named;
  const others = askedByOthers(text);
  let odd = 0;
  for (const row of rows) {
    const asked = askedBy(row);
    if (asked !== null) {
      const fact: DependencyFact = { ecosystem: 'pypi', ...asked, scope, file, line: row.line };
      sheet.dependencies.push(fact);
      if (others.has(row.line)) sheet.pulledIn.add(fact);
    } else if (!saysNoPackage(row)) odd += 1;
  }
  if (odd > 0) files.gap(`${file}: ${plural(odd, 'line')} left out that name no package in a known form`);
}

/** What makes a package of a folder. */
const PACKAGE_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/**
 * Whether a file takes the package beside it to be edited in its place, which is how that is worked on: what it runs with it
 * says then itself, and what stands beside it is for the work. Source: pip, "Local project installs", "Editable installs".
 * One that pip-compile or uv wrote (`# via a`) has what the package runs with, too.
 */
function isForWork(
  files: ProjectFiles,
  file: string,
  { text, rows }: { readonly text: string; readonly rows: readonly RequirementsRow[] },
): boolean {
  const isEdited = rows.some(
    (row) => row.kind === 'option' && EDITABLE.test(row.name) && /^\.\/?(?:\[[^\]]*\])?$/.test(row.value),
  );
  return (
    isEdited && !/#[ \t]*via\b/.test(text) && PACKAGE_FILES.some((name) => files.has(inFolder(folderOf(file), name)))
  );
}

const EDITABLE = /^(?:-e|--editable)$/;

/** Null for what asks for no package by a name. */
function askedBy(row: RequirementsRow): Pick<DependencyFact, 'name' | 'requirement'> | null {
  if (row.kind === 'requirement') {
    return { name: row.requirement.name, requirement: requirementText(row.requirement) };
  }
  const address = addressIn(row);
  const name = address === null ? null : nameInAddress(address);
  return address === null || name === null ? null : { name, requirement: shortLine(address) };
}

function addressIn(row: RequirementsRow): string | null {
  if (row.kind === 'address') return row.address;
  return row.kind === 'option' && EDITABLE.test(row.name) ? row.value : null;
}

/** Whether a row is a setting, or takes a folder of the project. */
function saysNoPackage(row: RequirementsRow): boolean {
  const address = addressIn(row);
  return address === null ? row.kind === 'option' : !/^(?:\w+\+)?[a-z]+:/.test(address);
}

/** Bounds on versions ask for nothing. */
function isRequirements(path: string): boolean {
  const name = nameOf(path);
  if (/constraints/i.test(name) || isForOtherPackager(name)) return false;
  return NAMED.test(name) || IN_FOLDER.test(path);
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
