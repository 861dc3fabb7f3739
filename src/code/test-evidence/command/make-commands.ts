import { plural } from '../../../base/plural.ts';
import { languageOf } from '../../lex/languages.ts';
import { gradleTests } from '../../manifests/jvm/gradle-tests.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { inFolder, isSample, type ProjectFiles } from '../../source/project-files.ts';
import { byDepth, folderOf } from '../../text/paths.ts';
import { type Chosen, type CommandMaker, lineOf } from './command-input.ts';
import { namedCommands } from './named-commands.ts';
import { nodeCommands, nodeSuite } from './node-command.ts';
import { goCommands, javaCommands, pythonCommands, rustCommands } from './other-commands.ts';
import { isPrintable } from './shell.ts';

const MAKERS: Readonly<Record<string, CommandMaker>> = {
  script: nodeCommands,
  python: pythonCommands,
  go: goCommands,
  rust: rustCommands,
  java: javaCommands,
};

/** Commands that run some test files, and the files that none of them runs. */
export interface Commands {
  readonly rows: readonly CommandRow[];
  readonly notes: readonly string[];
}

/** The commands for some test files, one per ecosystem, package and runner. Nothing is run. */
export async function makeCommands(files: ProjectFiles, chosen: readonly Chosen[]): Promise<Commands> {
  const notes: string[] = [];
  const printable = chosen.filter(({ test }) => isPrintable(test.path));
  const left = chosen.length - printable.length;
  if (left > 0)
    notes.push(
      `${plural(left, 'test file is', 'test files are')} not in a command: the name has characters that cannot be shown`,
    );
  const rows: CommandRow[] = [];
  for (const [scanner, make] of Object.entries(MAKERS)) {
    rows.push(
      ...(await make(
        files,
        printable.filter(({ test }) => languageOf(test.path)?.scanner === scanner),
      )),
    );
  }
  rows.push(
    ...(await namedCommands(
      files,
      printable.filter(({ test }) => !Object.hasOwn(MAKERS, languageOf(test.path)?.scanner ?? '')),
    )),
  );
  if (rows.length === 0 && printable.length > 0)
    notes.push('no manifest or import names a runner for these test files: no command is known');
  return { rows, notes };
}

/** The commands that run all tests: those of the manifests nearest to the top, one per ecosystem. */
export async function suiteCommands(files: ProjectFiles): Promise<readonly CommandRow[]> {
  const rows: CommandRow[] = [];
  const top = (name: string): string | null =>
    [...files.named(name)].filter((path) => !isVendored(path) && !isSample(path)).sort(byDepth)[0] ?? null;
  const manifest = top('package.json');
  const node = manifest === null ? null : await nodeSuite(files, manifest);
  if (node !== null) rows.push(node);
  for (const suite of SUITES) {
    const row = await suiteRow(files, top(suite.name), suite);
    if (row !== null && !rows.some(({ command }) => command === row.command)) rows.push(row);
  }
  return rows;
}

/** Null where the manifest is missing, or does not say what it must say. */
async function suiteRow(
  files: ProjectFiles,
  file: string | null,
  { pattern, command, why }: (typeof SUITES)[number],
): Promise<CommandRow | null> {
  const text = file === null ? null : await files.text(file);
  const line = text === null ? null : lineOf(text, pattern);
  if (file === null || line === null) return null;
  const directory = folderOf(file);
  const tool = /^(?:mvn|gradle)\b/.exec(command)?.[0];
  const wrapper = tool === 'mvn' ? 'mvnw' : 'gradlew';
  const hasWrapper = tool !== undefined && files.has(inFolder(directory, wrapper));
  const task = tool === 'gradle' ? await gradleTests(files, file) : null;
  const asked = task === null ? command : `gradle ${task.name}`;
  const own = hasWrapper ? `./${wrapper}${asked.slice(tool.length)}` : asked;
  if (task !== null && task.file !== null) {
    return { command: own, directory, file: task.file, line: task.line, why: task.why };
  }
  return { command: own, directory, file, line, why };
}

const SUITES = [
  { name: 'go.mod', pattern: /^module\b/m, command: 'go test ./...', why: 'a Go module' },
  {
    name: 'cargo.toml',
    pattern: /^\[(?:package|workspace)\]/m,
    command: 'cargo test',
    why: 'a Cargo package or workspace',
  },
  { name: 'pyproject.toml', pattern: /\[tool\.pytest|["']pytest\b/, command: 'pytest', why: 'names pytest' },
  { name: 'pytest.ini', pattern: /\[pytest\]/, command: 'pytest', why: 'sets pytest up' },
  { name: 'setup.cfg', pattern: /\[tool:pytest\]/, command: 'pytest', why: 'sets pytest up' },
  { name: 'pom.xml', pattern: /<project\b/, command: 'mvn test', why: 'a Maven project' },
  { name: 'build.gradle', pattern: /./, command: 'gradle test', why: 'a Gradle project' },
  { name: 'build.gradle.kts', pattern: /./, command: 'gradle test', why: 'a Gradle project' },
] as const;
