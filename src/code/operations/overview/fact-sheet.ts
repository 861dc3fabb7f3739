import type {
  CommandFact,
  CommandKind,
  DependencyFact,
  EntryPoint,
  ManifestJoin,
  NamedFact,
} from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isInSettings } from '../../source/path-role.ts';
import { asOwnApplication, inFolder, isSampleBelow, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf, nameOf } from '../../text/paths.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { isAmongPackages } from './sibling-packages.ts';

/** What the readers of manifests write down. */
export interface FactSheet {
  /** Packages of the manifests at the top, with their versions. */
  readonly packages: NamedFact[];
  readonly managers: NamedFact[];
  readonly manifests: NamedFact[];
  /** Those that a manifest asks for by the tools that build with them, and not as a dependency. */
  readonly frameworks: NamedFact[];
  /** Versions of languages and engines that are asked for. */
  readonly versions: NamedFact[];
  readonly commands: CommandFact[];
  /** Scripts of manifests that are no commands, since their names do not say of what kind. */
  otherScripts: number;
  readonly entryPoints: EntryPoint[];
  readonly dependencies: DependencyFact[];
  /** Of these such as are written for what others of the list ask for, and not for the project. */
  readonly pulledIn: Set<DependencyFact>;
  /** Manifests of applications that pack what they ask for in development into their pages. */
  readonly packed: Set<string>;
  /** Which manifests ask for others of the project. */
  readonly joins: ManifestJoin[];
  /** Folders that are built as a whole, and whether what comes of it is a library for certain, in which no main begins. */
  readonly builds: { readonly folder: string; readonly isLibrary: boolean }[];
  /** Manifests that do not speak for the project and are not on the sheet, by their names. */
  readonly aside: Map<string, readonly string[]>;
}

/** Reads the manifests of one ecosystem. */
export type Ecosystem = (files: ProjectFiles, sheet: FactSheet) => Promise<void>;

/** A sheet with nothing on it. */
export function emptySheet(): FactSheet {
  return {
    packages: [],
    managers: [],
    manifests: [],
    frameworks: [],
    versions: [],
    commands: [],
    otherScripts: 0,
    entryPoints: [],
    dependencies: [],
    pulledIn: new Set(),
    packed: new Set(),
    joins: [],
    builds: [],
    aside: new Map(),
  };
}

/** Joins of one project that are kept. */
const JOINS_MAX = 5_000;

/** Writes down that one manifest asks for another; what asks for itself says nothing. */
export function addJoin(files: Pick<ProjectFiles, 'gap'>, { joins }: FactSheet, join: ManifestJoin): void {
  if (join.from === join.to) return;
  if (joins.length < JOINS_MAX) joins.push(join);
  else files.gap(`more than ${JOINS_MAX} dependencies between manifests of the project; the first are given`);
}

/** Writes down a dependency, and where it is a part of the project the manifest of that; null for none. */
export function addAsked(
  files: Pick<ProjectFiles, 'gap'>,
  sheet: FactSheet,
  asked: DependencyFact,
  manifest: string | null,
): void {
  sheet.dependencies.push(manifest === null ? asked : { ...asked, manifest });
  if (manifest === null) return;
  addJoin(files, sheet, {
    from: asked.file,
    to: manifest,
    scope: asked.scope,
    file: asked.file,
    line: asked.line,
  });
}

/**
 * Manifests of a name that speak for the project, nearest to the top first: not those of other people's code, tests
 * and examples. The number of those that are left out for the bound is noted.
 */
export function manifestsNamed(files: ProjectFiles, name: string): readonly string[] {
  const own = files.named(name).filter((path) => !isForOthers(files, path) && !isModule(files, path));
  const read = own.slice(0, OVERVIEW_LIMITS.manifestsMax);
  if (read.length < own.length) files.gap(`${own.length} files named ${name} were found; ${read.length} were read`);
  return read;
}

/** Whether a setup.py is a module of a package within another one, and installs nothing. */
function isModule(files: Pick<ProjectFiles, 'has'>, path: string): boolean {
  const folder = folderOf(path);
  if (nameOf(path) !== 'setup.py' || folder === '') return false;
  return [folder, folderOf(folder)].every((one) => files.has(inFolder(one, '__init__.py')));
}

/** Whether a manifest lies among other people's code, tests, examples or settings. */
export function isForOthers(files: Pick<ProjectFiles, 'base' | 'named'>, path: string): boolean {
  const below = path.slice(files.base.length);
  // A container to work in is one of the project, though nothing of it begins there.
  if (isVendored(below) || (isInSettings(below) && !CONTAINER.test(below))) return true;
  return isSampleBelow(files.base, ownPath(files, path)) && !isAmongPackages(files, path);
}

