import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, kindOfName } from './fact-sheet.ts';

/** One target of a rule, and what has to be made before it. */
interface Target {
  readonly name: string;
  readonly line: number;
  readonly needs: readonly string[];
}

/**
 * Targets of a Makefile that their names tell, each once. Where none builds, `all` does if what it needs says nothing
 * else. Source: GNU make, "Standard Targets for Users".
 */
export async function readMakefile(files: ProjectFiles, sheet: FactSheet, file: string): Promise<void> {
  sheet.manifests.push({ name: 'Makefile', file, line: null });
  const targets = targetsIn((await files.text(file)) ?? '');
  const first = new Map(targets.toReversed().map((target) => [target.name, target]));
  const kinds = [...first.values()].toReversed().map((target) => ({ target, kind: kindOfTarget(target) }));
  const builds = kinds.some(({ kind }) => kind === 'build');
  for (const { target, kind: named } of kinds) {
    const isAll = named === null && !builds && target.name === 'all' && isAboutBuilding(targets);
    const kind = isAll ? 'build' : named;
    if (kind !== null) sheet.commands.push(commandOf(target, kind, file));
    else if (!isFile(target.name)) sheet.otherScripts += 1;
  }
}

function commandOf({ name, line }: Target, kind: CommandFact['kind'], file: string): CommandFact {
  return { kind, command: `make ${name}`, directory: folderOf(file), file, line, basis: 'defined', detail: null };
}

/** A target with a dot is a file that is made, and one with a folder unless it is called as a command is. */
function kindOfTarget({ name }: Target): CommandFact['kind'] | null {
  return name.includes('.') ? null : kindOfName(name);
}

function isFile(name: string): boolean {
  return /[./]/.test(name);
}

/** Whether what `all` needs is made, and nothing of it tests, lints, installs or cleans. */
function isAboutBuilding(targets: readonly Target[]): boolean {
  const needs = targets.flatMap((target) => (target.name === 'all' ? target.needs : []));
  return needs.length > 0 && needs.every((need) => (kindOfName(need) ?? 'build') === 'build' && !OTHERWISE.test(need));
}

const OTHERWISE = /^(?:help|usage|(?:dist|un)?clean|deploy|publish|release|docs?|coverage|cover|vet|tidy)(?:$|[-_])/;

/** Names before the colon of a rule: not of an assignment (`:=`, `::=`, or of one target alone) and not of a pattern. */
function targetsIn(text: string): readonly Target[] {
  const targets: Target[] = [];
  for (const [line, number] of numberedLines(text)) {
    const [, names, rest = ''] = /^([A-Za-z0-9][\w./ -]{0,200}?)\s*::?(?![:=])(.*)$/.exec(line) ?? [];
    const needs = (/^[^;#=|]*/.exec(rest)?.[0] ?? '').split(/\s+/).filter((need) => need !== '' && need !== '\\');
    for (const name of names?.split(/\s+/) ?? [])
      targets.push({ name, line: number, needs: rest.includes('=') ? [] : needs });
  }
  return targets;
}
