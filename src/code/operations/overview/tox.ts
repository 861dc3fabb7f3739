import { readToml } from '../../formats/checked-toml.ts';
import { numberedLines } from '../../formats/lines.ts';
import { type Toml, type TomlValue, tomlEntry, tomlText } from '../../formats/toml.ts';
import type { CommandKind } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, kindAsRun, kindOfName, manifestsNamed, scriptBelow } from './fact-sheet.ts';

/** Names of environments that say what they are for, where a script of that name would say less. */
const KINDS: ReadonlyMap<string, CommandKind> = new Map([
  ...rows('check', 'typing types type mypy pyright'),
  ...rows('lint', 'style pre-commit flake8 pylint ruff'),
  ...rows('format', 'black'),
]);

function rows(kind: CommandKind, names: string): readonly (readonly [string, CommandKind])[] {
  return names.split(' ').map((name) => [name, kind] as const);
}

/** What an environment of tox does, by its name; null when the name does not say. */
export function kindOfToxEnvironment(name: string): CommandKind | null {
  return KINDS.get(name) ?? kindOfName(name);
}

/** Environments of `tox.ini` and `tox.toml`. */
export async function readTox(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const [ini, native] = ['tox.ini', 'tox.toml'].map((name) => manifestsNamed(files, name)[0]);
  if (ini !== undefined) addIni(sheet, ini, { text: (await files.text(ini)) ?? '', line: null });
  if (native === undefined) return;
  const toml = readToml((await files.text(native)) ?? '');
  if (typeof toml === 'string') files.gap(`${native} was not understood as TOML`);
  else addTox(sheet, { path: native, toml, outer: [] });
}

/**
 * Environments in TOML, be it a file of tox's own or a part of pyproject.toml, where the old form may stand as a text.
 * Source: tox, "Configuration", "pyproject.toml - native".
 */
export function addTox(
  sheet: FactSheet,
  { path, toml, outer }: { readonly path: string; readonly toml: Toml; readonly outer: readonly string[] },
): void {
  const seen = new Set<string>();
  for (const { table, line } of toml.headers) {
    const [part = '', name, ...rest] = table.slice(outer.length);
    if (rest.length > 0 || !outer.every((one, i) => table[i] === one)) continue;
    if (part === 'env_run_base' && name === undefined) addWhole(sheet, path, line);
    const isNew = part === 'env' && name !== undefined && !seen.has(name);
    if (isNew) addEnvironment(sheet, path, { name, line, runs: commandsOf(tomlEntry(toml, table, 'commands')?.value) });
    if (part === 'env' && name !== undefined) seen.add(name);
  }
  const old = tomlEntry(toml, outer, 'legacy_tox_ini');
  const text = tomlText(old?.value);
  if (old !== null && text !== null && outer.length > 0) addIni(sheet, path, { text, line: old.line });
}

/** The old form; `line` is that of what it stands in, where it is no file itself. */
function addIni(
  sheet: FactSheet,
  path: string,
  { text, line }: { readonly text: string; readonly line: number | null },
): void {
  const lines = [...numberedLines(text)];
  for (const [at, [row, number]] of lines.entries()) {
    const name = /^\[testenv:([\w.-]{1,60})\]/.exec(row)?.[1];
    if (name !== undefined) addEnvironment(sheet, path, { name, line: line ?? number, runs: runsBelow(lines, at) });
    if (/^\[testenv\]/.test(row)) addWhole(sheet, path, line ?? number);
  }
}

/** Lines of one environment that are read. */
const ENVIRONMENT_LINES_MAX = 60;

/** What the `commands` of an environment of the old form run; null where it says nothing of them. */
function runsBelow(lines: readonly (readonly [line: string, number: number])[], at: number): string | null {
  const rows = lines.slice(at + 1, at + 1 + ENVIRONMENT_LINES_MAX);
  const next = rows.findIndex(([row]) => row.startsWith('['));
  const own = next === -1 ? rows : rows.slice(0, next);
  const start = own.findIndex(([row]) => /^commands[ \t]*=/.test(row));
  if (start === -1) return null;
  const first = (own[start]?.[0] ?? '').replace(/^commands[ \t]*=/, '').trim();
  return [first, scriptBelow(own, start) ?? ''].join('\n').trim();
}

/** The same of TOML, where each command is a list of words. Source: tox, "Configuration", `commands`. */
function commandsOf(value: TomlValue | undefined): string | null {
  if (value?.kind !== 'array') return null;
  const commands = value.items.map((one) => (one.kind === 'array' ? one.items : [one]));
  return commands.map((words) => words.map((word) => tomlText(word) ?? '').join(' ')).join('\n');
}

function addWhole(sheet: FactSheet, file: string, line: number): void {
  const at = { directory: folderOf(file), file, line, detail: null };
  sheet.commands.push({ kind: 'test', command: 'tox', ...at, basis: 'defined' });
}

function addEnvironment(
  sheet: FactSheet,
  file: string,
  { name, line, runs }: { readonly name: string; readonly line: number; readonly runs: string | null },
): void {
  const named = kindOfToxEnvironment(name);
  const kind = runs === null ? named : kindAsRun(named, runs);
  // What runs the tests in yet another way, as with the oldest versions, would hide commands of other kinds.
  const isVariant = VARIANT.test(name) && sheet.commands.some(({ command }) => command === 'tox');
  if (kind === null || isVariant) {
    sheet.otherScripts += 1;
    return;
  }
  const at = { directory: folderOf(file), file, line, detail: null };
  sheet.commands.push({ kind, command: `tox -e ${name}`, ...at, basis: 'defined' });
}

/** A name that begins with what `tox` alone does anyway. */
const VARIANT = /^tests?[-_.]/;
