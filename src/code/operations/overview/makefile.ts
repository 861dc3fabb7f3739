import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, isLooking, isToldToMend, kindAsRun, kindOfName, withoutPrinted } from './fact-sheet.ts';

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
  const text = (await files.text(file)) ?? '';
  const targets = targetsIn(text);
  const recipes = recipesIn(text);
  const first = new Map(targets.toReversed().map((target) => [target.name, target]));
  const kinds = [...first.values()].toReversed().map((target) => ({ target, kind: kindOfTarget(target) }));
  const mendsByOthers = makeMendsByOthers(first, recipes);
  const builds = kinds.some(({ kind }) => kind === 'build');
  for (const { target, kind: named } of kinds) {
    const isAll = named === null && !builds && target.name === 'all' && isAboutBuilding(targets);
    const run = isAll ? 'build' : kindByRecipe(named, target.name, recipes.get(target.name));
    const isMending = isLooking(run) && mendsByOthers(target.name);
    const kind = isMending ? kindOfMending(recipes.get(target.name)) : run;
    if (kind !== null) sheet.commands.push(commandOf(target, kind, file));
    else if (!isFile(target.name)) sheet.otherScripts += 1;
  }
}

/** Whether git is asked if something differs. Source: git-diff(1), `--exit-code`, `--quiet`; git-status(1), `--porcelain`. */
const ASKS_GIT = /\bgit (?:diff|status)\b[^\n;|&]{0,200}--(?:exit-code|quiet|porcelain)\b/;

/**
 * What looks by others that mend is told to format; but what then asks git whether something differs makes anew what is
 * generated, and fails: that is neither a way to format nor a mere look.
 */
function kindOfMending(recipe: string | undefined): CommandFact['kind'] | null {
  return recipe !== undefined && ASKS_GIT.test(recipe) ? null : 'format';
}

/** Targets that are looked at for what one of them runs. */
const REACHED_MAX = 50;

/** Whether what a target needs or calls is told to mend, by others too: `lint: lint-local`, `$(MAKE) lint-local`. */
function makeMendsByOthers(
  targets: ReadonlyMap<string, Target>,
  recipes: ReadonlyMap<string, string>,
): (name: string) => boolean {
  const known = new Map<string, { readonly next: readonly string[]; readonly mends: boolean }>();
  const read = (name: string) => {
    const recipe = recipes.get(name) ?? '';
    const called = [...withoutPrinted(recipe).replace(UNRUN, '').matchAll(CALLS)].flatMap(([, names = '']) =>
      names.split(/[ \t]+/),
    );
    const next = [...(targets.get(name)?.needs ?? []), ...called].filter((one) => targets.has(one));
    const found = { next, mends: isToldToMend(recipe) };
    known.set(name, found);
    return found;
  };
  return (name) => {
    const reached = new Set([name]);
    for (const one of reached) {
      const { next, mends } = known.get(one) ?? read(one);
      if (one !== name && mends) return true;
      for (const other of next) if (reached.size < REACHED_MAX) reached.add(other);
    }
    return false;
  };
}

/** Targets that a recipe makes in the same folder. Source: GNU make, "How the MAKE Variable Works". */
const CALLS = /(?<![\w./-])(?:make|\$[({]MAKE[)}])((?:[ \t]{1,8}[A-Za-z0-9][\w.-]{0,100}){1,20})/g;

/** What make itself prints, and comments. Source: GNU make, "Functions That Control Make". */
const UNRUN = /\$\((?:info|warning|error)[ \t][^()\n]{0,300}\)|(?<![^\s;&|(])#[^\n]*/g;

function commandOf({ name, line }: Target, kind: CommandFact['kind'], file: string): CommandFact {
  return { kind, command: `make ${name}`, directory: folderOf(file), file, line, basis: 'defined', detail: null };
}

/** A target with a dot is a file that is made, and one with a folder unless it is called as a command is. */
function kindOfTarget({ name }: Target): CommandFact['kind'] | null {
  return name.includes('.') ? null : kindOfName(name);
}

/**
 * The kind by what the recipe runs, too: `format_diff` may format what differs as well as show it, which no name tells.
 * Without a recipe of its own it is known by the name alone.
 */
function kindByRecipe(
  kind: CommandFact['kind'] | null,
  name: string,
  recipe: string | undefined,
): CommandFact['kind'] | null {
  if (recipe === undefined) return kind;
  const [first = '', second] = name.split(/[-_]/);
  const isOfDiff = kind === 'check' && second === 'diff' && kindOfName(first) === 'format';
  return kindAsRun(isOfDiff ? 'format' : kind, recipe);
}

/** Lines of a rule, and characters of what the rules of one target run: what it is for is said at its beginning. */
const RECIPE_LINES_MAX = 100;
const RECIPE_MAX = 4_000;

/** What the rules of a target run, in one text. Source: GNU make, "Recipe Syntax". */
function recipesIn(text: string): ReadonlyMap<string, string> {
  const recipes = new Map<string, string>();
  let names: readonly string[] = [];
  let recipe: string[] = [];
  // Once for all targets of a rule, which may be many, and not for each line.
  const endRule = (): void => {
    for (const name of recipe.length === 0 ? [] : names) {
      const before = recipes.get(name);
      const whole = before === undefined ? recipe : [before, ...recipe];
      recipes.set(name, whole.join('\n').slice(0, RECIPE_MAX));
    }
    recipe = [];
  };
  for (const [line] of ruleLines(text)) {
    if (line.startsWith('\t')) {
      if (recipe.length < RECIPE_LINES_MAX) recipe.push(line.trim().replace(/^[@+-]+/, ''));
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      endRule();
      names = targetsIn(line).map(({ name }) => name);
    }
  }
  endRule();
  return recipes;
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
  for (const [line, number] of ruleLines(text)) {
    const [, names, rest = ''] = /^([A-Za-z0-9][\w./ -]{0,200}?)\s*::?(?![:=])(.*)$/.exec(line) ?? [];
    if (OF_TARGET.test(rest)) continue;
    const needs = (/^[^;#=|]*/.exec(rest)?.[0] ?? '').split(/\s+/).filter((need) => need !== '' && need !== '\\');
    for (const name of names?.split(/\s+/) ?? [])
      targets.push({ name, line: number, needs: rest.includes('=') ? [] : needs });
  }
  return targets;
}

/** An assignment for one target, behind its colon. Source: GNU make, "Target-specific Variable Values". */
const OF_TARGET = /^[ \t]*(?:(?:export|override|private|undefine)[ \t]+){0,3}[\w.-]{1,100}[ \t]*(?:[+?!]|:{1,3})?=/;

/** Lines of a Makefile that are not in the value of a variable. Source: GNU make, "Defining Multi-Line Variables". */
function* ruleLines(text: string): Generator<readonly [line: string, number: number]> {
  let depth = 0;
  for (const [line, number] of numberedLines(text)) {
    if (/^ *(?:(?:export|override|private) +){0,3}define\b(?! *[:?+]?=)/.test(line)) depth += 1;
    else if (depth > 0) depth -= /^ *endef\b/.test(line) ? 1 : 0;
    else yield [line, number];
  }
}
