import { isRefusal, type NodeManager, type PackageJson } from '../../formats/package-json.ts';
import { memberTest, workspacePatterns } from '../../imports/script/workspaces.ts';
import type { CommandKind } from '../../questions/overview.types.ts';
import { type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { calledScripts } from './called-scripts.ts';
import { type FactSheet, isLooking, isToldToMend, kindAsRun, kindOfName } from './fact-sheet.ts';
import type { Manifest } from './node-entries.ts';

/** What the scripts of one name do in all packages of a workspace. */
interface DoneByMembers {
  /** Whether one of them is told to change files. */
  isMending: boolean;
  /** Whether each of them, as a script called after the format, only looks at it. */
  isLooking: boolean;
}

/** What scripts do in the packages of workspaces, by the manifest of the root and by their name. */
export type MemberScripts = ReadonlyMap<string, ReadonlyMap<string, DoneByMembers>>;

/** Roots of workspaces, and patterns of one, that are read. */
const ROOTS_MAX = 16;
const PATTERNS_MAX = 100;

/** The scripts of all who are in workspaces, for those at their roots that run what members have by a name. */
export async function scriptsOfMembers(files: ProjectFiles, manifests: readonly Manifest[]): Promise<MemberScripts> {
  const found = new Map<string, ReadonlyMap<string, DoneByMembers>>();
  for (const { path, workspaces } of manifests) {
    if (found.size === ROOTS_MAX) break;
    const folder = folderOf(path);
    const patterns = await workspacePatterns(files, { folder, workspaces });
    if (patterns.length === 0) continue;
    const isMember = memberTest(folder, patterns.slice(0, PATTERNS_MAX));
    found.set(path, doneBy(manifests.filter((one) => one.path !== path && isMember(folderOf(one.path)))));
  }
  return found;
}

function doneBy(members: readonly Manifest[]): ReadonlyMap<string, DoneByMembers> {
  const found = new Map<string, DoneByMembers>();
  for (const [name, { text }] of members.flatMap(({ scripts }) => [...scripts])) {
    const done = found.get(name) ?? { isMending: false, isLooking: true };
    done.isMending ||= isToldToMend(text);
    done.isLooking &&= kindAsRun('format', text) === 'check';
    found.set(name, done);
  }
  return found;
}

/** Writes down the scripts of one manifest that are of a kind. */
export function addNodeScripts(
  sheet: FactSheet,
  {
    path,
    scripts,
    chosen,
    members,
  }: Pick<Manifest, 'path' | 'scripts'> & { readonly chosen: NodeManager | 'rushx'; readonly members: MemberScripts },
): void {
  for (const [name, { text, line }] of scripts) {
    const kind = kindOfNodeScript({ name, text, scripts, others: othersRun(members, path, text) });
    if (kind === null || kind === 'install' || isRefusal(text)) {
      sheet.otherScripts += 1;
      continue;
    }
    const isShort = chosen === 'rushx' || name === 'test' || (name === 'start' && chosen !== 'bun');
    const command = `${chosen} ${isShort && chosen !== 'bun' ? '' : 'run '}${name}`;
    const detail = shortLine(text);
    sheet.commands.push({ kind, command, directory: folderOf(path), file: path, line, basis: 'defined', detail });
  }
}

interface NodeScript {
  readonly name: string;
  readonly text: string;
  readonly scripts: PackageJson['scripts'];
  /** What it starts in the packages of a workspace. */
  readonly others: DoneByMembers | null;
}

function kindOfNodeScript({ name, text, scripts, others }: NodeScript): CommandKind | null {
  const named = kindOfName(name);
  // Whoever runs it as a check would find files changed.
  if (isLooking(named) && (isWriting(text, scripts) || others?.isMending === true)) return 'format';
  const kind = kindAsRun(named, text);
  // What the project calls its test is that, whatever it runs.
  if (kind === 'test' && name !== 'test') return kindOfLoneTools(text) ?? kind;
  return kind === 'format' && others?.isLooking === true && !isToldToMend(text) ? 'check' : kind;
}

/** Whether a script, or one of the same manifest that it calls, tells its tools to change files. */
function isWriting(text: string, scripts: PackageJson['scripts']): boolean {
  return [text, ...calledScripts(text, scripts)].some(isToldToMend);
}

/** Sources: Turborepo, "turbo run"; Lerna, "lerna run"; pnpm, "pnpm -r". */
const OF_MEMBERS =
  /^(?:turbo(?: run)?|lerna run|pnpm (?:-r|--recursive)(?: run)?|pnpm run (?:-r|--recursive)) ([\w:.-]{1,80})(?= |$)/;

/** What a script starts in the packages of the workspace that its manifest is the root of; null where it starts no such. */
function othersRun(members: MemberScripts, path: string, text: string): DoneByMembers | null {
  const name = OF_MEMBERS.exec(text)?.[1];
  return name === undefined ? null : (members.get(path)?.get(name) ?? null);
}

/** One command, of a tool that looks at code without running it, and what stands behind it. */
const LONE_TOOL =
  /^(?:npx |bunx |yarn |pnpm (?:exec )?)?(eslint|oxlint|stylelint|biome lint|biome check|prettier|tsc|vue-tsc|svelte-check|knip|publint|attw|sherif)(?= |$)([^;&|\n]*)$/;

/** What looks at manifests, and at what is packed by them. */
const OF_PACKAGES = /^(?:knip|publint|attw|sherif)$/;

/** The same of several, one after the other, that are of one kind. */
function kindOfLoneTools(text: string): CommandKind | null {
  const [first = null, ...others] = text.split(' && ').map(kindOfLoneTool);
  return others.every((kind) => kind === first) ? first : null;
}

/** Of a script that is called a test and only looks at code what it is; of types that are tests by themselves null. */
function kindOfLoneTool(text: string): CommandKind | null {
  const [, tool, rest = ''] = LONE_TOOL.exec(text.trim()) ?? [];
  if (tool === undefined) return null;
  if (tool === 'prettier') return /(?:^| )(?:-c|-l|--check|--list-different)(?= |$)/.test(rest) ? 'check' : null;
  if (OF_PACKAGES.test(tool)) return isToldToMend(text) ? 'format' : 'check';
  if (/lint$|^biome/.test(tool)) return isToldToMend(text) ? 'format' : 'lint';
  // What it writes is for others to run.
  return /test|spec|dts|(?:^|\s)--?out(?:Dir|File)\s/i.test(rest) ? null : 'check';
}
