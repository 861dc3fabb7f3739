import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact, DependencyFact } from '../../questions/overview.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { addAsked, type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** Mix of Elixir: its conventional commands, and what each `mix.exs` asks for. It is not run. */
export async function readMix(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const paths = manifestsNamed(files, 'mix.exs');
  for (const [at, file] of paths.entries()) {
    sheet.manifests.push({ name: 'mix.exs', file, line: null });
    if (at === 0) addCommands(sheet, file);
    for (const asked of tuplesOf([...numberedLines((await files.text(file)) ?? '')]))
      addTuple(files, sheet, file, asked);
  }
}

function addCommands(sheet: FactSheet, file: string): void {
  sheet.managers.push({ name: 'mix', file, line: null });
  const row = { directory: folderOf(file), file, line: null, basis: 'convention', detail: null } as const;
  const commands: readonly Pick<CommandFact, 'kind' | 'command'>[] = [
    { kind: 'install', command: 'mix deps.get' },
    { kind: 'test', command: 'mix test' },
  ];
  for (const command of commands) sheet.commands.push({ ...row, ...command });
}

/** One dependency as it is written: `{:plug, "~> 1.14", only: :test}`. */
interface Tuple {
  readonly name: string;
  readonly rest: string;
  readonly line: number;
}

type Line = readonly [line: string, number: number];

/** Lines that one dependency may be written in. */
const TUPLE_LINES_MAX = 12;
const TUPLE = /\{:(\w{1,60})\s*,/g;
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Tuples of what lists dependencies; others (`{:ok, file}`) are none. Where nothing is called so, all are taken. */
function tuplesOf(lines: readonly Line[]): readonly Tuple[] {
  const listed = listsOf(lines);
  const tuples: Tuple[] = [];
  for (const [at, [line, number]] of listed.entries()) {
    for (const { 0: whole, 1: name = '', index } of codeOf(line).matchAll(TUPLE))
      tuples.push({ name, rest: restOf(line.slice(index + whole.length), listed, at), line: number });
  }
  return tuples;
}

/** A line without what stands in its strings, each offset as it was, and without its comment. */
function codeOf(line: string): string {
  return line.replace(STRING, (string) => ' '.repeat(string.length)).replace(/#.*$/, '');
}

/** What stands in a tuple behind its name, which may go on over several lines. */
function restOf(first: string, lines: readonly Line[], at: number): string {
  const below = lines.slice(at + 1, at + TUPLE_LINES_MAX).map(([line]) => line);
  const written: string[] = [];
  for (const line of [first, ...below]) {
    const end = line.indexOf('}');
    written.push(end === -1 ? line : line.slice(0, end));
    if (end !== -1) break;
  }
  return written.join(' ');
}

/** The functions and values that dependencies are listed in, as `deps` and `target_deps` are called by custom. */
function listsOf(lines: readonly Line[]): readonly Line[] {
  const found: Line[] = [];
  // The indentation of the list that the line before is in.
  let indent: number | null = null;
  for (const one of lines) {
    const [line] = one;
    const isEnd = indent !== null && line.trim() !== '' && line.length - line.trimStart().length <= indent;
    if (isEnd) indent = null;
    indent ??= LIST.exec(line)?.[1]?.length ?? null;
    if (indent !== null) found.push(one);
  }
  return found.length === 0 ? lines : found;
}

const LIST = /^(\s{0,40})(?:defp?\s+\w{0,40}deps\w{0,40}\b|deps:\s*\[)/;

function addTuple(files: ProjectFiles, sheet: FactSheet, file: string, { name, rest, line }: Tuple): void {
  const path = pathOf(name, rest);
  const folder = path === null ? null : resolveTarget(folderOf(file), path);
  const manifest = folder === null ? null : inFolder(folder, 'mix.exs');
  const own = manifest !== null && files.has(manifest) ? manifest : null;
  const requirement = path === null ? requirementOf(rest) : 'path';
  // What tests are a project of is asked for to try the others.
  const scope = roleOfPath(file.slice(files.base.length)) === 'test' ? 'dev' : scopeOf(rest);
  addAsked(files, sheet, { ecosystem: 'hex', name, requirement, scope, file, line }, own);
}

/** Where what is not fetched lies; null for all else. Source: Mix, "Mix.Tasks.Deps", `:path`, `:in_umbrella`. */
function pathOf(name: string, rest: string): string | null {
  if (/\bin_umbrella:\s*true\b/.test(rest)) return `../${name}`;
  return /\bpath:\s*"([^"]{1,300})"/.exec(rest)?.[1] ?? null;
}

function requirementOf(rest: string): string {
  const version = /^\s*"([^"]{1,60})"/.exec(rest)?.[1];
  return version ?? (/\b(?:git|github):\s*"/.test(rest) ? 'git' : '');
}

/** What others need not have, and what only some environments take. Source: Mix, "Mix.Tasks.Deps", `:optional`, `:only`. */
function scopeOf(rest: string): DependencyFact['scope'] {
  const only = /\bonly:\s*(\[[^\]]{0,200}\]|:\w{1,40})/.exec(rest)?.[1];
  if (only !== undefined && !/:prod\b/.test(only)) return 'dev';
  return /\boptional:\s*true\b/.test(rest) ? 'optional' : 'runtime';
}
