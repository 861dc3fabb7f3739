import { plural } from '../../../base/plural.ts';
import { readToml, tomlField } from '../../formats/checked-toml.ts';
import { requirementText } from '../../formats/pep508.ts';
import { scopeOfRequirements } from '../../formats/requirements-txt.ts';
import { type TomlEntry, tomlText } from '../../formats/toml.ts';
import { pipfileRequests } from '../../manifests/python/locks.ts';
import { setupCfgRequests } from '../../manifests/python/setup-cfg.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** setup.py by its name alone, as it is a program, and what setup.cfg and Pipfiles ask for. */
export async function readPythonLists(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of manifestsNamed(files, 'setup.py')) sheet.manifests.push({ name: 'setup.py', file, line: null });
  for (const file of manifestsNamed(files, 'setup.cfg')) {
    sheet.manifests.push({ name: 'setup.cfg', file, line: null });
    addSetupCfg(files, sheet, file, (await files.text(file)) ?? '');
  }
  for (const file of manifestsNamed(files, 'pipfile')) {
    sheet.manifests.push({ name: 'Pipfile', file, line: null });
    addPipfile(files, sheet, file, (await files.text(file)) ?? '');
  }
}

/** What builds the package only is left out, as that of pyproject.toml is. */
function addSetupCfg(files: ProjectFiles, sheet: FactSheet, file: string, text: string): void {
  let odd = 0;
  for (const { scope, requirement, line } of setupCfgRequests(text)) {
    if (scope === 'build') continue;
    if (requirement === null) odd += 1;
    else {
      const asked = { name: requirement.name, requirement: requirementText(requirement) };
      sheet.dependencies.push({ ecosystem: 'pypi', ...asked, scope, file, line });
    }
  }
  if (odd === 0) return;
  files.gap(`${file}: ${plural(odd, 'line')} left out that ${odd === 1 ? 'names' : 'name'} no package in a known form`);
}

function addPipfile(files: ProjectFiles, sheet: FactSheet, file: string, text: string): void {
  const toml = readToml(text);
  if (typeof toml === 'string') {
    files.gap(`${file} was not understood as TOML`);
    return;
  }
  // As a requirements file of its folder: what documents are made with is for the work on the project.
  const place = scopeOfRequirements(inFolder(folderOf(file.slice(files.base.length)), 'requirements.txt'));
  for (const { entry, scope } of pipfileRequests(toml)) {
    sheet.dependencies.push({
      ecosystem: 'pypi',
      name: entry.key,
      requirement: pipfileRequirement(entry),
      scope: scope === 'runtime' ? place : scope,
      file,
      line: entry.line,
    });
  }
}

/** The version, and the environment behind a semicolon as in a requirement; empty for a source without one, such as git. */
function pipfileRequirement({ value }: TomlEntry): string {
  const version = tomlText(value) ?? tomlField(value, 'version') ?? '';
  const marker = tomlField(value, 'markers');
  return [version, ...(marker === null ? [] : [`; ${marker}`])].join(' ').trim();
}
