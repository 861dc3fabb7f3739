import { foldersOf, type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { ciCommands } from './ci-commands.ts';
import { ciValues } from './ci-values.ts';
import type { FactSheet } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { readShellCommand, type ShellCommand } from './shell-command.ts';

const CI_FILE =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|Jenkinsfile|\.?appveyor\.ya?ml|\.woodpecker\.ya?ml|\.cirrus\.ya?ml)$/;

/** Steps of CI that call a test, build or lint command, or a script of such a name: evidence of what the maintainers run. */
export async function readCi(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const found = files.entries.map(({ path }) => path).filter((path) => CI_FILE.test(path.slice(files.base.length)));
  for (const file of found) sheet.manifests.push({ name: 'CI', file, line: null });
  if (found.length > OVERVIEW_LIMITS.ciFilesMax)
    files.gap(`${found.length} CI files were found; the steps of ${OVERVIEW_LIMITS.ciFilesMax} were read`);
  const commands = makeCiCommands(files, sheet);
  const read: { readonly file: string; readonly text: string }[] = [];
  for (const file of found.slice(0, OVERVIEW_LIMITS.ciFilesMax))
    read.push({ file, text: (await files.text(file)) ?? '' });
  // What every change has to pass says more than what runs at night.
  const ordered = read.toSorted((a, b) => Number(isOfChanges(b.text)) - Number(isOfChanges(a.text)));
  for (const { file, text } of ordered) commands.add(file, text);
}

/** Whether a workflow runs for changes. Source: GitHub, "Workflow syntax", `on`; of other files nothing is known. */
function isOfChanges(text: string): boolean {
  const jobs = text.search(/^jobs:/m);
  const ahead = text.slice(0, Math.max(0, jobs));
  return !/^["']?on["']?:/m.test(ahead) || /\b(?:push|pull_request|merge_group)\b/.test(ahead);
}

/** Adds the commands of files of CI, each once for its folder. */
function makeCiCommands(files: ProjectFiles, sheet: FactSheet) {
  const known = new Set(sheet.commands.map(({ command, directory }) => keyOf(command, directory)));
  const kinds = kindsOfScripts(sheet);
  const folders = foldersOf(files.entries);
  const base = files.base.replace(/\/$/, '');
  /** A folder, or a script, that CI fetches is another project's. */
  const isThere = (directory: string, script: string | null): boolean =>
    (directory === '' || folders.has(directory)) &&
    (script === null || files.has(resolveTarget(directory, script) ?? ''));
  return {
    add(file: string, text: string): void {
      const values = ciValues(text);
      for (const { command: written, line, folder, move } of ciCommands(text)) {
        const read = readShellCommand(written, values);
        const directory = read === null ? null : directoryOf(base, folder, move);
        if (read === null || directory === null || !isThere(directory, read.script)) continue;
        const { command } = read;
        const kind = kinds.get(keyOf(calledIn(command), directory)) ?? read.kind;
        const key = keyOf(command, directory);
        if (known.has(key)) continue;
        known.add(key);
        sheet.commands.push({ kind, command, directory, file, line, basis: 'ci', detail: detailOf(read) });
      }
    },
  };
}

/** A script of a manifest of npm that is called as it is. */
const CALLED_SCRIPT = /^(?:npm|pnpm|pn|yarn|bun)(?: run)? ([\w:.-]+)$/;

/** One target of make, with no more than variables that are set for it. */
const CALLED_TARGET = /^(make [\w:.-]+)(?: [A-Za-z_]+=\S*)*$/;

/** A script of a manifest of npm by its name, a target of make behind that; empty for another command. */
function calledIn(command: string): string {
  return CALLED_SCRIPT.exec(command)?.[1] ?? CALLED_TARGET.exec(command)?.[1] ?? '';
}

/** The kinds of scripts and targets by their names and folders, which are known by what these run. */
function kindsOfScripts({ commands }: FactSheet): ReadonlyMap<string, FactSheet['commands'][number]['kind']> {
  const called = commands.filter(
    ({ basis, command }) => CALLED_TARGET.test(command) || (basis === 'defined' && CALLED_SCRIPT.test(command)),
  );
  return new Map(called.map(({ kind, command, directory }) => [keyOf(calledIn(command), directory), kind]));
}

/** What CI does with a command beside running it. */
function detailOf({ added, behind }: ShellCommand): string | null {
  const parts = [
    ...(behind === null ? [] : [`CI runs it behind ${behind}`]),
    ...(added === null ? [] : [`CI adds ${added}`]),
  ];
  return parts.length === 0 ? null : shortLine(parts.join('; '));
}

function keyOf(command: string, directory: string): string {
  return `${directory}\n${command.replace(SHORT_SCRIPT, '$1 $2')}`;
}

/** Scripts that these run without `run` as well. Source: npm, pnpm and Yarn, `test` and `start`. */
const SHORT_SCRIPT = /^(npm|pnpm|yarn) run (test|start)$/;

/** The folder that a command runs in; null where it is out of the project, or is only known when the step runs. */
function directoryOf(base: string, folder: string | null, move: string | null): string | null {
  let directory: string | null = base;
  for (const next of [folder, move]) {
    if (next === null || directory === null) continue;
    directory = /^[~/-]|[$*{"'`]/.test(next) ? null : resolveTarget(directory, next);
  }
  return directory;
}
