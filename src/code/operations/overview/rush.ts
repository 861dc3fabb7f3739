import { parseJson, stringAt } from '../../formats/json.ts';
import { readRush } from '../../imports/script/rush.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** Fields that tell which manager Rush installs with. Source: Rush, "rush.json". */
const MANAGERS: readonly (readonly [field: string, manager: string])[] = [
  ['pnpmVersion', 'pnpm'],
  ['npmVersion', 'npm'],
  ['yarnVersion', 'yarn'],
];

/**
 * Rush installs and builds all its projects at once, and nobody installs in one of them. Gives the folders of these, whose
 * scripts it runs. Sources: Rush, "rush install", "rush build" and "rushx".
 */
export async function addRush(files: ProjectFiles, sheet: FactSheet): Promise<ReadonlySet<string>> {
  const leading = leadingManifest(manifestsNamed(files, 'rush.json'));
  const found = leading === null ? [] : await readRush(files);
  const rush = found.find(({ folder }) => folder === folderOf(leading ?? ''));
  if (rush === undefined || rush.decoupled.size === 0) return new Set();
  await addCommands(files, sheet, rush.folder);
  return new Set(rush.decoupled.keys());
}

async function addCommands(files: ProjectFiles, sheet: FactSheet, folder: string): Promise<void> {
  const file = inFolder(folder, 'rush.json');
  const json = parseJson((await files.text(file)) ?? '') ?? undefined;
  for (const [field, name] of MANAGERS) {
    const said = stringAt(json, field);
    if (said !== null) sheet.managers.push({ name, file, line: said.line });
  }
  const add = (kind: CommandFact['kind'], command: string): void =>
    void sheet.commands.push({ kind, command, directory: folder, file, line: null, basis: 'convention', detail: null });
  add('install', 'rush install');
  add('build', 'rush build');
}
