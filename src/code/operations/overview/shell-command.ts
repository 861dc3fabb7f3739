import type { CommandKind } from '../../questions/overview.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { nameOf } from '../../text/paths.ts';
import { kindAsRun, kindOfName } from './fact-sheet.ts';
import { kindOfGradleTask } from './gradle-tasks.ts';
import { kindOfHatchScript } from './hatch.ts';
import { kindOfToxEnvironment } from './tox.ts';
import { isWholeCommand } from './whole-command.ts';

/** A command line that builds, tests or checks the project. */
export interface ShellCommand {
  readonly kind: CommandKind;
  readonly command: string;
  /** What stands behind it that is only known when it runs, as written; null for nothing. */
  readonly added: string | null;
  /** The script that it starts, as written with `/`; null where a runner is started. */
  readonly script: string | null;
  /** What has to succeed before it on its line, as written; null for nothing. */
  readonly behind: string | null;
}

/** Values of the variables that a file of CI sets itself. */
export type CiValues = ReadonlyMap<string, string>;

const NO_VALUES: CiValues = new Map();

/**
 * What a line of a shell does, by the word that a runner takes its task from or by the name of its script; of commands
 * that `&&` joins the last one. Null when that does not say, or when it is about starting or installing.
 */
export function readShellCommand(written: string, values: CiValues = NO_VALUES): ShellCommand | null {
  const filled = written.replace(/\$\{\{ {0,3}env\.(\w{1,60}) {0,3}\}\}/g, (whole, name) => values.get(name) ?? whole);
  const { path, rest } = splitPath(filled);
  const { last, behind } = splitChain(withoutReaders(rest));
  const { command, added } = splitAdded(last);
  // Between single quotes no sign means anything to a shell, but CI puts values in everywhere.
  if (/[$`|;&<>{]/.test(command.replace(/'[^']*'/g, '')) || command.includes('${{')) return null;
  const words = withoutUvOptions(wordsBehindSettings(command));
  if (words.some((word, at) => SPLAT.test(word) && !words[at - 1]?.startsWith('-'))) return null;
  // What CI adds may be the value of the last option.
  if (added === null && (!isWholeCommand(words) || isAsked(words))) return null;
  const script = scriptOf(words);
  const named = script === null ? (kindOfRunner(words) ?? kindOfTool(words)) : kindOfScript(script, words);
  const kind = kindAsRun(named, command);
  if (kind === null || kind === 'run' || kind === 'install') return null;
  return { kind, command, added: path === null ? added : [path, added ?? ''].join(' ').trim(), script, behind };
}

/** Values that PowerShell puts in, which no reader sees: `bazel build @flags //app`; behind an option it is a word, `--grep @smoke`. Source: PowerShell, "about_Splatting". */
const SPLAT = /^@\w+$/;

/** Where programs are looked for first, which is no part of what is run: `PATH="./bats/bin:$PATH" test/run`. */
function splitPath(line: string): { readonly path: string | null; readonly rest: string } {
  const path = /^PATH=(?:"[^"$`]{0,200}\$PATH"|[^\s"'$`]{0,200}\$PATH) /.exec(line)?.[0];
  return path === undefined ? { path: null, rest: line } : { path: path.trim(), rest: line.slice(path.length) };
}

/** What a tool only tells of itself does nothing for the project: `shellcheck --version`. */
function isAsked(words: readonly string[]): boolean {
  return /^--(?:version|help)$/.test(words.at(-1) ?? '');
}

/** The last of the commands that run one after the other; the line as it is where it is anything else. */
function splitChain(line: string): { readonly last: string; readonly behind: string | null } {
  const at = line.lastIndexOf(' && ');
  const behind = line.slice(0, Math.max(0, at));
  const isPlain = at > 0 && !/[$`|;<>{(]|[^&]&(?!&)[^&]/.test(behind) && /^[^"']*$/.test(behind);
  return isPlain ? { last: line.slice(at + ' && '.length), behind } : { last: line, behind: null };
}

/** The line without what only makes its output pretty or keeps it. */
function withoutReaders(line: string): string {
  const command = line.replace(/^set -[a-z]{1,8}(?: pipefail)? && /, '').replace(/;$/, '');
  const pipe = command.indexOf(' | ');
  const isRead = pipe !== -1 && /^(?:xcbeautify|xcpretty|tee)(?: [^|;&]*)?$/.test(command.slice(pipe + 3));
  return (isRead ? command.slice(0, pipe) : command).replace(/ 2>&1$/, '');
}

/** More arguments, by the name of what they come from, or what may be empty as well. */
const ARGUMENTS = /(?:flags?|arg(?:ument)?s?|options?|opts)\b|\|\| *''/i;

/** Arguments at the end that an expression of CI gives are no part of what a reader can run. */
function splitAdded(line: string): Pick<ShellCommand, 'command' | 'added'> {
  const from = line.lastIndexOf(' ${{');
  const last = from === -1 ? '' : line.slice(from + 1);
  const isAdded = /^\$\{\{[^{}]*\}\}$/.test(last) && ARGUMENTS.test(last);
  return isAdded ? { command: line.slice(0, from), added: last } : { command: line, added: null };
}

/** Words of a command behind the variables that are set for it. */
function wordsBehindSettings(command: string): readonly string[] {
  const words = command.split(/\s+/);
  const first = words.findIndex((word) => word !== 'env' && !/^\w+=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

/** Options of `uv run` that have a value behind them. Source: uv, "Command reference", "uv run". */
const UV_VALUES =
  /^(?:-p|-w|--(?:python|group|no-group|only-group|extra|no-extra|with|with-editable|with-requirements|package|project|directory|env-file|index|default-index|find-links|cache-dir|config-file))$/;

/** What `uv run` starts stands behind its own options, whose values are words as well. */
function withoutUvOptions(words: readonly string[]): readonly string[] {
  if (words[0] !== 'uv' || words[1] !== 'run') return words;
  let at = 2;
  while (words[at]?.startsWith('-') === true) at += words[at] === '--' ? 1 : UV_VALUES.test(words[at] ?? '') ? 2 : 1;
  return ['uv', 'run', ...words.slice(at)];
}

const RUNNER =
  /^(?:npm|pnpm|pn|yarn|bun|deno|make|just|cargo|go|mage|mvn|\.\/mvnw|gradle|\.\/gradlew|tox|nox|pytest|python -m pytest|poetry run|uv run|hatch|bundle exec|composer|dotnet|mix|ctest|bazel|rake|sbt|swift|xcodebuild|(?:\.\/)?vendor\/bin\/(?:phpunit|pest)) /;
const SHELL = /^(?:bash|sh|zsh|pwsh|powershell)$/;
const INTERPRETER = /^(?:ruby|python3?|node|perl|php|lua)$/;
/** What runs all tests of its folder, by its name. */
const TEST_RUNNER = /^(?:run|runner|all|main|index|suite|harness)$/i;

/** The script that is started by its path, or by a shell. */
function scriptOf(words: readonly string[]): string | null {
  const [first = ''] = words;
  if (RUNNER.test(`${words.join(' ')} `)) return null;
  const isStarted = SHELL.test(first) || INTERPRETER.test(first);
  // What a module or a text of code does is not said by its name.
  if (INTERPRETER.test(first) && /^-[mce]/.test(words[1] ?? '')) return null;
  const path = isStarted ? words.slice(1).find((word) => !word.startsWith('-')) : first;
  if (path === undefined || !/^[\w.@/\\-]+$/.test(path)) return null;
  const script = path.replaceAll('\\', '/');
  return SHELL.test(first) || script.includes('/') ? script : null;
}

/** By its whole name: `test-install.sh` tests a part, and is not how the project is tested. */
function kindOfScript(script: string, words: readonly string[]): CommandKind | null {
  // `./phpunit install` only fetches what runs the tests.
  if (words.length > 1 && words.at(-1) === 'install') return 'install';
  const stem = nameOf(script).replace(/\.\w{1,5}$/, '');
  const name = stem.replace(/^run[-_]?(?=\w)/i, '').replace(/[-_]all$/i, '');
  if (TEST_RUNNER.test(stem) && roleOfPath(script) === 'test') return 'test';
  return /[-_]/.test(name) ? null : kindOfName(name);
}

function kindOfRunner(words: readonly string[]): CommandKind | null {
  if (!RUNNER.test(`${words.join(' ')} `)) return null;
  if (words[0] === 'make') return kindOfMake(words);
  const given = words.filter((word) => !/^[-+]/.test(word));
  // Of xcodebuild the actions are words between its options.
  if (given[0] === 'xcodebuild') return kindOfName(given.findLast((word) => /^(?:build|test)$/.test(word)) ?? '');
  // What is thrown away first is not what the command is for.
  const telling = given[1] === 'clean' && given.length > 2 ? given.toSpliced(1, 1) : given;
  if (/^(?:tox|nox|ctest)$|^(?:python )?pytest\b|^\S*(?:phpunit|pest)\b/.test(telling.join(' '))) return 'test';
  const rest = telling.slice(/^(?:poetry|uv|bundle)$/.test(telling[0] ?? '') ? 2 : 1);
  return kindOfTask(telling[0] ?? '', rest);
}

/** By the task that a runner is given. */
function kindOfTask(runner: string, rest: readonly string[]): CommandKind | null {
  const [first = '', second = ''] = rest;
  if (first === 'pytest') return 'test';
  if (runner === 'tox' || first === 'tox') return kindOfTox(runner === 'tox' ? rest : rest.slice(1));
  if (runner === 'hatch' && first === 'run') return kindOfHatch(second);
  if (runner === 'gradle' || runner === './gradlew') return kindOfGradleTask(first);
  const isScript = /^(?:npm|pnpm|pn|yarn|bun|deno)$/.test(runner) && /^(?:run|task)$/.test(first);
  return kindOfName(isScript ? second : first);
}

/** By the environment that it is to run; without one it runs those that are set, which are mostly for tests. */
function kindOfTox(words: readonly string[]): CommandKind | null {
  const [name] = /^(?:r|run|p|run-parallel)$/.test(words[0] ?? '') ? words.slice(1) : words;
  const isVersion = name === undefined || /^(?:py|pypy)(?:[\d.]{1,8}t?)?$/.test(name);
  return isVersion ? 'test' : kindOfToxEnvironment(name);
}

/** `lint:spelling` of the environment `lint`, or a script of the default one, or a program. */
function kindOfHatch(name: string): CommandKind | null {
  const [, environment = 'default', script = ''] = /^(?:([^:]*):)?(.*)$/.exec(name) ?? [];
  return script === 'pytest' ? 'test' : kindOfHatchScript(environment, script);
}

/** By its first target; of variables alone it makes what it makes by default. Folders and files of options are no targets. */
function kindOfMake(words: readonly string[]): CommandKind | null {
  const given = words.slice(1).filter((word, at) => !/^-/.test(word) && !/^-[CfIoW]$/.test(words[at] ?? ''));
  const target = given.find((word) => !word.includes('='));
  return target === undefined ? (given.length > 0 ? 'build' : null) : kindOfName(target);
}

/** What starts a tool of the project, and the words before the tool. */
const STARTERS: readonly (readonly string[])[] = [
  ['bundle', 'exec'],
  ['poetry', 'run'],
  ['uv', 'run'],
  ['pnpm', 'exec'],
  ['pn', 'exec'],
  ['npx'],
  ['bunx'],
];

/** Tools that do one thing, whatever stands behind them. */
const TOOLS: ReadonlyMap<string, CommandKind> = new Map([
  ...tools('test', 'rspec jest vitest mocha ava busted bats phpunit pest'),
  ...tools('lint', 'rubocop eslint golangci-lint flake8 pylint shellcheck oxlint stylelint'),
  ...tools('check', 'mypy pyright tsc vue-tsc'),
  ...tools('format', 'prettier black gofmt'),
]);

function tools(kind: CommandKind, names: string): readonly (readonly [string, CommandKind])[] {
  return names.split(' ').map((name) => [name, kind] as const);
}

/** Of a tool that is named itself, or behind what starts it; of Rake by the task. */
function kindOfTool(words: readonly string[]): CommandKind | null {
  const starter = STARTERS.find((one) => one.every((word, at) => words[at] === word));
  const own = words.slice(starter?.length ?? 0);
  const [tool = '', ...rest] = own.slice(
    Math.max(
      0,
      own.findIndex((word) => !word.startsWith('-')),
    ),
  );
  if (tool === 'rake') return kindOfName(rest.find((word) => !word.startsWith('-')) ?? '');
  if (tool === 'ruff') return rest[0] === 'format' ? 'format' : 'lint';
  if (tool === 'node') return rest.includes('--test') ? 'test' : null;
  return TOOLS.get(tool) ?? null;
}