/** What tries a project lies below another manifest of its name; where there is none, it is the project. */
function ownPath({ base, named }: Pick<ProjectFiles, 'base' | 'named'>, path: string): string {
  const own = asOwnApplication(path.slice(base.length));
  const nearest = own === null ? undefined : named(nameOf(path).toLowerCase())[0];
  const isAlone = nearest !== undefined && asOwnApplication(nearest.slice(base.length)) !== null;
  return own !== null && isAlone ? `${base}${own}` : path;
}

const CONTAINER = /(?:^|[/.])(?:Dockerfile|Containerfile)(?:\.[^/]*)?$/i;

/**
 * The manifest that a conventional command may be run beside: the one nearest to the top. Null when several lie equally
 * near, since then none of them speaks for the whole.
 */
export function leadingManifest(manifests: readonly string[]): string | null {
  const [first, second] = manifests;
  if (first === undefined) return null;
  return second !== undefined && depthOf(second) === depthOf(first) ? null : first;
}

/**
 * Which kind of command a script or target of this name is; null when the name does not say. What looks and then mends
 * (`lint-fix`) is of the kind that writes, so that nobody takes it for a check; what only looks whether the format is
 * right (`format:check`) is a check.
 */
export function kindOfName(name: string): CommandKind | null {
  const whole = name.toLowerCase();
  const kind = kindOfWhole(whole);
  if (kind === 'test' && FOR_TESTS_TO_COME.test(whole)) return null;
  if (MENDING.test(whole)) return isLooking(kind) ? 'format' : kind;
  return kind === 'format' && LOOKING.test(whole) ? 'check' : kind;
}

/** What writes anew what tests compare with, and the application that engines of Rails are tested in (`rake test_app`). */
const FOR_TESTS_TO_COME = /(?:^|[-_:/])update(?:$|[-_:/])|^test_app$/;

/** Whether a command of this kind is taken to leave the files as they are. */
export function isLooking(kind: CommandKind | null): boolean {
  return kind === 'lint' || kind === 'check';
}

/** Whether a command line tells its tool to change files. */
export function isToldToMend(command: string): boolean {
  const run = withoutPrinted(command);
  return MENDS.test(run) || RUBOCOP_MENDS.test(run);
}

/** A command line without what it prints: a hint such as `echo 'run npm run lint:fix'` runs nothing. */
export function withoutPrinted(command: string): string {
  return command.replace(PRINTED, 'echo');
}

const PRINTED =
  /(?<![\w./-])(?:echo|printf) (?:(?:-[en]{1,2}|>&[12]) ){0,2}(?:"(?:[^"\\\n]|\\[^\n]){0,300}"|'[^'\n]{0,300}'|[^"'&|;)\n]{0,300})/g;

/** The kind of a script by its name, and by what it runs where that is known: what changes files is no check. */
export function kindOfScript(name: string, runs: string | null): CommandKind | null {
  const named = kindOfName(name);
  return runs === null ? named : kindAsRun(named, runs);
}

/** Lines of what a script runs that are read. */
const SCRIPT_LINES_MAX = 100;

/**
 * What stands below a line and deeper than it, as the words of a shell: in languages of programs they are parted by quotes
 * and commas. Null where nothing does.
 */
