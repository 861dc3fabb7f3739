import { isRefusal, type NodeManager, type PackageJson } from '../../formats/package-json.ts';
import type { CommandKind } from '../../questions/overview.types.ts';
import { shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, isLooking, isToldToMend, kindAsRun, kindOfName } from './fact-sheet.ts';
import type { Manifest } from './node-entries.ts';

/** What all scripts of one name run, by that name and the manifests that they stand in. */
export type MemberScripts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The scripts of all manifests, for those that run what others have by a name. */
export function scriptsOfMembers(manifests: readonly Manifest[]): MemberScripts {
  const found = new Map<string, Map<string, string>>();
  for (const { path, scripts } of manifests) {
    for (const [name, { text }] of scripts) {
      const of = found.get(name) ?? new Map<string, string>();
      found.set(name, of.set(path, text));
    }
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
  }: Pick<Manifest, 'path' | 'scripts'> & { readonly chosen: NodeManager; readonly members: MemberScripts },
): void {
  for (const [name, { text, line }] of scripts) {
    const kind = kindOfNodeScript({ name, text, scripts, others: othersRun(members, path, text) });
    if (kind === null || kind === 'install' || isRefusal(text)) {
      sheet.otherScripts += 1;
      continue;
    }
    const isShort = name === 'test' || (name === 'start' && chosen !== 'bun');
    const command = `${chosen} ${isShort && chosen !== 'bun' ? '' : 'run '}${name}`;
    const detail = shortLine(text);
    sheet.commands.push({ kind, command, directory: folderOf(path), file: path, line, basis: 'defined', detail });
  }
}

interface NodeScript {
  readonly name: string;
  readonly text: string;
  readonly scripts: PackageJson['scripts'];
  /** What the scripts of other manifests run that it starts. */
  readonly others: readonly string[];
}

function kindOfNodeScript({ name, text, scripts, others }: NodeScript): CommandKind | null {
  const named = kindOfName(name);
  // Whoever runs it as a check would find files changed.
  if (isLooking(named) && (isWriting(text, scripts) || others.some(isToldToMend))) return 'format';
  const kind = kindAsRun(named, text);
  // What the project calls its test is that, whatever it runs.
  if (kind === 'test' && name !== 'test') return kindOfLoneTool(text) ?? kind;
  const isOnlyLooking = others.length > 0 && others.every((one) => kindAsRun('format', one) === 'check');
  return kind === 'format' && isOnlyLooking && !isToldToMend(text) ? 'check' : kind;
}

const CALLED = /\b(?:npm|pnpm|pn|yarn|bun)\s+(?:run\s+)?([\w:.-]{1,80})/g;

/** Whether a script, or one of the same manifest that it calls, tells its tools to change files. */
function isWriting(text: string, scripts: PackageJson['scripts']): boolean {
  const called = [...text.matchAll(CALLED)].map(([, name = '']) => scripts.get(name)?.text ?? '');
  return [text, ...called].some(isToldToMend);
}

/** Sources: Turborepo, "turbo run"; Lerna, "lerna run"; pnpm, "pnpm -r". */
const OF_MEMBERS =
  /^(?:turbo(?: run)?|lerna run|pnpm (?:-r|--recursive)(?: run)?|pnpm run (?:-r|--recursive)) ([\w:.-]{1,80})(?= |$)/;

/** What the scripts run that a script starts in the packages of a workspace; none where it starts no such. */
function othersRun(members: MemberScripts, path: string, text: string): readonly string[] {
  const name = OF_MEMBERS.exec(text)?.[1];
  const inside = folderOf(path) === '' ? '' : `${folderOf(path)}/`;
  const found = name === undefined ? [] : [...(members.get(name) ?? [])];
  return found.flatMap(([of, runs]) => (of !== path && of.startsWith(inside) ? [runs] : []));
}

/** One command, of a tool that looks at code without running it, and what stands behind it. */
const LONE_TOOL =
  /^(?:npx |bunx |yarn |pnpm (?:exec )?)?(eslint|oxlint|stylelint|prettier|tsc|vue-tsc|svelte-check)(?= |$)([^;&|\n]*)$/;

/** Of a script that is called a test and only looks at code what it is; of types that are tests by themselves null. */
function kindOfLoneTool(text: string): CommandKind | null {
  const [, tool, rest = ''] = LONE_TOOL.exec(text.trim()) ?? [];
  if (tool === undefined) return null;
  if (tool === 'prettier') return /(?:^| )(?:-c|-l|--check|--list-different)(?= |$)/.test(rest) ? 'check' : null;
  if (/lint$/.test(tool)) return isToldToMend(text) ? 'format' : 'lint';
  return /test|spec|dts/i.test(rest) ? null : 'check';
}
