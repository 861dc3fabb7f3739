import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** An instruction of a container file, its lines joined. */
interface Instruction {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** What a stage runs. */
interface Stage {
  readonly entry: Instruction | null;
  readonly command: Instruction | null;
}

/**
 * What the last stage of each container file runs: its program, and the arguments that the program is given. A container
 * to work in, one that only opens a shell, or runs tests, begins nothing of the project.
 */
export async function readContainers(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of [...manifestsNamed(files, 'dockerfile'), ...manifestsNamed(files, 'containerfile')]) {
    sheet.manifests.push({ name: nameOf(file), file, line: null });
    const { entry, command } = lastStage((await files.text(file)) ?? '');
    const said = [entry, command].filter((one) => one !== null);
    const [first] = said;
    if (first === undefined || isForWork(file) || said.every(({ text }) => SHELL.test(text))) continue;
    if (said.some(({ text }) => TESTS.test(text)) || (await startsTests(files, file, first.text))) continue;
    sheet.entryPoints.push({
      kind: 'container',
      name: nameOf(file),
      file,
      line: first.line,
      target: shortLine(said.map(({ name, text }) => `${name} ${text}`).join(' ')),
      isThere: null,
      basis: 'defined',
    });
  }
}

/** A container to work on the project in starts none of its programs. Source: Development Containers, "devcontainer.json". */
function isForWork(file: string): boolean {
  return /(?:^|\/)\.devcontainer\//.test(file);
}

/** A shell alone, which waits for what is typed. */
const SHELL = /^(?:\[\s*["'])?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|a)?sh(?:["']\s*\])?\s*$/;

/** Tests, by what runs them or where their own program lies: `["npm", "test"]`, `ruby /app/test/runner.rb`. */
const TESTS =
  /\b(?:npm|pnpm|yarn|bun|make|just|cargo|go|mix)(?:["',\s]{1,9}run)?["',\s]{1,9}test(?![\w-])|(?<![\w-])(?:pytest|tox|rspec|phpunit)(?![\w-])|\/tests?\/(?:runner|run)[\w-]{0,30}\.\w/;

/** A script alone: `["/entrypoint.sh"]`. */
const SCRIPT = /^(?:\[\s*["'])?(?:[\w./-]{0,100}\/)?([\w.-]{1,60}\.sh)(?:["']\s*\])?$/;
/** A line that runs tests, under no condition, and ends a script. */
const LINE_OF_TESTS = /^(?:npx )?(?:playwright test|cypress run|pytest|tox|rspec)(?![\w-])/;
/** What may stand behind it: its result is kept and given, what ran beside it is ended. */
const ENDS_WITH = /^\s*(?:#|$|(?:exit|echo|kill)\b|\w{1,60}=\S*$)/;

/** Whether what a container starts is a script beside its file that runs tests, and nothing after them. */
async function startsTests(files: ProjectFiles, container: string, started: string): Promise<boolean> {
  const script = inFolder(folderOf(container), SCRIPT.exec(started.trim())?.[1] ?? '');
  const text = files.has(script) ? ((await files.text(script)) ?? '') : '';
  const last = text.split('\n').findLast((line) => !ENDS_WITH.test(line));
  return LINE_OF_TESTS.test(last ?? '');
}

const NOTHING: Stage = { entry: null, command: null };

/**
 * Of several instructions the last counts; a new stage starts with what the stage has that it is made from.
 * Source: Dockerfile reference, "CMD", "ENTRYPOINT" and "FROM".
 */
function lastStage(text: string): Stage {
  const stages = new Map<string, Stage>();
  let [stage, name] = [NOTHING, ''];
  for (const one of instructionsIn(text)) {
    const said = NONE.test(one.text) ? null : one;
    if (one.name === 'CMD') stage = { ...stage, command: said };
    else if (one.name === 'ENTRYPOINT') stage = { ...stage, entry: said };
    else {
      stages.set(name, stage);
      const words = one.text
        .toLowerCase()
        .split(' ')
        .filter((word) => word !== '' && !word.startsWith('--'));
      stage = stages.get(words[0] ?? '') ?? NOTHING;
      name = words[1] === 'as' ? (words[2] ?? '') : '';
    }
  }
  return stage;
}

/** An empty list takes back what the image that it is made from runs. */
const NONE = /^\[\s*\]$/;

const READ = /^(CMD|ENTRYPOINT|FROM)[ \t]+(.+)$/i;

/** Lines that end in a backslash go on; comments between them do not count. */
function instructionsIn(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let [parts, start]: [string[], number] = [[], 0];
  for (const [whole, number] of numberedLines(text)) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (parts.length === 0) start = number;
    const isOpen = line.endsWith('\\');
    parts.push(isOpen ? line.slice(0, -1).trimEnd() : line);
    if (isOpen) continue;
    const [, name = '', rest = ''] = READ.exec(parts.join(' ')) ?? [];
    if (name !== '') found.push({ name: name.toUpperCase(), text: rest, line: start });
    parts = [];
  }
  return found;
}
