import { numberedLines } from '../../formats/lines.ts';
import { folderOf, type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { ciCommands } from './ci-commands.ts';
import { type Ecosystem, type FactSheet, kindOfName, manifestsNamed } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

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
    // A rule, not an assignment (`:=`, `::=`) and not a pattern.
    const names = /^([A-Za-z0-9][\w./ -]{0,200}?)\s*::?(?![:=])/.exec(line)?.[1]?.split(/\s+/) ?? [];
    for (const name of names) {
      const kind = kindOfName(name);
      if (kind === null || seen.has(name)) continue;
      seen.add(name);
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

async function readJust(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const file = topOf(files, 'justfile', '.justfile');
  if (file === undefined) return;
  sheet.manifests.push({ name: 'justfile', file, line: null });
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    const name = /^@?([A-Za-z_][\w-]{0,60})(?:\s[^:=]{0,200})?:(?!=)/.exec(line)?.[1];
    const kind = name === undefined || name === 'alias' ? null : kindOfName(name);
    if (kind !== null)
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

async function readContainers(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of [...manifestsNamed(files, 'dockerfile'), ...manifestsNamed(files, 'containerfile')]) {
    sheet.manifests.push({ name: 'Dockerfile', file, line: null });
    let last: { text: string; line: number } | null = null;
    for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
      const found = /^\s*(CMD|ENTRYPOINT)\s+(.+)$/i.exec(line);
      // Of several the last counts; a new stage starts without the ones of the stage before.
      if (found) last = { text: shortLine(`${(found[1] ?? '').toUpperCase()} ${found[2] ?? ''}`), line: number };
      else if (/^\s*FROM\s/i.test(line)) last = null;
    }
    if (last)
      sheet.entryPoints.push({
        kind: 'container',
        name: 'container',
        file,
        line: last.line,
        target: last.text,
        isThere: null,
        basis: 'defined',
      });
  }
}

const CI_FILE =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|Jenkinsfile|\.woodpecker\.ya?ml|\.cirrus\.ya?ml)$/;

/** Steps of CI that call a test, build or lint command by name: evidence of what the maintainers run. */
async function readCi(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const found = files.entries.map(({ path }) => path).filter((path) => CI_FILE.test(path.slice(files.base.length)));
  for (const file of found) sheet.manifests.push({ name: 'CI', file, line: null });
  if (found.length > OVERVIEW_LIMITS.ciFilesMax)
    files.gap(`${found.length} CI files were found; the steps of ${OVERVIEW_LIMITS.ciFilesMax} were read`);
  const commands = makeCiCommands(files, sheet);
  for (const file of found.slice(0, OVERVIEW_LIMITS.ciFilesMax)) commands.add(file, (await files.text(file)) ?? '');
}

/** Adds the commands of files of CI, each once for its folder. */
function makeCiCommands(files: ProjectFiles, sheet: FactSheet) {
  const known = new Set(sheet.commands.map(({ command, directory }) => keyOf(command, directory)));
  const folders = foldersOf(files);
  const base = files.base.replace(/\/$/, '');
  return {
    add(file: string, text: string): void {
      for (const { command, line, folder, move } of ciCommands(text)) {
        const kind = kindOfCommand(command);
        const directory = kind === null ? null : directoryOf(base, folder, move);
        if (kind === null || directory === null || known.has(keyOf(command, directory))) continue;
        // A folder that CI fetches is another project's.
        if (directory !== '' && !folders.has(directory)) continue;
        known.add(keyOf(command, directory));
        sheet.commands.push({ kind, command, directory, file, line, basis: 'ci', detail: null });
      }
    },
  };
}

function keyOf(command: string, directory: string): string {
  return `${directory}\n${command}`;
}

/** All folders with a file somewhere below them. */
function foldersOf(files: ProjectFiles): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of files.entries) {
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

/** The folder that a command runs in; null where it is out of the project, or is only known when the step runs. */
function directoryOf(base: string, folder: string | null, move: string | null): string | null {
  let directory: string | null = base;
  for (const next of [folder, move]) {
    if (next === null || directory === null) continue;
    directory = /^[~/-]|[$*{"'`]/.test(next) ? null : resolveTarget(directory, next);
  }
  return directory;
}

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|deno|make|just|cargo|go|mvn|\.\/mvnw|gradle|\.\/gradlew|tox|nox|pytest|python -m pytest|poetry run|uv run|hatch|bundle exec|composer|dotnet|mix|ctest|bazel|rake|sbt|swift|(?:\.\/)?vendor\/bin\/(?:phpunit|pest)) /;

/** What a CI step does, by the word that a runner takes its task from; null when that word does not say. */
function kindOfCommand(command: string): ReturnType<typeof kindOfName> {
  if (!RUNNER.test(`${command} `) || /[$`|;&<>{]/.test(command)) return null;
  const given = command.split(/\s+/).filter((word) => !/^[-+]/.test(word));
  // What is thrown away first is not what the command is for.
  const words = given[1] === 'clean' && given.length > 2 ? given.toSpliced(1, 1) : given;
  if (/^(?:tox|nox|ctest)$|^(?:python )?pytest\b|^\S*(?:phpunit|pest)\b/.test(words.join(' '))) return 'test';
  const rest = words.slice(/^(?:poetry|uv|bundle)$/.test(words[0] ?? '') ? 2 : 1);
  const isScript = /^(?:npm|pnpm|yarn|bun|deno)$/.test(words[0] ?? '') && /^(?:run|task)$/.test(rest[0] ?? '');
  if (rest[0] === 'pytest') return 'test';
  const kind = kindOfName(rest[isScript ? 1 : 0] ?? '');
  return kind === 'run' || kind === 'install' ? null : kind;
}