export function scriptBelow(lines: readonly (readonly [line: string, number: number])[], at: number): string | null {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  const own = indentOf(lines[at]?.[0] ?? '');
  const below: string[] = [];
  for (const [line] of lines.slice(at + 1, at + 1 + SCRIPT_LINES_MAX)) {
    if (line.trim() === '') continue;
    if (indentOf(line) <= own) break;
    const words = line.slice(0, 1_000).replace(/["'`,()[\]]+/g, ' ');
    if (!line.trimStart().startsWith('#')) below.push(words.trim().replace(/^[@+-]+/, ''));
  }
  return below.length === 0 ? null : below.join('\n');
}

const MENDS = /(?:^|[\s"'])--(?:fix|fix-only|write|in-place|auto-?correct(?:-all)?)(?=$|[\s"'&|;)])/;
/** Its short options for that. Source: RuboCop, "Command-line flags". */
const RUBOCOP_MENDS = /\brubocop\s(?:[^;&|\n]{0,300}\s)?(?:-[aAx]|--fix-layout)(?=$|[\s"'&|;)])/;

/**
 * The kind of a command by what it runs as well: what looks and is told to mend formats, what only looks is a check.
 * What gives out a release is none of the kinds, whatever it is called (`dev:release`), and what only prints neither.
 */
export function kindAsRun(kind: CommandKind | null, command: string): CommandKind | null {
  if (PUBLISHES.test(command) && !command.includes('--dry-run')) return null;
  if (isToldToMend(command)) return isLooking(kind) ? 'format' : kind;
  if (kind === 'build' && CHECKS_TYPES.test(command)) return 'check';
  if (kind !== 'format') return kind;
  if (isLookingAtFormat(command)) return 'check';
  return PRETTIER.test(command) ? kindOfPrettier(command) : kind;
}

/** A compiler alone that is told to write nothing. Source: TypeScript, TSConfig, "noEmit". */
const CHECKS_TYPES = /^\s*(?:npx\s+)?(?:vue-)?tsc\s(?:[^;&|\n]*\s)?--noEmit(?!\s+false)(?=\s|$)[^;&|\n]*$/;

/** A command of Prettier alone. */
const PRETTIER = /^\s*(?:npx\s+)?prettier(?=\s|$)[^;&|\n]*$/;

/** It prints what it has formatted, unless it is told to write or to check. Source: Prettier, "CLI". */
function kindOfPrettier(command: string): CommandKind | null {
  if (WRITES.test(command)) return 'format';
  return /\s-[cl](?=\s|$)/.test(command) ? 'check' : null;
}

/**
 * Whether commands called after the format, one after the other, all only look whether it is right: Biome writes nothing
 * unless it is told to, others not when they are told so.
 */
function isLookingAtFormat(commands: string): boolean {
  const said = commands.split(/[;&|\n]+/).filter((command) => !onlySays(command));
  return said.length > 0 && said.every((command) => LOOKS.test(command) && !WRITES.test(command));
}

/** Whether a command only tells something or ends with an answer, or is a word that joins others. */
function onlySays(command: string): boolean {
  const said = command.replace(/^[\s@({]+/, '').replace(/^(?:then|else)\b\s*/, '');
  return /^(?:\$\((?:info|warning)\b.*|(?:echo|printf|exit|true|false)\b[^$`]*|(?:fi\b)?[\s)}]*)$/.test(said);
}

const LOOKS =
  /(?:^|\s)(?:-check|--(?:check(?:-formatted|-only)?|list-different|verify-no-changes|dry-run|diff))(?=[\s=]|$)|(?:^|[\s(])(?:biome\s+(?:ci|format)|gofmt\s+(?:-s\s+)?-[ld])(?=\s|$)/;
const WRITES = /(?:^|\s)(?:-w|-i|--write|--fix|--in-place)(?=[\s=]|$)/;

const PUBLISHES =
  /(?:^|[\s;&|(])(?:(?:bun|cargo|changeset|deno|flit|hatch|jsr|lerna|npm|ovsx|pnpm|poetry|uv|vsce|yarn(?:[ ]npm)?)[ ]publish|twine[ ]upload)(?![\w:-])/;

const LOOKING = /[-_:/](?:check|verify|validate|lint|diff|dry-run)(?:$|[-_:/])/;
const MENDING = /(?:^|[-_:/])(?:fix|autofix|write)(?:$|[-_:/])/;

function kindOfWhole(whole: string): CommandKind | null {
  const [first = '', ...parts] = whole.split(/[:/]/);
  // `lint:setup` makes what lints, and lint-staged looks at what is about to be committed alone.
  const isSetUp = parts.some((part) => PREPARING.has(part));
  // `e2e:publish-to-registry` makes what the tests then use.
  if (KINDS.get(first) === 'test' && parts.some(isMaking)) return null;
  if (!KINDS.has(whole) && (isSetUp || first === 'lint-staged')) return null;
  const known = KINDS.get(whole) ?? KINDS.get(first);
  if (known !== undefined) return known;
  const [word = '', ...behind] = whole.split(/[-_:/]/);
  const byHyphen = KINDS.get(word) ?? null;
  // `e2e-start-registry` and `build_databases` make what others then use.
  if (behind.some((part) => PREPARING.has(part) || MAKING.has(part))) return null;
  // `start-…` and `install-…` are mostly about one part, and no way to start or install the whole.
  return byHyphen === 'run' || byHyphen === 'install' ? null : byHyphen;
}

/** Whether a part of several words makes something ready. */
function isMaking(part: string): boolean {
  const words = part.split(/[-_]/);
  return words.length > 1 && words.some((word) => PREPARING.has(word) || MAKING.has(word));
}

const MAKING: ReadonlySet<string> = new Set('start,stop,up,down,serve,publish,database,databases'.split(','));
const PREPARING: ReadonlySet<string> = new Set('setup,install,prepare,init,bootstrap,clean'.split(','));

const KINDS: ReadonlyMap<string, CommandKind> = new Map([
  ...rows('install', 'install deps dependencies setup bootstrap'),
  ...rows('build', 'build compile bundle dist'),
  ...rows('test', 'test tests spec unit-test unittest integration-test integration e2e phpunit'),
  ...rows(
    'lint',
    'lint eslint clippy rubocop phpstan psalm eclint dockerfile_lint hadolint stylelint shellcheck yamllint',
  ),
  ...rows('check', 'check verify validate typecheck type-check types:check type:check types-check check-types'),
  ...rows('format', 'format fmt prettier'),
  ...rows('run', 'start dev serve run server'),
]);

function rows(kind: CommandKind, names: string): readonly (readonly [string, CommandKind])[] {
  return names.split(' ').map((name) => [name, kind] as const);
}
