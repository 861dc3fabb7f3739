import semver from 'semver';
import { stringAt } from '../../formats/json.ts';
import { memberTest } from '../../imports/script/workspaces.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { Manifest } from './node-entries.ts';

/** The manifest of the project that is asked for by a name and a text; null where the text alone does not say it. */
export type MemberFinder = (from: string, name: string, spec: string) => string | null;

/** Roots of workspaces, and patterns of one, that are read. */
const ROOTS_MAX = 16;
const PATTERNS_MAX = 100;

/**
 * Leads what is asked for by `workspace:` to the package of that name, of which the project has one, what is asked for by a
 * path to the folder there, and a version to the one that is linked in its place. Sources: pnpm, "Workspace protocol"; Yarn,
 * "Protocols"; npm, "package.json", "Local paths".
 */
export async function makeMemberFinder(files: ProjectFiles, manifests: readonly Manifest[]): Promise<MemberFinder> {
  const byName = Map.groupBy(manifests, ({ name }) => name);
  const linked = await readLinked(files, manifests);
  return (from, name, spec) => {
    if (/^workspace:(?!\.)/.test(spec)) {
      // `workspace:other@*` takes another package under this name.
      const other = /^workspace:((?:@[\w.-]+\/)?[\w.-]+)@/.exec(spec)?.[1];
      const [found, ...others] = byName.get(other ?? name) ?? [];
      return others.length === 0 ? (found?.path ?? null) : null;
    }
    const path = /^(?:file|link|portal|workspace):(?![/~])(.{1,300})$/.exec(spec)?.[1];
    return path === undefined ? linked(from, byName.get(name) ?? [], spec) : manifestAt(files, from, path);
  };
}

function manifestAt(files: ProjectFiles, from: string, path: string): string | null {
  const folder = resolveTarget(folderOf(from), path);
  const manifest = folder === null ? null : inFolder(folder, 'package.json');
  return manifest !== null && files.has(manifest) ? manifest : null;
}

/** Finds the one of some packages that is linked where a manifest asks for a version. */
type LinkedFinder = (from: string, named: readonly Manifest[], spec: string) => string | null;

/**
 * npm, Yarn and Bun link a member of the same workspaces whose version is as asked for; all else they have from a registry.
 * pnpm does so only where it is told to, and is left out. Sources: npm, "workspaces"; Yarn, "Workspaces" and
 * `enableTransparentWorkspaces`; Bun, "Workspaces".
 */
async function readLinked(files: ProjectFiles, manifests: readonly Manifest[]): Promise<LinkedFinder> {
  const takesIn: ((folder: string) => boolean)[] = [];
  for (const { path, workspaces } of manifests) {
    const folder = folderOf(path);
    if (workspaces === null || takesIn.length === ROOTS_MAX || !(await isLinking(files, folder))) continue;
    const isMember = memberTest(folder, workspaces.patterns.slice(0, PATTERNS_MAX));
    takesIn.push((one) => one === folder || isMember(one));
  }
  return (from, named, spec) => {
    if (named.length === 0) return null;
    const [found, ...others] = named.filter(({ path }) =>
      takesIn.some((isIn) => isIn(folderOf(path)) && isIn(folderOf(from))),
    );
    const version = found === undefined ? null : stringAt(found.json, 'version');
    if (found === undefined || others.length > 0 || found.path === from || version === null) return null;
    return semver.satisfies(version.text, spec, { loose: true }) ? found.path : null;
  };
}

/** Whether what installs the workspaces of a folder links their members without a word for it. */
async function isLinking(files: ProjectFiles, folder: string): Promise<boolean> {
  if (files.hasAround(inFolder(folder, 'pnpm-workspace.yaml')) || files.hasAround(inFolder(folder, 'pnpm-lock.yaml')))
    return false;
  const settings = inFolder(folder, '.yarnrc.yml');
  const text = files.has(settings) ? await files.text(settings) : null;
  return !/^enableTransparentWorkspaces:[ \t]*false\b/m.test(text ?? '');
}
