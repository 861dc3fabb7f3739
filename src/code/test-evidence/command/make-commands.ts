import { plural } from '../../../base/plural.ts';
import { languageOf } from '../../lex/languages.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import type { Chosen, CommandMaker } from './command-input.ts';
import { namedCommands } from './named-commands.ts';
import { nodeCommands } from './node-command.ts';
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
