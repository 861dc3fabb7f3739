import { readToml } from '../../formats/checked-toml.ts';
import { type Toml, type TomlValue, tomlHeader } from '../../formats/toml.ts';
import type { CommandKind } from '../../questions/overview.types.ts';
import { type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, kindAsRun, kindOfName, manifestsNamed } from './fact-sheet.ts';

/** A file in which Hatch's settings stand, and the names of the tables before its own. */
interface HatchFile {
  readonly path: string;
  readonly toml: Toml;
  readonly outer: readonly string[];
}

/** hatch.toml, which says without `tool.hatch` what a pyproject.toml says with it. Source: Hatch, "Project metadata". */
export async function readHatch(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const path of manifestsNamed(files, 'hatch.toml')) {
    const toml = readToml((await files.text(path)) ?? '');
    if (typeof toml === 'string') {
      files.gap(`${path} was not understood as TOML`);
      continue;
    }
    sheet.manifests.push({ name: 'hatch.toml', file: path, line: null });
    addHatch(sheet, { path, toml, outer: [] });
  }
}

/** Scripts of environments, and the commands of Hatch itself whose environments are set up here. */
export function addHatch(sheet: FactSheet, { path, toml, outer }: HatchFile): void {
  const scripts = scriptsOf(toml, [...outer, 'envs']);
  const first = toml.headers.find(({ table }) => isBelow(table, [...outer, 'envs']))?.line ?? scripts[0]?.line;
  if (first === undefined) return;
  sheet.managers.push({ name: 'hatch', file: path, line: first });
  const at = { directory: folderOf(path), file: path };
  for (const { environment, name, runs, line } of scripts) {
    const kind = kindAsRun(kindOfHatchScript(environment, name), runs);
    if (kind === null) {
      sheet.otherScripts += 1;
      continue;
    }
    const command = environment === 'default' ? `hatch run ${name}` : `hatch run ${environment}:${name}`;
    sheet.commands.push({ kind, command, ...at, line, basis: 'defined', detail: shortLine(runs) });
  }
  for (const [environment, kind, command] of OWN) {
    const table = [...outer, 'envs', environment];
    const line =
      tomlHeader(toml, ...table) ?? toml.headers.find((header) => isBelow(header.table, table))?.line ?? null;
    const detail = `configured in [${table.join('.')}]`;
    if (line !== null) sheet.commands.push({ kind, command, ...at, line, basis: 'convention', detail });
  }
}

/** Environments of Hatch's own commands, whose scripts it calls itself. Source: Hatch, "Testing" and "Static analysis". */
const OWN: readonly (readonly [string, CommandKind, string])[] = [
  ['hatch-test', 'test', 'hatch test'],
  ['hatch-static-analysis', 'lint', 'hatch fmt'],
];

/** What a script of an environment is for: by its own name, or else by that of the environment, as in `lint:spelling`. */
export function kindOfHatchScript(environment: string, name: string): CommandKind | null {
  return kindOfName(name) ?? (environment === 'default' ? null : kindOfName(`${environment}:${name}`));
}

interface Script {
  readonly environment: string;
  readonly name: string;
  readonly runs: string;
  readonly line: number;
}

/**
 * Scripts where an environment writes them: those that it inherits are the same ones again. What a name with an underscore
 * before it stands for is for other scripts alone, and how Hatch's own environments work is its affair.
 */
function scriptsOf(toml: Toml, envs: readonly string[]): readonly Script[] {
  const scripts: Script[] = [];
  for (const { table, key, value, line } of toml.entries) {
    if (!isBelow(table, envs)) continue;
    const [environment = '', group = key, ...deeper] = table.slice(envs.length);
    if (!/^(?:extra-)?scripts$/.test(group) || deeper.length > 0) continue;
    const isWhole = table.length === envs.length + 1;
    const named = isWhole && value.kind === 'table' ? [...value.entries] : [[key, value] as const];
    for (const [name, one] of named) {
      const runs = textOf(one);
      if (runs === null || name.startsWith('_') || environment.startsWith('hatch-')) continue;
      scripts.push({ environment, name, runs, line });
    }
  }
  return scripts;
}

function isBelow(table: readonly string[], outer: readonly string[]): boolean {
  return table.length > outer.length && outer.every((name, at) => table[at] === name);
}

/** One command or several, which run one after the other. */
function textOf(value: TomlValue): string | null {
  if (value.kind === 'string') return value.text;
  if (value.kind !== 'array') return null;
  return value.items.flatMap((item) => (item.kind === 'string' ? [item.text] : [])).join(' && ');
}
